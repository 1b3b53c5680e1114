"""A file of another program is read in a process of its own: such readers hold the interpreter for seconds,
and a broken file may crash them. The child sends the records as texts; its parent can end it any time.
"""

import contextlib
import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sdc_desktop.engine.child_process import pipe, start_child
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.limits import memory_limit
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.process_limits import limit_memory

_FIELD, _RECORD = "\x1f", "\x1e"  # the separators of ASCII, which texts seldom have
_POLL_SECONDS = 0.05
_PLACES = ("line", "column", "variable")
_GRACE_SECONDS = 0.2  # for a child that has said all to end by itself
_PATIENCE_SECONDS = 5.0
_ABORTED = (-6, 3, 0xC0000409)  # SIGABRT; on Windows abort() of C, and of its newer runtime and of Rust


class Unreadable(Exception):  # noqa: N818 - becomes a refusal in the parent
    """A child's reader refuses its file: the code of a problem and its figures."""

    def __init__(self, code: str, **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


def check_names(names: Iterable[str]) -> None:
    """Raises :class:`Unreadable` where a column has no name, or that of another."""
    seen: set[str] = set()
    for number, name in enumerate(names, start=1):
        if not name:
            raise Unreadable("data.nameless", column=number)
        if name in seen:
            raise Unreadable("data.name_twice", column=number, name=name)
        seen.add(name)


@dataclass
class Reading:
    """What a reader gives: the number of columns, the records in blocks, the columns and the warnings.

    ``blocks``: records as text rows, each block with the part of the file that is done by then. ``columns``
    and ``warnings`` are complete once all blocks have been read; a warning is the code of a problem with its
    place and figures. ``settled``: a plan's setting of where the records are, detected or given.
    """

    width: int
    blocks: Iterator[tuple[list[tuple[str, ...]], float]]
    columns: Callable[[], tuple[Column, ...]]
    warnings: Callable[[], tuple[Unreadable, ...]] = tuple
    settled: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class ChildRows:
    """The records that a child sends, in the parent; an iterator of blocks of rows as canonical text.

    ``width`` is known after :meth:`begin`, ``columns``, ``notes`` and ``records`` when all blocks
    have been taken.
    """

    reader: str  # module:function of the child's reader
    path: Path
    options: tuple[tuple[str, Any], ...]
    shown: str
    context: JobContext
    step: str
    width: int = 0
    records: int = 0
    columns: tuple[Column, ...] = ()
    notes: tuple[Problem, ...] = ()
    settled: Mapping[str, Any] = field(default_factory=dict)
    _stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def __enter__(self) -> "ChildRows":
        """Start the child and learn how many columns there are. Raises :class:`Refused` and Cancelled."""
        ours, theirs = pipe(duplex=False)
        self._stack.callback(ours.close)
        arguments = (theirs, self.reader, str(self.path), self.options, reader_memory(self.path))
        child = start_child(_serve, arguments)
        self._child = child
        self._stack.callback(end, child)
        theirs.close()
        self._ours = ours
        try:
            self.width = int(self._next()[1])
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def blocks(self) -> Iterator[bytes]:
        """The records as delimited UTF-8 text, every field quoted, in blocks. Raises as `__enter__`."""
        while True:
            message = self._next()
            if message[0] == "done":
                self.columns = message[1]
                self.notes = tuple(
                    warning(code, Place(file=self.shown, **place), **figures)
                    for _, code, place, figures in message[2]
                )
                self.settled = message[3]
                return
            _, text, records, fraction = message
            self.records += records
            self.context.progress(fraction, self.step)
            yield text

    def _next(self) -> tuple[Any, ...]:
        try:
            return read_answer(self._ours, self.shown, self.context)
        except Refused as refusal:
            if refusal.problems[0].code == "data.reader_died" and _was_out_of_memory(self._child):
                raise Refused(error("csv.no_memory", Place(file=self.shown))) from None
            raise


def read_answer(ours: Connection, shown: str, context: JobContext) -> tuple[Any, ...]:
    """What a child says next; its refusals are raised. Raises :class:`Refused`, Cancelled when stopped."""
    while not ours.poll(_POLL_SECONDS):
        context.checkpoint()
    context.checkpoint()
    try:
        message: tuple[Any, ...] = ours.recv()
    except (EOFError, OSError):
        raise Refused(error("data.reader_died", Place(file=shown))) from None
    if message[0] == "refused":
        raise Refused(error(message[1], Place(file=shown, **message[2]), **message[3]))
    return message


def end(child: Any) -> None:
    """Wait for a child to end; one that does not is ended."""
    child.join(_GRACE_SECONDS)
    if child.is_alive():
        child.kill()
    child.join(_PATIENCE_SECONDS)


def reader_memory(path: Path) -> int:
    """The bytes of memory that the reader of a file gets: by its size, and never more than this computer has.
    The parent looks, so that no child loads DuckDB and NumPy.
    """
    from sdc_desktop.engine.data.store.file_relations import memory_of_computer

    with contextlib.suppress(OSError):  # that it is not there, its reader says
        return min(memory_of_computer(), memory_limit(path.stat().st_size))
    return memory_of_computer()


def _was_out_of_memory(child: Any) -> bool:
    """Whether a child aborted, as readers in C++ and Rust do that are given no memory."""
    child.join(_PATIENCE_SECONDS)
    return child.exitcode in _ABORTED


def _serve(
    theirs: Connection,
    reader: str,
    path: str,
    options: tuple[tuple[str, Any], ...],
    memory: int | None = None,
) -> None:
    """The child: read, and send. Whatever a reader raises becomes a code: its text may hold values."""
    be_silent()
    gc.disable()  # rows make no cycles, and it would look at all of them again and again
    if memory is not None:
        limit_memory(memory)
    try:
        reading = _called(reader, path, options)
        if not isinstance(reading, Reading):
            theirs.send(("answer", reading))
            return
        theirs.send(("width", reading.width))
        for rows, fraction in reading.blocks:
            theirs.send(("rows", _canonical(rows), len(rows), fraction))
        warnings = tuple(map(as_answer, reading.warnings()))
        theirs.send(("done", reading.columns(), warnings, dict(reading.settled)))
    except Unreadable as refusal:
        theirs.send(as_answer(refusal))
    except MemoryError:
        theirs.send(("refused", "csv.no_memory", {}, {}))
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the parent has ended
    except ImportError:
        theirs.send(("refused", "data.no_reader", {}, {}))
    except Exception as failure:  # noqa: BLE001 - a damaged file can make a reader raise anything
        theirs.send(_refusal_of(failure))
    finally:
        theirs.close()


def _refusal_of(failure: Exception) -> tuple[Any, ...]:
    """The system refuses something, which it says by a number; anything else is the file's fault."""
    if isinstance(failure, OSError) and failure.errno is not None:
        return "refused", "file.unreadable", {}, {"reason": failure.strerror or ""}
    return "refused", "data.damaged", {}, {}


def _called(reader: str, path: str, options: tuple[tuple[str, Any], ...]) -> Any:
    import importlib

    module, _, name = reader.partition(":")
    return getattr(importlib.import_module(module), name)(Path(path), **dict(options))


def answer_of_child(reader: str, path: Path, shown: str, context: JobContext) -> Any:
    """What a child's function (module:function) says of a file, where that is no :class:`Reading`. Raises
    :class:`Refused`, Cancelled.
    """
    ours, theirs = pipe(duplex=False)
    try:
        child = start_child(_serve, (theirs, reader, str(path), (), reader_memory(path)))
        theirs.close()
        try:
            return read_answer(ours, shown, context)[1]
        finally:
            end(child)
    finally:
        ours.close()


def as_answer(refusal: Unreadable) -> tuple[Any, ...]:
    """A refusal as it goes through the pipe: code, place, figures."""
    place = {key: value for key, value in refusal.figures.items() if key in _PLACES}
    figures = {key: value for key, value in refusal.figures.items() if key not in _PLACES}
    return "refused", refusal.code, place, figures


def be_silent() -> None:
    """Silences readers and writers in C, which report to the terminal; their messages may hold values."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(nowhere, number)


def _canonical(rows: list[tuple[str, ...]]) -> bytes:
    """The records as delimited text, every field quoted; quickly where no text has the signs used for it."""
    joined = _RECORD.join(map(_FIELD.join, rows))
    if "\0" in joined:
        raise Unreadable("data.nul")
    fields = sum(map(len, rows)) - len(rows)
    if rows and (joined.count(_FIELD), joined.count(_RECORD)) == (fields, len(rows) - 1):
        made = joined.replace('"', '""').replace(_FIELD, '","').replace(_RECORD, '"\n"')
        return f'"{made}"\n'.encode()
    lines = ['","'.join(text.replace('"', '""') for text in row) for row in rows]
    return "".join(f'"{line}"\n' for line in lines).encode()
