"""What the batch command says: problems and progress on stderr, nothing else anywhere."""

import json
import sys
import time
import traceback
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sdc_desktop.engine.context import State
from sdc_desktop.engine.problems import Problem, Severity
from sdc_desktop.engine.runner import verdict_json
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import problem_json, sentence
from sdc_desktop.words.program.steps import step_text
from sdc_desktop.words.tables.searches import search_ends, search_line
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import verdict_lines

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import PlanResult

_BAR = 30
_SECOND = 1.0
_LEAST_CHANGE = 0.05  # on plain lines, so that logs stay short


class Reporter:
    """Writes to stderr: problems as lines or JSON lines, progress as a bar on a terminal, else as lines."""

    def __init__(self, words: Words, problems: str, *, quiet: bool, stream: TextIO | None = None) -> None:
        self.words = words
        self._as_json = problems == "json"
        self._quiet = quiet or self._as_json  # then every line is a problem
        self._stream = stream or sys.stderr
        self._shown_fraction = -1.0
        self._bar_shown = False
        self._searched = -inf

    def progress(self, fraction: float, step: str) -> None:
        """Tell how far the work is, unless quiet."""
        if self._quiet:
            return
        text = step_text(step, self.words)
        if self._stream.isatty():
            filled = round(fraction * _BAR)
            bar = "#" * filled + "." * (_BAR - filled)
            self._stream.write(f"\r[{bar}] {fraction:4.0%} {text}\x1b[K")
            self._stream.flush()
            self._bar_shown = True
        elif fraction >= self._shown_fraction + _LEAST_CHANGE:
            self._shown_fraction = fraction
            self._line(f"{fraction:4.0%} {text}")

    def searching(self, job: str, state: State) -> None:
        """Tell cost and bound of a search for the cheapest suppression, at most once a second."""
        now = time.monotonic()
        if self._quiet or state.gap is None or now - self._searched < _SECOND:
            return

        self._searched = now
        self._line(search_line(job, state, self.words))

    def problems(self, problems: Sequence[Problem]) -> None:
        """Each problem on a line of its own, in the order found."""
        for problem in problems:
            if self._as_json:
                self._line(json.dumps(problem_json(problem, self.words), ensure_ascii=False, sort_keys=True))
            else:
                self._line(sentence(problem, self.words).line())

    def done(self, notes: Sequence[Problem], target: Path) -> None:
        """Warnings and notes, then where the work is."""
        self.problems(notes)
        if not self._quiet:
            self._line(self.words.say(N_("Written: {path}"), path=target))

    def verdict(self, result: "PlanResult", missed: Grade | None, *, policy_missed: bool = False) -> None:
        """The verdict on each product and on the plan; `missed` is the grade required and not reached, or
        the required policy is.
        """
        if self._as_json:
            judged = {"code": "verdict", "severity": Severity.NOTE.value, **verdict_json(result.verdict)}
            self._line(json.dumps(judged, ensure_ascii=False, sort_keys=True))
            return

        for line in (*search_ends(result, self.words), *verdict_lines(result, self.words)):
            self._line(line)
        if missed is not None:
            self._line(
                self.words.say(
                    N_("Required grade: {grade}. No protected file was written."),
                    grade=grade_name(missed, self.words),
                )
            )
        elif policy_missed:
            self._line(self.words.say(N_("Required policy not met. No protected file was exported.")))

    def sound(self, problems: Sequence[Problem]) -> None:
        """A checked plan: its warnings and notes, then that it can be run."""
        self.problems(problems)
        if self._quiet:
            return
        warnings = sum(problem.severity is Severity.WARNING for problem in problems)
        self._line(
            self.words.say_many(
                N_("The plan can be run; {number} warning."),
                N_("The plan can be run; {number} warnings."),
                warnings,
            )
        )

    def interrupted(self) -> None:
        """The work was stopped from outside."""
        self._line(self.words.say(N_("Stopped. No files were written.")))

    def failed(self, fault: Exception) -> None:
        """An internal error: its type and place, never a value."""
        frames = traceback.extract_tb(fault.__traceback__)
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        self._line(
            self.words.say(
                N_(
                    "failed: internal error ({fault} at {place}). No file was saved. Report it to "
                    "the maintainers."
                ),
                fault=type(fault).__name__,
                place=place,
            )
        )

    def _line(self, text: str) -> None:
        if self._bar_shown:
            self._stream.write("\r\x1b[K")
            self._bar_shown = False
        self._stream.write(text + "\n")
        self._stream.flush()
