"""Readers and writers that the program runs in children, in this process: no child has to be started."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign import load, reading_child, write
from sdc_desktop.engine.data.foreign.reading_child import Reading, Unreadable
from sdc_desktop.engine.problems import Place, Refused, error, warning


class RowsHere(reading_child.ChildRows):
    """What a child would send."""

    def __enter__(self) -> "RowsHere":
        self._reading: Reading = self.answer(reading_child._called, self.reader, str(self.path), self.options)
        self.width = self._reading.width
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def blocks(self) -> Iterator[bytes]:
        source = iter(self._reading.blocks)
        while (block := self.answer(next, source, None)) is not None:
            rows, _ = block
            self.records += len(rows)
            yield self.answer(reading_child._canonical, rows)
        self.columns = self.answer(self._reading.columns)
        self.notes = tuple(self._as(warning, one) for one in self.answer(self._reading.warnings))
        self.settled = dict(self._reading.settled)

    def answer(self, call: Callable[..., Any], *given: Any) -> Any:
        """What a call gives. Raises :class:`Refused` as the parent of a child does."""
        try:
            return call(*given)
        except Unreadable as refusal:
            raise Refused(self._as(error, refusal)) from None

    def _as(self, make: Callable[..., Any], one: Unreadable) -> Any:
        _, code, place, figures = reading_child.as_answer(one)
        return make(code, Place(file=self.shown, **place), **figures)


def write_here(writer: str, path: Path, columns: Any, batches: Any, shown: str, context: JobContext) -> None:
    """What a child would write."""
    module, _, name = writer.partition(":")
    getattr(import_module(module), name)(path, columns, batches)


@pytest.fixture(autouse=True, scope="module")
def without_children() -> Iterator[None]:
    """In a module that imports it, files are read and written here: how a child is spoken to is tested
    elsewhere.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "ChildRows", RowsHere)
        patch.setattr(write, "write_by_child", write_here)
        yield
