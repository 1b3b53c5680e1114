"""Says that the memory does not suffice, before anything that needs much of it is imported."""

import json
import os
import sys
from collections.abc import Sequence

from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.problems.problems import problem_json, sentence
from sdc_desktop.words.program.languages import SYSTEM, chosen_language, words_in


def report_problem(problem: Problem, arguments: Sequence[str], *, window: bool) -> None:
    """Reports a problem in one line on stderr, in JSON if the arguments include it.

    For the ``window`` it also shows a message box.
    """

    words = words_in(chosen_language(_after("--language", arguments) or SYSTEM, os.environ))
    text = sentence(problem, words)
    line = text.line()
    if _after("--problems", arguments) == "json":
        line = json.dumps(problem_json(problem, words), ensure_ascii=False, sort_keys=True)
    if sys.stderr is not None:  # a window on Windows has none
        print(line, file=sys.stderr, flush=True)  # noqa: T201
    if window:
        _show(f"{text.message}\n{text.remedy}")


def _after(option: str, arguments: Sequence[str]) -> str:
    """The value of an option; empty without one."""
    for place, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
        if argument == option:
            return "".join(arguments[place + 1 : place + 2])
    return ""


def _show(text: str) -> None:
    try:
        from sdc_desktop.ui.shell.memory_notice import show_notice

        show_notice(text)
    except (ImportError, MemoryError, OSError):
        return  # not even for a window: the line is said
