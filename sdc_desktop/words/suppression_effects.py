"""What suppression did to each variable, in words: the same in the Why panel and in the evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.words.words import N_, Words, whole

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Effect:
    """One variable before and after suppression. Utility and privacy are in points times decimal logarithms;
    ``has_points`` is false where nobody gave points and they are decimal logarithms themselves.
    """

    name: str
    cells: int
    utility: tuple[float, float]
    privacy: tuple[float, float]
    has_points: bool


def change(pair: tuple[float, float], words: Words, decimals: int = 2) -> str:
    """`45.32 → 42.10`."""
    return words.say(
        N_("{before} \u2192 {after}"),
        before=words.figure(pair[0], decimals),
        after=words.figure(pair[1], decimals),
    )


def effect_rows(effects: Sequence[Effect], words: Words) -> Rows:
    """For the Why panel: cells, utility and privacy of each variable."""
    rows: list[tuple[str, str]] = []
    for effect in effects:
        texts = (
            (N_("Utility of {name}"), N_("Privacy of {name}"))
            if effect.has_points
            else (N_("Entropy kept of {name}"), N_("Entropy held back of {name}"))
        )
        decimals = 2 if effect.has_points else 3
        rows.append((words.say(N_("Cells of {name}"), name=effect.name), whole(effect.cells)))
        for text, pair in zip(texts, (effect.utility, effect.privacy), strict=True):
            rows.append((words.say(text, name=effect.name), change(pair, words, decimals)))
    return tuple(rows)


def effect_header(has_points: bool, words: Words) -> tuple[str, ...]:
    """The columns of the table of effects."""
    texts = (
        (N_("Utility before"), N_("Utility after"), N_("Privacy before"), N_("Privacy after"))
        if has_points
        else (N_("Kept before"), N_("Kept after"), N_("Held back before"), N_("Held back after"))
    )
    return tuple(words.say(text) for text in (N_("Variable"), N_("Cells suppressed"), *texts))


def effect_table(effects: Sequence[Effect], words: Words) -> tuple[tuple[str, ...], ...]:
    """The table of effects, one row a variable."""
    return tuple(
        (
            effect.name,
            whole(effect.cells),
            *(
                words.figure(value, 2 if effect.has_points else 3)
                for value in (*effect.utility, *effect.privacy)
            ),
        )
        for effect in effects
    )


def nothing_asked(words: Words) -> str:
    """What is said where rare records are kept."""
    return words.say(
        N_(
            "Records in small classes are released after recoding. Suppress whole records or as few values "
            "as possible."
        )
    )
