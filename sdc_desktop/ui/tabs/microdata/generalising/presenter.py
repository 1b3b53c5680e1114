"""The optimal generalisation in the tab: from the plan to a `GeneralisingView`, without widgets.

The search follows every change of the settings and can be stopped at any time. What it had found by then is
shown as the best so far; it can be used, which sets in the plan after how many combinations the search ends,
so that the same result comes out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.plan import is_job_of
from sdc_desktop.project.chain import first_step
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.questions.question import NEVER_OFFERED, Question, QuestionView, Work, keep
from sdc_desktop.ui.tabs.microdata.generalising import work
from sdc_desktop.ui.tabs.microdata.tab_job import GeneraliseJob, anopi_loss_given, job_in
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import Known, coding_title

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
    from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseCounts
    from sdc_desktop.engine.microdata.lattice.search import Evaluated
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched


@dataclass(frozen=True)
class GeneralisingView(QuestionView["Searched"]):
    """A search for levels, and what its form offers. ``attributes``: the variables that can be sensitive,
    likely ones first. ``level_names``: of every variable whose levels are known; ``counted_from``: the
    finest that a counts file has, where that is not as is (0).
    """

    params: GeneraliseParams | None = None  # None where nothing is searched
    variables: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    hierarchies: Mapping[str, HierarchySpec] = field(default_factory=dict)
    level_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contents: Mapping[str, tuple[LevelContent, ...]] = field(default_factory=dict)
    counted_from: Mapping[str, int] = field(default_factory=dict)
    records: int = 0
    preview: Searched | None = None  # one combination that is evaluated
    every: Evaluated | None = None  # all combinations, once they are evaluated
    evaluating: bool = False  # that is under way, for the picture

    @property
    def lacking(self) -> tuple[str, ...]:
        """The key variables without a hierarchy."""
        return tuple(name for name in self.variables if name not in self.hierarchies)

    @property
    def shown(self) -> Searched | None:
        """The selected combination, else the result."""
        return self.preview or self.answer

    @property
    def interrupted(self) -> bool:
        """Whether the search was stopped, and this is the best that it had found."""
        return self.answer is not None and not self.stale and self.answer.result.stopped == "cancelled"

    def level_titles(self, name: str, words: Words) -> tuple[str, ...]:
        """Each level of a variable by its content, from as is; empty where they are not known."""
        known, names = self.levels(name), self.level_names.get(name, ())
        return tuple(coding_title(level, text, known, words) for level, text in enumerate(names, start=1))

    def levels(self, name: str) -> Known:
        """What is known of the levels of a variable: their contents, else its hierarchy's settings."""
        return self.contents.get(name) or self.hierarchies.get(name)

    @property
    def torn(self) -> str | None:
        """The variable whose hierarchy is refused, as its levels do not fit into one another."""
        names = (p.where.variable for p in self.problems if p.code == "criteria.not_nested")
        return next(names, None)


