"""Recode files of ARGUS (.grc): groups of codes, or the codes of a tree at which it ends.

Source: the manual of mu-ARGUS 5.1, "Global recoding", and that of tau-ARGUS 4.2, "Recode".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning

ENDING = ".grc"
_TREE = "<TREERECODE>"
_TAG = re.compile(r"<([A-Za-z_]+)>\s*(.*)")
_CODE = re.compile(r'"([^"]*)"|([^",\s]+)')  # of the missing ones, which blanks divide
_HEAD = re.compile(r'\s*("[^"]*"|[^":]*?)\s*:(.*)')
_SIGN = re.compile(r'"[^"]*"|[,-]|[^",-]+')  # a quoted code, a sign between codes, a bare code


@dataclass(frozen=True)
class Span:
    """The codes from ``low`` to ``high``, both included; an empty end is open. One code is its own span."""

    low: str
    high: str
    decimal: str = "."

    @property
    def is_single(self) -> bool:
        """Whether it is one code."""
        return self.low == self.high

    @cached_property
    def numbers(self) -> tuple[Decimal, Decimal] | None:
        """The ends where both are numbers or open."""
        low = Decimal("-Infinity") if not self.low else number(self.low, ".")
        high = Decimal("Infinity") if not self.high else number(self.high, ".")
        return None if low is None or high is None else (low, high)

    def holds(self, code: str) -> bool:
        """Whether a code, without blanks around it, is among them: numbers by size, other codes by signs,
        as if filled up with blanks on their left.
        """
        if self.is_single:
            return code == self.low
        if self.numbers is not None:
            value = number(code, self.decimal)
            return value is not None and self.numbers[0] <= value <= self.numbers[1]
        width = max(len(code), len(self.low), len(self.high))
        padded = code.rjust(width)
        return (not self.low or self.low.rjust(width) <= padded) and (
            not self.high or padded <= self.high.rjust(width)
        )

    def meets(self, other: "Span") -> bool:
        """Whether some code may be in both."""
        if self.is_single:
            return other.holds(self.low)
        if other.is_single:
            return self.holds(other.low)
        if self.numbers is not None and other.numbers is not None:
            return self.numbers[0] <= other.numbers[1] and other.numbers[0] <= self.numbers[1]
        if (self.numbers is None) != (other.numbers is None):
            return False
        return (self.holds(other.low) if other.low else not self.low or other.holds(self.low)) or (
            other.holds(self.low) if self.low else not other.low
        )


@dataclass(frozen=True)
class Recoding:
    """``groups``: code -> the codes it takes; or ``cut``: codes of a tree to stop at. ``missing``: the
    missing codes that it gives the new variable; ``labels``: the code list that it names.
    """

    groups: Mapping[str, tuple[Span, ...]]
    cut: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    labels: str | None = None
    notes: tuple[Problem, ...] = ()

    def code_of(self, code: str) -> str:
        """What a code becomes; itself where it is in no group."""
        found = self.group_of(code)
        return code if found is None else found

    def group_of(self, code: str) -> str | None:
        """The group of a code, if it is in one."""
        bare = code.strip()
        listed = self._listed.get(bare)
        return (
            next((new for new, span in self._ranges if span.holds(bare)), None) if listed is None else listed
        )

    @cached_property
    def _listed(self) -> Mapping[str, str]:
        """The codes listed, and ranges as the data may have them as codes: `10-14`."""
        pairs = [(new, span) for new, spans in self.groups.items() for span in spans]
        ranges = {f"{span.low}-{span.high}": new for new, span in pairs if not span.is_single}
        return ranges | {span.low: new for new, span in pairs if span.is_single}

    @cached_property
    def _ranges(self) -> tuple[tuple[str, Span], ...]:
        pairs = ((new, span) for new, spans in self.groups.items() for span in spans)
        return tuple((new, span) for new, span in pairs if not span.is_single)


def parse_grc(text: str, file: str, decimal: str = ".") -> Recoding:
    """A recoding: `new: old, low-high, -high, low-`, or a tree recoding (<TREERECODE>). ``decimal``: the mark
    of the values that are recoded. Raises :class:`Refused`, also where groups overlap.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("//")]
    if lines and lines[0][1].upper() == _TREE:
        return Recoding({}, tuple(line for _, line in lines[1:]))
    spans: list[tuple[str, Span, int]] = []
    missing: tuple[str, ...] = ()
    labels, notes = None, []
    for place, line in lines:
        where = Place(file=file, line=place)
        tag = _TAG.fullmatch(line)
        if tag is None:
            spans += [(new, span, place) for new, span in _spans(line, decimal, where)]
        elif tag[1].upper() == "MISSING":
            missing = tuple(one[1] or one[2] for one in _CODE.finditer(tag[2]) if one[1] or one[2])
        elif tag[1].upper() == "CODELIST":
            labels = tag[2].strip().strip('"').strip() or None
        else:
            notes.append(warning("tauargus.unknown_tag", where, tag=tag[1].upper()))
    _refuse_overlaps(spans, file)
    groups: dict[str, tuple[Span, ...]] = {}
    for new, span, _ in spans:
        groups[new] = (*groups.get(new, ()), span)
    return Recoding(groups, (), missing, labels, tuple(notes))


