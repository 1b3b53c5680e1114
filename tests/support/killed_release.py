"""A process that starts releases to be killed: for each line `LOG ACKS SEED` on its input it forks one.

The fork resumes (or begins) the release in LOG and asks for records without end; for each answer it was given
it adds a line to ACKS. It writes to the log in pieces of a few bytes, so that a kill can tear a line
anywhere.
"""

import os
import sys
import time
from pathlib import Path

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output import ledger
from sdc_desktop.engine.release.live import LiveRelease, Request
from sdc_desktop.engine.release.live_setup import LiveSetup
from tests.support.release import begin, live_setup, resume

VALUES = ("a", "b", "c")
TARGETS = ("x", "y")
PIECE = 40


def setup() -> LiveSetup:
    """Few values and targets, so that much is queued and released again."""
    return live_setup(
        "v",
        "t",
        {"a": 0.5, "b": 0.3, "c": 0.2},
        TARGETS,
        ("MIS", "CST"),
        {"MIS": 0.3, "CST": 0.3},
        draws=100,
    )


def in_pieces(file, data: bytes) -> None:
    """What `write_through` does, in pieces, as a disk may do it."""
    for start in range(0, len(data), PIECE):
        os.write(file.fileno(), data[start : start + PIECE])
        time.sleep(0.0002)


def opened(log: Path) -> LiveRelease:
    """The release of this log, begun if need be."""
    return resume(log) if log.exists() else begin(log, setup())


def work(log: Path, acks: Path, seed: int) -> None:
    """Ask for records until killed, and note each answer that was given."""
    ledger.write_through = in_pieces
    random = np.random.default_rng(seed)
    live = opened(log)
    shown = os.open(acks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    number = len(live.released()) + len(live.waiting())
    while True:
        request = Request(
            f"r{number}", TARGETS[random.integers(2)], VALUES[min(random.geometric(0.5), 3) - 1]
        )
        (answer,) = live.ask([request], JobContext())
        out = ",".join(key for step in answer.went_out for key in step)
        os.write(shown, f"{request.key} {out}\n".encode())
        number += 1


def main() -> None:
    """Fork a worker for each line, say its process, and wait for its end."""
    begin_once = setup()  # whatever is imported late is imported now
    assert begin_once.tests
    for line in sys.stdin:
        log, acks, seed = line.split("\t")
        child = os.fork()
        if child == 0:
            work(Path(log), Path(acks), int(seed))
            os._exit(1)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
