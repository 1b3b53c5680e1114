"""Stated numbers of persons in words, and suppressed figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:  # a presenter imports these words, without NumPy
    from sdc_desktop.engine.submission.finding.statements import Statement
    from sdc_desktop.engine.submission.judging.suppressed import CellInterval, Used
    from sdc_desktop.engine.submission.spec import CorrectionSpec
    from sdc_desktop.engine.submission.submission import CheckedTable

Row = tuple[str, str]
_MINUS = "\u2212"
_MOST_SUMS = 3  # that are shown for a suppressed cell
_IN: Mapping[str, str] = {
    "head": N_("{number} in the column header"),
    "label": N_("{number} in the row label"),
    "heading": N_("{number} in the heading of the rows"),
    "count_row": N_("{number} in the row of counts"),
    "corner": N_("{number} in the corner"),
    "title": N_("{number} in the title"),
    "note": N_("{number} in the notes"),
    "text": N_("{number} in the text"),
    "cumulated": N_("{number} by cumulated counts"),
}
_MEANINGS: Mapping[str, str] = {"total": N_("the total"), "not_total": N_("not the total")}
_AT = N_("{number} in {place}")


@dataclass(frozen=True)
class StatedNumber:
    """A number of persons stated for a table, and what a checker says of it: nothing, total, not_total.
    ``n``: None where it is excluded. ``file``: the path of another file that it is in.
    ``can_be_corrected``: it is stated in the file of the table, and no figure of another one.
    """

    n: int | None
    place: str
    source: str
    meaning: str = ""
    file: str = ""
    certain: bool = False
    can_be_corrected: bool = True

    @property
    def address(self) -> str:
        """Its cell, or its line in a text."""
        return self.within.rpartition("!")[2]

    @property
    def within(self) -> str:
        """Its place within its file."""
        return self.place.removeprefix(f"{self.file}!") if self.file else self.place

    def name(self, words: Words) -> str:
        """The number and where it is."""
        if self.n is None:
            return words.say(N_("number in {place}"), place=self.place)
        return numbered(self.n, self.source, self.place, words)


def stated_numbers(
    table: CheckedTable,
    correction: CorrectionSpec | None,
    pool: Mapping[str, Sequence[Statement]],
    path: str,
) -> tuple[StatedNumber, ...]:
    """The numbers stated for a table of a file: those that enter its audit, and those that a checker
    excludes. ``pool``: by file the numbers that its texts state for any table.
    """
    given = {} if correction is None else correction.statements
    own = [one for one in table.table.statements if one.scope != "pool"]
    found = {
        (one.place, one.n): StatedNumber(
            one.n, one.place, one.source, given.get(one.place, ""), "", one.certain
        )
        for one in own
    }
    sources = {one.place: one.source for one in (*pool.get(path, ()), *own)}
    for used in table.judged.relations:
        place = used.relation.place
        if place and used.number is not None:
            file = next((one for one in pool if place.startswith(f"{one}!")), "")
            within = place.removeprefix(f"{file}!") if file == path else place
            number = StatedNumber(
                int(used.number), within, sources.get(within, used.relation.source), given.get(within, ""),
                "" if file == path else file, used.relation.certain, within in sources,
            )  # fmt: skip
            found.setdefault((within, int(used.number)), number)
    shown_places = {place for place, _ in found}
    for place, meaning in given.items():
        if place not in shown_places:
            found[place, -1] = StatedNumber(None, place, "", meaning)
    return tuple(found.values())


def stated_line(one: StatedNumber, words: Words) -> str:
    """A stated number with what it counts, and who says so."""
    text = one.name(words) if one.file or one.n is None else f"{one.address}  {one.name(words)}"
    if one.meaning:
        return words.say(
            N_("{text}: {meaning}, by the checker"), text=text, meaning=meaning_text(one.meaning, words)
        )
    kept = N_("{text}: total") if one.certain else N_("{text}: assumed to be a total")
    return words.say(kept, text=text)


def meaning_text(meaning: str, words: Words) -> str:
    """What a checker says of a number."""
    return words.say(_MEANINGS[meaning])


def numbered(number: float, source: str, place: str, words: Words) -> str:
    """A number with where it is stated: 180 in the title."""
    text = words.say(_IN.get(source, _AT), number=shown(number, words), place=place.rpartition("/")[2])
    return text.strip()


def shown(number: float, words: Words) -> str:
    """A figure, whole where it is."""
    return whole(int(number)) if number == int(number) else words.short(number, 12)


def derivation(table: CheckedTable, one: CellInterval, words: Words) -> str:
    """How a suppressed figure follows, by its numbers: 180 in the title - 97 - 80 = 3; "" without."""
    if not (one.terms or one.stated) or one.lower is None or one.lower != one.upper:
        return ""
    sources = _sources(table)
    terms = [
        (factor, numbered(number, sources.get(place, source), place, words))
        for source, place, number, factor in one.stated
    ]
    for row, column, factor in one.terms:
        value = _value(table, row, column)
        if value:
            cell = table.table.cell(row, column)
            terms.append((factor, numbered(value, "", cell, words) if factor > 0 else shown(value, words)))
    terms.sort(key=lambda term: term[0] < 0)
    return f"{_joined(terms, words)} = {shown(one.lower, words)}"


def sums_with(table: CheckedTable, place: tuple[int, int], words: Words) -> Iterator[Row]:
    """The sums that a suppressed cell is in: what is left for it, alone or with others."""
    sources = _sources(table)
    used = [one for one in table.judged.relations if place in one.relation.parts and one.rest is not None]
    for one in sorted(used, key=lambda one: not one.relation.certain)[:_MOST_SUMS]:
        title = N_("Sum") if one.relation.certain else N_("Sum, if it is the total")
        yield words.say(title), _sum_text(table, one, sources, words)


def _sum_text(table: CheckedTable, used: Used, sources: Mapping[str, str], words: Words) -> str:
    one = used.relation
    place = one.place if one.total is None else table.table.cell(*one.total)
    source = sources.get(one.place, one.source) if one.total is None else ""
    values = [(part, _figure(table, *part)) for part in one.parts]
    total = (1, numbered(used.number or 0, source, place, words))
    terms = [total, *((-1, shown(value, words)) for _, value in values if value)]
    left = [table.table.cell(*part) for part, value in values if value is None]
    return f"{_joined(terms, words)} = {shown(used.rest or 0, words)} ({' + '.join(left)})"


def _sources(table: CheckedTable) -> Mapping[str, str]:
    """Where each stated number of a table is: title, note."""
    return {one.place: one.source for one in table.table.statements}


def _figure(table: CheckedTable, row: int, column: int) -> float | None:
    """The published figure of a cell; None where it is suppressed."""
    figure = table.table.figure(row, column)
    if figure is not None and figure.status == "none":
        return 0.0
    return None if figure is None or figure.value is None else float(figure.value)


def _value(table: CheckedTable, row: int, column: int) -> float:
    return _figure(table, row, column) or 0.0


def _joined(terms: Sequence[tuple[int, str]], words: Words) -> str:
    parts = []
    for factor, text in terms:
        times = "" if abs(factor) == 1 else f"{shown(abs(factor), words)} \u00b7 "
        parts.append(f"{'+' if factor > 0 else _MINUS} {times}{text}")
    return " ".join(parts).removeprefix("+ ")
