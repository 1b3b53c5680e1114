"""The question of ``cae_experiment``: what is released, what may be known, how often it is tried."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams, DomainSteps
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.parts import card, dress_more, heading, muted, show_choice
from sdc_desktop.ui.forms.pasted import known_of, known_text, rows_of, text_of
from sdc_desktop.ui.forms.settling_text import SettlingLine, SettlingText
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.check_list import CheckList
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.cae_choices import DOMAINS, LIKELIHOODS, PARAMETERS

_DATA = ("data", "synthetic")
_LIKELIHOODS = ("uniform", "binomial")
_DOMAINS = ("occurring", "steps", "listed")
_MOST_SEED = 2**31 - 1
_FILES = {"released": "released", "query_restriction": "queries"}  # technique -> the key of its file


class CaeExperimentForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of CaeExperimentParams with their new values
    refused = Signal(object)  # tuple[Problem, ...]
    file_wanted = Signal(object)  # str: the key of the file to be chosen
    run_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self.setProperty("helpPage", "cae_experiment")
        self._technique = "sampling"
        self._attributes: tuple[str, ...] = ()  # that may be known
        self._domain_told: DomainSteps | tuple[Number, ...] | None = None
        say = words.say
        self.data = CalmComboBox()
        self.data.setAccessibleName(say(N_("Data of the experiment")))
        self.data.addItems([say(N_("the open file")), say(N_("a synthetic file of 2\u2009500 people"))])
        self.attribute = CalmComboBox()
        self.attribute.setAccessibleName(say(N_("Confidential attribute of the experiment")))
        self.attribute.setPlaceholderText(say(N_("choose a variable")))
        self.attributes = CheckList(say(N_("Variables that an intruder may know")))
        self.domain = CalmComboBox()
        self.domain.setAccessibleName(say(N_("Domain of the confidential attribute")))
        self.domain.addItems([say(DOMAINS[key]) for key in _DOMAINS])
        self.domain_values = SettlingLine()
        self.domain_values.setAccessibleName(self.domain.accessibleName())
        self.known = SettlingText()
        self.known.setAccessibleName(say(N_("Intruder's knowledge, one scenario per line")))
        self.known.setPlaceholderText(
            say(
                N_(
                    "blank: every number of variables; or one per line: 2 for all pairs, or names such as "
                    "age, sex"
                )
            )
        )
        self.known.setFixedHeight(step(self, 8))
        self.parameters = SettlingLine()
        self.parameters.setAccessibleName(say(N_("Parameters")))
        self.parameters_label = QLabel()
        self.parameters_label.setBuddy(self.parameters)
        self.repeats = _whole(1, 1000, say(N_("Files for each parameter")))
        self.seed = _whole(0, _MOST_SEED, say(N_("Random seed")))
        self.likelihood = CalmComboBox()
        self.likelihood.setAccessibleName(say(N_("Probability of values within noise range")))
        self.likelihood.addItems([say(LIKELIHOODS[key]) for key in _LIKELIHOODS])
        self.matching = QCheckBox(say(N_("Match against the released records")))
        self.file_button = QPushButton(say(N_("Choose file\u2026")))
        self.file_name = ElidedLabel()
        self.no_file = QPushButton(say(N_("Remove log")))
        self.no_file.setProperty("weight", "quiet")
        self.more = QToolButton()
        self.run = QPushButton()
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "cae_experiment",
            {
                "data": self.data,
                "attribute": self.attribute,
                "attributes": self.attributes,
                "domain": self.domain,
                "known": self.known,
                "parameters": self.parameters,
                "repeats": self.repeats,
                "seed": self.seed,
                "likelihood": self.likelihood,
                "matching": self.matching,
            },
            self._words,
        )
        tell_fields(self, "cae_experiment", {"domain": self.domain_values}, words)

    def show_question(
        self,
        params: CaeExperimentParams,
        attribute: str | None,
        attributes: Sequence[str],
        chosen: Sequence[str],
        parameters: Sequence[object],
        has_data: bool,
    ) -> None:
        """Show a question as it stands; nothing is told of it. ``attribute``, ``chosen`` and ``parameters``
        are those in force, ``attributes`` all that could be chosen.
        """
        self._technique = params.technique
        self.data.setCurrentIndex(_DATA.index(params.data))
        self.data.model().item(0).setEnabled(has_data)  # type: ignore[attr-defined]
        show_choice(self.attribute, attributes, attribute)
        self.attributes.show_names([name for name in attributes if name != attribute], chosen)
        self._attributes = tuple(chosen)
        self._show_domain(params.domain)
        self.known.show_text(known_text(params.known or ()))
        self.parameters.show_text(" ".join(str(value) for value in parameters if value is not None))
        self.repeats.show_value(params.repeats)
        self.seed.show_value(params.seed or 0)
        self.likelihood.setCurrentIndex(_LIKELIHOODS.index(params.likelihood))
        with QSignalBlocker(self.matching):
            self.matching.setChecked(params.matching == "released")
        self._show_technique(params)

    def show_running(self, running: bool, waiting: bool) -> None:
        """Whether the experiment runs, and whether it has still to be asked for."""
        say = self._words.say
        self._running = running
        self.run.setText(say(N_("Stop the experiment")) if running else say(N_("Run the exper&iment")))
        self.run.setProperty("weight", "" if running else "primary")
        self.run.style().polish(self.run)
        self.run.setEnabled(running or waiting)

    def settle(self) -> None:
        """What is typed is meant."""
        for field in (self.known, self.parameters, self.domain_values):
            if field.hasFocus():
                field.settle()

    # building ----------------------------------------------------------------------------------------

    def _show_domain(self, domain: DomainSteps | tuple[Number, ...] | None) -> None:
        if domain is None:  # what was chosen stays, until it is told or another is shown
            kind = _DOMAINS[self.domain.currentIndex()] if self._domain_told is None else "occurring"
        elif isinstance(domain, DomainSteps):
            kind = "steps"
            self.domain_values.show_text(text_of([(domain.lowest, domain.highest, domain.step)]))
        else:
            kind = "listed"
            self.domain_values.show_text(text_of([domain]))
        self._domain_told = domain
        self.domain.setCurrentIndex(_DOMAINS.index(kind))
        self._ask_domain(kind)

    def _ask_domain(self, kind: str) -> None:
        say = self._words.say
        self.domain_values.setVisible(kind != "occurring")
        if kind == "steps":
            name, hint = N_("Lowest value, highest value and step"), N_("lowest, highest, step: 0 250 10")
        else:
            name, hint = N_("Possible values of the domain"), N_("values with spaces between: 0 10 20 50")
        self.domain_values.setAccessibleName(say(name))
        self.domain_values.setPlaceholderText(say(hint))

    def _show_technique(self, params: CaeExperimentParams) -> None:
        say, technique = self._words.say, params.technique
        drawn = technique != "released" and params.queries is None
        if technique in PARAMETERS:
            name = say(PARAMETERS[technique])
            self.parameters_label.setText(name)
            self.parameters.setAccessibleName(name)
        for part in (self.parameters_label, self.parameters, self._repeats_label, self.repeats):
            part.setVisible(drawn)
        for part in (self.likelihood, self.matching):
            part.setVisible(technique == "noise")
        titles = {
            "released": N_("&Choose released file\u2026"),
            "query_restriction": N_("Own &query log\u2026"),
        }
        for part in (self.file_button, self.file_name):
            part.setVisible(technique in titles)
        if technique in titles:
            self.file_button.setText(say(titles[technique]))
            self.file_name.setText(getattr(params, _FILES[technique]) or "")
        self.no_file.setVisible(technique == "query_restriction" and params.queries is not None)

    def _lay_out(self) -> None:
        say = self._words.say
        self._repeats_label = QLabel(say(N_("Files for each parameter")))
        self._repeats_label.setBuddy(self.repeats)
        seed_label = QLabel(say(N_("Seed")))
        seed_label.setBuddy(self.seed)
        known_label = QLabel(say(N_("Intruder's knowledge, one scenario per line")))
        known_label.setBuddy(self.known)
        domain_label = QLabel(say(N_("Its possible values")))
        domain_label.setBuddy(self.domain)
        where = heading(say(N_("Data")), self.data)
        what = heading(say(N_("Confidential variable")), self.attribute)
        who = heading(say(N_("Intruder's knowledge")), self.attributes)
        released = heading(say(N_("Release technique")), self.parameters)
        fields = QWidget()
        grid = QGridLayout(fields)
        spread(grid, self, margin=0, spacing=0.5)
        grid.addWidget(self.file_button, 0, 0)
        grid.addWidget(self.file_name, 0, 1)
        grid.addWidget(self.no_file, 3, 0)
        grid.addWidget(self.parameters_label, 1, 0)
        grid.addWidget(self.parameters, 1, 1)
        grid.addWidget(self._repeats_label, 2, 0)
        grid.addWidget(self.repeats, 2, 1)
        grid.setColumnStretch(1, 1)
        self.more.setText(say(N_("More: seed, domain, what exactly is known")))
        dress_more(self.more)
        self._more_area = QWidget()
        area = QGridLayout(self._more_area)
        spread(area, self, margin=0.5, spacing=0.5)
        area.addWidget(seed_label, 0, 0)
        area.addWidget(self.seed, 0, 1)
        area.addWidget(domain_label, 1, 0)
        area.addWidget(self.domain, 1, 1)
        area.addWidget(self.domain_values, 2, 0, 1, 2)
        area.addWidget(known_label, 3, 0, 1, 2)
        area.addWidget(self.known, 4, 0, 1, 2)
        area.addWidget(self.likelihood, 5, 0, 1, 2)
        area.addWidget(self.matching, 6, 0, 1, 2)
        area.setColumnStretch(1, 1)
        self._more_area.hide()
        note = muted(
            say(
                N_(
                    "Every subset of the selected variables is tested: each further variable doubles the run "
                    "time."
                )
            )
        )
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(card(self, released, fields))
        column.addWidget(card(self, where, self.data, what, self.attribute, who, self.attributes, note))
        column.addWidget(self.more)
        column.addWidget(self._more_area)
        column.addStretch(1)
        fields_in_order = (self.file_button, self.no_file, self.parameters, self.repeats, self.data)
        in_more = (self.seed, self.domain, self.domain_values, self.known, self.likelihood, self.matching)
        rest = (self.attribute, self.attributes, self.more, *in_more)
        for first, second in pairwise((*fields_in_order, *rest)):
            QWidget.setTabOrder(first, second)

    def _connect(self) -> None:
        self.data.activated.connect(self._on_data)
        self.attribute.activated.connect(self._on_attribute)
        self.attributes.ticked.connect(self._on_attributes)
        self.known.settled.connect(self._on_known)
        self.domain.activated.connect(self._on_domain)
        self.domain_values.settled.connect(self._on_domain_values)
        self.no_file.clicked.connect(self._on_no_file)
        self.parameters.settled.connect(self._on_parameters)
        self.repeats.settled.connect(self._on_repeats)
        self.seed.settled.connect(self._on_seed)
        self.likelihood.activated.connect(self._on_likelihood)
        self.matching.clicked.connect(self._on_matching)
        self.file_button.clicked.connect(self._on_file)
        self.more.toggled.connect(self._more_area.setVisible)
        self.run.clicked.connect(self._on_run)

    # telling -----------------------------------------------------------------------------------------

    @Slot(int)
    def _on_data(self, index: int) -> None:
        self._tell({"data": _DATA[index]} | dict.fromkeys(("attribute", "attributes", "known", "domain")))

    @Slot(int)
    def _on_attribute(self, index: int) -> None:
        name = self.attribute.itemText(index)
        others = tuple(other for other in self.attributes.chosen if other != name)
        self._tell({"attribute": name, "attributes": others, "known": None, "domain": None})

    @Slot(object)
    def _on_attributes(self, names: tuple[str, ...]) -> None:
        self._tell({"attributes": names, "known": None})

    @Slot(object)
    def _on_known(self, text: str) -> None:
        self._tell({"known": known_of(text, self._attributes) or None})

    @Slot(int)
    def _on_domain(self, index: int) -> None:
        kind = _DOMAINS[index]
        self._ask_domain(kind)
        if kind == "occurring":
            self._tell({"domain": None})
        elif self._domain_told is None or (kind == "steps") != isinstance(self._domain_told, DomainSteps):
            self.domain_values.show_text("")
            self.domain_values.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_domain_values(self, text: str) -> None:
        try:
            numbers = [number for row in rows_of(text) for number in row]
            if not numbers:
                return
            if _DOMAINS[self.domain.currentIndex()] == "listed":
                self._tell({"domain": tuple(numbers)})
                return
            if len(numbers) != 3:
                raise Refused(error("cae.pasted_steps", number=len(numbers)))
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        lowest, highest, width = numbers
        self._tell({"domain": {"lowest": lowest, "highest": highest, "step": width}})

    @Slot(object)
    def _on_parameters(self, text: str) -> None:
        self._tell_numbers("parameters", text)

    @Slot()
    def _on_repeats(self) -> None:
        self._tell({"repeats": round(self.repeats.value())})

    @Slot()
    def _on_seed(self) -> None:
        self._tell({"seed": round(self.seed.value())})

    @Slot(int)
    def _on_likelihood(self, index: int) -> None:
        self._tell({"likelihood": _LIKELIHOODS[index]})

    @Slot()
    def _on_matching(self) -> None:
        self._tell({"matching": "released" if self.matching.isChecked() else "original"})

    @Slot()
    def _on_file(self) -> None:
        self.file_wanted.emit(_FILES[self._technique])

    @Slot()
    def _on_no_file(self) -> None:
        self._tell({"queries": None})

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self.stop_wanted.emit()
        else:
            self.run_wanted.emit()

    def _tell_numbers(self, key: str, text: str) -> None:
        try:
            rows = rows_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        self._tell({key: tuple(number for row in rows for number in row) or None})

    def _tell(self, fields: Mapping[str, object]) -> None:
        self.changed.emit(dict(fields))


def _whole(least: int, most: int, name: str) -> CalmSpinBox:
    field = CalmSpinBox()
    field.setDecimals(0)
    field.show_range(least, most)
    field.setAccessibleName(name)
    return field
