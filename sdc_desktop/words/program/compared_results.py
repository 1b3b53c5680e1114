"""Two runs compared, in words: a sentence on the verdict, and a row for each change."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.running.compared_results import Change, Kind, ResultComparison, Value
from sdc_desktop.engine.verdict import Grade, Reason
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.reasons import REASONS
from sdc_desktop.words.verdicts.verdict import OF_OUTPUTS, reason_text
from sdc_desktop.words.words import N_, Words, whole

_NONE = "–"
_LABELS: Mapping[Kind, str] = {
    "grade": N_("Verdict"),
    "reason": N_("Reason"),
    "program": N_("Version of the program"),
    "input": N_("File read"),
    "step": N_("Step"),
    "method": N_("Method"),
    "file": N_("File written"),
    "draw": N_("Random draws"),
    "completed": N_("Completed"),
    "figure": N_("Figure"),
    "details": N_("Details in result.json"),
}
_DIGEST = 12  # characters of a checksum that are shown


def header(found: ResultComparison, words: Words) -> tuple[str, ...]:
    """The heads of the columns: step, what changed, first and second run."""
    return (
        words.say(N_("Step")),
        words.say(N_("What changed")),
        words.say(N_("First run: {name}"), name=found.names[0]),
        words.say(N_("Second run: {name}"), name=found.names[1]),
    )


def comparison_verdict(found: ResultComparison, words: Words) -> str:
    """Whether the two runs are equal, and how the verdict on all that is released changed."""
    before, after = (grade_name(grade, words) for grade in found.grades)
    if found.equal:
        return words.say(N_("The two runs are equal in every detail. Verdict: {grade}."), grade=after)
    if found.grades[0] is found.grades[1]:
        return words.say(N_("The verdict is unchanged: {grade}. The runs differ."), grade=after)
    text = N_("The verdict changed: {before} → {after}.")
    return words.say(text, before=before, after=after)


def comparison_rows(found: ResultComparison, words: Words) -> tuple[tuple[str, ...], ...]:
    """Step, what changed, and what each run has."""
    return tuple(_row(change, words) for change in found.changes)


def comparison_lines(found: ResultComparison, words: Words) -> Iterator[str]:
    """The comparison of two runs as lines of text, for the terminal."""
    yield comparison_verdict(found, words)
    for step, what, before, after in comparison_rows(found, words):
        lead = f"{step}: {what}" if step else what
        yield f"{lead}: {before} → {after}"
    if found.left_out:
        yield left_out(found, words)


def left_out(found: ResultComparison, words: Words) -> str:
    """How many changed figures are not among the rows; empty if none."""
    if not found.left_out:
        return ""
    return words.say_many(
        N_("{number} further figure changed."), N_("{number} further figures changed."), found.left_out
    )


def _row(change: Change, words: Words) -> tuple[str, str, str, str]:
    label = words.say(_LABELS[change.kind])
    if change.reason is not None:
        text = _reason(change.reason, words)
        return (change.job, label, text if change.before else _NONE, text if change.after else _NONE)
    if change.kind == "details":
        different = words.say(N_("different"))
        return (change.job, label, different, different)
    what = f"{label}: {change.name}" if change.name and change.kind != "step" else label
    return (
        change.job,
        what,
        _value(change.kind, change.before, words),
        _value(change.kind, change.after, words),
    )


def _value(kind: Kind, value: Value, words: Words) -> str:
    if value is None:
        return _NONE
    if kind == "grade":
        return grade_name(Grade(str(value)), words)
    if kind in ("step", "method"):
        method = METHODS.get(str(value))
        return str(value) if method is None else words.say(method.title)
    if kind in ("input", "file"):
        return str(value)[:_DIGEST] or words.say(N_("without a checksum"))
    if isinstance(value, bool):
        return words.say(N_("yes") if value else N_("no"))
    if isinstance(value, int):
        return whole(value)
    return words.short(value) if isinstance(value, float) else value


def _reason(reason: Reason, words: Words) -> str:
    """The reason in words; of a code that this version does not have, the code."""
    known = reason.code in REASONS or reason.code in MESSAGES or reason.code.startswith(OF_OUTPUTS)
    if not known:
        return reason.code
    try:
        text = reason_text(reason, words)
    except (KeyError, IndexError, ValueError, TypeError):  # another version gave it other figures
        return reason.code
    return words.say(N_("{job}: {reason}"), job=reason.job, reason=text) if reason.job else text
