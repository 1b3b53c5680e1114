"""The open project of one controller, given to the controller of another window.

No file is read twice: records, prepared records and audits are the same objects.
"""

from __future__ import annotations

from sdc_desktop.ui.project.plan_data import PlanData
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.shown_records import ShownRecords


def hand_over_project(old: ProjectController, new: ProjectController) -> None:
    """Gives `new` the project of `old`: plan, history, file, policy, secrets and verdicts. The data follow
    by :func:`hand_over_data`.
    """
    new._active_policy, new._secrets, new._place = old._active_policy, old._secrets, old._place
    new._project, new._saved = old._project, old._saved
    new._begin_again(old._project)
    new._proposed = old._proposed
    new.verdicts._verdicts, new.verdicts._before = dict(old.verdicts._verdicts), old.verdicts._before
    new.audits._known = dict(old.audits._known)
    new._problems = dict(old._problems)
    new.problems_changed.emit(new.problems)
    new.policy_changed.emit()
    new._notify_plan()
    new._notify_state(other_project=True)


def hand_over_data(old: ProjectController, new: ProjectController) -> None:
    """Gives `new` the records of `old`; reads a file again that could not be read."""
    if old._data._read is not None:
        _hand_over_records(old._data, new._data)
    elif old._project.plan.data is not None:
        new._data.follow(new._project.plan, new.base)


def _hand_over_records(old: PlanData, new: PlanData) -> None:
    assert old._read is not None
    new._plan, new._base, new._read_spec = old._plan, old._base, old._read_spec
    _hand_over_prepared(old.records, new.records)
    new._keep(old._read)


def _hand_over_prepared(old: ShownRecords, new: ShownRecords) -> None:
    new._prepared = old._prepared
