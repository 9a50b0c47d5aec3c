"""The command line: a door. No bridge and no law in it."""
