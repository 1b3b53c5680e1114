"""The results of a tab, given to the same tab of another window."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from sdc_desktop.ui.questions.presenter import QuestionPresenter

AnyPresenter = QuestionPresenter[Any, Any, Any]


def inherit_answers(old: AnyPresenter, new: AnyPresenter) -> None:
    """Gives `new` the answers of `old`, before the data arrive, so that equal questions compute nothing."""
    new._end_job()
    new._end_quiet()
    new._answers, new._last = dict(old._answers), old._last
    for path in old.kept_beside:
        place, _, name = path.rpartition(".")
        holders = [attrgetter(place)(one) if place else one for one in (old, new)]
        setattr(holders[1], name, getattr(holders[0], name))


def inherit_question(old: AnyPresenter, new: AnyPresenter) -> None:
    """Gives `new` the incomplete form of `old`, and whether it was stopped or refused."""
    if old._partial is not None:
        new._partial = old._partial
    if old._left is not None and old._left == new.question_of(new.job):
        new._end_job()
        new._end_quiet()
        new._left, new._refusal = old._left, old._refusal
    new.refresh()
