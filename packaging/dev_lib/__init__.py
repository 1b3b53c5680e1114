"""What packaging/dev.py is made of. Standard library only: it runs before anything is installed."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Stop(Exception):  # noqa: N818 - an end with a sentence for the user, no fault
    """The work cannot continue; the text says what happened and what to do."""
