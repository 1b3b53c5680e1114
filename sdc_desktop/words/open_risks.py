"""The risks that a change of values leaves open, in sentences."""

from collections.abc import Mapping

from sdc_desktop.engine.microdata.open_risks import largest_risk
from sdc_desktop.words.words import N_, Words

_LARGEST: Mapping[str, str] = {
    "dld": N_("Largest risk left open: {risk} of records are linked to their original by distance."),
    "pld": N_("Largest risk left open: {risk} of records are linked to their original by agreement."),
    "id": N_("Largest risk left open: {risk} of original values lie close to the released ones."),
    "true_share": N_("Largest risk left open: a released value is the true one with a chance of {risk}."),
    "kept_keys": N_("Largest risk left open: on unchanged key variables a guess is right in up to {risk}."),
}


def largest_text(risks: Mapping[str, float], words: Words) -> str:
    """The largest of the risks, or that none was measured."""
    found = largest_risk(risks)
    if found is None:
        return words.say(N_("No risk was measured."))
    name, share = found
    return words.say(_LARGEST[name], risk=words.percent(share))
