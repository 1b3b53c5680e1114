"""No module is imported from the current folder: it is often the data's, which others can write to.

Launchers start Python with ``-P``. This is the second line of defence, for a start without it and for an
empty entry in PYTHONPATH. Only what is always loaded is imported here.
"""

import os
import sys


def leave_current_folder() -> None:
    """Removes the current folder from the module path, unless the program itself is installed there."""
    try:
        here = os.path.realpath(os.getcwd())  # noqa: PTH109 - pathlib is not loaded yet
    except OSError:  # a folder that is gone
        return
    own = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if here != own:
        sys.path[:] = [entry for entry in sys.path if entry and os.path.realpath(entry) != here]
