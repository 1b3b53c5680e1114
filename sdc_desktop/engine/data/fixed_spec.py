"""Where the fields of text in fixed width are: as a plan states it, or detected, or changed cut by cut."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pydantic import Field

from sdc_desktop.engine.spec import Spec

END_OF_FILE = "\x1a"  # that programs of DOS wrote

WIDEST_LINE = 1 << 16  # characters


class FixedField(Spec):
    """A field of every line. Characters are counted from 1, as in the .rda files of ARGUS."""

    name: str | None = Field(default=None, min_length=1)  # absent: from the first line, else field1, field2
    start: int = Field(ge=1, le=WIDEST_LINE)
    width: int = Field(ge=1, le=WIDEST_LINE)

    @property
    def end(self) -> int:
        """Its last character."""
        return self.start + self.width - 1

    def of(self, line: str) -> str:
        """What a line has in this field; blanks around it are layout."""
        return line[self.start - 1 : self.end].strip()


_FIGURES = frozenset("0123456789.,-+")


def detect_fields(lines: Sequence[str]) -> tuple[FixedField, ...]:
    """The fields of some lines, without names.

    Characters that are blank in all lines part fields; they are given to the field whose values may need
    them elsewhere in the file: to a number behind them, else to what stands before. Within what they leave
    together, a number that is filled up with blanks on its left begins where the blanks do; where nothing is
    parted by blanks at all, a field also ends where figures turn into letters, or letters into figures, in
    every line.
    """
    width = min(max((len(line.rstrip()) for line in lines), default=0), WIDEST_LINE)
    padded = [line.ljust(width)[:width] for line in lines if line.strip()]
    columns = ["".join(signs) for signs in zip(*padded, strict=True)]
    runs = list(_runs(columns))
    if not runs:
        return ()
    cuts = [0]
    for place, (start, stop) in enumerate(runs):
        if place:
            before = runs[place - 1][1]
            cuts.append(before if _is_number_from_the_right(columns[start:stop]) else start)
        cuts += _inner_cuts(columns[start:stop], start, alone=len(runs) == 1)
    cuts.append(width)
    return tuple(FixedField(start=left + 1, width=right - left) for left, right in pairwise(cuts))


def _is_number_from_the_right(run: Sequence[str]) -> bool:
    """Whether the column has numbers that are not aligned to the left."""
    return all(_kind(column) == "figures" for column in run) and (" " in run[0] or " " not in run[-1])


def _runs(columns: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches without a blank column: (first, beyond the last)."""
    start: int | None = None
    for place, column in enumerate(columns):
        if column.strip():
            start = place if start is None else start
        elif start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(columns)


def _inner_cuts(run: Sequence[str], offset: int, *, alone: bool) -> Iterator[int]:
    for place in range(1, len(run)):
        left, right = run[place - 1], run[place]
        turned = alone and {_kind(left), _kind(right)} == {"figures", "letters"}
        if turned or _is_filled_up(run, place):
            yield offset + place


def _kind(column: str) -> str:
    """The kind of signs in a column without blanks: figures, letters or both."""
    signs = set(column) - {" "}
    if signs <= _FIGURES:
        return "figures"
    return "letters" if all(sign.isalpha() for sign in signs) else "both"


def _is_filled_up(run: Sequence[str], place: int) -> bool:
    """Whether a number begins here that is filled up with blanks: figures follow them in every line."""
    left, right = run[place - 1], run[place]
    blank = [line for line, sign in enumerate(right) if sign == " "]
    if not blank or " " in left or _kind(right) != "figures":
        return False
    return all(any(column[line] != " " for column in run[place:]) for line in blank)


def toggled(fields: Sequence[FixedField], at: int, length: int) -> tuple[FixedField, ...]:
    """The fields after a cut behind character `at` is made, or taken away where there is one.

    A cut taken away joins the fields on both sides, or a field and the characters that no field has; a cut
    made among such characters begins a field there. `length`: of the longest line.
    """
    placed = sorted(fields, key=lambda field: field.start)
    if not 0 < at < length:
        return tuple(placed)
    within = next((field for field in placed if field.start <= at < field.end), None)
    if within is not None:
        first = within.model_copy(update={"width": at - within.start + 1})
        second = FixedField(start=at + 1, width=within.end - at)
        return _with(placed, (within,), (first, second))
    before = next((field for field in placed if field.end == at), None)
    after = next((field for field in placed if field.start == at + 1), None)
    if before is not None:
        end = after.end if after is not None else _start_beyond(placed, at, length) - 1
        joined = before.model_copy(update={"width": end - before.start + 1})
        return _with(placed, (before, after), (joined,))
    if after is not None:
        start = max((field.end for field in placed if field.end <= at), default=0) + 1
        joined = after.model_copy(update={"start": start, "width": after.end - start + 1})
        return _with(placed, (after,), (joined,))
    new = FixedField(start=at + 1, width=_start_beyond(placed, at, length) - at - 1)
    return _with(placed, (), (new,))


def _start_beyond(fields: Sequence[FixedField], at: int, length: int) -> int:
    return min((field.start for field in fields if field.start > at), default=length + 1)


def _with(
    fields: Sequence[FixedField], gone: Sequence[FixedField | None], new: Sequence[FixedField]
) -> tuple[FixedField, ...]:
    kept = [field for field in fields if not any(field is other for other in gone)]
    return tuple(sorted((*kept, *new), key=lambda field: field.start))


def cuts_of(fields: Sequence[FixedField]) -> tuple[int, ...]:
    """Behind which characters a field begins or ends, in order; not the beginning of the line."""
    edges = {edge for field in fields for edge in (field.start - 1, field.end)}
    return tuple(sorted(edges - {0}))
