"""The verdict in words: its grade, its reasons, and one line for the window, the log and the terminal."""

from collections.abc import Mapping
from string import Formatter
from typing import TYPE_CHECKING

from sdc_desktop.engine.problems import Param, Place, Problem, Severity
from sdc_desktop.engine.verdict import MISSING_RULE, RULE_NOT_CHECKED, RULE_NOT_MET, Reason, Verdict
from sdc_desktop.words.counted import known_briefly
from sdc_desktop.words.outputs.findings import finding_reason
from sdc_desktop.words.policies.rules import rule_sentence
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.risk.source_names import source_name
from sdc_desktop.words.verdicts.grades import ReasonText, grade_name
from sdc_desktop.words.verdicts.reasons import OF_A_WARNING, REASONS
from sdc_desktop.words.words import N_, Words, listed, whole, whole_share

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import PlanResult

# what the external sentence of a reason may have: shares in whole per cent, and names
EXTERNAL_FIGURES = frozenset(
    {"says", "share", "risk", "limit", "variable", "variables", "by", "tables", "criterion", "tests"}
)
OF_OUTPUTS = "outputs."  # how the codes of findings on outputs begin
_SHARES = ("share", "risk", "limit", "most")  # how the figures end that are shares of 1


def reason_text(reason: Reason, words: Words, *, internal: bool = True, brief: bool = False) -> str:
    """One sentence on a reason. The external one names no cell, record or small count; a brief one names at
    most four variables, of more the first three and how many more there are.
    """
    sentence_of = REASONS.get(reason.code)
    if reason.code.startswith(OF_OUTPUTS):
        return finding_reason(reason.code.removeprefix(OF_OUTPUTS), _number(reason), words)
    if sentence_of is None:
        return noted(_problem(reason), words) if internal else words.say(OF_A_WARNING)
    given = {name: _named(value, words) for name, value in reason.figures.items()}
    figures = {name: _shown(name, value, words, internal) for name, value in given.items()}
    if reason.code in (RULE_NOT_CHECKED, RULE_NOT_MET):
        figures["says"] = _rule(reason, figures.get("variables", "") if internal else "", words)
    if brief:
        lists = ((name, value) for name, value in given.items() if isinstance(value, tuple))
        figures |= {name: few(value, words) for name, value in lists}
    if sentence_of.by and reason.figures.get("by"):
        sentence_of = ReasonText(sentence_of.by, sentence_of.by)
    if not internal:
        open_ones = {name: text for name, text in figures.items() if name in EXTERNAL_FIGURES}
        text = sentence_of.external
        if "persons" in figures:
            is_open = _is_open(sentence_of.persons)
            text = sentence_of.persons if is_open else sentence_of.persons_external or text
        return words.say(text, **open_ones)
    if sentence_of.persons and "persons" in figures:
        text = words.say(sentence_of.persons, **figures)
    elif sentence_of.one and isinstance(number := reason.figures.get("number"), int):
        text = words.say_many(sentence_of.one, sentence_of.internal, number, **figures)
    else:
        text = words.say(sentence_of.internal, **figures)
    rule = reason.figures.get(MISSING_RULE)
    if brief or not isinstance(rule, str | float | int):
        return text
    return words.say(N_("{first} {second}"), first=text, second=missing_rule(rule, words))


def _rule(reason: Reason, variables: str, words: Words) -> str:
    """What a rule says, and which variables break it or seem to be meant."""
    says = rule_sentence(reason.figures, words)
    if not variables:
        return says
    broken = reason.code == RULE_NOT_MET
    which = N_("Broken by {variables}.") if broken else N_("By its name it may be about {variables}.")
    return words.say(N_("{first} {second}"), first=says, second=words.say(which, variables=variables))


def _is_open(sentence: str) -> bool:
    """Whether a sentence has no other figures than those for the external edition."""
    named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    return bool(sentence) and named <= EXTERNAL_FIGURES


