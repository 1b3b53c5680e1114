"""Saves a file of another program in a process of its own, under a name that its parent has chosen.

The parent puts it in place when it is complete.
"""

import contextlib
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sdc_desktop.engine.child_process import pipe, start_child
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.reading_child import Unreadable, as_answer, be_silent, end, read_answer
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.problems import Place, Refused, error

Row = Sequence[str]


def write_by_child(
    writer: str,
    path: Path,
    columns: Sequence[Fitted],
    batches: Iterable[Sequence[Row]],
    shown: str,
    context: JobContext,
) -> None:
    """Let a child's `writer` (module:function) make the file at `path`. Raises Refused and Cancelled."""
    ours, theirs = pipe()
    child = start_child(_serve, (theirs, writer, str(path), tuple(columns)))
    theirs.close()
    try:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its last word says why
            for batch in batches:
                context.checkpoint()
                if ours.poll():
                    break
                ours.send([tuple(row) for row in batch])
            ours.send(None)
        message = read_answer(ours, shown, context)
        if message[0] != "done":
            raise Refused(error("data.writer_died", Place(file=shown)))
    finally:
        ours.close()
        end(child)


def _serve(theirs: Connection, writer: str, path: str, columns: tuple[Fitted, ...]) -> None:
    import importlib

    be_silent()
    module, _, name = writer.partition(":")

    def batches() -> Iterable[list[Row]]:
        while (batch := theirs.recv()) is not None:
            yield batch

    try:
        getattr(importlib.import_module(module), name)(Path(path), columns, batches())
        theirs.send(("done",))
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        pass  # the parent has ended
    except BaseException as failure:  # noqa: BLE001 - its text may hold values
        theirs.send(_answer(failure))
    finally:
        theirs.close()


def _answer(failure: BaseException) -> tuple[Any, ...]:
    if isinstance(failure, Unreadable):
        return as_answer(failure)
    if isinstance(failure, MemoryError):
        return ("refused", "csv.no_memory", {}, {})
    if isinstance(failure, OSError):
        return ("refused", "file.not_written", {}, {"reason": failure.strerror or ""})
    return ("refused", "data.not_writable", {}, {})
