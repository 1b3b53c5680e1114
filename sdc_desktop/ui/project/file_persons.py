"""The persons of the open file, looked up beside the window: what is known of them, or what may be one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.plan_data import PlanData

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.persons import PersonRecords
    from sdc_desktop.engine.inference.persons_question import PersonsQuestion
    from sdc_desktop.engine.microdata.classes.matching_values import MissingRule
    from sdc_desktop.engine.microdata.person_figures import KnowledgeFigures

MOST_COMPARED = 1_000_000  # records whose persons are compared beside the window


@dataclass(frozen=True)
class PersonsFound:
    """What is known of the persons of a file: what to ask, or how many they are. ``repeated``: identifiers
    that several records share, where no variable is known to say whose the records are.
    """

    question: PersonsQuestion | None = None
    records: PersonRecords | None = None
    knowledge: dict[str, KnowledgeFigures] | None = None
    repeated: tuple[str, ...] = ()

    @property
    def repeat(self) -> bool:
        """Whether persons are known to have several records, so that methods must count persons."""
        return self.records is not None and not self.records.is_one_each


class FilePersons(QObject):
    """Follows the data: persons are those of the records that jobs read; suspected ones are of the file."""

    changed = Signal()

    def __init__(self, jobs: JobManager, data: PlanData, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._take)
        self._key: object = None  # of what is looked up or was found
        self.found = PersonsFound()
        data.shown.connect(self.follow)
        data.closed.connect(self.follow)

    @Slot()
    def follow(self) -> None:
        """Look up what is not known of the current records."""
        file, opened = self._data.records.file, self._data.records.opened
        if file is None or opened is None:
            key, data = None, None
        else:
            data = file.data if opened.data.persons is None else opened.data
            key = _key_of(data), self._data.missing_rule
        if key == self._key:
            return
        self._runner.drop()
        self._key, self.found = key, PersonsFound()
        if data is not None:
            self._runner.request(partial(_looked_up, data, self._data.missing_rule))
        self.changed.emit()

    @Slot(object)
    def _take(self, found: PersonsFound) -> None:
        self.found = found
        self.changed.emit()


def _key_of(data: Microdata) -> object:
    """What the result of the work depends on. The relation is part of it, and so is not made again at the
    same address.
    """
    if data.persons is None:
        roles = tuple((v.name, v.role) for v in data.with_role("household", "direct_identifier"))
        return data.relation, roles
    keys = tuple((v.name, v.missing) for v in data.with_role("key"))
    return data.relation, data.persons.columns, keys, data.known


def _looked_up(data: Microdata, missing: MissingRule, context: JobContext) -> PersonsFound:
    """What to ask of the records, or the persons that they are of. Raises :class:`Refused`, Cancelled."""
    from sdc_desktop.engine.inference.persons_question import persons_question
    from sdc_desktop.engine.inference.repeats import repeated_identifiers

    if data.persons is None:
        repeated = tuple(one.variable for one in repeated_identifiers(data, context))
        return PersonsFound(persons_question(data, context), repeated=repeated)
    records = data.persons.records(data.relation, context)
    keys = tuple(variable.name for variable in data.with_role("key"))
    if not keys or records.is_one_each or records.records > MOST_COMPARED:
        return PersonsFound(records=records)
    return PersonsFound(records=records, knowledge=_knowledge(data, keys, missing, context))


def _knowledge(
    data: Microdata, keys: tuple[str, ...], missing: MissingRule, context: JobContext
) -> dict[str, KnowledgeFigures] | None:
    """None where the combinations of records are too many to be compared."""
    from sdc_desktop.engine.microdata.person_figures import person_figures

    try:
        found = person_figures(data, keys, data, 1, context, in_order=False, missing=missing)
    except Refused:
        return None
    return None if found is None else dict(found.knowledge)
