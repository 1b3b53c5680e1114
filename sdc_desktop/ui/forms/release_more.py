"""What is seldom asked of ``release``: runs as typed, each test's significance, degrees of freedom, draws."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from sdc_desktop.engine.methods.release.release import TESTS, ReleaseParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.release_texts import runs_of, runs_text
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release_choices import DEGREES, DIXON, JOINS

_MOST = 1_000_000


class ReleaseMore(QWidget):
    """Shows and tells; decides nothing."""

    changed = Signal(object)  # dict: keys of ReleaseParams with their new values
    refused = Signal(object)  # tuple[Problem, ...]

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.tests = SettlingLine()
        self.tests.setAccessibleName(say(N_("Runs of tests")))
        self.tests.setPlaceholderText(say(N_("such as: MIS, KLD + CST")))
        self.alphas = SettlingLine()
        self.alphas.setAccessibleName(say(N_("Significance of each test, percent")))
        self.alphas.setPlaceholderText(say(N_("one for all")))
        self.degrees = self._chooser(N_("Degrees of freedom"), DEGREES)
        self.dixon_on = self._chooser(N_("DQT statistic"), DIXON)
        self.join = self._chooser(N_("Rule for joining small cells"), JOINS)
        self.draws = self._whole(100, _MOST, N_("Draws for the first records"))
        self.requests = self._whole(0, 10**9, N_("Maximum requests per order"))
        self.requests.setSpecialValueText(say(N_("all")))
        self.assess_only = QCheckBox(say(N_("Assess the whole file only")))
        grid = QGridLayout(self)
        spread(grid, self, margin=0.5, spacing=0.5)
        self._rows: dict[QWidget, QLabel] = {}
        for row, (title, field) in enumerate(
            (
                (N_("Runs"), self.tests),
                (N_("Significance of each, %"), self.alphas),
                (N_("Degrees of freedom"), self.degrees),
                (N_("Distances"), self.dixon_on),
                (N_("Small cells"), self.join),
                (N_("Draws"), self.draws),
                (N_("Requests"), self.requests),
            )
        ):
            label = QLabel(say(title))
            label.setBuddy(field)
            self._rows[field] = label
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.assess_only, len(self._rows), 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.tests.settled.connect(self._on_tests)
        self.alphas.settled.connect(self._on_alphas)
        self.degrees.activated.connect(self._on_degrees)
        self.dixon_on.activated.connect(self._on_dixon)
        self.join.activated.connect(self._on_join)
        self.draws.settled.connect(self._on_draws)
        self.requests.settled.connect(self._on_requests)
        self.assess_only.clicked.connect(self._on_assess)
        give_field_help(
            self,
            "release",
            {
                "tests": self.tests,
                "alpha": self.alphas,
                "degrees": self.degrees,
                "dixon_on": self.dixon_on,
                "join": self.join,
                "draws": self.draws,
                "requests": self.requests,
                "assess_only": self.assess_only,
            },
            self._words,
        )

    def show_question(self, params: ReleaseParams) -> None:
        """Show a question as it stands; nothing is told of it."""
        self.tests.show_text(runs_text(params.tests))
        told = params.alpha if isinstance(params.alpha, Mapping) else {}
        self.alphas.show_text(", ".join(f"{name.upper()} {100 * share:g}" for name, share in told.items()))
        self.degrees.setCurrentIndex(list(DEGREES).index(params.degrees))
        self.dixon_on.setCurrentIndex(list(DIXON).index(params.dixon_on))
        self.join.setCurrentIndex(list(JOINS).index(params.join))
        self.draws.show_value(params.draws)
        self.requests.show_value(params.requests or 0)
        with QSignalBlocker(self.assess_only):
            self.assess_only.setChecked(params.assess_only)

    def show_live(self, live: bool) -> None:
        """Live, nothing is simulated or assessed as a whole."""
        for part in (self.tests, self._rows[self.tests], self.requests, self._rows[self.requests]):
            part.setVisible(not live)
        self.assess_only.setVisible(not live)

    def settle(self) -> None:
        """What is typed is meant."""
        for field in (self.tests, self.alphas):
            if field.hasFocus():
                field.settle()

    def _chooser(self, name: str, choices: Mapping[str, str]) -> CalmComboBox:
        box = CalmComboBox()
        box.setAccessibleName(self._words.say(name))
        box.addItems([self._words.say(choice) for choice in choices.values()])
        return box

    def _whole(self, least: int, most: int, name: str) -> CalmSpinBox:
        field = CalmSpinBox()
        field.setDecimals(0)
        field.show_range(least, most)
        field.setAccessibleName(self._words.say(name))
        return field

    @Slot(object)
    def _on_tests(self, text: str) -> None:
        try:
            runs = runs_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        if runs:
            self.changed.emit({"tests": runs})

    @Slot(object)
    def _on_alphas(self, text: str) -> None:
        from sdc_desktop.ui.forms.release_texts import shares_of

        try:
            told = shares_of("\n".join(text.replace("%", " ").split(",")))
            shares = {runs_of(name)[0]: float(share) / 100 for name, share in told.items()}
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        self.changed.emit({"alpha": {name: shares[name] for name in TESTS if name in shares} or 0.2})

    @Slot(int)
    def _on_degrees(self, index: int) -> None:
        self.changed.emit({"degrees": list(DEGREES)[index]})

    @Slot(int)
    def _on_dixon(self, index: int) -> None:
        self.changed.emit({"dixon_on": list(DIXON)[index]})

    @Slot(int)
    def _on_join(self, index: int) -> None:
        self.changed.emit({"join": list(JOINS)[index]})

    @Slot()
    def _on_draws(self) -> None:
        self.changed.emit({"draws": round(self.draws.value())})

    @Slot()
    def _on_requests(self) -> None:
        self.changed.emit({"requests": round(self.requests.value()) or None})

    @Slot()
    def _on_assess(self) -> None:
        self.changed.emit({"assess_only": self.assess_only.isChecked()})
