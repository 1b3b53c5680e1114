"""What a codebook says of a variable, in words; nothing of it helps an intruder."""

from collections.abc import Mapping

from sdc_desktop.engine.data.table_layouts import STATUS, VALUE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.running.codebook import VariableEntry
from sdc_desktop.words.words import N_, Words

CONTENTS: Mapping[str, str] = {
    "categories": N_("categories"),
    "numbers": N_("numbers"),
    "dates": N_("dates"),
    "text": N_("text, not listed"),
    "empty": N_("no values"),
}
STATUSES: Mapping[str, str] = {
    "safe": N_("published"),
    "zero": N_("published, zero"),
    "empty": N_("published, no contributor"),
    "published": N_("published"),
    "suppressed": N_("not published"),
    "merged": N_("published with another category"),
    "rounded": N_("rounded"),
    "adjusted": N_("adjusted"),
    "perturbed": N_("perturbed"),
}
UNCHANGED = N_("Unchanged.")
SUPPRESSED = N_("Some values are suppressed (*).")
MADE = N_("Derived or renamed in preparation.")
BY_METHOD = N_("Values are changed by the method {method}.")
TABLE_VALUE = N_("Protected by {method}. An empty value is not published.")


def changes_text(entry: VariableEntry, plan: Plan, words: Words) -> str:
    """What was done to a variable on its way into the file, each step once."""
    texts = [_change(job, how, plan, words) for job, how in entry.changes]
    return " ".join(dict.fromkeys(text for text in texts if text)) or words.say(UNCHANGED)


def _change(job: str, how: str, plan: Plan, words: Words) -> str:
    method = method_of(plan.job(job).kind)
    if how == "suppressed":
        return words.say(SUPPRESSED)
    if how == "made":
        return words.say(MADE)
    if method.released:
        return words.say(method.released)
    return words.say(BY_METHOD, method=words.say(method.title))


def table_text(entry: VariableEntry, job: Job, words: Words) -> str:
    """What was done to a variable of a table: its values are protected, its dimensions are as in the plan."""
    protect = getattr(job.params, "protect", None)
    if entry.name != VALUE or protect is None:
        return ""
    return words.say(TABLE_VALUE, method=words.say(protect.title))


def category_label(entry: VariableEntry, text: str, label: str, *, of_table: bool, words: Words) -> str:
    """The label of a category; of the status of a cell its meaning."""
    if of_table and entry.name == STATUS and text in STATUSES:
        return words.say(STATUSES[text])
    return label
