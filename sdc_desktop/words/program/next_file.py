"""What differs between two data files, in the rows of a table: what, where, what it means, what to do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.problems import Severity
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.words import N_, Words, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.running.compare_files import Comparison, Difference

_SHOWN = 5  # values


def header(words: Words) -> tuple[str, ...]:
    """The heads of the columns."""
    heads = (N_("Variable"), N_("Differences"), N_("What it means"), N_("What to do"))
    return tuple(words.say(head) for head in heads)


def row(difference: "Difference", words: Words) -> tuple[str, ...]:
    """One difference, a text a column."""
    text = sentence(difference.problem, words)
    variable = difference.problem.where.variable or words.say(N_("the whole file"))
    what = _capital(text.message)
    if difference.values:
        shown = [value or words.say(N_("an empty field")) for value in difference.values[:_SHOWN]]
        more = "" if len(difference.values) <= _SHOWN else ", …"
        what = words.say(N_("{what} ({values})"), what=what, values=", ".join(shown) + more)
    return (variable, what, _meaning(difference, words), _capital(text.remedy))


def verdict(comparison: "Comparison", words: Words) -> str:
    """One sentence on the whole."""
    differences = comparison.differences
    errors = sum(difference.problem.severity is Severity.ERROR for difference in differences)
    name = comparison.opened.path.name
    records = words.say_many(N_("{number} record"), N_("{number} records"), comparison.opened.data.records)
    if errors:
        return words.say_many(
            N_("{name} ({records}) does not fit the plan: {number} difference stops jobs."),
            N_("{name} ({records}) does not fit the plan: {number} differences stop jobs."),
            errors,
            name=name,
            records=records,
        )
    if differences:
        return words.say_many(
            N_("{name} ({records}) can be used; {number} difference is worth a look."),
            N_("{name} ({records}) can be used; {number} differences are worth a look."),
            len(differences),
            name=name,
            records=records,
        )
    return words.say(
        N_("{name} ({records}) has all that the plan expects, and nothing else."), name=name, records=records
    )


def _meaning(difference: "Difference", words: Words) -> str:
    jobs, problem = difference.jobs, difference.problem
    if problem.severity is Severity.ERROR:
        if jobs:
            return words.say(N_("Cannot run: {jobs}"), jobs=_names(jobs, words))
        return words.say(N_("The batch command runs no job with this file"))
    if jobs:
        return words.say(N_("Concerns: {jobs}"), jobs=_names(jobs, words))
    if problem.severity is Severity.NOTE or problem.where.variable is None:
        return words.say(N_("Good to know"))
    return words.say(N_("No job uses it"))


def _names(names: Sequence[str], words: Words) -> str:
    return listed(names, words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
