"""``python -m sevenrocks``."""

from sevenrocks.cli import main

if __name__ == "__main__":
    main()
