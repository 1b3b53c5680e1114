"""Which lines of a table can be sums of others: by indent, labels, codes, words for total, and figures.

A structure is a set of sums found in one way. It is dropped as a whole where its figures contradict it: then
lines overlap, or a person is counted in several. Sums that figures alone show are a structure like others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.submission.finding.codes import code_groups
from sdc_desktop.engine.submission.finding.totals import MOST_LINES, Total
from sdc_desktop.engine.submission.finding.words import is_total_label

Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
_LONGEST_RUN = 200
_MOST_WORDS = 4  # of a label that a word for total begins or ends


@dataclass(frozen=True)
class Structure:
    """Sums found in one way. ``source``: indent, labels, prefix, codes, word, figures, given."""

    source: str
    totals: tuple[Total, ...]
    certain: bool = True


@dataclass(frozen=True)
class Lines:
    """The lines of a table along one axis. ``labels``: by line the text of each level, outer ones first.
    ``values``, ``known``, ``hidden`` (lines, across): figures in units, which are published, or suppressed.
    ``sure`` (across,): columns of counts or sums, whose figures can contradict a structure. ``groups``: lines
    of different ones never add up. ``headed``: the first level is a heading above the lines. ``least``: in
    how many columns figures alone must show a sum.
    """

    labels: tuple[tuple[str, ...], ...]
    depths: tuple[int, ...]
    values: Integers
    known: Flags
    hidden: Flags
    sure: Flags
    groups: tuple[str, ...]
    tolerance: Callable[[int], int]
    name: str = ""
    headed: bool = False
    least: int = 1

    def __len__(self) -> int:
        return len(self.labels)

    def excess(self, total: Total) -> tuple[Integers, Flags, Flags]:
        """The excess of a total over its known parts, where all is known, and where a part is suppressed: one
        value for each column.
        """
        parts = list(total.parts)
        rest = self.values[total.line] - (self.values[parts] * self.known[parts]).sum(axis=0)
        whole = self.known[total.line] & self.known[parts].all(axis=0)
        gaps = self.known[total.line] & self.hidden[parts].any(axis=0)
        return rest, whole, gaps

    def contradicts(self, total: Total) -> bool:
        """Whether a column of counts or sums shows that a line is not the sum of these parts."""
        rest, whole, gaps = self.excess(total)
        slack = self.tolerance(len(total.parts))
        wrong = (whole & (np.abs(rest) > slack)) | (gaps & (rest < -slack))
        return bool((wrong & self.sure).any())

    def exact(self, total: Total) -> int:
        """In how many columns a line is seen to be the sum of these parts, other than of zeros."""
        rest, whole, _ = self.excess(total)
        equal = whole & (np.abs(rest) <= self.tolerance(len(total.parts)))
        return int((equal & self.sure & (self.values[total.line] != 0)).sum())

    def runs(self, line: int, following: Sequence[int]) -> "Runs":
        """A line as the sum of the first 1, 2, ... of those that follow it, up to one of another group."""
        same = [self.groups[one] == self.groups[line] for one in following]
        run = list(following[: same.index(False) if False in same else len(same)])
        rest = self.values[line] - (self.values[run] * self.known[run]).cumsum(axis=0)
        whole = self.known[line] & np.logical_and.accumulate(self.known[run], axis=0)
        gaps = self.known[line] & np.logical_or.accumulate(self.hidden[run], axis=0)
        slack = np.array([self.tolerance(size) for size in range(1, len(run) + 1)]).reshape(-1, 1)
        wrong = ((whole & (np.abs(rest) > slack)) | (gaps & (rest < -slack))) & self.sure
        equal = whole & (np.abs(rest) <= slack) & self.sure & (self.values[line] != 0)
        return Runs(
            tuple(run), wrong.any(axis=1), equal.sum(axis=1), whole[:, self.sure].all(axis=1),
            np.logical_or.accumulate(self.hidden[run].any(axis=1)),
        )  # fmt: skip


@dataclass(frozen=True)
class Runs:
    """A line against the first 1, 2, ... of the lines in ``run``. By that number: whether figures contradict
    the sum; in how many columns it is exact; that all figures are known; that a part is suppressed.
    """

    run: tuple[int, ...]
    wrong: Flags
    exact: Integers
    complete: Flags
    hidden: Flags


def structures_of(lines: Lines, found: Sequence[Total] = ()) -> tuple[tuple[Structure, ...], ...]:
    """The readings of an axis, each the structures that hold together. ``found``: sums that are known
    already. Sums that figures alone show may be chance, so there is a reading without them; of very many
    lines they are not tried.
    """
    if len(lines) < 2:
        return ((),)
    tried = len(lines) <= MOST_LINES
    by_label = [one for one in _by_labels(lines) if not any(map(lines.contradicts, one.totals))]
    certain = [one for one in by_label if one.certain]
    others = tuple(one for one in by_label if not one.certain)
    parts = _parts(certain)
    own = tuple(total for total in found if not parts & {total.line, *total.parts})
    figures = Structure("figures", _distinct((*own, *(_by_figures(lines, parts) if tried else ()))))
    readings: list[tuple[Structure, ...]] = []
    for more in (figures, Structure("figures", ())):
        held = [*certain, *((more,) if more.totals else ())]
        if readings and held == list(readings[0][: len(held)]):
            continue
        words = tuple(_by_word(lines, _parts(held)))
        readings.append((*held, *words, *others))
    guessed = tuple(_guessed(lines, parts)) if tried and not figures.totals else ()
    if guessed:
        readings[0] = (*readings[0], Structure("figures", guessed, certain=False))
    return tuple(dict.fromkeys(readings))


def _parts(structures: Iterable[Structure]) -> set[int]:
    return {part for one in structures for total in one.totals for part in total.parts}


def _distinct(totals: Iterable[Total]) -> tuple[Total, ...]:
    """Sums in which no line is a total or a part twice."""
    lines: set[int] = set()
    parts: set[int] = set()
    kept = []
    for total in totals:
        if total.line not in lines and not parts & set(total.parts):
            lines.add(total.line)
            parts |= set(total.parts)
            kept.append(total)
    return tuple(kept)


# labels ----------------------------------------------------------------------------------------------


def _by_labels(lines: Lines) -> Iterator[Structure]:
    yield from _made("indent", lines, _by_indent(lines))
    width = max(map(len, lines.labels), default=0)
    for level in range(width) if width > 1 else ():
        yield from _made("labels", lines, _by_level(lines, level))
    yield from _made("prefix", lines, _by_prefix(lines))
    for level in range(width):
        codes = [label[level] if level < len(label) else "" for label in lines.labels]
        totals = tuple(_valid(lines, code_groups(codes, lines.name)))
        if totals:
            yield Structure("codes", totals, certain=any(lines.exact(total) for total in totals))
            return


def _made(source: str, lines: Lines, groups: Iterable[tuple[int, Sequence[int]]]) -> Iterator[Structure]:
    totals = tuple(_valid(lines, groups))
    if totals:
        yield Structure(source, totals)


def _valid(lines: Lines, groups: Iterable[tuple[int, Sequence[int]]]) -> Iterator[Total]:
    for line, parts in groups:
        same = [part for part in parts if lines.groups[part] == lines.groups[line]]
        if len(same) > 1:
            yield Total(line, tuple(sorted(same)))


def _by_indent(lines: Lines) -> Iterator[tuple[int, Sequence[int]]]:
    """Each line with those below it that are indented next under it, within its heading."""
    if len(set(lines.depths)) < 2:
        return
    children: dict[int, list[int]] = {}
    above: list[int] = []
    for line, depth in enumerate(lines.depths):
        if above and _heading(lines, above[-1]) != _heading(lines, line):
            above.clear()
        while above and lines.depths[above[-1]] >= depth:
            above.pop()
        if above:
            children.setdefault(above[-1], []).append(line)
        above.append(line)
    yield from children.items()


def _heading(lines: Lines, line: int) -> str:
    return lines.labels[line][0] if lines.headed and lines.labels[line] else ""


def _by_level(lines: Lines, level: int) -> Iterator[tuple[int, Sequence[int]]]:
    """The line whose label of a level is empty or a total, with those that differ from it there alone."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for line, label in enumerate(lines.labels):
        rest = tuple(_or_total(text) for place, text in enumerate(label) if place != level)
        alike.setdefault((*rest, lines.groups[line]), []).append(line)
    for same in alike.values():
        whole = [line for line in same if not _or_total(_at(lines.labels[line], level))]
        if len(whole) == 1:
            yield whole[0], [line for line in same if line != whole[0]]


