"""Problems in sentences: where, what happened, what to do, and the page of the guide about it."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.problems import Param, Place, Problem
from sdc_desktop.words.outputs.findings import FINDINGS, finding_name
from sdc_desktop.words.problems.formats import FORMAT_WORDS
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.problems.plan import EXPECTED
from sdc_desktop.words.problems.site import WHY_RECORDS
from sdc_desktop.words.program.policy import policy_figures
from sdc_desktop.words.verdicts.grades import grade_in_text
from sdc_desktop.words.words import N_, Words

_STEERING = ("Cc", "Zl", "Zp")  # control characters, line and paragraph separators
_SHARES: Mapping[str, tuple[str, ...]] = MappingProxyType({"swap_households.mostly_rare": ("share",)})
_ANOTHER_VALUE = N_("another value")


# What a form waits for when its method is first chosen: a field without an answer, not an error. Plans that
# are run without it are refused all the same.
AWAITED = frozenset(
    {
        "generalise.no_variables",
        "microaggregate.no_variables",
        "perturb.no_bounds",
        "perturb.no_categories",
        "perturb.no_numbers",
        "risk.no_variables",
        "swap_households.no_areas",
        "swap_households.no_household",
    }
)


@dataclass(frozen=True)
class Sentence:
    """A displayed problem: window, batch and report show the same three parts."""

    severity: str
    where: str
    message: str
    remedy: str

    def line(self) -> str:
        """One line for a terminal or a log: `error: WHERE: MESSAGE - REMEDY`; a note can have no remedy."""
        remedy = f" - {self.remedy}" if self.remedy else ""
        return _one_line(f"{self.severity}: {self.where}: {self.message}{remedy}")


def sentence(problem: Problem, words: Words) -> Sentence:
    """Say a problem. Every code the engine can raise has a message (a test walks through them)."""
    message, remedy = MESSAGES[problem.code]
    figures = {name: _shown(value, words) for name, value in problem.params.items()}
    for name in _SHARES.get(problem.code, ()):
        figures[name] = words.percent(float(str(problem.params[name])))
    if problem.code == "plan.type":
        figures["expected"] = words.say(EXPECTED.get(figures["expected"], _ANOTHER_VALUE))
    if problem.code in ("site.needs_records", "site.needs_all_records"):
        figures |= {"title": words.say(figures["title"]), "reason": words.say(WHY_RECORDS[figures["reason"]])}
    if problem.code == "criteria.missing_rule":
        figures["criterion"] = words.say(figures["criterion"])
    if "format" in figures:
        figures["format"] = FORMAT_WORDS.get(figures["format"], figures["format"])
    for name in ("grade_was", "grade_now"):
        if name in figures:
            figures[name] = grade_in_text(figures[name], words)
    if problem.code.startswith("output_check.") and "codes" in problem.params:
        figures["codes"] = _findings(problem.params["codes"], words)
    if "policy" in figures and "path" in figures:
        figures |= policy_figures(figures, words)
    return Sentence(
        severity=problem.severity.value,
        where=where(problem.where, words),
        message=words.say(message, **figures),
        remedy=words.say(remedy, **figures),
    )


def spoken(problem: Problem, words: Words) -> str:
    """Two sentences, used where the place is known already: `The file is empty. Choose another.`"""
    line = sentence(problem, words)
    parts = zip(MESSAGES[problem.code], (line.message, line.remedy), strict=True)
    return " ".join(f"{_beginning(words.say(template), text)}." for template, text in parts)


def noted(problem: Problem, words: Words) -> str:
    """One sentence for a report: the variable it is about, where that is known, and what is so."""
    message = sentence(problem, words).message
    variable = problem.where.variable
    if variable is None:
        return words.say(N_("{message}."), message=message[:1].upper() + message[1:])
    return words.say(N_("{variable}: {message}."), variable=variable, message=message)


def _beginning(template: str, text: str) -> str:
    """A capital letter at the beginning, but never of a name: yob stays yob."""
    return text if template.startswith("{") else text[:1].upper() + text[1:]


def problem_json(problem: Problem, words: Words) -> Mapping[str, object]:
    """A problem for programs: code and figures unchanged, and the sentences beside them."""
    text = sentence(problem, words)
    return {
        "code": problem.code,
        "severity": text.severity,
        "where": text.where,
        "message": text.message,
        "remedy": text.remedy,
        "params": {name: list(v) if isinstance(v, tuple) else v for name, v in problem.params.items()},
    }


def where(place: Place, words: Words) -> str:
    """A place in words: `patients.csv, line 7, field 3, variable yob`; the plan where nothing is known."""
    parts = [
        (place.key, N_("{value}")),
        (place.file, N_("{value}")),
        (place.line, N_("line {value}")),
        (place.column, N_("field {value}")),
        (place.variable, N_("variable {value}")),
    ]
    parts_of_place = [words.say(message, value=value) for value, message in parts if value is not None]
    if place.job is not None and place.key is None:
        parts_of_place.insert(0, words.say(N_("job {value}"), value=place.job))
    return ", ".join(parts_of_place) or words.say(N_("the plan"))


def _one_line(text: str) -> str:
    """Names of files and variables may hold line ends and what steers a terminal: shown, not done."""
    return "".join(repr(sign)[1:-1] if unicodedata.category(sign) in _STEERING else sign for sign in text)


def _shown(value: Param, words: Words) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, float):
        return words.localised(_rounded(value))
    return str(value)


def _findings(codes: Param, words: Words) -> str:
    """Findings of output checking by their names; a code without a name is shown itself."""
    assert isinstance(codes, tuple)
    return ", ".join(finding_name(code, words) if code in FINDINGS else code for code in codes)


def _rounded(value: float) -> str:
    """Three decimals are enough to read, unless they make a whole number of what is none (100.00001)."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    hidden = float(text) != value and float(text).is_integer()
    return f"{value:.8g}" if hidden or abs(value) >= 1e9 else text


_PAGES: Mapping[str, str] = MappingProxyType(
    {
        "csv": "text",
        "data": "data",
        "data.code_in_numbers": "text",
        "data.missing_code": "text",
        "file": "data",
        "fixed": "data",
        "forms": "text",
        "hierarchy": "hierarchies",
        "plan": "plans",
        "r": "r-files",
        "write": "data",
        **{code: kind for kind, method in METHODS.items() for code in (kind, *method.problems)},
    }
)


def page_of(problem: Problem) -> str:
    """The name of the page that fits a problem, by its code or the first part of it; empty for none."""
    return _PAGES.get(problem.code, _PAGES.get(problem.code.partition(".")[0], ""))
