"""The child process that reads files: one serves many, and ends with the pipe to its parent."""

import contextlib
import json
import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

MOST_NAME = 4096
_MEMORY = 3 * 2**30


def serve(theirs: Connection) -> None:
    """Answer each file with what was read of it, as JSON. A fault of a reader is an answer, too."""
    _be_silent()
    with contextlib.suppress(OSError, ValueError, ImportError):
        _limit_memory(_MEMORY)
    from sdc_desktop.engine.submission.reading.kinds import read
    from sdc_desktop.engine.submission.sheets import ReadFile, packed

    while True:
        try:
            name = theirs.recv_bytes(MOST_NAME).decode("utf-8")
            data = theirs.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            found = read(data, name)
            answer = json.dumps(packed(found), ensure_ascii=False).encode("utf-8", "surrogatepass")
        except Exception:  # noqa: BLE001 - a damaged file can make a reader raise anything
            answer = json.dumps(packed(ReadFile("", refused="damaged"))).encode()
        del data
        with contextlib.suppress(BrokenPipeError, OSError):
            theirs.send_bytes(answer)


def _be_silent() -> None:
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(nowhere, number)


def _limit_memory(most: int) -> None:
    """Limit this process where the system (Linux) can: a hostile file then ends its reader alone."""
    if sys.platform != "linux":
        return
    import resource

    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + most
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
