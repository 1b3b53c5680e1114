"""Words of output checking that window and report share: severities, decisions and what a finding has."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.words.words import N_, Words

_SEVERITIES: Mapping[str, str] = {
    "release": N_("release"),
    "look": N_("examine"),
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


@dataclass(frozen=True)
class Finding:
    """Marks: a noun phrase, a sentence with the figures, and a remedy for the researcher."""

    name: str
    why: str
    remedy: str
