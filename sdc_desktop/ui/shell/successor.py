"""A window that replaces another one, with the same project and results, in another language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtWidgets import QTabWidget, QWidget

from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.presenter import QuestionPresenter
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.tab_places import TabPlace
from sdc_desktop.words import Words

AnyPresenter = QuestionPresenter[Any, Any, Any]


def hand_over_project(old: ProjectController, new: ProjectController) -> None:
    """Gives `new` the project of `old`: plan, history, file, policy, secrets and verdicts. The data follow
    by :func:`hand_over_data`.
    """
    new._active_policy, new._secrets, new._place = old._active_policy, old._secrets, old._place
    new._project, new._saved = old._project, old._saved
    new._begin_again()
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
    was, now = old._data, new._data
    if was._read is not None:
        now._plan, now._base, now._read_spec = was._plan, was._base, was._read_spec
        now.records._prepared = was.records._prepared
        now._keep(was._read)
    elif old._project.plan.data is not None:
        now.follow(new._project.plan, new.base)


def successor(old: MainWindow, words: Words) -> MainWindow:
    """Returns a window with the project, data, results and place of `old`, not yet shown. No job of `old` may
    be running. The caller shows it and then retires `old`.
    """
    old.controller.settle()
    old.keep_place()
    new = MainWindow(old.settings, old.theme, words)
    new.installEventFilter(old.theme)
    new.recovery.take_over(old.recovery)
    new.spilling.take_over(old.spilling)
    new.policy.take_over(old.policy)
    hand_over_project(old.controller, new.controller)
    new.missing_codes.take_over(old.missing_codes)
    if old.loading.ready and old.centre.currentWidget() is old.tabs:
        new.loading.begin()
        new.centre.setCurrentWidget(new.tabs)
        new.tabs.setCurrentIndex(old.tabs.currentIndex())
    places = list(_places(old, new))
    for _, after in places:
        after.make()
    presenters = [pair for before, after in places for pair in _presenters(before, after)]
    for was, now in presenters:
        now.take_answers(was)
    hand_over_data(old.controller, new.controller)
    for was, now in presenters:
        now.take_question(was)
    for before, after in places:
        _turn_alike(before, after)
        _select_alike(before.page, after.page)
    new.tabs.views.begin(old.tabs.views.views)
    new.recovery_offer.take_over(old.recovery_offer)
    new.tour.take_over(old.tour)
    new.log_panel.setPlainText(old.log_panel.toPlainText())
    new.labels_action.setChecked(old.labels_action.isChecked())
    new.focus_action.setChecked(old.focus_action.isChecked())
    new.centre.setFocus()
    if old.drawers.current is not None:
        new.drawers.open(old.drawers.current.objectName())
    return new


def retire(old: MainWindow) -> None:
    """Deletes a window whose successor is shown, and leaves recovery files alone."""
    old.log_relay.close()
    old.loading.give_up()
    old.hide()
    old.deleteLater()


def _places(old: MainWindow, new: MainWindow) -> Iterator[tuple[TabPlace, TabPlace]]:
    """The tabs of both windows whose pages were made in the old one."""
    pairs = zip(old.tabs.places, new.tabs.places, strict=True)
    return (pair for pair in pairs if pair[0].page is not None)


def _presenters(old: QWidget, new: QWidget) -> Iterator[tuple[AnyPresenter, AnyPresenter]]:
    """The questions of two pages; a page has at most one of a class."""
    kind: Any = QuestionPresenter
    after = {type(found): found for found in new.findChildren(kind)}
    for found in old.findChildren(kind):
        if type(found) in after:
            yield found, after[type(found)]


def _select_alike(before: Any, after: Any) -> None:
    """Shows the card that `before` shows, of pages with cards, and what is ticked to be exported."""
    if hasattr(before, "exports") and hasattr(after.exports, "take_over"):
        after.exports.take_over(before.exports)
    if hasattr(before, "card") and hasattr(after, "show_card"):
        after.show_card(before.card)


def _turn_alike(old: QWidget, new: QWidget) -> None:
    """Turns to the same views, if they exist by now."""
    before, after = (page.findChildren(QTabWidget) for page in (old, new))
    if [type(tabs) for tabs in before] == [type(tabs) for tabs in after]:
        for was, now in zip(before, after, strict=True):
            if was.count() == now.count() and now.isTabVisible(was.currentIndex()):
                now.setCurrentIndex(was.currentIndex())
