"""Problems of a form in lines: one for each kind, with what to do. Notes are not wrong: they have none."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.verdict import HARMLESS
from sdc_desktop.words.problems.problems import AWAITED, Sentence, sentence
from sdc_desktop.words.words import N_, Words

_SEVERITIES = {"error": N_("Error"), "warning": N_("Warning")}
_DISCLOSURE = 1  # the rank of warnings that lower the verdict
_SEVERAL = 3  # problems of one code that become a list with one remedy


@dataclass(frozen=True)
class Lines:
    """The problems that require action and their lines; ``heads``: the lines whose beginning is always shown,
    the first, and one for each kind of warning that lowers the verdict.
    """

    problems: tuple[Problem, ...]
    lines: tuple[str, ...]
    heads: tuple[str, ...]


def problem_lines(problems: Sequence[Problem], words: Words) -> Lines:
    """The lines of those of these problems that require action."""
    shown = [problem for problem in problems if problem.severity in _SEVERITIES]
    codes = list(dict.fromkeys(problem.code for problem in shown))
    shown.sort(key=lambda problem: (_rank(problem), codes.index(problem.code)))
    kinds = [list(group) for _, group in groupby(shown, key=lambda p: (p.severity, p.code))]
    texts = [_lines(kind, words) for kind in kinds]
    grave = [kind for kind in kinds if _rank(kind[0]) == _DISCLOSURE]
    first = [text[0] for text in texts[:1] if kinds[0] not in grave]
    heads = (_line(sentence(kind[0], words), words, len(kind)) for kind in grave)
    return Lines(tuple(shown), tuple(line for text in texts for line in text), (*first, *heads))


def _lines(group: list[Problem], words: Words) -> list[str]:
    """A line for each problem; of many of one kind a line with what to do, and the places below it."""
    texts = [sentence(problem, words) for problem in group]
    if group[0].code in AWAITED:
        return [words.say(N_("Still needed: {remedy}."), remedy=text.remedy) for text in texts]
    remedies = {text.remedy for text in texts}
    if len(group) < _SEVERAL or len(remedies) > 1:
        return [_line(text, words) for text in texts]
    first = words.say(
        N_("{severity}: {number} {number:message|messages} of one kind. {remedy}."),
        severity=words.say(_SEVERITIES[texts[0].severity]),
        number=len(group),
        remedy=_beginning(texts[0].remedy),
    )
    places = [problem.where.variable for problem in group]
    named = (
        text.message if place is None or place in text.message else f"{place}: {text.message}"
        for place, text in zip(places, texts, strict=True)
    )
    return [first, *(f"\u2022 {text}" for text in named)]


def _line(text: Sentence, words: Words, number: int = 1) -> str:
    """What a sentence says, with the number of its kind."""
    figures = {
        "severity": words.say(_SEVERITIES[text.severity]),
        "message": text.message,
        "remedy": _beginning(text.remedy),
    }
    if number == 1:
        return words.say(N_("{severity}: {message}. {remedy}."), **figures)
    several = N_("{severity}: {message} ({number} of this kind). {remedy}.")
    return words.say(several, **figures, number=number)


def _rank(problem: Problem) -> int:
    """The order of problems: errors, warnings that lower the verdict, and others."""
    if problem.severity == "error":
        return 0
    return _DISCLOSURE + (problem.code in HARMLESS)


def _beginning(text: str) -> str:
    return text[:1].upper() + text[1:]
