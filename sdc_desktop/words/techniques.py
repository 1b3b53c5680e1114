"""Techniques compared, in sentences and rows, the same in window and report."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.recoding.anopi import Technique
from sdc_desktop.engine.methods.recoding.anopi.compare import TechniqueComparison
from sdc_desktop.words.words import N_, Words, listed, whole

_NAMES: Mapping[Technique, str] = {
    "recoding": N_("recoding"),
    "microaggregation": N_("microaggregation"),
}


def technique_name(technique: Technique, words: Words) -> str:
    """A technique in a word."""
    return words.say(_NAMES[technique])


def combination_name(technique: Mapping[str, Technique], words: Words) -> str:
    """What is done to which variable."""
    by_technique = {
        chosen: [name for name, found in technique.items() if found == chosen] for chosen in _NAMES
    }
    recoded, grouped = by_technique["recoding"], by_technique["microaggregation"]
    if not grouped:
        return words.say(N_("all recoded"))
    if not recoded:
        return words.say(N_("all microaggregated"))
    return words.say(
        N_("{recoded} recoded, {grouped} microaggregated"),
        recoded=listed(recoded, words),
        grouped=listed(grouped, words),
    )


def best_sentence(comparison: TechniqueComparison, words: Words) -> str:
    """The combination to offer, and what it reaches."""
    best, name = comparison.best, combination_name(comparison.best.technique, words)
    tried = len(comparison.combinations) + len(comparison.refused)
    if best.share <= 0:
        text = N_(
            "Every one of {tried} combinations leaves a variable without utility or without privacy; with "
            "{name} the least entropy is misplaced."
        )
    elif comparison.exhaustive:
        text = N_("Of all {tried} combinations {name} comes nearest to the optimum: {share} of it.")
    else:
        text = N_(
            "Of {tried} combinations that were tried, not all there are, {name} comes nearest to the "
            "optimum: {share} of it."
        )
    return words.say(text, tried=whole(tried), name=name, share=words.percent(best.share))
