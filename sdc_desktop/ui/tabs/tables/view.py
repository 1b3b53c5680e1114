"""What the tab shows. Immutable; the presenter makes a new one for each change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.linked_audit import LINKED_AUDIT
from sdc_desktop.engine.methods.tables.private_table import PRIVATE_TABLE
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.manual_statuses import entry_of
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.tabs.tables.tab_job import Params
from sdc_desktop.ui.tabs.tables.work import Answer
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.running.publishing_cost import PublishingCost
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.engine.tables.linked.facts import LinkedTables


class Stage(StrEnum):
    """The stages of the user's settings."""

    READING = "reading"
    NO_DATA = "no_data"
    NO_DIMENSIONS = "no_dimensions"
    NO_TABLE = "no_table"  # to be audited
    NO_SCENARIO = "no_scenario"  # of linked tables
    READY = "ready"


@dataclass(frozen=True)
class TableEntry:
    """A table or an audit of the plan: the name of its job, what it is of, and whether it can be protected
    together with others. ``counted``, ``done``: what it counts, and what was done to it or found; ``grade``:
    None where it has no verdict; ``group``: the name of those that it shares cells with, with the text above
    them.
    """

    name: str
    title: str
    dimensions: str = ""
    can_link: bool = False
    counted: str = ""
    done: str = ""
    grade: Grade | None = None
    measured: bool = False  # without a grade: the settings only measure
    group: str = ""
    heading: str = ""


