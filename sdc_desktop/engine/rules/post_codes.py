"""Post codes: those that are too fine, and their first figures."""

from collections.abc import Iterable, Sequence


def too_fine(texts: Iterable[str], figures: int, hidden: tuple[str, ...], hidden_as: str) -> tuple[str, ...]:
    """The codes with more than the first ``figures`` signs, or that begin with one that is ``hidden``."""
    return tuple(
        text
        for text in texts
        if (sign := text.strip()) != hidden_as and (len(sign) > figures or sign.startswith(hidden))
    )


def cut(texts: Iterable[str], figures: int, hidden: tuple[str, ...], hidden_as: str) -> dict[str, str]:
    """The codes that are too fine, each with its first signs, or what hides it."""
    return {
        text: hidden_as if text.strip().startswith(hidden) or not figures else text.strip()[:figures].rstrip()
        for text in too_fine(texts, figures, hidden, hidden_as)
    }


def of_one_length(texts: Sequence[str]) -> bool:
    """Whether codes of figures alone all have the same number of them before a hyphen: else a leading zero
    may have been lost, and the first figures are not those of the area.
    """
    return len({len(text.strip().partition("-")[0]) for text in texts if text.strip()[:1].isdecimal()}) <= 1
