"""Fuzzing, long conversations, kills and growth: `python tests/soak --help`."""
