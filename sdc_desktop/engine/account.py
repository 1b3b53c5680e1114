"""The account of this computer under which the program runs, for entries that state who made them."""

import os
import sys

if sys.platform == "win32":

    def account() -> str:
        """Name of the account; a number, or `unknown`, where the system has no name for it."""
        try:
            return os.getlogin()
        except OSError:
            return "unknown"

else:
    import pwd

    def account() -> str:
        """Name of the account; a number, or `unknown`, where the system has no name for it."""
        try:
            return pwd.getpwuid(os.getuid()).pw_name
        except KeyError:
            return str(os.getuid())
