"""The question of ``release``: what is observed of whom, what everybody expects, the tests, the requests."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.release.release import TESTS, ReleaseParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.parts import card, dress_more, heading, muted, show_choice
from sdc_desktop.ui.forms.release_more import ReleaseMore
from sdc_desktop.ui.forms.release_texts import combination_of, shares_of, shares_text, tests_of
from sdc_desktop.ui.forms.settling_text import SettlingText
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release_choices import BASELINES, COMBINATIONS, POLICIES, STREAMS
from sdc_desktop.words.release_choices import TESTS as TEST_NAMES

_MOST_SEED = 2**31 - 1


class ReleaseForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of ReleaseParams with their new values
    refused = Signal(object)  # tuple[Problem, ...]: what is typed cannot be read
    file_wanted = Signal()  # the file of requests

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._params: ReleaseParams | None = None
        self._known: Mapping[str, float] = {}
        self.setProperty("helpPage", "release")
        say = words.say
        self.attribute = self._chooser(N_("Observed attribute"))
        self.target = self._chooser(N_("Target"))
        for box in (self.attribute, self.target):
            box.setPlaceholderText(say(N_("choose a variable")))
        self.baseline = self._chooser(N_("Baseline"), BASELINES)
        self.shares = SettlingText()
        self.shares.setAccessibleName(say(N_("Shares of the baseline")))
        self.shares.setPlaceholderText(say(N_("one value per line, followed by its share")))
        self.shares.setFixedHeight(step(self, 12))
        self.tests = {test: QCheckBox(say(TEST_NAMES[test])) for test in TESTS}
        self.combination = self._chooser(N_("Combination of tests"), COMBINATIONS)
        self.alpha = CalmSpinBox()
        self.alpha.setAccessibleName(say(N_("Significance")))
        self.alpha.setDecimals(2)
        self.alpha.show_range(0.01, 99.99)
        self.alpha.setSuffix("\u2009%")
        self.policy = self._chooser(N_("Treatment of unsafe requests"), POLICIES)
        self.stream = self._chooser(N_("Request order"), STREAMS)
        self.orders = self._whole(1, 10_000, N_("Number of orders"))
        self.seed = self._whole(0, _MOST_SEED, N_("Random seed"))
        self.rates = SettlingText()
        self.rates.setAccessibleName(say(N_("Rates of requests")))
        self.rates.setPlaceholderText(
            say(N_("one target per line, followed by its requests per day; default 1"))
        )
        self.rates.setFixedHeight(step(self, 9))
        self.file_button = QPushButton(say(N_("&Choose file of requests\u2026")))
        self.file_name = ElidedLabel()
        self.more_button = QToolButton()
        self.more = ReleaseMore(words)
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "release",
            {
                "attribute": self.attribute,
                "target": self.target,
                "baseline": self.baseline,
                "alpha": self.alpha,
                "policy": self.policy,
                "stream": self.stream,
                "orders": self.orders,
                "seed": self.seed,
                "rates": self.rates,
            },
            self._words,
        )
        for box in (*self.tests.values(), self.combination):
            tell_fields(self, "release", {"tests": box}, words)
        tell_fields(self, "release", {"baseline": self.shares}, words)

    def show_question(
        self,
        params: ReleaseParams,
        attribute: str | None,
        target: str | None,
        variables: Sequence[str],
        baseline: Mapping[str, float],
    ) -> None:
        """Show a question as it stands; nothing is told of it. ``baseline`` is that of the file, where it is
        known already.
        """
        self._params, self._known = params, baseline
        show_choice(self.attribute, [name for name in variables if name != target], attribute)
        show_choice(self.target, [name for name in variables if name != attribute], target)
        told = isinstance(params.baseline, Mapping)
        self.baseline.setCurrentIndex(int(told))
        self.shares.setVisible(told)
        if isinstance(params.baseline, Mapping):
            self.shares.show_text(shares_text(params.baseline))
        ticked, combination = combination_of(params.tests)
        for test, box in self.tests.items():
            with QSignalBlocker(box):
                box.setChecked(test in ticked)
        self.combination.setCurrentIndex(list(COMBINATIONS).index(combination))
        self.combination.setEnabled(len(ticked) > 1)
        one = params.alpha if isinstance(params.alpha, float) else None
        self.alpha.setEnabled(one is not None)
        self.alpha.show_value(100 * (0.2 if one is None else one))
        self.policy.setCurrentIndex(list(POLICIES).index(params.policy))
        self.stream.setCurrentIndex(list(STREAMS).index(params.stream))
        self.orders.show_value(params.orders)
        self.seed.show_value(params.seed or 0)
        self.rates.show_text(shares_text(params.rates))
        self.file_name.setText(params.requests_file or "")
        self._show_stream(params.stream)
        self.more.show_question(params)

    def show_kept(self, rules: str) -> None:
        """While a log is open its rules are in force, and may be others than the question's: they stand in
        its place. An empty text: no log is open.
        """
        told = N_("The open log keeps its original rules: {rules}. Close it to set rules for a new log.")
        self.kept.setText(self._words.say(told, rules=rules))
        self.kept.setVisible(bool(rules))
        self._fields.setVisible(not rules)

    def show_live(self, live: bool) -> None:
        """Live, nothing is simulated: no orders, no stream; all tests must hold."""
        self._all_note.setVisible(live)
        for part in (self._combination_label, self.combination):
            part.setVisible(not live)
        if live:
            for part in (*self._simulated, self.rates, self.file_button, self.file_name):
                part.hide()
        else:
            for part in self._simulated[:2]:
                part.show()
        self.more.show_live(live)

    def settle(self) -> None:
        """What is typed is meant."""
        for field in (self.shares, self.rates):
            if field.hasFocus():
                field.settle()
        self.more.settle()

    # building ----------------------------------------------------------------------------------------

    def _show_stream(self, stream: str) -> None:
        drawn = stream in ("random", "arrivals")
        for part in (self._orders_label, self.orders):
            part.setVisible(drawn)
        self.rates.setVisible(stream == "arrivals")
        for part in (self.file_button, self.file_name):
            part.setVisible(stream == "listed")

    def _lay_out(self) -> None:
        say = self._words.say
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        self.kept = muted("")
        self.kept.setTextFormat(Qt.TextFormat.PlainText)
        self.kept.hide()
        self._fields = QWidget()
        outer.addWidget(self.kept)
        outer.addWidget(self._fields)
        outer.addStretch(1)
        column = QVBoxLayout(self._fields)
        spread(column, self, margin=0)
        column.addWidget(
            self._grid_card(
                (N_("Observed variable"), self.attribute),
                (N_("Target"), self.target),
                (N_("Baseline"), self.baseline),
                (None, self.shares),
            )
        )
        what = heading(say(N_("Release tests")), self.tests["MIS"])
        fields, labels = self._grid((N_("Significance"), self.alpha), (N_("Combination"), self.combination))
        self._combination_label = labels[1]
        self._all_note = muted(say(N_("A record is released only if all selected tests pass.")))
        column.addWidget(card(self, what, *self.tests.values(), self._all_note, fields))
        how, labels = self._grid((N_("Unsafe requests"), self.policy), (N_("Request order"), self.stream))
        numbers = QWidget()
        row = QHBoxLayout(numbers)
        spread(row, self, margin=0, spacing=0.5)
        self._orders_label, seed_label = QLabel(say(N_("Orders"))), QLabel(say(N_("Seed")))
        for label, field in ((self._orders_label, self.orders), (seed_label, self.seed)):
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, 1)
        column.addWidget(card(self, how, self.rates, self.file_button, self.file_name, numbers))
        self._simulated = (labels[1], self.stream, self._orders_label, self.orders)
        self.more_button.setText(say(N_("More: own tests, degrees of freedom, draws")))
        dress_more(self.more_button)
        column.addWidget(self.more_button)
        column.addWidget(self.more)
        self.more.hide()
        column.addStretch(1)
        order = (self.attribute, self.target, self.baseline, self.shares, *self.tests.values(), self.alpha)
        rest = (self.combination, self.policy, self.stream, self.rates, self.file_button, self.orders)
        for first, second in pairwise((*order, *rest, self.seed, self.more_button)):
            QWidget.setTabOrder(first, second)

    def _grid_card(self, *rows: tuple[str | None, QWidget]) -> QWidget:
        return card(self, self._grid(*rows)[0])

    def _grid(self, *rows: tuple[str | None, QWidget]) -> tuple[QWidget, list[QLabel]]:
        fields, labels = QWidget(), []
        grid = QGridLayout(fields)
        spread(grid, self, margin=0, spacing=0.5)
        for row, (title, field) in enumerate(rows):
            if title is None:
                grid.addWidget(field, row, 0, 1, 2)
                continue
            label = QLabel(self._words.say(title))
            label.setBuddy(field)
            labels.append(label)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)
        return fields, labels

    def _chooser(self, name: str, choices: Mapping[str, str] | None = None) -> CalmComboBox:
        box = CalmComboBox()
        box.setAccessibleName(self._words.say(name))
        box.addItems([self._words.say(choice) for choice in (choices or {}).values()])
        return box

    def _whole(self, least: int, most: int, name: str) -> CalmSpinBox:
        field = CalmSpinBox()
        field.setDecimals(0)
        field.show_range(least, most)
        field.setAccessibleName(self._words.say(name))
        return field

    def _connect(self) -> None:
        self.attribute.activated.connect(self._on_attribute)
        self.target.activated.connect(self._on_target)
        self.baseline.activated.connect(self._on_baseline)
        self.shares.settled.connect(self._on_shares)
        for box in self.tests.values():
            box.clicked.connect(self._on_tests)
        self.combination.activated.connect(self._on_tests)
        self.alpha.settled.connect(self._on_alpha)
        self.policy.activated.connect(self._on_policy)
        self.stream.activated.connect(self._on_stream)
        self.orders.settled.connect(self._on_orders)
        self.seed.settled.connect(self._on_seed)
        self.rates.settled.connect(self._on_rates)
        self.file_button.clicked.connect(self.file_wanted)
        self.more_button.toggled.connect(self._on_more)
        self.more.changed.connect(self.changed)
        self.more.refused.connect(self.refused)

    # telling -----------------------------------------------------------------------------------------

    @Slot(int)
    def _on_attribute(self, index: int) -> None:
        self._tell({"attribute": self.attribute.itemText(index)})

    @Slot(int)
    def _on_target(self, index: int) -> None:
        self._tell({"target": self.target.itemText(index)})

    @Slot(int)
    def _on_baseline(self, index: int) -> None:
        told = index == list(BASELINES).index("told")
        if not told:
            self._tell({"baseline": "data"})
            return
        self.shares.setVisible(True)  # to begin with what the file has, where that is known
        if self._known:
            self._tell({"baseline": dict(self._known)})
        else:
            self.shares.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_shares(self, text: str) -> None:
        self._tell_shares("baseline", text)

    @Slot()
    def _on_tests(self) -> None:
        ticked = [test for test, box in self.tests.items() if box.isChecked()]
        combination = list(COMBINATIONS)[self.combination.currentIndex()]
        if combination == "own":
            self.more_button.setChecked(True)
            self.more.tests.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if not ticked:  # one test at the least: the box just left stays ticked
            assert self._params is not None
            ticked = list(combination_of(self._params.tests)[0])
            for test, box in self.tests.items():
                with QSignalBlocker(box):
                    box.setChecked(test in ticked)
            return
        self._tell({"tests": tests_of(ticked, combination)})

    @Slot()
    def _on_alpha(self) -> None:
        self._tell({"alpha": round(self.alpha.value() / 100, 6)})

    @Slot(int)
    def _on_policy(self, index: int) -> None:
        self._tell({"policy": list(POLICIES)[index]})

    @Slot(int)
    def _on_stream(self, index: int) -> None:
        self._tell({"stream": list(STREAMS)[index]})

    @Slot()
    def _on_orders(self) -> None:
        self._tell({"orders": round(self.orders.value())})

    @Slot()
    def _on_seed(self) -> None:
        self._tell({"seed": round(self.seed.value())})

    @Slot(object)
    def _on_rates(self, text: str) -> None:
        self._tell_shares("rates", text)

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self.more.setVisible(shown)

    def _tell_shares(self, key: str, text: str) -> None:
        try:
            told = shares_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        if told or key == "rates":
            self._tell({key: told})

    def _tell(self, fields: Mapping[str, object]) -> None:
        self.changed.emit(dict(fields))