def _number(reason: Reason) -> int:
    number = reason.figures.get("number")
    return number if isinstance(number, int) else 1


def reason_texts(
    verdict: Verdict,
    words: Words,
    *,
    internal: bool = True,
    brief: bool = False,
    names: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """A sentence for each reason, the gravest first: the same number in either edition, brief or not.
    ``names``: what jobs are called that have no name of their own.
    """
    return tuple(_with_job(reason, words, internal, brief, names or {}) for reason in verdict.reasons)


def verdict_text(verdict: Verdict, words: Words, *, internal: bool = True) -> str:
    """The grade, the gravest reason, and how many more there are: `Not safe: … 2 further reasons.`"""
    texts = reason_texts(verdict, words, internal=internal)
    if not texts:
        return safe_text(verdict, words)
    name = grade_name(verdict.grade, words)
    line = words.say(N_("{grade}: {reason}"), grade=name, reason=texts[0])
    if len(texts) == 1:
        return line
    further = words.say_many(N_("{number} further reason."), N_("{number} further reasons."), len(texts) - 1)
    return f"{line} {further}"


def safe_text(verdict: Verdict, words: Words) -> str:
    """What holds where there is no reason against a release: no more than was checked."""
    if verdict.audited:
        return words.say(
            N_(
                "Safe: all conditions set are met. No other variable released unchanged is nearly unique, "
                "and none tried, alone or in pairs, reveals a protected value."
            )
        )
    return words.say(N_("Safe: all conditions set are met."))


def verdict_lines(result: "PlanResult", words: Words) -> tuple[str, ...]:
    """The verdict on the plan, then a line for each job, and the persons that it removed: for the log and the
    terminal.
    """
    lines = [words.say(N_("Verdict: {verdict}"), verdict=verdict_text(result.verdict, words))]
    for job in result.jobs:
        text = verdict_text(job.verdict, words)
        lines.append(words.say(N_("Verdict on {job}: {verdict}"), job=job.name, verdict=text))
        rare = getattr(job.result, "suppression", None)
        if rare is not None and rare.figures.whole_persons:
            from sdc_desktop.words.microdata.suppression import persons_suppressed  # it takes long to import

            removed = persons_suppressed(rare.figures, rare.k, rare.classes.records, words)
            lines.append(words.say(N_("{job}: {reason}"), job=job.name, reason=removed))
    return tuple(lines)


def _with_job(reason: Reason, words: Words, internal: bool, brief: bool, names: Mapping[str, str]) -> str:
    text = reason_text(reason, words, internal=internal, brief=brief)
    if not reason.job:
        return text
    name = names.get(reason.job, "")
    job = name[:1].upper() + name[1:] or reason.job
    return words.say(N_("{job}: {reason}"), job=job, reason=text)


def _problem(reason: Reason) -> Problem:
    """The warning that a reason was made from."""
    figures = dict(reason.figures)
    file, variable = figures.pop("where_file", None), figures.pop("where_variable", None)
    where = Place(file=_text(file), variable=_text(variable))
    assert reason.code in MESSAGES, reason.code
    return Problem(reason.code, where, figures, Severity.WARNING)


def _text(value: Param) -> str | None:
    return None if value is None else str(value)


def _named(value: Param, words: Words) -> Param:
    """Names as people know them: a source of values that is no variable is said in words."""
    return tuple(source_name(one, words) for one in value) if isinstance(value, tuple) else value


def _shown(name: str, value: Param, words: Words, internal: bool) -> str:
    if isinstance(value, tuple):
        return listed(value, words)
    if name == "criterion" and isinstance(value, str):
        return words.say(value)  # the title of a criterion
    if name == "known" and isinstance(value, str):
        return known_briefly(value, words)
    if name.endswith(_SHARES) and isinstance(value, int | float):
        return words.percent(value) if internal else whole_share(value, words)
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return whole(value)
    return words.short(value) if isinstance(value, float) else value