def _at(label: Sequence[str], level: int) -> str:
    return label[level] if level < len(label) else ""


def _or_total(text: str) -> str:
    return "" if is_total_label(text) else text


def _by_prefix(lines: Lines) -> Iterator[tuple[int, Sequence[int]]]:
    """Each line with those whose label begins with its own before a sign. After a blank alone they must
    follow one another.
    """
    places = {label: line for line, label in reversed(list(enumerate(lines.labels)))}
    children: dict[int, list[int]] = {}
    for line, label in enumerate(lines.labels):
        last = label[-1] if label else ""
        ends = (at for at in range(len(last) - 1, 0, -1) if not last[at].isalnum())
        starts = ((*label[:-1], last[:at].rstrip()) for at in ends)
        parent = next((places[start] for start in starts if start[-1] and start in places), None)
        if parent is not None and parent != line:
            children.setdefault(parent, []).append(line)
    for parent, own in children.items():
        size = len(lines.labels[parent][-1])
        signed = all(not _sign(lines.labels[line][-1], size).isalnum() for line in own)
        run = list(range(own[0], own[-1] + 1)) == own and (own[0] == parent + 1 or own[-1] == parent - 1)
        if signed or run:
            yield parent, own


def _sign(label: str, place: int) -> str:
    return label[place:].strip()[:1]


