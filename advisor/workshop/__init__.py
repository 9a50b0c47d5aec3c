"""Beside the staircase: what builds, checks and measures the data. Only the command line and the tests come here."""
