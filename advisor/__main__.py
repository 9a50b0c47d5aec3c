"""`python -m advisor` is the command line."""

from advisor.cli.main import run

if __name__ == "__main__":
    run()
