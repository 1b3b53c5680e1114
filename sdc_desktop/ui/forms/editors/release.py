"""Editors of the release queue: values with their shares, significances, and runs of tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Slot

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.debounced_text import SettlingLine
from sdc_desktop.ui.forms.editors.entry import Entry as Setting
from sdc_desktop.ui.forms.editors.entry import WideEditor
from sdc_desktop.ui.forms.editors.simple import Typed
from sdc_desktop.ui.forms.parts import Choice, muted
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.wrapping_check import WrappingCheckBox
from sdc_desktop.words import N_

Entry = str | tuple[str, ...]
RUNS = "tests.runs"  # hidden where all tests must hold
_COMBINATIONS: Mapping[str, str] = {
    "each": N_("each test separately"),
    "all": N_("all tests jointly"),
    "both": N_("separately and jointly"),
    "own": N_("custom runs:"),
}


def shares_of(text: str) -> dict[str, Number]:
    """A name and a number a line; the number is what stands last. Raises :class:`Refused`."""
    shares: dict[str, Number] = {}
    for line, entry in enumerate(text.splitlines(), start=1):
        if not entry.strip():
            continue
        name, _, last = entry.strip().replace(";", " ").rpartition("\t" if "\t" in entry else " ")
        try:
            share: Number = float(last.replace(",", "."))
        except ValueError:
            share = float("nan")
        if not name.strip() or share != share or name.strip() in shares:
            raise Refused(error("release.share_line", Place(line=line), text=entry.strip()))
        shares[name.strip()] = share
    return shares


def shares_text(shares: Mapping[str, Number]) -> str:
    """Shares as lines of a name and a number."""
    return "\n".join(f"{name}\t{share!r}" for name, share in shares.items())


def tests_of(ticked: Sequence[str], combination: str) -> tuple[Entry, ...]:
    """The runs of these tests: each separately, all together, or both."""
    together: tuple[Entry, ...] = (tuple(ticked),) if len(ticked) > 1 else tuple(ticked)
    if combination == "all":
        return together
    return (*ticked, *together) if combination == "both" and len(ticked) > 1 else tuple(ticked)


def combination_of(tests: Sequence[Entry]) -> tuple[tuple[str, ...], str]:
    """The tests of these runs, and how they are combined."""
    runs = [(run.upper(),) if isinstance(run, str) else tuple(name.upper() for name in run) for run in tests]
    ticked = tuple(test for test in TESTS if any(test in run for run in runs))
    for combination in ("each", "all", "both"):
        made = [(run,) if isinstance(run, str) else run for run in tests_of(ticked, combination)]
        if sorted(map(sorted, made)) == sorted(map(sorted, runs)):
            return ticked, combination
    return ticked, "own"


def runs_text(tests: Sequence[Entry]) -> str:
    """Runs in the form in which they are typed: `MIS, KLD + CST`."""
    return ", ".join(run if isinstance(run, str) else " + ".join(run) for run in tests)


def runs_of(text: str) -> tuple[Entry, ...]:
    """What is typed as runs. Raises :class:`Refused` where a test is none of the four."""
    runs: list[Entry] = []
    for typed in text.replace(";", ",").split(","):
        names = tuple(name.strip().upper() for name in typed.split("+") if name.strip())
        strange = [name for name in names if name not in TESTS]
        if strange:
            raise Refused(
                [error("release.unknown_test", name=name, tests=", ".join(TESTS)) for name in strange]
            )
        if names:
            runs.append(names if len(names) > 1 else names[0])
    return tuple(runs)


def _alphas_of(text: str) -> float | dict[str, float] | None:
    """One significance for all tests, or a test and its own in each part; in percent."""
    plain = text.replace("%", " ").strip()
    try:
        return round(float(plain.replace(",", ".")) / 100, 6) if plain else None
    except ValueError:
        shares = shares_of("\n".join(plain.split(",")))
    named = {runs_of(name)[0]: float(share) / 100 for name, share in shares.items()}
    return {name: named[name] for name in TESTS if name in named}


def _alphas_text(alpha: float | Mapping[str, float]) -> str:
    if isinstance(alpha, Mapping):
        return ", ".join(f"{name.upper()} {100 * share:g} %" for name, share in alpha.items())
    return f"{100 * alpha:g} %"


SHARES = Typed(
    lambda text: shares_of(text) or None, shares_text, 6, N_("one value per line, followed by its share")
)
RATES = Typed(
    shares_of, shares_text, 4, N_("one target per line, followed by its requests per day; default 1")
)
ALPHAS = Typed(_alphas_of, _alphas_text)


class RunsEditor(WideEditor):
    """The tests, and how they are combined into runs; runs of another kind are typed."""

    def __init__(self, entry: Setting) -> None:
        super().__init__(entry)
        self._value: Sequence[Entry] = ()
        self.boxes = {test: WrappingCheckBox(entry.say(entry.setting.choices[test].label)) for test in TESTS}
        self.note = muted(entry.say(N_("A record is released only if all selected tests pass.")))
        texts = [(key, entry.say(text)) for key, text in _COMBINATIONS.items()]
        self.combination = Choice(entry.say(N_("Combination of tests")), texts)
        self.runs = SettlingLine()
        self.runs.setAccessibleName(entry.say(N_("Runs of tests")))
        self.runs.setPlaceholderText(entry.say(N_("such as: MIS, KLD + CST")))
        fill(self, *self.boxes.values(), self.note, self.combination, self.runs, spacing=0.5)
        self.setFocusProxy(self.boxes[TESTS[0]])
        for box in self.boxes.values():
            box.clicked.connect(self._on_tests)
        self.combination.chosen.connect(self._on_combination)
        self.runs.settled.connect(self._on_runs)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the tests and their combination."""
        self._value = value
        chosen, combination = combination_of(value)
        for test, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(test in chosen)
        jointly = RUNS in choices.hidden
        self.note.setVisible(jointly)
        self.combination.setVisible(not jointly)
        self.combination.setEnabled(len(chosen) > 1 or combination == "own")
        self.combination.show_key(combination)
        self.runs.setVisible(combination == "own" and not jointly)
        self.runs.show_text(runs_text(value))

    @Slot()
    def _on_tests(self) -> None:
        chosen = [test for test, box in self.boxes.items() if box.isChecked()]
        if chosen:
            combination = self.combination.key
            self._entry.change(tests_of(chosen, "each" if combination == "own" else combination))
        else:  # one is needed: the last stays
            self._entry.show_again()

    @Slot(object)
    def _on_combination(self, combination: str) -> None:
        if combination != "own":
            self._on_tests()
            return
        self.runs.setVisible(True)
        self.runs.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_runs(self, text: str) -> None:
        try:
            runs = runs_of(text)
        except Refused as refusal:
            self.runs.refuse()
            self._entry.context.refused(refusal.problems)
            return
        if runs:
            self._entry.change(runs)
