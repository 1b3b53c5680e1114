"""The values of a sensitive variable that differ: what diversity, closeness and disclosure are counted on.

A declared missing value or a blank is not a value. Where a variable is continuous, or ordinal without a
declared order, equal numbers are one value however they are written (``1``, ``1.0``, ``01``). Texts that
differ only in case, outer blanks, Unicode form or, as codes, in the writing of a number stay different
values, and are named: they may be one value that was entered in two ways.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from sdc_desktop.engine.data.guess import number_pattern
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.microdata.key_classes import Integers
from sdc_desktop.engine.problems import Place, Problem, warning

LACKING = -1  # instead of the number of a value
_LISTED = 8  # pairs of near-equal texts that are named; the others are counted


@dataclass(frozen=True)
class SensitiveValues:
    """The different values of one variable.

    ``of_text`` (texts,): the number of the value that each distinct text of the file means, LACKING where it
    means none; ``texts``: the first text of each value; ``near_equal``: pairs of texts of different values
    that are nearly equal.
    """

    name: str
    of_text: Integers
    texts: tuple[str, ...]
    near_equal: tuple[tuple[str, str], ...] = ()

    @property
    def number(self) -> int:
        """How many different values there are."""
        return len(self.texts)


def sensitive_values(data: Microdata, name: str, texts: Sequence[str]) -> SensitiveValues:
    """The different values among the distinct `texts` of a variable."""
    variable = data.variable(name)
    is_number = re.compile(number_pattern(data.decimal))

    def number_of(text: str) -> Decimal | None:
        return Decimal(text.replace(data.decimal, ".").strip()) if is_number.fullmatch(text) else None

    as_numbers = variable.level == "continuous" or (variable.level == "ordinal" and variable.order is None)
    of_text = np.full(len(texts), LACKING, dtype=np.int64)
    numbers: dict[str | Decimal, int] = {}
    firsts: list[str] = []
    alike: dict[str | Decimal, str] = {}
    near: list[tuple[str, str]] = []
    for place, text in enumerate(texts):
        if text in variable.missing or not text.strip():
            continue
        number = number_of(text)
        value = number if as_numbers and number is not None else text
        if value not in numbers:
            numbers[value] = len(firsts)
            firsts.append(text)
            folded = _folded(text)
            like = number_of(folded)
            first = alike.setdefault(folded if like is None else like, text)
            if first != text:
                near.append((first, text))
        of_text[place] = numbers[value]
    return SensitiveValues(name, of_text, tuple(firsts), tuple(near))


def values_by_name(keys: KeyCounts, data: Microdata, names: Sequence[str]) -> dict[str, SensitiveValues]:
    """The same of several variables of which the combinations have been counted."""
    return {name: sensitive_values(data, name, keys.categories[keys.variables.index(name)]) for name in names}


def near_equal_warnings(values: Mapping[str, SensitiveValues]) -> tuple[Problem, ...]:
    """A warning for each variable that has nearly equal texts, with the first pairs of them."""
    return tuple(
        warning(
            "diversity.near_equal",
            Place(variable=one.name),
            name=one.name,
            number=len(one.near_equal),
            pairs=tuple(f"“{first}” ≈ “{other}”" for first, other in one.near_equal[:_LISTED]),
        )
        for one in values.values()
        if one.near_equal
    )


def _folded(text: str) -> str:
    """The text without what is easily entered in another way: case, blanks, Unicode form."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())
