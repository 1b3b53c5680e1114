"""One writer at a time: a lock on an open file that goes with the process that holds it, however it ends."""

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30

    def lock(file: BinaryIO) -> bool:
        """Take the lock; False where another holds it."""
        file.seek(_FAR)  # a byte that no line reaches, so that others can still read the file
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(file: BinaryIO) -> bool:
        """Take the lock; False where another holds it."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
