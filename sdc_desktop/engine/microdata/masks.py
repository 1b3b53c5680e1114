"""Codes masked sign by sign: 10115, 1011*, 101**, ..."""

from collections.abc import Callable
from dataclasses import dataclass

from sdc_desktop.engine.microdata.hierarchy_spec import MaskSpec

SIGN = "*"


@dataclass(frozen=True)
class Masks:
    """The levels of a mask: level number i (from 0) has i + 1 signs masked; the last has one category."""

    spec: MaskSpec

    @property
    def names(self) -> tuple[str, ...]:
        """How many signs each level masks."""
        return tuple(str(masked) for masked in range(1, self.spec.length + 1))

    def sole(self, level: int) -> str | None:
        """The label of the level where all is masked, None for the others."""
        return SIGN * self.spec.length if level == self.spec.length - 1 else None

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives the labels of a text, one a level; None for a text of another length.

        Texts are taken as they stand: a space counts, and a sign is a character, not a byte.
        """
        length = self.spec.length
        masks = [SIGN * masked for masked in range(length + 1)]
        steps = range(1, length + 1)

        def from_right(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([text[: length - masked] + masks[masked] for masked in steps])

        def from_left(text: str) -> tuple[str, ...] | None:
            if len(text) != length:
                return None
            return tuple([masks[masked] + text[masked:] for masked in steps])

        return from_right if self.spec.side == "right" else from_left