# words -----------------------------------------------------------------------------------------------


def says_total(label: str) -> bool:
    """Whether a label is a word for total, or begins or ends with one."""
    words = label.replace("(", " (").split()
    plain = [word.strip(" :,.()").casefold() for word in words if not word.startswith("(")]
    plain = [word for word in plain if word]
    if not plain or len(plain) > _MOST_WORDS or plain[0] in ("not", "nicht"):
        return False
    return is_total_label(" ".join(plain)) or is_total_label(plain[0]) or is_total_label(plain[-1])


def _by_word(lines: Lines, parts: set[int]) -> Iterator[Structure]:
    """The first or last line with a word for total that is part of nothing, of each kind of lines, and all
    others that are part of nothing. Under headings the lines of each may add up to it separately.
    """
    for kind in dict.fromkeys(lines.groups):
        top = [line for line in range(len(lines)) if line not in parts and lines.groups[line] == kind]
        for line in dict.fromkeys((*top[:1], *top[-1:])):
            others = tuple(one for one in top if one != line)
            if not _is_named(lines, line, last=line == top[-1]) or len(others) < 2:
                continue
            for totals in _readings_of(lines, line, others):
                yield Structure("word", totals)
                break


def _is_named(lines: Lines, line: int, *, last: bool) -> bool:
    filled = [text for text in lines.labels[line] if text]
    return says_total(filled[-1]) or says_total(" ".join(filled)) if filled else last


def _readings_of(lines: Lines, line: int, others: Sequence[int]) -> Iterator[tuple[Total, ...]]:
    """The sums over all lines, or over those of each heading, where these add up to the total."""
    whole = Total(line, tuple(others))
    each = tuple(Total(line, tuple(group)) for group in _variables(lines, others))
    seen = any(lines.exact(one) for one in each)
    for totals in (each, (whole,)) if seen else ((whole,), each):
        if totals and not any(map(lines.contradicts, totals)):
            yield totals


