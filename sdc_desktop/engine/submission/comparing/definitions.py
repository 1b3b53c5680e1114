"""What a cell is: its statistic, unit, period, population, and its categories by dimension, without totals.

Dimensions of different tables are the same where their names are equal, or where they share categories and a
name is missing. Texts are compared in NFKC, without case, with single blanks, and by the synonyms of a
project.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from sdc_desktop.engine.submission.finding.table import ADDITIVE, FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.finding.words import is_money, is_total_label, kind_of, stated_base

_UNITS = (
    (
        "person",
        r"persons?|people|individuals?|respondents?|residents?|personen|einwohner|befragte|participants?",
    ),
    ("firm", r"firms?|enterprises?|businesses|companies|establishments?|unternehmen|betriebe|firmen"),
    ("household", r"households?|families|haushalte?|familien"),
    ("employee", r"employees|workers|jobs|beschäftigte|arbeitnehmer"),
    ("patient", r"patients?|patienten|admissions?"),
    ("pupil", r"pupils?|students?|schüler|studierende"),
    ("case", r"cases?|fälle|incidents?|events?"),
)
_UNIT_WORDS = tuple((unit, re.compile(rf"\b(?:{pattern})\b")) for unit, pattern in _UNITS)
_STATED = re.compile(r"\(?\bn ?=? ?\d+(?:[ .,'’]\d{3})*\)?(?=\s|$)")  # is no population
_REMEMBERED = 20_000  # texts: those of a submission recur
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SIGNS = re.compile(r"\(?%\)?|\(?\b(?:n|N|per ?cent|Prozent)\b\)?$|\([nN]\s*=[^)]*\)")
_NUMBERED = re.compile(r"^(?:table|tabelle|tab\.|figure|fig\.|abbildung|output)\s*[\w.]*[.:]?\s+")
_EVERYONE = ("all", "everyone", "total", "alle")
_FILLER = re.compile(
    r"\b(?:the|a|of|in|number|numbers|count|counts|total|frequency|frequencies|table|anzahl|der|die|zahl|all|no\.)\b"
)
_COUNTED = re.compile(
    r"(?:the )?(?:number|numbers|no\.|nr\.|count|counts|anzahl|zahl)\s+(?:(?:of|der|von|die|an)\s+)?(.+)",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"(?:valid |all )?(?:observations?|obs|records?|beobachtungen|datensätze|units?)")
_BY = re.compile(r"\s(?:by|nach|je|per)\s|,\s")
_RANGE = re.compile(
    r"(?P<low>\d{1,6})\s*(?:-|–|to|bis)\s*(?:<=\s*|(?P<under><|(?:under|unter)\s)\s*)?(?P<high>\d{1,6})"
    r"|(?P<open>\d{1,6})\s*\+"
)


class Definition(NamedTuple):
    """A cell, comparable over tables and releases. ``cell``: (dimension, category) pairs."""

    statistic: str
    unit: str
    period: str
    population: str
    cell: frozenset[tuple[str, str]]


def plain(text: str, synonyms: Mapping[str, str]) -> str:
    """A text in the form for comparisons."""
    bare = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return synonyms.get(bare, bare)


@dataclass(frozen=True)
class Dimension:
    """A dimension of one table: its name ("" where none is given) and its categories, as compared. ``total``:
    the places that are the total over all of it.
    """

    name: str
    places: tuple[str, ...]  # the category of each line of the table; "" for a total

    @cached_property
    def categories(self) -> frozenset[str]:
        """The categories without totals."""
        return frozenset(place for place in self.places if place)


@dataclass(frozen=True)
class Described:
    """What a table says of its cells before dimensions of several tables are matched. Lines of rows
    and of columns have one category for each of their dimensions; ``unread``: the other texts of each row
    and of each column.
    """

    rows: tuple[Dimension, ...]
    columns: tuple[Dimension, ...]
    unit: str
    period: str
    subject: str
    unread: tuple[tuple[str, ...], tuple[str, ...]]

    def unread_at(self, row: int | None, column: int | None) -> tuple[str, str]:
        """What was not read of the labels of a row and of a column; None: of all rows, of all columns."""
        rows, columns = self.unread
        return "" if row is None else rows[row], "" if column is None else columns[column]

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """All dimensions, those of rows first."""
        return (*self.rows, *self.columns)


def described(table: FoundTable, synonyms: Mapping[str, str]) -> Described:
    """The dimensions of a table, its unit, period and subject."""
    row_levels, names = _with_parents(table)
    rows = _dimensions(row_levels, names, table.rows, table.row_totals, synonyms, statistic=False)
    columns = _dimensions(
        table.column_levels, (), table.columns, table.column_totals, synonyms, statistic=True,
        name=table.column_dimension,
    )  # fmt: skip
    title = plain(table.title, synonyms)
    unread = (
        tuple(_unread(line, levels, rows, synonyms) for line, levels in enumerate(row_levels)),
        tuple(_unread(line, levels, columns, synonyms) for line, levels in enumerate(table.column_levels)),
    )
    years = ", ".join(sorted(set(_YEAR.findall(title))))
    return Described(rows, columns, _unit(title), years, _subject(title), unread)


def _with_parents(table: FoundTable) -> tuple[Sequence[Sequence[str]], Sequence[str]]:
    """The levels of rows and their names. Where the same label is indented below several others, those are
    levels of their own.
    """
    levels, depths = table.row_levels, table.depths
    below: list[tuple[str, ...]] = []
    open_at: list[tuple[int, str]] = []
    for depth, texts in zip(depths, levels, strict=True) if depths else ():
        open_at = [one for one in open_at if one[0] < depth]
        open_at.append((depth, texts[-1] if texts else ""))
        below.append(tuple(text for _, text in open_at))
    inner = [path for path in below if len(path) > 1]
    if len({path[-1] for path in inner}) == len(set(inner)):
        return levels, table.row_dimensions
    most = max(map(len, below))
    padded = [path + ("",) * (most - len(path)) for path in below]
    outer = table.row_dimensions[:-1] if len(table.row_dimensions) == max(map(len, levels)) else ()
    return (
        [(*texts[:-1], *path) for texts, path in zip(levels, padded, strict=True)],
        (*outer, *("",) * most),
    )


def _unread(
    line: int, levels: Sequence[str], dimensions: Sequence[Dimension], synonyms: Mapping[str, str]
) -> str:
    """The texts of a line that are neither a category nor a word for total."""
    read = {one.places[line] for one in dimensions}
    texts = (plain(_category(text) or text, synonyms) for text in levels if not is_total_label(text))
    return " / ".join(text for text in texts if text and text not in read)


def _dimensions(
    levels: Sequence[Sequence[str]],
    names: Sequence[str],
    labels: Sequence[str],
    totals: Sequence[Total],
    synonyms: Mapping[str, str],
    *,
    statistic: bool,
    name: str = "",
) -> tuple[Dimension, ...]:
    """One dimension for each level that differs from line to line."""
    depth = max((len(one) for one in levels), default=0)
    overall = _overall(totals, len(labels))
    found: list[Dimension] = []
    for level in range(depth):
        texts = [_at(one, level, depth) for one in levels]
        if statistic:
            texts = [_category(text) for text in texts]
        if len({text for text in texts if text}) < 1 or (len(set(texts)) == 1 and len(texts) > 1):
            continue
        places = tuple(
            "" if line in overall or is_total_label(text) else plain(text, synonyms)
            for line, text in enumerate(texts)
        )
        given = names[level] if level < len(names) else name if level == depth - 1 else ""
        given = "" if is_statistic(given) or is_money(given) else given
        if any(places):
            found.append(Dimension(plain(given, synonyms), places))
    return tuple(found)


def _at(levels: Sequence[str], level: int, depth: int) -> str:
    """The text of a level, counted from the last: headings above may be missing for some lines."""
    place = level - (depth - len(levels))
    return levels[place] if place >= 0 else ""


def _category(text: str) -> str:
    """The category that a heading names beside a statistic: 2021 of `2021 %`, men of `Number of men`; none of
    `Mean income`.
    """
    bare = _SIGNS.sub("", text).strip()
    counted = _COUNTED.fullmatch(bare)
    if counted is not None and not _is_general(counted[1]):
        return counted[1]
    return "" if not bare or is_statistic(bare) else bare


def _is_general(text: str) -> bool:
    """Whether what is counted is all that there is: persons, observations."""
    bare = text.casefold().strip()
    units = (pattern.fullmatch(bare) for _, pattern in _UNIT_WORDS)
    return is_total_label(text) or is_statistic(text) or _GENERAL.fullmatch(bare) is not None or any(units)


def is_statistic(text: str) -> bool:
    """Whether a heading names a statistic and no category."""
    bare = text.partition("(")[0].strip()
    return bool(text) and (kind_of(bare or text) is not None) and not stated_base(text)


def _overall(totals: Sequence[Total], lines: int) -> frozenset[int]:
    """Lines that are the total of all others, directly or by totals between."""
    parts = {total.line: total.parts for total in totals}
    found = set()
    for line in parts:
        below: set[int] = set()
        waiting = [line]
        while waiting:
            one = waiting.pop()
            for part in parts.get(one, ()):
                if part not in below:
                    below.add(part)
                    waiting.append(part)
        if len(below) == lines - 1:
            found.add(line)
    return frozenset(found)


def _unit(title: str) -> str:
    return next((unit for unit, pattern in _UNIT_WORDS if pattern.search(title)), "")


def _subject(title: str) -> str:
    """What a title says that is counted, without units, numbers and years: the words before `by`, and
    restrictions after it.
    """
    found = []
    for line in title.splitlines():
        bare = _YEAR.sub("", _NUMBERED.sub("", line))
        head = _BY.split(bare, maxsplit=1)[0]
        restriction = re.search(r"\b(?:excluding|excl\.|without|except|only|ohne|nur|ausgenommen)\b.*", bare)
        for _, pattern in _UNIT_WORDS:
            head = pattern.sub("", head)
        head = " ".join(re.sub(r"[^\w\s-]", " ", _FILLER.sub("", head)).split())
        found.append(" ".join(filter(None, (head, restriction[0] if restriction else ""))))
    return " ".join(filter(None, found))


def population_text(given: str, subject: str) -> str:
    """A population as compared: what was given for it, and what a title says that is counted."""
    bare = " ".join(given.casefold().split())
    return f"{'' if bare in _EVERYONE else bare}|{subject}"


def may_be_nested(one: str, other: str) -> bool:
    """Whether one population may be a part of another: they were given as different, or the words of one are
    among those of the other. The number of persons is none of them.
    """
    (given, words), (other_given, other_words) = _words_of(one), _words_of(other)
    return given != other_given or words <= other_words or other_words <= words


@lru_cache(maxsize=_REMEMBERED)  # a population is compared with many others
def _words_of(population: str) -> tuple[str, frozenset[str]]:
    """What was given for a population, and the words of its subject."""
    given, subject = population.split("|", 1)
    return given, frozenset(_STATED.sub(" ", subject).split())


@lru_cache(maxsize=_REMEMBERED)
def number_range(text: str) -> tuple[int, int] | None:
    """A range of whole numbers in a category: 16-64, 16-<65, 65+ without an end; None for other texts."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    if found["open"]:
        return int(found["open"]), 10**9
    return int(found["low"]), int(found["high"]) - bool(found["under"])


