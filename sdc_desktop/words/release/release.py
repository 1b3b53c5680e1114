"""The release queue in sentences, the same in window, batch and report."""

import math
from collections.abc import Mapping, Sequence

from sdc_desktop.engine.release.assessment import Finding
from sdc_desktop.engine.release.explanation import Explanation, First, Reading
from sdc_desktop.engine.release.most_records import LargestSet
from sdc_desktop.words.words import N_, Words, listed, whole

_TESTS: Mapping[str, str] = {
    "MIS": N_("mutual information of attribute and target"),
    "KLD": N_("Kullback-Leibler distance of each target from the baseline"),
    "CST": N_("chi-square goodness of fit of each target to the baseline"),
    "DQT": N_("Dixon's test for an outlying target"),
}
_POLICIES: Mapping[str, str] = {
    "deny": N_("A record that is not safe when it is requested is denied."),
    "oldest_first": N_(
        "A record that is not safe waits. After every release the queue is searched from the "
        "oldest record on, repeatedly, until none of them is safe."
    ),
    "most_records": N_(
        "A record that is not safe waits. After every request, the largest set found of "
        "waiting records that are safe together is released in one step."
    ),
}
_DEGREES: Mapping[str, str] = {
    "seen": N_("Degrees of freedom count the values released so far, as in the source."),
    "baseline": N_("Degrees of freedom count all values of the baseline."),
}
_JOINS: Mapping[str, str] = {
    "smaller_neighbour": N_(
        "CST: the smallest cell with fewer than 5 records joins its smaller neighbour until all have 5."
    ),
    "forwards": N_(
        "CST: a value with fewer than 5 records joins the next values until 5 are reached. The rest joins "
        "the last cell."
    ),
}


def test_name(test: str, words: Words) -> str:
    """What a test examines."""
    return words.say(_TESTS[test.upper()])


def policy_text(policy: str, words: Words) -> str:
    """The treatment of a record that is not safe."""
    return words.say(_POLICIES[policy])


def degrees_text(degrees: str, words: Words) -> str:
    """The degrees of freedom used."""
    return words.say(_DEGREES[degrees])


def join_text(join: str, words: Words) -> str:
    """How CST joins cells with too few records."""
    return words.say(_JOINS[join])


def run_name(tests: Sequence[str]) -> str:
    """The tests of a run: `MIS`, `MIS + KLD`."""
    return " + ".join(test.upper() for test in tests)


def state_of_finding(found: Finding, words: Words) -> str:
    """What a test says of the whole or of a target."""
    if found.safe and math.isnan(found.critical):
        return words.say(N_("not tested"))
    return words.say(N_("safe") if found.safe else N_("not safe"))


def reading_text(reading: Reading, words: Words) -> str:
    """Statistic against critical value: `KLD, L2: 0.0536 is not below 0.0499`."""
    name = reading.test if reading.target is None else f"{reading.test}, {reading.target}"
    if math.isnan(reading.critical):
        return words.say(
            N_("{name}: too few records are released for a test, so the rule admits the request."), name=name
        )
    message = (
        N_("{name}: {statistic} is below the critical value {critical}.")
        if reading.safe
        else N_("{name}: {statistic} is not below the critical value {critical}.")
    )
    return words.say(
        message,
        name=name,
        statistic=words.figure(reading.statistic, 6),
        critical=words.figure(reading.critical, 6),
    )


def explanation_texts(explanation: Explanation, words: Words) -> tuple[str, ...]:
    """Why a record is not safe now, one sentence each, the last saying what would have to be released
    first.
    """
    if not explanation.has_baseline:
        return (
            words.say(
                N_("The value is not in the baseline: any observer would notice that it is unexpected.")
            ),
        )
    failing = tuple(reading_text(reading, words) for reading in explanation.readings if not reading.safe)
    if explanation.first is None:
        return (*failing, words.say(N_("No prior releases were found that would make it safe.")))
    listing = listed([_first(one, words) for one in explanation.first], words)
    return (
        *failing,
        words.say(N_("It would be safe after others, for example: {records}."), records=listing),
    )


def together_text(found: LargestSet, words: Words) -> str:
    """What could be released together now, and how sure that is."""
    if found.proven:
        return words.say_many(
            N_("{number} waiting record could be released now; no larger set is safe."),
            N_("{number} waiting records could be released together now; no larger set is safe."),
            found.records,
        )
    return words.say_many(
        N_("{number} waiting record could be released now; no safe set has more than {bound}."),
        N_("{number} waiting records could be released together now; no safe set has more than {bound}."),
        found.records,
        bound=whole(found.bound),
    )


def _first(one: First, words: Words) -> str:
    return words.say_many(
        N_("{number} record of {target} with {value}"),
        N_("{number} records of {target} with {value}"),
        one.records,
        target=one.target,
        value=one.value,
    )