def _variables(lines: Lines, others: Sequence[int]) -> Iterator[Sequence[int]]:
    """The lines of each heading, or of each outer label, where there are several of two lines and more."""
    if max(map(len, lines.labels), default=0) < 2:
        return
    groups = [list(group) for _, group in groupby(others, key=lambda one: lines.labels[one][0])]
    groups = [group for group in groups if len(group) > 1]
    yield from groups if len(groups) > 1 else ()


# figures ---------------------------------------------------------------------------------------------


def _by_figures(lines: Lines, parts: set[int]) -> tuple[Total, ...]:
    """Sums that figures show, and those with suppressed parts in their order; the direction with more."""
    best: tuple[Total, ...] = ()
    for step in (1, -1):
        exact = _exact_runs(lines, parts, step)
        if len(exact) > len(best):
            best, chosen = exact, step
    if not best:
        return ()
    return (*best, *_runs_with_gaps(lines, parts | _parts([Structure("figures", best)]), best, chosen))


def _exact_runs(lines: Lines, parts: set[int], step: int) -> tuple[Total, ...]:
    """Lines that are the sum of the open lines next to them; inner ones first."""
    order = [line for line in range(len(lines)) if line not in parts][::-step]
    found: list[Total] = []
    open_: list[int] = []
    for line in order:
        runs = lines.runs(line, open_[: -_LONGEST_RUN - 1 : -1])
        # all figures show a sum; where some are suppressed, several others
        shown = ~runs.wrong & (runs.exact >= np.where(runs.complete, lines.least, max(lines.least, 2)))
        sizes = [size for size in (np.flatnonzero(shown) + 1).tolist() if size > 1]
        if sizes:
            found.append(Total(line, tuple(sorted(runs.run[: sizes[0]]))))
            del open_[-sizes[0] :]
        open_.append(line)
    return tuple(found)


def _runs_with_gaps(lines: Lines, parts: set[int], exact: Sequence[Total], step: int) -> Iterator[Total]:
    """Lines before a run (or after it) that has suppressed parts, as the exact sums of the table are."""
    heads = {total.line for total in exact}
    order = [line for line in range(len(lines)) if line not in parts][::step]
    taken: set[int] = set()
    for place, line in enumerate(order):
        if line in heads or line in taken or not lines.known[line][lines.sure].all():
            continue
        run = list(_run(lines, order[place + 1 :], line, heads))
        if len(run) > 1 and lines.hidden[run].any():
            taken |= set(run)
            yield Total(line, tuple(sorted(run)))


def _run(lines: Lines, following: Sequence[int], line: int, heads: set[int]) -> Iterator[int]:
    """The lines that follow, as long as their known figures do not exceed the total."""
    sums = np.zeros_like(lines.values[line])
    for size, one in enumerate(following, 1):
        named = any(says_total(text) for text in lines.labels[one]) or not any(lines.labels[one])
        if one in heads or named or lines.groups[one] != lines.groups[line]:
            return
        sums += lines.values[one] * lines.known[one]
        if (lines.sure & (sums > lines.values[line] + lines.tolerance(size))).any():
            return
        yield one


def _guessed(lines: Lines, parts: set[int]) -> Iterator[Total]:
    """Lines and runs beside them with suppressed parts, equal in all columns without these, where there is
    one; also the first or the last line and all others.
    """
    order = [line for line in range(len(lines)) if line not in parts]
    for step in (1, -1):
        for place, line in enumerate(order[::step]):
            runs = lines.runs(line, order[::step][place + 1 : place + 1 + _LONGEST_RUN])
            for size in (np.flatnonzero(runs.hidden) + 1).tolist():
                if size < 2:
                    continue
                if runs.wrong[size - 1]:
                    break
                if runs.exact[size - 1] or (place == 0 and size == len(order) - 1):
                    yield Total(line, tuple(sorted(runs.run[:size])))
                    break
