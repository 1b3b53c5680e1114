"""What the tab shows: the check as a value, its queue, and the sheet on display. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.tabs.outputs.work import Answer

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.outputs.output_check import OutputCheckParams
    from sdc_desktop.engine.submission.cases import Case
    from sdc_desktop.engine.submission.releasing.decisions import Item
    from sdc_desktop.engine.submission.sheets import Sheet
    from sdc_desktop.engine.submission.submission import CheckedTable, Submission
    from sdc_desktop.words.outputs.stated import StatedNumber


class Stage(StrEnum):
    """How far the checker has come."""

    NO_OUTPUTS = "no_outputs"
    READY = "ready"


class Filter(StrEnum):
    """Which items the queue lists."""

    ALL = "all"
    TO_DO = "to_do"
    TO_CHANGE = "to_change"
    NOT_READ = "not_read"


@dataclass(frozen=True)
class ShownSheet:
    """A sheet with its cells, and the tables that were found in it."""

    names: tuple[str, ...]  # of all sheets of the file
    number: int
    sheet: Sheet
    tables: tuple[CheckedTable, ...]
    file: int = -1  # its place among those of the submission


@dataclass(frozen=True)
class View(QuestionView[Answer]):
    """The check, the items that are listed, and the one that is selected with its sheet."""

    stage: Stage = Stage.NO_OUTPUTS
    params: OutputCheckParams | None = None
    items: tuple[Item, ...] = ()
    total: int = 0  # items of all, also of those that the filter does not list
    findings: int = 0  # on all of them
    verdicts: Mapping[str, str] = field(default_factory=dict)
    filter: Filter = Filter.ALL
    selected: str = ""
    sheet: ShownSheet | None = None
    stated: tuple[StatedNumber, ...] = ()  # for the selected table
    packaging: bool = False
    cases: tuple[Case, ...] = ()  # the researchers
    owners: tuple[int, ...] = ()  # the place of the researcher of each file

    @property
    def item(self) -> Item | None:
        """The selected item."""
        return next((one for one in self.items if one.id == self.selected), None)

    def case_of(self, item: Item) -> int:
        """The place of an item's researcher among all."""
        return self.owners[item.file] if self.owners else 0

    @property
    def case(self) -> int:
        """The place of the researcher whose item is selected, among all."""
        return 0 if self.item is None else self.case_of(self.item)


def owners_of(cases: tuple[Case, ...], submission: Submission) -> tuple[int, ...]:
    """The place of the researcher of each file."""
    return tuple(
        next((number for number, case in enumerate(cases) if case.has(file.path)), 0)
        for file in submission.files
    )


def listed(
    items: tuple[Item, ...], verdicts: Mapping[str, str], chosen: Filter, kept: str = ""
) -> tuple[Item, ...]:
    """The items that a filter lists; ``kept`` stays listed, so that a decision does not move what is read."""
    if chosen is Filter.TO_DO:
        return tuple(one for one in items if one.id == kept or not verdicts.get(one.id))
    if chosen is Filter.TO_CHANGE:
        grave = ("change", "refuse")
        return tuple(
            one
            for one in items
            if one.id == kept or one.severity.value in grave or verdicts.get(one.id) in grave
        )
    if chosen is Filter.NOT_READ:
        return tuple(one for one in items if one.id == kept or not one.was_read)
    return items


def next_item(items: tuple[Item, ...], verdicts: Mapping[str, str], selected: str) -> str:
    """The next undecided item after the selected one, from the top again; the selected one where none is."""
    ids = [one.id for one in items]
    start = ids.index(selected) + 1 if selected in ids else 0
    for id in (*ids[start:], *ids[:start]):
        if not verdicts.get(id):
            return id
    return selected