class Names:
    """Names of dimensions over several tables: those that are one have one name."""

    def __init__(self, dimensions: Iterable[Dimension]) -> None:
        self._clusters: list[tuple[str, set[str]]] = []
        self._by_name: dict[str, int] = {}
        self._by_category: dict[str, set[int]] = {}
        self._known: dict[tuple[str, frozenset[str]], int] = {}
        ordered = sorted({(one.name, one.categories) for one in dimensions}, key=_named_first)
        for name, categories in ordered:
            self._add(name, categories)

    def name(self, dimension: Dimension) -> str:
        """The name of a dimension; of an unnamed one without others like it, its number."""
        return self.of(dimension.name, dimension.categories)

    def of(self, name: str, categories: frozenset[str]) -> str:
        """The name of a dimension by its name and categories; a number where it is unnamed and unmatched."""
        cluster = self._known.get((name, categories))
        if cluster is None:
            cluster = self._add(name, categories)
        found = self._clusters[cluster][0]
        return found or f"#{cluster}"

    def _add(self, name: str, categories: frozenset[str]) -> int:
        place = self._by_name.get(name) if name else None
        if place is None:
            place = self._like(name, categories)
        if place is None:
            place = len(self._clusters)
            self._clusters.append((name, set()))
            if name:
                self._by_name[name] = place
        self._clusters[place][1].update(categories)
        for category in categories:
            self._by_category.setdefault(category, set()).add(place)
        self._known[name, categories] = place
        return place

    def _like(self, name: str, categories: frozenset[str]) -> int | None:
        """A cluster with half of the categories, where one of both has no name."""
        shared: dict[int, int] = {}
        for category in categories:
            for place in self._by_category.get(category, ()):
                shared[place] = shared.get(place, 0) + 1
        best = max(shared, key=lambda place: (shared[place], -place), default=None)
        if best is None or shared[best] * 2 < min(len(categories), len(self._clusters[best][1])):
            return None
        return best if not name or not self._clusters[best][0] else None


