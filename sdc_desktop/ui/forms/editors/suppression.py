"""The card of rare records: the size, records or values, and what a suppressed value counts as."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QToolButton, QWidget

from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.ui.forms.editors.simple import bar
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.parts import Choice, dress_more
from sdc_desktop.ui.theme import empty, fill, spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmSpinBox
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

_KEYS = ("suppress", "suppressed_as", "suppressed_records")
_WAYS, _RULES, _BECOMES = (SuppressionParams.settings[key].choices for key in _KEYS)
FIRST_K = 3  # what is proposed when suppression is switched on
_MOST_K, _MOST_IMPORTANCE = 9999, 1000.0


class SuppressionCard(QFrame):
    """Shows the settings for rare records and reports changes; decides nothing.

    ``moved`` has the fields of `SuppressionParams` that change; a choice that is meant at once is settled at
    once.
    """

    moved = Signal(object)  # {field: value}
    settled = Signal()
    selected = Signal()  # the card is being looked at

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setProperty("frame", "card")
        self._words = words
        self._params = SuppressionParams()
        self._names: tuple[str, ...] = ()
        self._last_k = FIRST_K
        self._barred: Mapping[str, str] = {}
        self._persons = False
        self.on = QCheckBox(words.say(N_("Suppress below k =")))
        self.k = CalmSpinBox()
        self.way, self.rule, self.records = map(self._choice, _KEYS)
        self.meaning = plain_label(tone="muted", scale="small", narrow=True)
        self.more = QToolButton()
        self.importances: dict[str, CalmSpinBox] = {}
        self._importance_area = QWidget()
        self._grid = QGridLayout(self._importance_area)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(0, 1)
        self._dress()
        self._lay_out()
        self._connect()
        fields = {"suppress_below": self.k, "suppress": self.way, "suppressed_as": self.rule}
        fields["suppressed_records"] = self.records
        give_field_help(self, RECODE.kind, fields, words)
        self.show_params(self._params, ())

    def begin(self) -> None:
        """Forget the k of a project that was open before."""
        self._last_k = FIRST_K

    def show_params(self, params: SuppressionParams, variables: Sequence[str]) -> None:
        """Show what a plan says of rare records among these variables; no signal is sent."""
        self._params = params
        wanted, cells = params.suppress_below is not None, params.suppress == "cells"
        if params.suppress_below is not None:
            self._last_k = params.suppress_below
        with QSignalBlocker(self.on):
            self.on.setChecked(wanted)
        self.k.show_value(float(self._last_k))
        self.way.show_key(params.suppress)
        self.rule.show_key(params.suppressed_as)
        self.records.show_key(params.suppressed_records)
        for part in (self.k, self.way, self.rule, self.records):
            part.setEnabled(wanted)
        self._show_parts(wanted, cells)
        self._explain()
        if self._names != tuple(variables):
            self._names, self.importances = tuple(variables), {}
            empty(self._grid)
            self._build_importances()
        self._show_importances()

    def bar_ways(self, reasons: Mapping[str, str]) -> None:
        """Let these ways of suppression not be chosen, and show why; the one that is chosen stays."""
        self._barred = reasons
        bar(self.way, reasons, kept=self._params.suppress)

    def count_persons(self, persons: bool) -> None:
        """Speak of persons, where some have several records, or of records."""
        self._persons = persons
        self._explain()

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        return (self.on, self.k, self.more, self.way, self.rule, self.records, *self.importances.values())

    # building ----------------------------------------------------------------------------------------

    def _choice(self, key: str) -> Choice:
        """The chooser of a setting."""
        setting, say = SuppressionParams.settings[key], self._words.say
        found = Choice(say(setting.label), [(word, say(one.label)) for word, one in setting.choices.items()])
        found.chosen.connect(partial(self._on_choice, key))
        return found

    def _dress(self) -> None:
        say = self._words.say
        self.on.setToolTip(say(N_("Applies to records in equivalence classes smaller than k.")))
        self.k.setDecimals(0)
        self.k.show_range(2, _MOST_K)
        self.k.setAccessibleName(say(N_("Minimum class size, k")))
        self.records_label = ElidedLabel(self.records.accessibleName())
        self.records_label.setBuddy(self.records)
        self.more.setText(say(N_("More")))
        self.more.setAccessibleName(say(N_("More: suppressed records, importance of variables")))
        self.more.setToolTip(say(N_("Where either of two values would do, the cheaper one is suppressed.")))
        self.more.setProperty("scale", "small")
        dress_more(self.more)

    def _lay_out(self) -> None:
        head = WrappingRow((self.on, self.k, self.more), step(self, 0.5))
        choices = (self.way, self.rule, self.meaning, self.records_label, self.records)
        fill(self, head, *choices, self._importance_area, margin=1, spacing=0.5)

    def _connect(self) -> None:
        self.on.toggled.connect(self._on_switched)
        self.on.clicked.connect(self.selected)
        self.k.moved.connect(self._on_k)
        self.k.settled.connect(self.settled)
        self.more.toggled.connect(self._on_more)
        for part in self.focus_order:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.gotFocus():
            pressed = watched is self.on and event.reason() == Qt.FocusReason.MouseFocusReason
            if not pressed:  # what opens beside the form would move the box away from its own click
                self.selected.emit()
        return False

    def _show_parts(self, wanted: bool, cells: bool) -> None:
        opened = self.more.isChecked()
        leave = self._params.suppress == "persons"  # then no suppressed record is left
        for parts, shown in (
            ((self.way, self.meaning), wanted),
            ((self.rule, self.more), wanted and cells),
            ((self.records, self.records_label), wanted and not leave and (opened or not cells)),
            ((self._importance_area,), wanted and cells and opened),
        ):
            for part in parts:
                part.setVisible(shown)

    def _explain(self) -> None:
        params = self._params
        way, rule = params.suppress, params.suppressed_as
        text = self._words.say(_WAYS[way].hint)
        self.way.setToolTip(text)
        if way == "cells":
            text = self._words.say(
                _RULES[rule].hint_of(persons=self._persons), k=params.suppress_below or self._last_k
            )
            self.rule.setToolTip(text)
        self.meaning.setText(text)
        self.records.setToolTip(self._words.say(_BECOMES[params.suppressed_records].hint))

    def _build_importances(self) -> None:
        """Builds the importances only when they are shown: they are many, and seldom needed."""
        if self.importances or not self.more.isChecked():
            return
        for row, name in enumerate(self._names):
            label = ElidedLabel(self._words.say(N_("Importance of {name}"), name=name))
            field = CalmSpinBox()
            field.setDecimals(1)
            field.show_range(0.1, _MOST_IMPORTANCE)
            field.setAccessibleName(label.text())
            field.setToolTip(self._words.say(N_("Cost of suppressing a value of this variable.")))
            label.setBuddy(field)
            field.moved.connect(partial(self._on_importance, name))
            field.settled.connect(self.settled)
            field.installEventFilter(self)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(field, row, 1)
            self.importances[name] = field
        for first, second in pairwise(self.focus_order):
            QWidget.setTabOrder(first, second)

    def _show_importances(self) -> None:
        for name, field in self.importances.items():
            field.show_value(float(self._params.importance.get(name, 1)))

    # telling -----------------------------------------------------------------------------------------

    @Slot(bool)
    def _on_switched(self, wanted: bool) -> None:
        fields: dict[str, object] = {"suppress_below": self._last_k if wanted else None}
        if wanted and self._params.suppress in self._barred:
            fields["suppress"] = next(way for way in _WAYS if way not in self._barred)
        self._mean(fields)

    @Slot(object)
    def _on_k(self, k: float) -> None:
        self.moved.emit({"suppress_below": round(k)})

    def _on_choice(self, key: str, word: str) -> None:
        self._mean({key: word})

    def _on_importance(self, name: str, weight: float) -> None:
        known = self._params.importance
        kept = {other: known[other] for other in self._names if other in known and other != name}
        self.moved.emit({"importance": kept | ({} if weight == 1 else {name: weight})})

    def _mean(self, change: Mapping[str, object]) -> None:
        self.moved.emit(change)
        self.settled.emit()

    @Slot(bool)
    def _on_more(self, _shown: bool) -> None:
        self._build_importances()
        self._show_importances()
        self._show_parts(self._params.suppress_below is not None, self._params.suppress == "cells")
