"""Puts a ruling into words a director can read out, in Greek or English."""