@dataclass(frozen=True)
class View(QuestionView[Answer]):
    """A table or an audit, and what its form offers. What is being changed is judged, never protected."""

    stage: Stage = Stage.NO_DATA
    way: str = TABLE.kind
    fields: Mapping[str, object] = field(default_factory=dict)  # of the settings, reported so far
    params: Params | None = None  # the same, where enough is set; of a draft while there is one
    variables: tuple[str, ...] = ()  # that can be dimensions
    numbers: tuple[str, ...] = ()  # that can be a value or a weight
    hierarchies: tuple[str, ...] = ()  # names of those in the plan
    has_data: bool = False
    judged: Answer | None = (
        None  # the table before protection, judged by the current rules or those of the draft
    )
    compared: tuple[Answer, ...] = ()  # the newest answer of each method for the same table
    selected: tuple[str, ...] | None = None  # the codes of the cell looked at
    cost: PublishingCost | None = None  # of publishing that cell, where it is known
    computes_cost: bool = False  # it is being computed
    can_end: bool = False  # what runs can be stopped with its best so far
    secret: SecretFacts | None = None  # of the table's draws
    record_keys: tuple[str, ...] = ()  # variables that record keys can be made from
    tables: tuple[TableEntry, ...] = ()  # all that the tab can show, in the order of the plan
    current: str | None = None  # the one that is shown; None while one is being begun
    linked: tuple[str, ...] = ()  # the others that it is protected together with
    sharing: tuple[str, ...] = ()  # the others that share cells, as far as settings and audits show it
    results: Mapping[str, Any] = field(default_factory=dict)  # of all tables that have one, by name
    apart: bool = False  # no other table of the plan shares cells with it, by an audit of all

    @property
    def is_table(self) -> bool:
        """Whether a table is built and protected."""
        return self.way == TABLE.kind

    @property
    def is_audit(self) -> bool:
        """Whether a published table is audited."""
        return self.way == AUDIT.kind

    @property
    def is_linked(self) -> bool:
        """Whether linked tables are audited."""
        return self.way == LINKED_AUDIT.kind

    @property
    def is_private(self) -> bool:
        """Whether a differentially private table is drawn."""
        return self.way == PRIVATE_TABLE.kind

    @property
    def adding(self) -> bool:
        """Whether another table is being begun."""
        return self.current is None and bool(self.tables)

    @property
    def together(self) -> LinkedTables | None:
        """What the joint audit of this table and others found; None while that is not known."""
        if not self.ready or self.answer is None or not self.is_table:
            return None
        found: LinkedTables | None = self.answer.result.linked
        return found

    @property
    def ready(self) -> bool:
        """Whether the result is of the current settings."""
        return self.answer is not None and not self.stale

    @property
    def early(self) -> bool:
        """Whether the result is the best of a search that the user ended."""
        return self.ready and self.answer is not None and self.answer.early

    @property
    def has_curve(self) -> bool:
        """Whether the result leaves an intruder cells to derive."""
        if not self.ready or self.answer is None or self.is_linked or self.is_private:
            return False
        return any(
            cell.disclosed or cell.possible is not None or cell.risk is not None
            for cell in self.answer.result.cells
        )

    @property
    def shown(self) -> Answer | None:
        """What the table shows: the result, or, while there is none for this table, the table judged."""
        if not self.is_table or self.judged is None:
            return self.answer
        if self.answer is not None and (not self.stale or self.answer.count_key == self.judged.count_key):
            return self.answer
        return self.judged

    def rows_of(self, cell: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
        """The codes of all rows that show the same cell: a category can be the only part of another."""
        table = None if self.shown is None else getattr(self.shown.result, "table", None)
        number = None if table is None else table.find(cell)
        return frozenset({cell}) if table is None or number is None else frozenset(table.rows_of(number))

    @property
    def cell(self) -> CellResult | None:
        """The selected cell."""
        return None if self.selected is None else self.cell_at(self.selected)

    def cell_at(self, codes: tuple[str, ...]) -> CellResult | None:
        """A cell of what is shown; its first row where several show it."""
        table = None if self.shown is None else getattr(self.shown.result, "table", None)
        number = None if table is None else table.find(codes)
        return None if self.shown is None or number is None else self.shown.result.cells[number]

    @property
    def entry(self) -> AprioriEntry | None:
        """The status of the selected cell that was set by hand, with its reason."""
        if self.selected is None or not self.is_table:
            return None
        return entry_of(getattr(self.params, "cells", ()), self.rows_of(self.selected))

    @property
    def can_suppress(self) -> bool:
        """Whether the table suppresses cells, or no method is chosen yet."""
        protect = getattr(self.params, "protect", None)
        return self.is_table and (protect is None or protect.method == "suppression")

    @property
    def can_cost(self) -> bool:
        """Whether the selected cell is suppressed by the current settings: publishing it has a cost."""
        is_current = self.is_table and self.ready and self.shown is self.answer
        return is_current and self.can_suppress and self.cell is not None and self.cell.published is None

    @property
    def greyed(self) -> bool:
        """Whether the result shown is outdated."""
        return self.shown is not None and self.shown is self.answer and self.stale


def with_entries(view: View, entries: Sequence[AprioriEntry]) -> tuple[AprioriEntry, ...]:
    """The a-priori entries that a table has, where these replace older ones of the same cells."""
    taken = {row for one in entries for row in view.rows_of(tuple(map(str, one.cell)))}
    kept = [one for one in getattr(view.params, "cells", ()) if tuple(map(str, one.cell)) not in taken]
    return (*kept, *entries)


EMPTY = {  # what is said where there is no result, by stage: title, text, button
    Stage.NO_DATA: (
        N_("No data file open"),
        N_("Open a data file to build a table. Auditing a published table needs no file."),
        N_("Open a data file\u2026"),
    ),
    Stage.READING: (N_("Reading the file"), N_("Progress is shown below."), ""),
    Stage.NO_DIMENSIONS: (
        N_("Choose rows and columns"),
        N_("Choose one variable for the rows and one for the columns. Totals are added automatically."),
        N_("Choose the rows"),
    ),
    Stage.NO_TABLE: (
        N_("Published table"),
        N_("Paste the table into the field on the right, with totals and suppressed cells, or open a file."),
        N_("Open a table\u2026"),
    ),
    Stage.NO_SCENARIO: (
        N_("Choose the released tables"),
        N_("Select them in the list on the right."),
        "",
    ),
    Stage.READY: (
        N_("No result yet"),
        N_("The audit computes the feasibility interval of every suppressed cell."),
        N_("Audit"),
    ),
}
NO_SCENARIOS = (  # of an audit of several tables
    N_("Choose the detailed table"),
    N_("Select two or more variables. Only aggregates over some of them are released."),
    N_("Choose variables"),
)
