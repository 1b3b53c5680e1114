"""The output of the protected file: where, in which order, and whether spreadsheets may run its texts."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.data.argus.beside import argus_paths
from sdc_desktop.engine.data.formats import output_format_of
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan_secrets import Secret, SecretFacts
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.forms.secret_field import SecretField
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.questions import ask_to_replace
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence

JUDGING = N_("Judging the protected file\u2026")
_FILTERS = N_(
    "Text files (*.csv *.txt *.tsv *.csv.gz);;Workbooks (*.xlsx *.ods);;SPSS (*.sav *.zsav);;Stata (*.dta);;"
    "SAS transport (*.xpt);;"
    "Parquet (*.parquet);;ARGUS (*.rda);;All files (*)"
)


class WriteDialog(QDialog):
    """A dialog for the output; `chosen` has the target, the output's description and a new secret, if any. It
    is sent once all of them are good; the secret is for the order.
    """

    chosen = Signal(object)  # (Path, OutputSpec, str | None)
    order_changed = Signal()  # the verdict shown may be on records in another order

    def __init__(
        self,
        proposal: Path,
        output: OutputSpec | None,
        inputs: tuple[Path, ...],
        in_plan: Callable[[OutputSpec], Sequence[Problem]],
        words: Words,
        parent: QWidget,
        secret: SecretFacts | None = None,
        key_files: tuple[str, ...] = (),
        verdict: str = "",
    ) -> None:
        """`inputs` must not be overwritten; `in_plan` gives the plan's problems with an output. `secret` is
        what may be known of the secret of the order; `key_files` must not be beside the protected file;
        `verdict` on the file is shown above all: without it no file can be exported.
        """
        super().__init__(parent)
        self._words = words
        self._in_plan = in_plan
        self._inputs = tuple(path.resolve() for path in inputs)
        say = words.say
        self.setWindowTitle(say(N_("Export protected file")))
        give_help(self, "data", words)
        self.path = QLineEdit(str(proposal))
        self.path.setMinimumWidth(step(self, 44))
        self.browse = QPushButton(say(N_("&Browse\u2026")))
        self.random = QCheckBox(say(N_("Records in &random order")))
        self.secret = SecretField(say(N_("Secret of the random order")), words)
        self.secret.show_secret(secret)
        self.other_secret: str | None = None
        self._key_files = key_files
        self._judged = True
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setProperty("tone", "strong")
        self.escape = QCheckBox(say(N_("Escape text that spreadsheets run as for&mulas")))
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.write = self.buttons.addButton(say(N_("&Export")), QDialogButtonBox.ButtonRole.AcceptRole)
        self.write.setProperty("weight", "primary")
        self.write.style().polish(self.write)
        known = output or OutputSpec(path="protected.csv", order="random")
        self.random.setChecked(known.order == "random")
        self.escape.setChecked(known.escape_formulas)
        self._lay_out()
        self.browse.clicked.connect(self._browse)
        self.path.textChanged.connect(self._look)
        self.secret.chosen.connect(self._on_secret)
        self.random.toggled.connect(self.secret.setEnabled)
        self.random.toggled.connect(self._on_order)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self.secret.setEnabled(self.random.isChecked())
        self.show_verdict(verdict)

    def show_verdict(self, verdict: str) -> None:
        """Show the verdict on what would be exported; empty while it is being found, and then nothing can
        be exported.
        """
        self._judged = bool(verdict)
        self.verdict.setText(verdict or self._words.say(JUDGING))
        self._look()

    @property
    def target(self) -> Path:
        """The file to export."""
        return Path(self.path.text().strip())

    @property
    def output(self) -> OutputSpec:
        """The output in the form of the plan."""
        return OutputSpec(
            path=self.target.name,
            order="random" if self.random.isChecked() else "as_is",
            escape_formulas=self.escape.isChecked(),
        )

    @property
    def objection(self) -> str:
        """Why the current output cannot be exported; empty where it can."""
        return self._objection() or ""

    def _lay_out(self) -> None:
        say = self._words.say
        place = QHBoxLayout()
        place.addWidget(self.path, 1)
        place.addWidget(self.browse)
        form = QFormLayout()
        form.addRow(say(N_("&File")), place)
        form.addRow("", self.random)
        form.addRow(say(N_("Secret")), self.secret)
        form.addRow("", self.escape)
        label = form.labelForField(place)
        if isinstance(label, QLabel):
            label.setBuddy(self.path)
        self.path.setAccessibleName(say(N_("File name")))
        column = QVBoxLayout(self)
        spread(column, self, margin=2)
        column.addWidget(self.verdict)
        column.addLayout(form)
        column.addWidget(self._note)
        column.addWidget(self.buttons)

    @Slot()
    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self,
            self.windowTitle(),
            str(self.target),
            self._words.say(_FILTERS),
            options=QFileDialog.Option.DontConfirmOverwrite,  # we ask once, at the end
        )
        if name:
            self.path.setText(name)

    @Slot()
    def _look(self) -> None:
        text = self.objection
        self.write.setEnabled(not text and self._judged)
        there = [] if text else [path.name for path in self._written() if _is_there(path)]
        if there:
            text = self._words.say(N_("{name} already exists and will be replaced."), name=there[0])
        elif not text and self.target.suffix.casefold() == ".xpt":
            text = self._words.say(
                N_("A SAS transport file: SAS reads it. SAS data sets (.sas7bdat) cannot be written.")
            )
        self._note.setText(text)

    def _written(self) -> tuple[Path, ...]:
        """The files of the export: records of ARGUS have their description beside them."""
        target = self.target
        return argus_paths(target) if output_format_of(target.name) == "rda" and target.name else (target,)

    def _objection(self) -> str | None:
        say, target = self._words.say, self.target
        if not self.path.text().strip() or not target.name:
            return say(N_("Enter a file name."))
        beside = [name for name in self._key_files if _is_there(target.parent / name)]
        if beside:
            return say(N_("The key file {name} is in this folder. Choose another folder."), name=beside[0])
        for problem in self._in_plan(self.output):
            text = sentence(problem, self._words)
            return say(N_("{message} \u2013 {remedy}."), message=text.message, remedy=text.remedy)
        for written in self._written():
            if written.resolve() in self._inputs:
                return say(N_("{name} is an input file. Choose another name."), name=written.name)
        if _is_there(target, Path.is_dir):
            return say(N_("{name} is a folder. Choose a file name."), name=target.name)
        if not _is_there(target.absolute().parent, Path.is_dir):
            return say(N_("The folder {name} does not exist."), name=str(target.parent))
        return None

    @Slot()
    def _on_order(self) -> None:
        self.order_changed.emit()

    @Slot(object)
    def _on_secret(self, digits: str) -> None:
        self.other_secret = digits
        self.secret.show_secret(Secret.of(digits).facts)

    @Slot()
    def _accept(self) -> None:
        if not self._judged or self._objection() is not None:
            return
        for path in self._written():
            if _is_there(path) and not ask_to_replace(path.name, self._words, self):
                return
        self.chosen.emit((self.target, self.output, self.other_secret))
        self.accept()


def _is_there(path: Path, question: Callable[[Path], bool] = Path.exists) -> bool:
    """Whether a path is there; of one that is too long for the system Python raises an error."""
    try:
        return question(path)
    except OSError:
        return False
