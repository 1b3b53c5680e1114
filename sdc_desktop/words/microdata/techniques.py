"""Techniques compared: sentences and rows, their comparison in the window, their steps of history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.anopi import Technique
from sdc_desktop.words.microdata.hierarchies import level_number
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.program.step_labels import points_text
from sdc_desktop.words.words import N_, Words, listed, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.recoding.anopi.compare import Combination, TechniqueComparison

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
            "{tried:The only combination|Every one of {tried} combinations} leaves a variable "
            "without utility or without privacy; with {name} the least entropy is misplaced."
        )
    elif comparison.exhaustive:
        text = N_(
            "Of {tried:the only combination|all {tried} combinations} {name} comes nearest to "
            "the optimum: {share} of it."
        )
    else:
        text = N_(
            "Of {tried} {tried:combination that was|combinations that were} tried, not all "
            "there are, {name} comes nearest to the optimum: {share} of it."
        )
    return words.say(text, tried=whole(tried), name=name, share=words.percent(best.share))


FIGURES = (2, 3, 4, 5)  # the columns that hold some

_MARKS = {(True, True): N_("★ in use"), (True, False): N_("★ best"), (False, True): N_("in use")}


def tab_header(words: Words) -> tuple[str, ...]:
    """The columns of the table."""
    titles = ("", N_("Released as"), N_("Utility"), N_("Privacy"), N_("Value"), N_("k"))
    return tuple(words.say(title) if title else "" for title in titles)


def tab_rows(
    comparison: TechniqueComparison, now: Mapping[str, Technique], words: Words
) -> tuple[tuple[str, ...], ...]:
    """One row per combination, the best first and marked, as is the current one; refused ones come last."""
    rows: list[tuple[str, ...]] = []
    for place, one in enumerate(comparison.combinations):
        rows.append(
            (
                _marked(place == 0, one.technique == now, words),
                released_as(one, words),
                words.figure(sum(pair.utility for pair in one.released.values())),
                words.figure(sum(pair.privacy for pair in one.released.values())),
                words.percent(one.share),
                whole(one.after.k),
            )
        )
    for refused in comparison.refused:
        text = N_("{name}: {why}")
        name, why = combination_name(refused.technique, words), sentence(refused.problems[0], words).message
        rows.append((words.say(N_("ruled out")), words.say(text, name=name, why=why), *("–",) * len(FIGURES)))
    return tuple(rows)


def _marked(best: bool, in_use: bool, words: Words) -> str:
    return words.say(_MARKS[best, in_use]) if best or in_use else ""


def released_as(one: Combination, words: Words) -> str:
    """The level or the k of each variable: `yob: level 3, ms k = 33`."""
    texts = []
    for name in one.technique:
        if name in one.levels:
            texts.append(
                words.say(N_("{name}: {level}"), name=name, level=level_number(one.levels[name], words))
            )
        elif name in one.k:
            texts.append(words.say(N_("{name} k = {k}"), name=name, k=whole(one.k[name])))
    return ", ".join(texts)


def columns_note(words: Words) -> str:
    """What the columns hold."""
    return words.say(
        N_(
            "Utility and privacy: sums over the variables, as really released. Value: the U that ANOPI "
            "maximises, of that at the optimum. k: smallest group."
        )
    )


def invitation(combinations: int, words: Words) -> str:
    """Before anything was compared."""
    return words.say_many(
        N_("{number} combination of recoding and microaggregation would be carried through and ranked."),
        N_("{number} combinations of recoding and microaggregation would be carried through and ranked."),
        combinations,
    )


def technique_label(name: str, technique: Technique, words: Words) -> str:
    """The step's name when a variable got another technique."""
    return words.say(N_("{name}: {technique}"), name=name, technique=technique_name(technique, words))


def combination_label(name: str, words: Words) -> str:
    """The step's name when a combination of techniques was chosen, with its `name` in the comparison."""
    return words.say(N_("Techniques: {name}"), name=name)


def k_label(block: Sequence[str], k: int | None, words: Words) -> str:
    """The step's name when the k of a block was chosen or left to ANOPI again."""
    names = listed(tuple(block), words)
    if k is None:
        return words.say(N_("k of {names}: chosen by ANOPI"), names=names)
    return words.say(N_("k of {names}: {k}"), names=names, k=whole(k))


def blocks_label(blocks: Sequence[Sequence[str]], words: Words) -> str:
    """The step's name when variables went to other blocks."""
    if not blocks:
        return words.say(N_("Recode all variables"))
    together = "; ".join(listed(tuple(block), words) for block in blocks)
    return words.say(N_("Blocks: {blocks}"), blocks=together)


def both_points_label(name: str, tenths: tuple[int, int], words: Words) -> str:
    """The step's name when both points of a variable were chosen on the map."""
    user, intruder = (points_text(each, words) for each in tenths)
    return words.say(
        N_("Points of {name}: utility {user}, privacy {intruder}"), name=name, user=user, intruder=intruder
    )
