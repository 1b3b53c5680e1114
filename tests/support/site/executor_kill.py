"""Kills a worker of Spark in the middle of a job: an executor, with what it has computed."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_EXECUTOR = b"CoarseGrainedExecutorBackend"
_BETWEEN_LOOKS = 0.005  # seconds


@contextmanager
def one_killed(session) -> Iterator[None]:
    """Within the block, as soon as a stage has done some of its tasks, its oldest executor dies."""
    over = threading.Event()
    watch = threading.Thread(target=_kill, args=(session, over))
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _kill(session, over: threading.Event) -> None:
    tracker = session.sparkContext.statusTracker()
    while not over.wait(_BETWEEN_LOOKS):
        stages = filter(None, map(tracker.getStageInfo, tracker.getActiveStageIds()))
        if any(stage.numCompletedTasks and stage.numActiveTasks for stage in stages):
            os.kill(min(_executors()), signal.SIGKILL)
            session.conf.set("spark.sql.files.maxPartitionBytes", str(2**27))  # further jobs need few tasks
            return


def _executors() -> list[int]:
    """The processes of this test's executors: those below this process."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _is_ours(folder):
            found.append(int(folder.name))
    return found


def _is_ours(folder: Path) -> bool:
    try:
        if _EXECUTOR not in (folder / "cmdline").read_bytes():
            return False
        while folder.name not in ("0", "1"):
            if folder.name == str(os.getpid()):
                return True
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
            folder = Path("/proc") / fields.split()[1]
    except OSError:  # it has just ended
        return False
    return False
