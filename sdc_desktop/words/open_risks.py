"""The risks that a change of values leaves open, in sentences."""

from collections.abc import Mapping

from sdc_desktop.engine.microdata.open_risks import largest_risk
from sdc_desktop.words.words import N_, Words

_LARGEST: Mapping[str, str] = {
    "dld": N_("Largest remaining risk: {risk} of records are linked to their original by distance."),
    "pld": N_("Largest remaining risk: {risk} of records are linked to their original by agreement."),
    "id": N_("Largest remaining risk: {risk} of original values lie close to the released ones."),
    "true_share": N_(
        "Largest remaining risk: a released value is the true one with a probability of {risk}."
    ),
    "kept_keys": N_(
        "Largest remaining risk: on unchanged key variables, the re-identification risk is up to {risk}."
    ),
}


def largest_text(risks: Mapping[str, float], words: Words) -> str:
    """The largest of the risks, or that none was measured."""
    found = largest_risk(risks)
    if found is None:
        return words.say(N_("No risk was measured."))
    name, share = found
    return words.say(_LARGEST[name], risk=words.percent(share))
