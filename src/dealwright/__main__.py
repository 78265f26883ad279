"""``python -m dealwright``: the command line."""

from dealwright.cli import main

if __name__ == "__main__":
    main()