class GeneralisingPresenter(QuestionPresenter["Searched", GeneralisingView, GeneraliseJob]):
    """Searches the levels; evaluates one combination, or all, without taking it."""

    source = "generalising"

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.controller, tools.jobs, tools.words)
        self._counts: dict[str, GeneraliseCounts] = {}
        self._preview: Searched | None = None
        self._looks = DraftRunner(tools.jobs, self)
        self._looks.answered.connect(self._on_looked)
        self._evaluating = PageAnswer(tools.jobs, self._words, lambda: self._question, self)
        self._evaluating.changed.connect(self.show)
        tools.controller.steps.moved.connect(self._on_other_step)
        self.refresh()

    @property
    def job(self) -> GeneraliseJob | None:
        job = job_in(self._controller.plan, self._controller.policy, self._controller.steps.in_view)
        return job if is_job_of(job, GENERALISE) else None

    def data_key(self, job: GeneraliseJob) -> str | None:
        opened = self._controller.steps.opened
        return None if opened is None else work.counts_key(opened, job.params, self._controller.base)

    def work(self, question: Question[GeneraliseJob], *, requested: bool) -> Work[Searched] | None:
        opened, job = self._controller.steps.opened, question.job
        assert opened is not None
        if not requested and not self._can_recode(opened, job):
            return None
        counts = self._counts.get(work.counts_key(opened, job.params, self._controller.base))
        run = work.search(opened, self._controller.base, job, counts)
        title = self._words.say(N_("Optimal generalisation"))
        return Work(title, run, quiet=work.is_quick(counts, job.params))

    def _can_recode(self, opened: Opened, job: GeneraliseJob) -> bool:
        """Whether a key variable has a hierarchy. Without any, most searches would be refused."""
        from sdc_desktop.engine.methods.recoding.generalise.engine import key_variables_of

        known = opened.spec.hierarchies.keys()
        coarse = opened.counted is not None
        return coarse or any(name in known for name in key_variables_of(job.params, opened.data))

    def counts_of(self, answer: Searched) -> Any:
        return answer.counts

    def answer_of(self, question: Question[GeneraliseJob], found: Searched) -> Searched:
        keep(self._counts, found.key, found.counts, self.most_kept)
        return found

    def is_final(self, answer: Searched) -> bool:
        return answer.result.stopped != "cancelled"

    def fields_with(self, job: GeneraliseJob, fields: Mapping[str, object]) -> Mapping[str, object]:
        """What ended an earlier search is dropped; a loss by ANOPI takes the points over."""
        given = {"max_nodes": None} | dict(fields)
        if fields.get("loss") == "anopi":
            given["anopi"] = anopi_loss_given(job for job in map(first_step, self.plans) if job is not None)
        return given

    def refresh(self) -> None:
        self._preview = None
        self._looks.drop()
        super().refresh()
        if self._question is None:
            self._evaluating.stop()

    def view_of(self, shown: QuestionView[Searched]) -> GeneralisingView:
        job, opened, spec = self.job, self._controller.steps.opened, self._controller.plan.data
        if job is None or opened is None or spec is None:
            return GeneralisingView()
        from sdc_desktop.engine.methods.recoding.generalise.engine import key_variables_of

        names = key_variables_of(job.params, opened.data)
        found: Evaluated | None = self._evaluating.found
        counts = self._counts.get(work.counts_key(opened, job.params, self._controller.base))
        if counts is None and shown.answer is not None:
            counts = shown.answer.counts
        coarse = {} if opened.counted is None else opened.counted.level_names
        free = [v for v in opened.data.variables if v.name not in names and v.role not in NEVER_OFFERED]
        return GeneralisingView(
            **vars(shown),
            params=job.params,
            variables=names,
            attributes=tuple(v.name for v in sorted(free, key=lambda v: v.role != "sensitive")),
            hierarchies=spec.hierarchies,
            level_names=coarse if counts is None else work.level_names(counts),
            contents={} if counts is None else work.contents(counts, opened.data),
            counted_from={} if opened.counted is None else opened.counted.counted_from,
            records=opened.data.records,
            preview=self._preview,
            every=None if shown.stale or not self._evaluating.current else found,
            evaluating=self._evaluating.running,
        )

    def forget(self) -> None:
        self._last = None
        self._evaluating.forget()

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def stop(self) -> None:
        """Stop the search and show the best so far, also where the figures of the chain began it."""
        if self._job is not None:
            self._job.finish()
        super().stop()

    @Slot()
    def search(self) -> None:
        """Search to the end, after that was stopped."""
        job = self.job
        if job is None or self.view.running:
            return
        self.put(_with(job, {"max_nodes": None}), self._words.say(N_("Search to the end")))
        if not self.view.running:
            self.run()

    @Slot()
    def keep_best(self) -> None:
        """Take the best so far: the plan says where the search ends, so that it comes out again."""
        job, answer = self.job, self.view.answer
        if job is not None and answer is not None and self.view.interrupted:
            nodes = _with(job, {"max_nodes": answer.result.nodes})
            self.put(nodes, self._words.say(N_("Use best generalisation so far")))

    @Slot(object)
    def look_at(self, levels: tuple[int, ...] | None) -> None:
        """Evaluate one combination of levels, without using it; None shows the result again."""
        answer = self.view.answer
        if answer is None or self.view.stale:
            return
        if levels is None or levels == tuple(answer.result.levels.values()):
            self._preview = None
            self._looks.drop()
            self.show()
        else:
            self._looks.request(work.looked_at(answer, levels))

    @Slot()
    def take_preview(self) -> None:
        """Release the combination that is shown: the only levels allowed from now on."""
        job, preview = self.job, self._preview
        if job is None or preview is None:
            return
        result = preview.result
        params = work.fixed_at(preview, tuple(result.levels.values()))
        fields: dict[str, object] = {"limits": params.limits, "max_nodes": None}
        if result.suppressed > result.records * job.params.suppression_limit:
            fields["suppression_limit"] = share_of(result.suppressed, result.records)
        self.put(_with(job, fields), self._words.say(N_("Use levels of one combination")))

    @Slot()
    def evaluate_all(self) -> None:
        """Evaluate every combination of levels, for the picture; stops where that is under way."""
        answer = self.view.answer
        if self._evaluating.running:
            self._evaluating.stop()
        elif answer is not None and not self.view.stale:
            title = self._words.say(N_("All combinations of levels"))
            self._evaluating.request(work.every_combination(answer), title)

    # slots -------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_looked(self, found: Searched) -> None:
        self._preview = found
        self.show()

    @Slot()
    def _on_closed(self) -> None:
        self._counts.clear()
        super()._on_closed()


def _with(job: GeneraliseJob, fields: Mapping[str, object]) -> GeneraliseJob:
    return job.model_copy(update={"params": job.params.model_copy(update=dict(fields))})


def share_of(records: int, every: int) -> float:
    """A suppression limit, in whole hundredths of a percent, that permits this number of records."""
    share = -(-records * 10_000 // every) / 10_000
    return min(share, 1.0)
