"""How a table is protected: the method, and the few settings of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.table.protection import (
    AdjustmentSpec,
    CellKeySpec,
    HashKeySpec,
    Protect,
    RedesignSpec,
    RoundingSpec,
    SuppressionSpec,
)
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.parts import Choice, MoreArea, labelled, muted, number_field, whole_or_not
from sdc_desktop.ui.forms.secret_field import SecretField
from sdc_desktop.ui.forms.settling_text import SettlingText
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables_choices import (
    COSTS,
    INSIDERS,
    METHODS,
    ROUNDINGS,
    SOLVERS,
    SUPPRESSION_COSTS,
    UNIONS,
)

_MOST = 1e12
_FIRST: Mapping[str, Protect | None] = {
    "none": None,
    "suppression": SuppressionSpec(method="suppression"),
    "rounding": RoundingSpec(method="rounding", base=5),
    "adjustment": AdjustmentSpec(method="adjustment"),
    "cell_key": CellKeySpec(method="cell_key", variance=2, maximum=5),
    "redesign": RedesignSpec(method="redesign", merge={}),
}


@dataclass(frozen=True)
class Around:
    """The table that is protected. ``spanning``: its dimensions; ``numbers``: variables that can be summed;
    ``built``: from records; ``values``: its cells hold sums, not counts; ``record_keys``: variables that
    record keys can be made from; ``secret``: what may be known of the table's.
    """

    variables: Sequence[str] = ()
    numbers: Sequence[str] = ()
    spanning: Sequence[str] = ()
    built: bool = True
    values: bool = False
    weighted: bool = False
    record_keys: Sequence[str] = ()
    secret: SecretFacts | None = None


class ProtectionEditor(QWidget):
    """Shows a method and tells which other is wanted. What a method was told before comes back with it."""

    changed = Signal(object)  # dict of fields
    file_wanted = Signal()  # of wishes for cells

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._protect: Protect | None = None
        self._before: dict[str, Protect | None] = dict(_FIRST)
        say = words.say
        self.method = Choice(say(N_("Protection method")), self._told(METHODS))
        self.solver = Choice(say(N_("Secondary suppression")), self._told(SOLVERS))
        self.cost = Choice(say(N_("Cost of suppressing a cell")), self._told(SUPPRESSION_COSTS))
        self.cost_variable = Choice(say(N_("Cost variable")), ())
        tip = N_(
            "1: unchanged. Below 1: costs become more similar. 0: logarithm. Called lambda in tau-ARGUS."
        )
        self.power = number_field(say(N_("Power of the cost (lambda)")), 0, 10, decimals=2, tip=say(tip))
        self.power.setSingleStep(0.1)
        self.moved_cost = Choice(say(N_("Cost of changing a cell")), self._told(COSTS))
        self.singletons = QCheckBox(say(N_("Protect against singletons")))
        self.insiders = Choice(say(N_("Singletons in suppressed cells")), self._told(INSIDERS))
        self.insiders.setToolTip(
            say(
                N_(
                    "A singleton, the only contributor to a suppressed cell, knows its "
                    "value and may derive unsafe cells of others exactly. A table that "
                    "allows this is not safe."
                )
            )
        )
        self.unions = Choice(say(N_("Unsafe unions of suppressed cells")), self._told(UNIONS))
        self.unions.setToolTip(
            say(N_("The sum of the suppressed cells of a row can be computed and may be unsafe itself."))
        )
        self.holding = Choice(say(N_("Holding variable")), ())
        self.waiver = Choice(say(N_("Waiver variable")), ())
        self.file_button = QPushButton(say(N_("A-priori file…")))
        self.file_button.setToolTip(
            say(N_("tau-ARGUS file (.hst) with status, cost and protection levels of cells."))
        )
        self.file_name = ElidedLabel()
        self.base = number_field(say(N_("Rounding base")), 1e-6, _MOST, decimals=6)
        self.rounding = Choice(say(N_("Rounding method")), self._told(ROUNDINGS))
        self.steps = number_field(say(N_("Extra multiples allowed per cell")), 0, 99)
        self.variance = number_field(say(N_("Variance of the noise")), 0.01, 9999, decimals=2)
        self.maximum = number_field(say(N_("Maximum perturbation of a count")), 1, 100)
        self.most_certain = number_field(
            say(N_("Maximum probability that a published small count is the true one, in percent")),
            1,
            100,
            suffix="\u2009%",
        )
        self.record_key = Choice(say(N_("Record keys from")), ())
        self.record_key.setToolTip(
            say(N_("The keys are a keyed hash of it, so sorting the file again does not change the noise."))
        )
        self.key_secret = SecretField(say(N_("Secret of the record keys")), words)
        self.rounding_secret = SecretField(say(N_("Secret of random rounding")), words)
        self.step = number_field(
            say(N_("Step of the noise, in percent of the largest contribution to a cell")),
            0.01,
            100,
            decimals=2,
            suffix="\u2009%",
        )
        self.cheapest = Choice(say(N_("Variable with categories to merge")), ())
        self.cheapest.setToolTip(
            say(N_("Merges the fewest adjacent categories that leave no unsafe cell (proven minimum)."))
        )
        self.merge = SettlingText()
        self.merge.setAccessibleName(say(N_("Categories to merge")))
        self.merge.setPlaceholderText(say(N_("one per line: variable: code, code")))
        self.merge.setFixedHeight(step(self, 8))
        self._areas: dict[str, QWidget] = {
            "suppression": self._suppression(),
            "rounding": self._rounding(),
            "adjustment": self._adjustment(),
            "cell_key": self._cell_key(),
            "redesign": self._redesign(),
        }
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.method)
        for area in self._areas.values():
            column.addWidget(area)
        self._connect()
        give_field_help(
            self,
            "table",
            {
                "protect": self.method,
                "protect.solver": self.solver,
                "protect.cost": self.cost,
                "protect.cost_variable": self.cost_variable,
                "protect.power": self.power,
                "protect.singletons": self.singletons,
                "protect.insiders": self.insiders,
                "protect.unions": self.unions,
                "protect.holding": self.holding,
                "protect.waiver": self.waiver,
                "protect.base": self.base,
                "protect.controlled": self.rounding,
                "protect.steps": self.steps,
                "protect.variance": self.variance,
                "protect.maximum": self.maximum,
                "protect.most_certain": self.most_certain,
                "protect.record_key": self.record_key,
                "secrets": self.key_secret,
                "protect.step": self.step,
                "protect.cheapest": self.cheapest,
                "protect.merge": self.merge,
            },
            self._words,
        )
        tell_fields(self, "table", {"protect.cost": self.moved_cost}, words)
        self.show_protection(None, Around())

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        costs = (self.solver, self.more.button, self.cost, self.cost_variable, self.power)
        suppression = (*costs, self.holding, self.waiver, self.insiders, self.unions, self.singletons)
        rounding = (self.base, self.rounding, self.steps, self.rounding_secret)
        noise = (self.variance, self.maximum, self.step, self.most_certain)
        keys = (*noise, self.record_key, self.key_secret)
        merging = (self.cheapest, self.merge)
        first = (self.method, *suppression, self.file_button, *rounding, self.moved_cost)
        return (*first, *keys, *merging)

    def show_protection(self, protect: Protect | None, around: Around) -> None:
        """Show what a plan says; nothing is told of it."""
        self._protect, self._around = protect, around
        method = "none" if protect is None else protect.method
        self._before[method] = protect
        self.method.show_key(method)
        for row in range(self.method.count()):
            key = self.method.itemData(row)
            possible = key not in ("redesign", "cell_key") or around.built
            possible = possible and not (key == "cell_key" and around.weighted)
            self.method.model().item(row).setEnabled(possible)  # type: ignore[attr-defined]
        for key, area in self._areas.items():
            area.setVisible(key == method)
        self.more.button.setVisible(method == "suppression")
        none = ("", self._words.say(N_("\u2013 none \u2013")))
        for choice in (self.holding, self.waiver):
            choice.show_choices([none, *((name, name) for name in around.variables)])
        if isinstance(protect, SuppressionSpec):
            self._show_suppression(protect)
        elif isinstance(protect, RoundingSpec):
            way = "controlled" if protect.controlled else "random" if protect.random else "conventional"
            self.base.show_value(protect.base)
            self.rounding.show_key(way)
            self.steps.show_value(protect.steps)
            self.steps.setEnabled(protect.controlled)
            for part in (self._rounding_label, self.rounding_secret):
                part.setVisible(way == "random")
            self.rounding_secret.show_secret(around.secret)
        elif isinstance(protect, AdjustmentSpec):
            self.moved_cost.show_key(protect.cost)
        elif isinstance(protect, CellKeySpec):
            self._show_keys(protect)
        elif isinstance(protect, RedesignSpec):
            self._show_merge(protect)

    def _show_keys(self, protect: CellKeySpec) -> None:
        self.variance.show_value(protect.variance)
        self.maximum.show_value(protect.maximum)
        self.most_certain.show_value(100 * float(protect.most_certain))
        usual = ("", self._words.say(N_("direct identifiers, else order of the file")))
        told = protect.record_key
        named = () if told is None else told.hash if isinstance(told, HashKeySpec) else (told.variable,)
        own = [(", ".join(named), ", ".join(named))] if len(named) > 1 else []
        self.record_key.show_choices([usual, *own, *((name, name) for name in self._around.record_keys)])
        self.record_key.show_key(", ".join(named))
        self.key_secret.show_secret(self._around.secret)
        self.step.show_value(protect.step)
        for part in (self._step_label, self.step, self._step_note):
            part.setVisible(self._around.values)
        for part in (self._certain_label, self.most_certain):
            part.setVisible(not self._around.values)

    def _show_merge(self, protect: RedesignSpec) -> None:
        none = ("", self._words.say(N_("\u2013 none \u2013")))
        self.cheapest.show_choices([none, *((name, name) for name in self._around.spanning)])
        self.cheapest.show_key(protect.cheapest or "")
        if merge_of(self.merge.toPlainText()) != dict(protect.merge):  # else it stays as it is typed
            self.merge.show_text(merge_text(protect.merge))

    def settle(self) -> None:
        """What is typed is meant."""
        if self.merge.hasFocus():
            self.merge.settle()

    # building ----------------------------------------------------------------------------------------

    def _told(self, texts: Mapping[str, str]) -> list[tuple[str, str]]:
        return [(key, self._words.say(text)) for key, text in texts.items()]

    def _suppression(self) -> QWidget:
        say = self._words.say
        inside, grid = _grid(self)
        labelled(grid, say(N_("Cost")), self.cost)
        self._variable_label = labelled(grid, say(N_("Cost variable")), self.cost_variable)
        labelled(grid, say(N_("Power")), self.power)
        labelled(grid, say(N_("Holding")), self.holding)
        labelled(grid, say(N_("Waiver")), self.waiver)
        labelled(grid, say(N_("Singletons")), self.insiders)
        labelled(grid, say(N_("Unsafe unions")), self.unions)
        grid.addWidget(self.singletons, grid.rowCount(), 0, 1, 2)
        row = grid.rowCount()
        grid.addWidget(self.file_button, row, 0)
        grid.addWidget(self.file_name, row, 1)
        self.more = MoreArea(
            inside, say(N_("costs, holdings, waivers, insiders, a-priori file")), self._words
        )
        area = QWidget()
        column = QVBoxLayout(area)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.solver)
        column.addWidget(self.more)
        return area

    def _rounding(self) -> QWidget:
        say = self._words.say
        area, grid = _grid(self)
        labelled(grid, say(N_("Base")), self.base)
        labelled(grid, say(N_("Method")), self.rounding)
        labelled(grid, say(N_("Extra multiples")), self.steps)
        self._rounding_label = labelled(grid, say(N_("Secret")), self.rounding_secret)
        return area

    def _adjustment(self) -> QWidget:
        area, grid = _grid(self)
        labelled(grid, self._words.say(N_("Cost")), self.moved_cost)
        return area

    def _cell_key(self) -> QWidget:
        say = self._words.say
        area, grid = _grid(self)
        labelled(grid, say(N_("Variance")), self.variance)
        labelled(grid, say(N_("Maximum perturbation")), self.maximum)
        self._step_label = labelled(grid, say(N_("Step size")), self.step)
        self._step_note = muted(
            say(
                N_(
                    "of the largest contribution to a cell. Variance and maximum perturbation are in such "
                    "steps."
                )
            )
        )
        grid.addWidget(self._step_note, grid.rowCount(), 0, 1, 2)
        self._certain_label = labelled(grid, say(N_("Maximum certainty")), self.most_certain)
        labelled(grid, say(N_("Record keys from")), self.record_key)
        labelled(grid, say(N_("Secret")), self.key_secret)
        note = muted(say(N_("The same secret gives each cell the same noise in every table.")))
        grid.addWidget(note, grid.rowCount(), 0, 1, 2)
        return area

    def _redesign(self) -> QWidget:
        area = QWidget()
        column = QVBoxLayout(area)
        spread(column, self, margin=0, spacing=0.5)
        row, grid = _grid(self)
        labelled(grid, self._words.say(N_("Merge categories of")), self.cheapest)
        column.addWidget(row)
        column.addWidget(self.merge)
        return area

    def _connect(self) -> None:
        self.method.chosen.connect(self._on_method)
        self.solver.chosen.connect(self._on_solver)
        self.cost.chosen.connect(self._on_suppression_cost)
        self.cost_variable.chosen.connect(self._on_cost_variable)
        self.power.settled.connect(self._on_power)
        self.insiders.chosen.connect(self._on_insiders)
        self.unions.chosen.connect(self._on_unions)
        self.moved_cost.chosen.connect(self._on_cost)
        self.singletons.clicked.connect(self._on_singletons)
        self.holding.chosen.connect(self._on_holding)
        self.waiver.chosen.connect(self._on_waiver)
        self.file_button.clicked.connect(self.file_wanted)
        self.base.settled.connect(self._on_base)
        self.rounding.chosen.connect(self._on_rounding)
        self.steps.settled.connect(self._on_steps)
        self.variance.settled.connect(self._on_noise)
        self.maximum.settled.connect(self._on_noise)
        self.most_certain.settled.connect(self._on_noise)
        self.record_key.chosen.connect(self._on_record_key)
        for secret in (self.key_secret, self.rounding_secret):
            secret.chosen.connect(self._on_secret)
        self.step.settled.connect(self._on_noise)
        self.cheapest.chosen.connect(self._on_cheapest)
        self.merge.settled.connect(self._on_merge)

    def _show_suppression(self, protect: SuppressionSpec) -> None:
        self.solver.show_key(protect.solver)
        told = self._told(SUPPRESSION_COSTS)
        self.cost.show_choices([own for own in told if own[0] != "variable" or self._around.numbers])
        self.cost.show_key(protect.cost)
        self.cost_variable.show_choices([(name, name) for name in self._around.numbers])
        self.cost_variable.show_key(protect.cost_variable)
        for part in (self._variable_label, self.cost_variable):
            part.setVisible(protect.cost == "variable")
        self.power.show_value(1 if protect.power is None else protect.power)
        self.insiders.show_key(protect.insiders)
        self.unions.show_key(protect.unions)
        with QSignalBlocker(self.singletons):
            self.singletons.setChecked(protect.singletons)
        self.holding.show_key(protect.holding or "")
        self.waiver.show_key(protect.waiver or "")
        self.file_name.setText(protect.apriori or "")

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_method(self, method: str) -> None:
        self.changed.emit({"protect": self._before[method]})

    @Slot(object)
    def _on_solver(self, key: str) -> None:
        self._tell(solver=key)

    @Slot(object)
    def _on_cost(self, key: str) -> None:
        self._tell(cost=key)

    @Slot(object)
    def _on_suppression_cost(self, key: str) -> None:
        named = self._around.numbers[0] if key == "variable" else None
        self._tell(cost=key, cost_variable=named)

    @Slot(object)
    def _on_cost_variable(self, name: str) -> None:
        self._tell(cost_variable=name)

    @Slot()
    def _on_power(self) -> None:
        power = round(self.power.value(), 2)
        self._tell(power=None if power == 1 else whole_or_not(power))

    @Slot(object)
    def _on_insiders(self, key: str) -> None:
        self._tell(insiders=key)

    @Slot(object)
    def _on_unions(self, key: str) -> None:
        self._tell(unions=key)

    @Slot(object)
    def _on_cheapest(self, name: str) -> None:
        self._tell(cheapest=name or None)

    @Slot()
    def _on_singletons(self) -> None:
        self._tell(singletons=self.singletons.isChecked())

    @Slot(object)
    def _on_holding(self, name: str) -> None:
        self._tell(holding=name or None)

    @Slot(object)
    def _on_waiver(self, name: str) -> None:
        self._tell(waiver=name or None)

    @Slot()
    def _on_base(self) -> None:
        self._tell(base=whole_or_not(self.base.value()))

    @Slot(object)
    def _on_rounding(self, way: str) -> None:
        self._tell(controlled=way == "controlled", random=way == "random")

    @Slot()
    def _on_steps(self) -> None:
        self._tell(steps=round(self.steps.value()))

    @Slot()
    def _on_noise(self) -> None:
        self._tell(
            variance=whole_or_not(self.variance.value()),
            maximum=round(self.maximum.value()),
            most_certain=self.most_certain.value() / 100,
            step=whole_or_not(round(self.step.value(), 2)),
        )

    @Slot(object)
    def _on_record_key(self, name: str) -> None:
        if name in (*self._around.record_keys, ""):
            self._tell(record_key=HashKeySpec(hash=(name,)) if name else None)

    @Slot(object)
    def _on_secret(self, digits: str) -> None:
        self.changed.emit({"secret": digits})

    @Slot(object)
    def _on_merge(self, text: str) -> None:
        self._tell(merge=merge_of(text))

    def _tell(self, **fields: Any) -> None:
        if self._protect is None:
            return
        told = type(self._protect).model_validate(self._protect.model_dump() | fields)
        if told != self._protect:
            self.changed.emit({"protect": told})


def merge_of(text: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Lines `variable: code, code` as lists of codes that become one, by variable."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for line in text.splitlines():
        name, _, codes = line.partition(":")
        group = tuple(code.strip() for code in codes.split(",") if code.strip())
        if name.strip() and group:
            found[name.strip()] = (*found.get(name.strip(), ()), group)
    return found


def merge_text(merge: Mapping[str, Sequence[Sequence[object]]]) -> str:
    """The same as they would be typed."""
    return "\n".join(
        f"{name}: {', '.join(map(str, group))}" for name, groups in merge.items() for group in groups
    )


def _grid(widget: QWidget) -> tuple[QWidget, QGridLayout]:
    area = QWidget()
    grid = QGridLayout(area)
    spread(grid, widget, margin=0, spacing=0.5)
    return area, grid
