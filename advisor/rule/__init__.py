"""A telling held against the lawbook."""
