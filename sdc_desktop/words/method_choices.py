"""The choices of the methods that change values, and what the steps of the history are called.

It is wanted when the window is made, so that nothing here needs the engine.
"""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

METHODS: Mapping[str, str] = {
    "local_suppression": N_("Local suppression"),
    "pram": N_("Post-randomisation (PRAM)"),
    "swap": N_("Rank swapping"),
    "noise": N_("Noise"),
    "top_code": N_("Top and bottom coding"),
}
MEANINGS: Mapping[str, str] = {
    "local_suppression": N_(
        "Suppresses as few values as possible until no equivalence class is smaller than k."
    ),
    "pram": N_("Changes category values with known transition probabilities."),
    "swap": N_("Swaps values of similar rank between records."),
    "noise": N_("Adds normally distributed noise to continuous variables."),
    "top_code": N_("Replaces values beyond a threshold."),
}
PRAM_METHODS: Mapping[str, str] = {
    "invariant": N_("drawn from the distribution"),
    "uniform": N_("any other category, equal probability"),
}
NOISE_METHODS: Mapping[str, str] = {
    "additive": N_("is independent"),
    "correlated": N_("has the data's correlations"),
}
REPLACEMENTS: Mapping[str, str] = {
    "bound": N_("the bound"),
    "mean": N_("mean of the values beyond"),
}
LOSSES: Mapping[str, str] = {
    "loss": N_("precision"),
    "entropy": N_("entropy"),
    "discernibility": N_("discernibility"),
    "class_size": N_("group size"),
    "anopi": N_("ANOPI"),
}
_CHANGES: Mapping[str, str] = {
    "variables": N_("{method}: variables"),
    "retain": N_("{method}: chance to stay"),
    "method": N_("{method}: kind"),
    "range": N_("{method}: range"),
    "amount": N_("{method}: amount"),
    "bounds": N_("{method}: bounds"),
    "replacement": N_("{method}: replacement"),
    "k": N_("{method}: k"),
    "suppressed_as": N_("{method}: what * counts as"),
    "importance": N_("{method}: importance"),
}


def change_label(kind: str, key: str, words: Words) -> str:
    """The step's name when a key of a method's params was changed."""
    return words.say(_CHANGES[key], method=words.say(METHODS[kind]))
