"""The sources of risk curves in words, and the names of the steps that choose them. Loads no arithmetic."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

WAYS: Mapping[str, str] = {
    "attribute": N_("Variable in the file"),
    "values": N_("Entered values"),
    "intervals": N_("Intervals of a table"),
    "sampling": N_("Experiment: sampling"),
    "query_restriction": N_("Experiment: query restriction"),
    "noise": N_("Experiment: noise addition"),
    "released": N_("Released file against original"),
}
_CURVES = ("attribute", "values", "intervals")


def way_label(way: str, words: Words) -> str:
    """The step's name when another source was chosen."""
    name = words.say(WAYS[way])
    return words.say(N_("Risk curve: {way}"), way=name) if way in _CURVES else name


def comparison_label(whole: bool, words: Words) -> str:
    """The step's name when all techniques were put into the plan, or all but one taken out."""
    text = N_("Experiments: all techniques compared") if whole else N_("Experiments: one technique alone")
    return words.say(text)
