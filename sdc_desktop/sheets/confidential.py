"""Cells and targets named without a value of a confidential variable: `illness 3` instead of the illness.

The categories of a direct identifier or of a sensitive variable are values of respondents. They are numbered
in the order in which a job's result names them; result.json has them by name.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sdc_desktop.engine.problems import Param, Problem
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.tables.cells import CellResult, Protects
from sdc_desktop.engine.tables.table import Reason
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cells import is_disclosed
from sdc_desktop.words.words import listed

CONFIDENTIAL = (*NEVER_RELEASED, "sensitive")


@dataclass(frozen=True)
class Names:
    """The names of categories, by dimension; None where a dimension's categories may be shown unchanged."""

    dimensions: tuple[str, ...]
    by_dimension: tuple[dict[str, str] | None, ...]

    @property
    def hidden(self) -> tuple[str, ...]:
        """The dimensions whose categories are numbered."""
        pairs = zip(self.dimensions, self.by_dimension, strict=True)
        return tuple(name for name, names in pairs if names is not None)

    def cell(self, coordinates: Sequence[str]) -> tuple[str, ...]:
        """The coordinates as they may be shown."""
        if len(coordinates) != len(self.by_dimension):
            return tuple(coordinates)
        pairs = zip(coordinates, self.by_dimension, strict=True)
        return tuple(code if names is None else names.get(code, "–") for code, names in pairs)

    def cells(self, cells: Iterable[CellResult]) -> tuple[CellResult, ...]:
        """Cells with everything in them named so."""
        return tuple(self._named(cell) for cell in cells)

    def _named(self, cell: CellResult) -> CellResult:
        return replace(
            cell,
            coordinates=self.cell(cell.coordinates),
            same_as=self.cell(cell.same_as) if cell.same_as else (),
            protects=tuple(Protects(self.cell(one.primary), ()) for one in cell.protects),
            proof=(),  # equations hold values; the tables of this section tell what is derived
        )

    def problem(self, problem: Problem) -> Problem:
        """A note with the cells in it named so."""
        params = {key: self._param(value) for key, value in problem.params.items()}
        return replace(problem, params=params)

    def _param(self, value: Param) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, tuple):
            return tuple(self._text(part) if isinstance(part, str) else part for part in value)
        return value

    def _text(self, text: str) -> str:
        """A text with codes in it, whole words only, the longest first."""
        known = {code: name for names in self.by_dimension for code, name in (names or {}).items()}
        for code in sorted(known, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(code)}(?!\w)", known[code], text)
        return text


def names_of(
    confidential: frozenset[str],
    dimensions: Sequence[str],
    cells: Iterable[CellResult],
    total: str = "Total",
) -> Names:
    """How the categories of a table may be shown: those of `confidential` variables are numbered. Totals keep
    their code.
    """
    seen = [cell.coordinates for cell in cells]
    by_dimension: list[dict[str, str] | None] = []
    for place, name in enumerate(dimensions):
        if name not in confidential:
            by_dimension.append(None)
            continue
        codes = dict.fromkeys(one[place] for one in seen if len(one) == len(dimensions))
        by_dimension.append(numbered(name, codes, total))
    return Names(tuple(dimensions), tuple(by_dimension))


def numbered(variable: str, codes: Iterable[str], total: str = "") -> dict[str, str]:
    """Codes -> `illness 1`, `illness 2` ...; the code of a total is unchanged."""
    others = [code for code in codes if code != total]
    names = {code: f"{variable}\u00a0{number}" for number, code in enumerate(others, start=1)}
    return {total: total} | names if total else names


def without_amounts(cells: Iterable[CellResult]) -> tuple[CellResult, ...]:
    """Cells of sums of a confidential variable, without what contributors contribute.

    The rest beside the largest can be the amount of one contributor, a share of the largest reveals it (a
    protection level is such a share), and a disclosed cell can have one contributor only.
    """
    found = []
    for cell in cells:
        overruled = None if cell.overruled is None else _without_amounts(cell.overruled)
        reasons = _without_amounts(cell.reason)
        cleaned = replace(cell, reason=reasons, overruled=overruled, proof=(), asked=None)
        if is_disclosed(cell):
            cleaned = replace(cleaned, lower=None, upper=None, value=None, given=None)
        found.append(cleaned)
    return tuple(found)


def _without_amounts(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(
        replace(why, figures={k: v for k, v in why.figures.items() if k not in ("rest", "bound")})
        for why in reasons
    )


def numbering_note(names: Sequence[str], words: Words) -> tuple[Paragraph, ...]:
    """A note that categories are shown as numbers, where they are."""
    if not names:
        return ()
    text = words.say(
        N_(
            "The categories of {names} are values of respondents, so they are numbered here; "
            "result.json names them."
        ),
        names=listed(names, words),
    )
    return (Paragraph(text, words.say(N_("Numbers for categories."))),)