def _spans(line: str, decimal: str, where: Place) -> list[tuple[str, Span]]:
    head = _HEAD.fullmatch(line)
    if head is None:
        raise Refused(error("tauargus.malformed", where, text=line))
    new, found = _bare(head[1]), []
    for part in _parts(_SIGN.findall(head[2])):
        span = _span(part, decimal)
        if span is None or not new or _is_reversed(span):
            raise Refused(error("tauargus.malformed", where, text=line))
        found.append((new, span))
    return found


def _parts(signs: Sequence[str]) -> list[list[str]]:
    """What commas divide, each as its codes and dashes."""
    parts: list[list[str]] = [[]]
    for sign in signs:
        if sign == ",":
            parts.append([])
        elif sign.strip():
            parts[-1].append(sign.strip())
    return parts


def _span(part: Sequence[str], decimal: str) -> Span | None:
    """A code, or codes from one to another; None for what is neither: a code that contains a dash is in
    quotation marks.
    """
    codes = [_bare(one) for one in part if one != "-"]
    if not all(codes):
        return None
    match ["-" if one == "-" else "" for one in part]:
        case [""]:
            return Span(codes[0], codes[0], decimal)
        case ["", "-", ""]:
            return Span(codes[0], codes[1], decimal)
        case ["", "-"]:
            return Span(codes[0], "", decimal)
        case ["-", ""]:
            return Span("", codes[0], decimal)
        case _:
            return None


def _bare(code: str) -> str:
    """A code without the blanks and quotation marks around it."""
    return code.strip().strip('"').strip()


def _is_reversed(span: Span) -> bool:
    if span.numbers is not None:
        return span.numbers[0] > span.numbers[1]
    width = max(len(span.low), len(span.high))
    return bool(span.low and span.high) and span.low.rjust(width) > span.high.rjust(width)


def _refuse_overlaps(spans: Sequence[tuple[str, Span, int]], file: str) -> None:
    """Raises :class:`Refused` where a code may be in two groups."""
    listed: dict[str, tuple[str, int]] = {}
    for new, span, line in spans:
        if span.is_single and listed.setdefault(span.low, (new, line))[0] != new:
            _refuse_overlap(listed[span.low], new, line, file)
    for new, span, first in (one for one in spans if not one[1].is_single):
        for other, another, line in spans:
            if new != other and span.meets(another):
                _refuse_overlap((new, first), other, line, file)


def _refuse_overlap(one: tuple[str, int], other: str, line: int, file: str) -> None:
    where = Place(file=file, line=max(line, one[1]))
    raise Refused(error("argus.groups_overlap", where, group=one[0], other=other))


@dataclass(frozen=True)
class RecodedLevel:
    """The one level that a recoding makes above "as is". Codes in no group keep their text."""

    recoding: Recoding

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the level, as trees of ARGUS name theirs."""
        return ("level 1",)

    def sole(self, _level: int) -> str | None:
        """No recoding is bound to have one category."""
        return None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the new code of a value; None for a value that is the new code of others
        without being in a group itself.
        """
        recoding = self.recoding

        def labels(text: str) -> tuple[str, ...] | None:
            found = recoding.group_of(text)
            if found is None and text.strip() in recoding.groups:
                return None
            return (text if found is None else found,)

        return labels


def grc_notes(text: str, file: str) -> tuple[Problem, ...]:
    """What of a recoding has no effect in a table: the labels and missing codes of the new variable."""
    lines = enumerate(text.splitlines(), start=1)
    tags = ((number, line.strip()) for number, line in lines if line.strip().startswith("<"))
    return tuple(
        warning("tauargus.part_left_out", Place(file=file, line=number), part=tag)
        for number, tag in tags
        if tag.upper() != _TREE
    )
