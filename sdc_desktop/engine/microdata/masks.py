"""Codes masked sign by sign: 10115, 1011*, 101**, ..."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from sdc_desktop.engine.microdata.hierarchy_spec import MaskSpec

SIGN = "*"


@dataclass(frozen=True)
class Masks:
    """The levels of a mask: each has more signs masked; the last, with all of them, has one category."""

    spec: MaskSpec

    @property
    def masked(self) -> tuple[int, ...]:
        """How many signs each level masks."""
        return tuple(accumulate(self.spec.steps or (1,) * self.spec.length))

    @property
    def names(self) -> tuple[str, ...]:
        """The same as texts."""
        return tuple(map(str, self.masked))

    def sole(self, level: int) -> str | None:
        """The label of the level where all is masked, None for the others."""
        return SIGN * self.spec.length if self.masked[level] == self.spec.length else None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one a level; None for a text of another length.

        Texts are taken as they stand: a space counts, and a sign is a character, not a byte. Blanks that
        filled a text up are not in its labels.
        """
        length = self.spec.length
        masks = [SIGN * masked for masked in range(length + 1)]
        steps = self.masked

        def from_right(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([text[: length - masked] + masks[masked] for masked in steps])

        def from_left(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([masks[masked] + text[masked:] for masked in steps])

        def filled_up(text: str) -> tuple[str, ...] | None:
            found = masked(text.rjust(length))
            if found is None or len(text) == length:
                return found
            return (*(label.lstrip(" ") for label in found[:-1]), found[-1])

        masked = from_right if self.spec.side == "right" else from_left
        return filled_up if self.spec.fill else masked
