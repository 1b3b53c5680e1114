"""The settings of a curve or of an experiment."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.questions.question import State
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.tab_question import TabQuestion
from sdc_desktop.ui.theme import fill
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.persons import COUNTS_RECORDS

_OF_WAYS = {
    "attribute": {"attribute", "known", "weights"},
    "values": {"values", "normalise"},
    "intervals": {"intervals", "step"},
}


class Question(TabQuestion):
    """Two forms, one at a time; the page lays out the messages and the button."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.of_table = muted("")
        fill(self, self.of_table, (self.area, 1), margin=0.5, spacing=1.0)

    @cached_property
    def curve(self) -> SettingsForm:
        """The form of a curve; like that of an experiment it is made when it is first wanted."""
        return self._form(CAE)

    @cached_property
    def experiment(self) -> SettingsForm:
        """The form of an experiment."""
        return self._form(CAE_EXPERIMENT)

    def _form(self, method: Method[Any]) -> SettingsForm:
        form = self._new_form(method)
        form.hide()
        self._forms.addWidget(form)
        return form

    def _made(self) -> list[SettingsForm]:
        """The forms that are there."""
        return [vars(self)[key] for key in ("curve", "experiment") if key in vars(self)]

    def show_view(self, view: View) -> None:
        """Show the params of a view; no signal is sent."""
        form = self.curve if view.is_curve else self.experiment
        for each in self._made():
            each.setVisible(each is form)
        stopped = view.is_curve and view.stage is Stage.READY and view.waiting and view.answer is not None
        self.run.setVisible(stopped or not view.is_curve)
        self.of_table.setVisible(view.is_curve and view.table is not None)
        if view.table is not None:
            text = N_("From the protected table “{name}”. Type to override.")
            self.of_table.setText(self._words.say(text, name=view.table))
        if view.is_curve:
            self.curve.show_params(view.params, _choices_of_curve(view))
            self._show_run(N_("Compute the curve"), running=False, enabled=view.state is State.WAITING)
        else:
            self.experiment.show_params(view.params, self._choices_of_experiment(view))
            text = N_("Stop the experiment") if view.running else N_("Run the exper&iment")
            waiting = view.stage is Stage.READY and view.stale
            self._show_run(text, running=view.running, enabled=view.running or waiting)
        self.problems.show_problems(view.problems)

    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        for form in self._made():
            form.settle()

    def _choices_of_experiment(self, view: View) -> Choices:
        why = COUNTS_RECORDS if view.several_records else "" if view.has_data else N_("No data file open")
        missing = {"data": self._words.say(why)} if why else {}
        return Choices(
            offered={"attribute": view.variables, "attributes": _others(view)},
            chosen={"attribute": _current(view), "attributes": view.attributes},
            barred={"data": missing},
        )


def _choices_of_curve(view: View) -> Choices:
    others, known = _others(view), tuple(view.params.known or ())
    shown = _OF_WAYS[view.way]
    return Choices(
        offered={
            "attribute": view.variables,
            "known": others,
            "weights": tuple(name for name in others if name not in known),
        },
        chosen={"attribute": _current(view)},
        hidden=frozenset(key for keys in _OF_WAYS.values() for key in keys - shown),
        texts=view.texts,
    )


def _current(view: View) -> tuple[str, ...]:
    return () if view.attribute is None else (view.attribute,)


def _others(view: View) -> tuple[str, ...]:
    return tuple(name for name in view.variables if name != view.attribute)
