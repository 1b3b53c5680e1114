"""The rules that outputs are judged by, and findings: what a rule says of a cell, a table or a file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from sdc_desktop.engine.problems import Param


class Severity(StrEnum):
    """What a finding asks: nothing, a look, a change, or that the file or table is refused."""

    RELEASE = "release"
    LOOK = "look"
    CHANGE = "change"
    REFUSE = "refuse"


NOT_READ = frozenset({
    "cell_not_read", "columns_unclear", "decimal_unknown", "far_cell", "figure_not_read", "figures_too_large",
    "head_unclear", "loose_figure", "number_word", "row_not_read", "too_large_to_compare",
    "too_many_statements",
})  # fmt: skip  # findings on what was not read with certainty, or not audited
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


def worst(severities: Iterable[Severity]) -> Severity:
    """The gravest; *release* where there is none."""
    return max(severities, key=_RANKS.__getitem__, default=Severity.RELEASE)


@dataclass(frozen=True)
class Rules:
    """Limits of the rules; few means 1 to ``threshold`` - 1. Shares are per cent."""

    threshold: int = 10
    dof: int = 10
    zeros: Literal["class", "unsafe", "safe"] = "class"
    class_share: float = 100
    group_share: float = 90
    dominance: tuple[tuple[int, float], ...] = ((1, 50), (2, 90))
    p_percent: float | None = 10
    tail: int = 10
    survival: int = 10
    possible: int = 10
    round_base: int = 5
    endpoints: Literal["change", "look"] = "change"
    plots: Literal["look", "change", "refuse"] = "look"

    def is_few(self, number: float) -> bool:
        """Whether a number of persons or firms is few."""
        return 0 < number < self.threshold


def _no_figures() -> Mapping[str, Param]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Spot:
    """A finding at one cell of a table: row and column within the table; -1 for the table as a whole."""

    code: str
    severity: Severity
    row: int = -1
    column: int = -1
    figures: Mapping[str, Param] = field(default_factory=_no_figures)


def change(code: str, row: int, column: int, **figures: Param) -> Spot:
    """A finding that requires a change."""
    return Spot(code, Severity.CHANGE, row, column, MappingProxyType(figures))


def look(code: str, row: int, column: int, **figures: Param) -> Spot:
    """A finding that requires a person to examine it."""
    return Spot(code, Severity.LOOK, row, column, MappingProxyType(figures))


def refuse(code: str, row: int, column: int, **figures: Param) -> Spot:
    """A finding for which a table is refused."""
    return Spot(code, Severity.REFUSE, row, column, MappingProxyType(figures))


# What a file carries: severity by code; codes that are not listed are refused.
CARRIED_TO_LOOK = frozenset({"metadata", "stored_precision"})


def carried_severity(code: str) -> Severity:
    """How grave it is that a file carries this."""
    return Severity.LOOK if code in CARRIED_TO_LOOK else Severity.REFUSE
