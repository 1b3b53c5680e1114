"""Words of output checking that window and report share: severities, decisions, the outcome."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult, severities
from sdc_desktop.words.words import N_, Words, whole

_SEVERITIES: Mapping[str, str] = {
    "release": N_("release"),
    "look": N_("look"),
    "change": N_("change"),
    "refuse": N_("refuse"),
}
_VERDICTS: Mapping[str, str] = {
    "": N_("undecided"),
    "release": N_("release"),
    "change": N_("change"),
    "refuse": N_("refuse"),
}


def severity_name(severity: str, words: Words) -> str:
    """The proposal that follows from the gravest finding."""
    return words.say(_SEVERITIES[severity])


def verdict_name(verdict: str, words: Words) -> str:
    """A decision, or that there is none."""
    return words.say(_VERDICTS[verdict])


def outcome_text(result: OutputCheckResult, words: Words) -> str:
    """What the check found, in one sentence."""
    numbers = severities(result)
    return words.say(
        N_(
            "Tables and files: {number} in total, {change} need a change, {refuse} must not be released, "
            "{look} must be examined."
        ),
        number=whole(sum(numbers.values())),
        change=whole(numbers["change"]),
        refuse=whole(numbers["refuse"]),
        look=whole(numbers["look"]),
    )
