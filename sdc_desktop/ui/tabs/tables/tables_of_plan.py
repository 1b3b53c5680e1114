"""The tables of the plan beside the one that is shown: which is chosen, what links them, what they reveal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import PUBLICATION
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.tables.private_table import PRIVATE_TABLE
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Plan, is_job_of
from sdc_desktop.engine.running.links import TRUE_VALUES
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import INFERENCE_PENDING, MEASURED_ONLY, Grade
from sdc_desktop.project.linked_tables import can_link, joined, linked_names, sharing_names, tables_of
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_on
from sdc_desktop.ui.tabs.plan_tables import plan_tables
from sdc_desktop.ui.tabs.tables import layouts, work
from sdc_desktop.ui.tabs.tables.tab_job import (
    Params,
    TabJob,
    first_fields,
    job_of,
    tab_job,
    tab_jobs,
    with_params,
)
from sdc_desktop.ui.tabs.tables.together import Examined, Together
from sdc_desktop.ui.tabs.tables.view import TableEntry
from sdc_desktop.ui.tabs.tables.work import Answer
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_cards import cells_in, counted_text, linked_heading, state_text
from sdc_desktop.words.tables.tables_choices import dimensions_text, table_title

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.linked.facts import LinkedTables
    from sdc_desktop.engine.verdict import Verdict


def proposed_fields(way: str, controller: ProjectController) -> Mapping[str, object]:
    """The first settings of a new table, under the site policy and by the roles of the open data."""
    return first_fields(way, controller.policy, controller.opened, controller.persons.found.repeated)


_EXPORTED = (TABLE.kind, PRIVATE_TABLE.kind)  # published tables are audited only
_KEPT = (
    "value",
    "count",
    "holding",
    "weight",
    "rules",
    "zeros_unsafe",
    "max_risk",
    "lowest",
    "manual_range",
    "published_unit",
    "total_code",
)


@dataclass(frozen=True)
class Known:
    """What is known of a table: its result, or, where it has none (``protected`` is false), how its cells
    were judged.
    """

    answer: Answer
    protected: bool

    @property
    def waiting(self) -> bool:
        """Whether its protection has still to be made."""
        return not self.protected and self.answer.table_params.protect is not None


class TablesOfPlan(QObject):
    """Chooses a table by its name (None: the first), and audits all together."""

    NEW = "\n"  # no job is called so: the name of one that is being begun

    examined = Signal()

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.chosen: str | None = None
        self._controller, self._words = controller, words
        self._known: dict[str, TabJob] = {}  # the tables of the plan before
        self._unexamined: tuple[str, ...] = ()
        self._sharing: dict[str, LinkedTables] = {}  # as the last audit of each table found it
        self._judged: dict[str, tuple[Answer, object, Verdict | None]] = {}
        self.together = Together(jobs, self)
        self.together.found.connect(self._on_found)

    @Slot()
    def begin(self) -> None:
        """Another project is open."""
        self._audit(None)
        self.chosen, self._known = None, {}
        self._sharing.clear()
        self._judged.clear()

    def follow(self) -> bool:
        """The plan has changed: a table that was changed alone is shown, and one that is gone no more.
        Whether another table is shown.
        """
        now = {job.name: job for job in tab_jobs(self._controller.plan)}
        before, self._known = self._known, now
        old = self.chosen if self.chosen is not None else next(iter(before), None)
        if self.chosen is not None and self.chosen not in now:
            self.chosen = None
        changed = [name for name, job in now.items() if before.get(name) != job]
        if before and len(changed) == 1 and before.get(old or "") == now.get(old or ""):
            self.chosen = changed[0]
        return bool(before) and old != (self.chosen or next(iter(now), None))

    # what is asked of them ---------------------------------------------------------------------------

    def answer(self, job: TabJob) -> Callable[[JobContext], Answer]:
        """Work that protects a table together with those that it is linked with."""
        jobs = {one.name: one for one in tables_of(self._controller.plan)}
        return work.answer_together(plan_tables(self._controller), jobs, job.name)

    def examine(self, answer_of: Callable[[TabJob], Answer | None]) -> None:
        """Audit all tables that have results together; `answer_of` gives the current ones."""
        plan, opened = self._controller.plan, self._controller.opened
        tables = tables_of(plan)
        answers = {job.name: answer for job in tables if (answer := answer_of(job)) is not None}
        unprotected = tuple(
            job.name
            for job in tables
            if job.name not in answers and getattr(job.params, "protect", None) is None
        )
        self._unexamined = tuple(
            job.name for job in tables if job.name not in answers and job.name not in unprotected
        )
        if opened is None or not answers or len(answers) + len(unprotected) < 2:
            self._audit(None)
            return
        whole = self._controller.whole_plan
        jobs = [
            (job.name, job.kind, job.input, job.params.model_dump_json())
            for job in whole.jobs
            if is_job_of(job, TABLE) or is_job_of(job, PREPARE)
        ]
        key = work.key_of_data(opened, self._controller.base, tables[0])
        state = (key, tuple(jobs), tuple(one.model_dump_json() for one in whole.sums))
        self._audit(Examined(state, answers, unprotected))

    def verdict_of(self, shown: Answer, *, kept: bool = True) -> Verdict | None:
        """The engine's verdict on a result, as on the job of the whole plan; ``kept``: for the project."""
        whole = self._controller.whole_plan
        found = next((job for job in whole.jobs if job.name == shown.job.name), shown.job)
        job = shown.job.model_copy(update={"input": found.input})
        return verdict_on(self._controller, job, shown.result, kept=kept)

    # what is changed ---------------------------------------------------------------------------------

    def new_fields(self, params: Params | None) -> Mapping[str, object]:
        """What another table begins with: values, rules and protection of the one that is shown."""
        if not isinstance(params, TableParams) or params.table is not None:
            return proposed_fields(TABLE.kind, self._controller)
        fields: dict[str, object] = {key: getattr(params, key) for key in _KEPT if hasattr(params, key)}
        protect = params.protect
        if isinstance(protect, SuppressionSpec):
            protect = protect.model_copy(update={"link": None, "apriori": None, "released": ()})
        return fields | {"protect": protect}

    def planned(self, params: Params, name: str, layout: str) -> TabJob:
        """The job with the file that it writes, which becomes part of the plan: one step."""
        plan = self._controller.plan
        job = job_of(plan, params, self.chosen)
        output = job.output or OutputSpec(path=name)
        is_plain = layout == layouts.PLAIN
        names = {
            "path": name,
            "layout": None if is_plain else layout,
            "format": output.format if is_plain else None,
            "also": tuple(other for other in output.also if other.path != name),
        }
        job = job.model_copy(update={"output": output.model_copy(update=names)})
        jobs = tuple(job if own.name == job.name else own for own in plan.jobs)
        label = self._words.say(N_("Protected table {name}"), name=name)
        self._controller.change_plan(label, plan.model_copy(update={"jobs": jobs}))
        return job

    def with_publication(self, params: Params, publication: PublicationSpec) -> Plan:
        """The plan with the form in which the table is published; without a file so far, this becomes one."""
        plan = self._controller.plan
        job = job_of(plan, params, self.chosen)
        output = job.output or OutputSpec(path=f"{job.name}.xlsx", layout=PUBLICATION)
        output = output.model_copy(update={"publication": publication})
        made = with_params(plan, params, self.chosen)
        jobs = tuple(
            own.model_copy(update={"output": output}) if own.name == job.name else own for own in made.jobs
        )
        return made.model_copy(update={"jobs": jobs})

    # current state -----------------------------------------------------------------------------------

    def facts(self, job: TabJob | None, known_of: Callable[[TabJob], Known | None]) -> dict[str, Any]:
        """What the view shows of the tables; `job` is the table shown, None while a new table is begun;
        `known_of` gives what is known of each.
        """
        plan = self._controller.plan
        in_plan = None if job is None else tab_job(plan, job.name)
        known = {one.name: found for one in tab_jobs(plan) if (found := known_of(one)) is not None}
        shared = {name: linked.jobs for name, linked in self._sharing.items()}
        return {
            "tables": self._entries(plan, known, shared),
            "current": None if in_plan is None else in_plan.name,
            "linked": () if in_plan is None else linked_names(plan, in_plan),
            "sharing": () if in_plan is None else sharing_names(plan, in_plan, shared),
            "results": {name: one.answer.result for name, one in known.items() if one.protected},
            "apart": in_plan is not None and self._is_apart(in_plan.name),
        }

    def _is_apart(self, name: str) -> bool:
        """Whether an audit of all tables has found that one shares no cells with others. Where a method
        changes values, no shared cells are searched for.
        """
        found, tables = self.together.results.get(name), tables_of(self._controller.plan)
        if found is None or found.linked is not None:
            return False
        examined = {name, *found.examined}
        methods = (getattr(one.params.protect, "method", None) for one in tables)
        return all(one.name in examined for one in tables) and all(one in TRUE_VALUES for one in methods)

    def _entries(
        self, plan: Plan, known: Mapping[str, Known], found: Mapping[str, Sequence[str]]
    ) -> tuple[TableEntry, ...]:
        """The tables in the order of the list: those that share cells first, as last `found` or as the plan
        links them.
        """
        by_name = {one.name: one for one in tab_jobs(plan)}
        near = {name: (*found.get(name, ()), *linked_names(plan, one)) for name, one in by_name.items()}
        groups = [names for names in joined(near) if len(names) > 1]
        entries = []
        for members in groups:
            cells = [self._sharing[name].shared for name in members if name in self._sharing]
            heading = linked_heading(max(cells, default=None), self._words)
            entries += [self._entry(by_name[one], known.get(one), members[0], heading) for one in members]
        alone = self._words.say(N_("Alone")) if groups else ""
        linked = {entry.name for entry in entries}
        rest = (one for name, one in by_name.items() if name not in linked)
        return (*entries, *(self._entry(one, known.get(one.name), "", alone) for one in rest))

    def _entry(self, job: TabJob, known: Known | None, group: str, heading: str) -> TableEntry:
        grade, measured, cells, done = None, False, None, ""
        if known is not None:
            result = known.answer.result
            done = state_text(known.answer.job.params, result, self._words, protected=known.protected)
            cells = cells_in(result)
        if known is not None and known.waiting:
            grade = Grade.UNSAFE if known.answer.result.risks.unsafe else None
        elif known is not None and (verdict := self.known_verdict(known.answer)) is not None:
            grade = verdict.grade
            measured = [one.code for one in verdict.reasons] == [MEASURED_ONLY]
        return TableEntry(
            job.name,
            table_title(job.name, job.params, self._words),
            dimensions_text(job.params),
            can_link(job),
            counted_text(job.params, cells, self._words),
            done,
            None if measured else grade,
            measured,
            group,
            heading,
        )

    def gravest(
        self, shown: TabJob, verdict: Verdict, known_of: Callable[[TabJob], Known | None]
    ) -> tuple[str, Verdict] | None:
        """The verdict of another table that would be exported as well, with its name, where that is graver
        than the one of the table shown.
        """
        worst, found = verdict, None
        for job in tab_jobs(self._controller.plan):
            known = known_of(job) if job.kind in _EXPORTED and job.name != shown.name else None
            other = self.known_verdict(known.answer) if known is not None and known.protected else None
            if other is not None and not other.meets(worst.grade):
                worst, found = other, (job.name, other)
        return found if shown.kind in _EXPORTED else None

    def known_verdict(self, shown: Answer) -> Verdict | None:
        """The engine's verdict on a result: the last one while nothing has changed."""
        controller, name = self._controller, shown.job.name
        state = (controller.whole_plan, id(controller.policy), id(controller.opened))
        before = self._judged.get(name)
        if before is not None and before[0] is shown and before[1] == state:
            return before[2]
        verdict = self.verdict_of(shown)
        if verdict is None or all(one.code != INFERENCE_PENDING for one in verdict.reasons):
            self._judged[name] = shown, state, verdict
        return verdict

    def _audit(self, examined: Examined | None) -> None:
        if self.together.audit(examined, self._work):
            for job in tables_of(self._controller.plan):
                self._controller.verdicts.forget(job.name)  # until the audit has ended

    def _work(self, examined: Examined) -> Callable[[JobContext], Mapping[str, Any]]:
        return work.examine(plan_tables(self._controller), examined.answers, examined.unprotected)

    @Slot()
    def _on_found(self) -> None:
        for answer in self.together.answers.values():
            self.verdict_of(answer)  # for the project
        results = self.together.results.values()
        if results:  # a table that has to be audited again stays where it was
            self._sharing = {name: own for name, own in self._sharing.items() if name in self._unexamined}
        for linked in (result.linked for result in results):
            if linked is not None:
                self._sharing |= dict.fromkeys(linked.jobs, linked)
        self.examined.emit()