def _named_first(one: tuple[str, frozenset[str]]) -> tuple[bool, str, list[str]]:
    return (not one[0], one[0], sorted(one[1]))


def dimensions_of(cells: Iterable[Definition]) -> tuple[Dimension, ...]:
    """The dimensions of a released table; those without a name of their own have none."""
    found: dict[str, set[str]] = {}
    for one in cells:
        for name, category in one.cell:
            found.setdefault(name, set()).add(category)
    return tuple(
        Dimension("" if name.startswith("#") else name, tuple(sorted(categories)))
        for name, categories in sorted(found.items())
    )


def renamed(cells: Sequence[Definition], names: Names, unit: str) -> tuple[Definition, ...]:
    """Cells of a released table with the names that dimensions have here, and the usual unit for none."""
    found: dict[str, set[str]] = {}
    for one in cells:
        for name, category in one.cell:
            found.setdefault(name, set()).add(category)
    here = {
        name: names.of("" if name.startswith("#") else name, frozenset(categories))
        for name, categories in found.items()
    }
    return tuple(
        one._replace(
            unit=one.unit or unit, cell=frozenset((here[name], category) for name, category in one.cell)
        )
        for one in cells
    )


def cells_of(
    table: FoundTable, about: Described, names: Names, unit: str, population: str
) -> dict[tuple[int, int], Definition]:
    """The definition of each figure of a table with an additive kind, or a statistic of its own."""
    rows = [_pairs(about.rows, line, names) for line in range(len(table.rows))]
    columns = [_pairs(about.columns, line, names) for line in range(len(table.columns))]
    found = {}
    for at in table.figures:
        row, column = at
        kind = table.kinds_at(row, column)[0]
        statistic = kind if kind not in ADDITIVE or kind == "count" else f"{kind}:{_measure(table, column)}"
        found[at] = Definition(
            statistic, unit, about.period, population, frozenset((*rows[row], *columns[column]))
        )
    return found


def _pairs(dimensions: Sequence[Dimension], line: int, names: Names) -> tuple[tuple[str, str], ...]:
    return tuple((names.name(one), one.places[line]) for one in dimensions if one.places[line])


def _measure(table: FoundTable, column: int) -> str:
    """What a sum is of: the words of its title and of headings that are over all columns."""
    shared = [level for level in table.column_levels[column][:-1] if level]
    title = _BY.split(table.title.casefold(), maxsplit=1)[0]
    return " ".join((*shared, *title.split()))
