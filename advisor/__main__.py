"""`python -m advisor` is the command line."""

from advisor.doors.cli.start import run

if __name__ == "__main__":
    run()
