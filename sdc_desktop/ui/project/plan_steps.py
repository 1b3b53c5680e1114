"""The steps of the plan: the figures after each, the records that each reads, and the one that is in view.

They are found beside the window whenever the plan has other steps. What earlier steps left is used again, so
that a change runs the steps from there on, and one that is undone and redone runs none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sdc_desktop.engine.context import JobContext, Once
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.found_once import FoundOnce
from sdc_desktop.project.chain import active_steps, chain_of
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.open_project import OpenProject

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.source import Source
    from sdc_desktop.engine.strategies.trail import Left, StepFigures, Trail

_REST = 150  # milliseconds in which a plan that is being changed has not been changed
_KEPT = 4  # records of steps that are undone, which are not made again where these are redone


class PlanSteps(QObject):
    """Follows the controller once it has begun. ``in_view``: the name of the step whose settings and result
    are shown; empty: the first.
    """

    changed = Signal()  # figures, or that they are being found
    moved = Signal()  # another step is in view, or the records that it reads

    def __init__(self, controller: OpenProject, jobs: JobManager) -> None:
        super().__init__(controller)
        self._controller = controller
        self.in_view = ""
        self.trail: Trail | None = None  # of the current steps, or the last one
        self.problems: tuple[Problem, ...] = ()  # why the current steps give no figures
        self._left: Left | None = None
        self._key = ""  # of the trail
        self._wanted = ""  # of the one that is being found, or was refused
        self._records: Mapping[str, Source] = {}  # what each step of the trail reads, by a key
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_refused)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._measure)
        self._found_once = FoundOnce()
        self._begun = False
        self._place = 0  # of the step in view

    @Slot()
    def begin(self) -> None:
        """Follow the plan from now on; the second time nothing is done."""
        if not self._begun:
            self._begun = True
            controller = self._controller
            for signal in (controller.plan_changed, controller.data_opened, controller.data_closed):
                signal.connect(self.follow)
            controller.data_closed.connect(self._drop_left)
            controller.project_begun.connect(self._forget)
            self.follow()

    # what is known -----------------------------------------------------------------------------------

    @property
    def steps(self) -> tuple[Job, ...]:
        """The steps that are not switched off."""
        return active_steps(self._controller.plan)

    @property
    def current(self) -> bool:
        """Whether the trail is of the current steps."""
        return self.trail is not None and self._key == self._key_now()

    @property
    def computing(self) -> bool:
        """Whether the figures of the current steps are being found."""
        return self._rest.isActive() or self._runner.busy

    def figures(self, name: str) -> StepFigures | None:
        """The figures after a step of the last trail; without a name those before the first."""
        steps = () if self.trail is None else self.trail.steps
        return next((one for one in steps if one.name == name), None)

    @property
    def opened(self) -> Opened | None:
        """The records that the step in view reads; None while they are not known."""
        return self.opened_before(self.in_view)

    def opened_before(self, name: str) -> Opened | None:
        """The records that a step reads; None while they are not known."""
        controller = self._controller
        opened, before = controller.opened, self._before(name)
        if opened is None or not before:
            return opened
        key = self._records_key(before)
        source = self._records.get(key)
        return None if source is None else replace(opened, data=source.data, sha256=key)

    @property
    def waiting(self) -> bool:
        """Whether the records that the step in view reads are still to be made."""
        return self.opened is None and self._controller.opened is not None

    def once(self, name: str) -> Once:
        """How stages of a step run for its own card: once for that and for the trail."""
        is_step = name in [job.name for job in self._chain()]
        return self._found_once.of({name: self._records_key(self._before(name))} if is_step else {})

    # the step in view --------------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Have another step in view."""
        if name != self.in_view:
            self.in_view = name
            names = [job.name for job in self._chain()]
            self._place = names.index(name) if name in names else 0
            self.moved.emit()

    def following(self, plan: Plan) -> str:
        """The step of another plan that would be in view: of the same name, else at the same place."""
        names = [job.name for job in chain_of(plan)]
        if self.in_view in names or not names:
            return self.in_view
        return names[min(self._place, len(names) - 1)]

    @Slot()
    def follow(self) -> None:
        """Find the figures of other steps; one that took the place of the step in view is in view."""
        names = [job.name for job in self._chain()]
        if self.in_view:
            self.in_view = self.following(self._controller.plan)
        self._place = names.index(self.in_view) if self.in_view in names else 0
        key = self._key_now()
        if key == self._wanted:
            return
        if self.trail is not None and key == self._key:
            self._leave_at_trail(self.trail)
            return
        self._runner.drop()
        self._wanted, self.problems = key, ()
        if key:
            self._rest.start()
        else:
            self._rest.stop()
        self.changed.emit()

    def _leave_at_trail(self, trail: Trail) -> None:
        """The steps of the trail are back: nothing is found for those that were in between."""
        if self._wanted:
            self._rest.stop()
            self._runner.drop()
            self._wanted, self.problems = "", trail.problems
            self.changed.emit()

    @Slot()
    def _forget(self) -> None:
        self._rest.stop()
        self._runner.drop()
        self._found_once.forget()
        self.in_view, self.trail, self._left, self._records = "", None, None, {}
        self._key, self._wanted, self.problems = "", "", ()

    @Slot()
    def _drop_left(self) -> None:
        """Let go of records of a file that is closed."""
        if self._controller.file_opened is None:
            self._left = None
            self._found_once.forget()

    @Slot()
    def _measure(self) -> None:
        controller = self._controller
        plan = controller.completed(controller.whole(controller.plan))
        names = tuple(job.name for job in self._chain())
        if not names or controller.file_opened is None:
            return
        given = plan, names, controller.base, controller.policy, controller.file_opened, self._left
        keys = {name: self._records_key(self._before(name)) for name in names}
        self._runner.request(partial(_found, given, self._wanted, keys, self._found_once.of(keys)))

    @Slot(object)
    def _on_found(self, found: tuple[str, Mapping[str, str], Trail]) -> None:
        key, keys, trail = found
        before = self.opened
        self._key, self.trail = key, trail
        self._left = trail.left if self._left is None else trail.left.with_earlier(self._left, _KEPT)
        self.problems = trail.problems
        read = {keys[name]: trail.read_by(name) for name in keys}
        self._records = {one: source for one, source in read.items() if source is not None}
        self._wanted = ""
        self.changed.emit()
        if before is None and self.opened is not None:
            self.moved.emit()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        self.changed.emit()

    # keys --------------------------------------------------------------------------------------------

    def _key_now(self) -> str:
        opened, steps = self._controller.opened, self.steps
        if opened is None or opened.counted is not None or not steps:
            return ""
        order = [job.output.order if job.output else None for job in steps]
        size = size_of(self._controller.plan), self._controller.plan.k
        return self._digest(steps, order, [job.name for job in self._chain()], size)

    def _before(self, name: str) -> tuple[Job, ...]:
        """The active steps before one; none before the first, and before one that the plan does not have."""
        steps = self._chain()
        names = [job.name for job in steps]
        before = steps[: names.index(name)] if name in names else ()
        return tuple(job for job in before if not job.off)

    def _chain(self) -> tuple[Job, ...]:
        return chain_of(self._controller.plan)

    def _records_key(self, steps: tuple[Job, ...]) -> str:
        """Of the records that these steps leave."""
        return self._digest(steps, "")

    def _digest(self, steps: tuple[Job, ...], *others: object) -> str:
        """A text of all that the records after these steps depend on."""
        controller = self._controller
        file, opened, plan = controller.file_opened, controller.opened, controller.whole_plan
        own = {"name", "input", "output", "no_file", "off"}
        prepared = [job for job in plan.jobs if job.kind == PREPARE.kind]
        parts = (
            None if file is None else (file.mark, id(file.data.relation)),
            None if plan.data is None else plan.data.model_dump(mode="json", exclude={"path", "sha256"}),
            plan.missing_rule,
            None if opened is None else opened.mark,
            None if controller.policy is None else controller.policy.sha256,
            None if plan.policy is None else plan.policy.model_dump(mode="json"),
            [job.model_dump(mode="json", exclude=own) for job in (*prepared, *steps)],
            [plan.own_secrets.mark(job.name) for job in (*prepared, *steps)],
            others,
        )
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode("utf-8")).hexdigest()


def _found(
    given: tuple[Plan, tuple[str, ...], Path, Policy | None, Opened, Left | None],
    key: str,
    keys: Mapping[str, str],
    once: Once,
    context: JobContext,
) -> tuple[str, Mapping[str, str], Trail]:
    """The trail, its key and those of the records that steps read. Raises :class:`Refused`, Cancelled."""
    from sdc_desktop.engine.strategies.trail import trail_as_far

    plan, names, base, policy, file, left = given
    context = replace(context, once=once)
    return key, keys, trail_as_far(plan, names, base, context, policy, read=file, left=left)
