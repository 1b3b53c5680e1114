"""The child process that reads files: one serves many, and ends with the pipe to its parent."""

import contextlib
import json
import os
from multiprocessing.connection import Connection

from sdc_desktop.engine.process_limits import limit_memory
from sdc_desktop.engine.submission.sheets import ReadFile, packed

NOT_LIMITED = "not_limited"  # in an answer: this system sets the reader no limit of memory
MOST_NAME = 4096
_MEMORY = 3 * 2**30


def serve(theirs: Connection) -> None:
    """Send the content of each file as JSON; a fault of a reader is sent in the same way."""
    _be_silent()
    limited = limit_memory(_MEMORY)
    from sdc_desktop.engine.submission.reading.kinds import read

    while True:
        try:
            name = theirs.recv_bytes(MOST_NAME).decode("utf-8")
            data = theirs.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            found = read(data, name)
            given = packed(found) | ({} if limited else {NOT_LIMITED: True})
            answer = json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass")
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
