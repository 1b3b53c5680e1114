"""The settings of the table that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast, get_origin

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.protection import AdjustmentSpec, RedesignSpec, RoundingSpec
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.project.given_totals import recomputing_totals
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.dimensions import DimensionsEditor
from sdc_desktop.ui.forms.editors.nested import ListEditor
from sdc_desktop.ui.forms.editors.tables import names_of
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.tab_question import TabQuestion
from sdc_desktop.ui.tabs.tables.tab_job import WAYS
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.concerned import named_cells
from sdc_desktop.words.tables.linked import TOGETHER
from sdc_desktop.words.tables.tables_choices import effort


class Forms(dict[str, SettingsForm]):
    """Forms by kind of table, each made by `make` when it is first wanted."""

    def __init__(self, make: Callable[[str], SettingsForm]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, way: str) -> SettingsForm:
        self[way] = made = self._make(way)
        return made


class Question(TabQuestion):
    """The form of the kind of table that is shown."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self.forms = Forms(self._make_form)
        self.effort = muted("")
        self._whole_table: TableSpec | None = None  # with its totals recomputed, where that is offered
        self.problems.remedy.setText(say(N_("Recompute totals")))
        self.problems.remedy_requested.connect(self._on_remedy)
        self.take_best = QPushButton(say(N_("Use &best so far")))
        self.take_best.setToolTip(
            say(N_("Stops the search and uses the best result so far: it is valid, but not proven optimal."))
        )
        self.together = push_button(say(N_("Together")), scale="small")
        self.together.setAccessibleName(say(N_("Protect together")))
        self.together.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.together.setToolTip(say(TOGETHER))
        column = QVBoxLayout(self)
        column.setSpacing(step(self))
        column.setContentsMargins(step(self, 0.6), step(self, 0.6), step(self, 0.3), 0)
        column.addWidget(self.area, 1)
        for part in (self.effort, self.problems, self.take_best):  # it comes and goes: not beside the other
            column.addWidget(part)
        self.acts = (self.together, self.run)  # in the foot of the panel, where no scrolling takes it

    def _make_form(self, way: str) -> SettingsForm:
        form = self._new_form(WAYS[way].method)
        form.hide()
        self._forms.addWidget(form)
        return form

    def dimensions_of(self, way: str) -> DimensionsEditor:
        """The editor of the dimensions of a table or a private table."""
        return cast(DimensionsEditor, self.forms[way].parts["dimensions"])

    @property
    def rules(self) -> ListEditor:
        """The editor of the sensitivity rules."""
        return cast(ListEditor, self.forms[TABLE.kind].parts["rules"])

    def show_rule(self, place: int) -> None:
        """Bring the editor of a rule into view, with the focus in its first field."""
        if place < len(self.rules.rows):
            field = next(iter(self.rules.rows[place].own.values()))
            self.area.ensureWidgetVisible(field)
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_view(self, view: View) -> None:
        """Show the current settings; no signal is sent."""
        params = shown_params(view)
        form, is_table = self.forms[view.way], view.is_table
        for each in self.forms.values():
            each.setVisible(each is form)
        form.setEnabled(view.has_data or view.is_audit or (is_table and params.table is not None))
        form.show_params(params, choices_of(view, params, self._words))
        self.effort.setVisible(is_table)
        if is_table:
            self._show_effort(view, params)
        self.take_best.setVisible(is_table and view.can_end)
        self.together.setVisible(bool(view.sharing))
        self.together.setEnabled(not view.running and not set(view.sharing) <= set(view.linked))
        self._show_running(view, is_protected=not is_table or params.protect is not None)
        shown = view.shown
        linked = [one for one in view.problems if shown and named_cells((one,), shown.result, shown.job.name)]
        self._whole_table = recomputing_totals(params.table, view.problems) if is_table else None
        self.problems.show_problems(view.problems, linked, remediable=self._whole_table is not None)

    @Slot()
    def _on_remedy(self) -> None:
        """Have the totals of the table computed from their parts."""
        if self._whole_table is not None:
            self.changed.emit({"table": self._whole_table})

    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        for form in self.forms.values():
            form.settle()

    def _show_running(self, view: View, *, is_protected: bool) -> None:
        way, running = WAYS[view.way], view.running
        text = N_("Prote&ct tables") if view.linked else way.run
        text = N_("Complete the sear&ch") if view.early and view.is_table else text
        is_waiting = view.stage is Stage.READY and (view.stale or view.early) and is_protected
        enabled = running or is_waiting
        self._show_run(
            way.stop if running else text, running=running, enabled=enabled, primary=not view.early
        )

    def _show_effort(self, view: View, params: Any) -> None:
        method = "none" if params.protect is None else params.protect.method
        dimensions, cells, unsafe = 0, None, None
        if view.judged is not None:
            result = view.judged.result
            dimensions, cells = len(result.dimensions), result.losses.cells
            unsafe = result.risks.unsafe if result.judged else None
        solver = getattr(params.protect, "solver", "")
        text = "" if view.ready else effort(method, solver, dimensions, cells, unsafe, self._words)
        self.effort.setText(text)
        self.effort.setVisible(bool(text))


def shown_params(view: View) -> Any:
    """The params; where too little is specified for them, what there is."""
    if view.params is not None:
        return view.params
    params = WAYS[view.way].method.params
    required = {key: info for key, info in params.model_fields.items() if info.is_required()}
    absent = {key: () if get_origin(info.annotation) is tuple else None for key, info in required.items()}
    given: dict[str, Any] = {**absent, **view.fields}
    return params.model_construct(**given)


def choices_of(view: View, params: Any, words: Words) -> Choices:
    """What the data and the plan offer to the settings of a table or an audit."""
    spanning = names_of(getattr(params, "dimensions", ()))
    of_variables = ("dimensions", "rules.variable", "protect.waiver")
    keys = ("holding", "protect.holding", "protect.record_key.hash", "protect.record_key.variable", "person")
    offered = {
        **dict.fromkeys(of_variables, view.variables),
        **dict.fromkeys(("value", "weight", "protect.cost_variable", "protect.ratio.per"), view.numbers),
        **dict.fromkeys(keys, view.record_keys),
        **dict.fromkeys(("protect.cheapest", "protect.ratio.share_of", "scenarios"), spanning),
        "dimensions.hierarchy": view.hierarchies,
    }
    return Choices(offered=offered, secret=view.secret, barred={"protect": _barred(params, view, words)})


def _barred(params: Any, view: View, words: Words) -> Mapping[str, str]:
    """The protection methods that cannot be chosen, by title, with the reason."""
    if not view.is_table:
        return {}
    if params.table is not None:
        barred = {CellKeySpec.title: words.say(N_("Needs the records of the table."))}
        if params.table.rounded is not None:
            reason = words.say(N_("Needs values that add up."))
            barred |= dict.fromkeys((RoundingSpec.title, AdjustmentSpec.title, RedesignSpec.title), reason)
        return barred
    reason = words.say(N_("Not possible for weighted amounts."))
    return {CellKeySpec.title: reason} if params.weight and params.value else {}
