"""What the levels of a hierarchy contain: bands of a width, prefixes of codes, groups of values."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS, TOP, Codings, Hierarchy, category_labels
from sdc_desktop.engine.data.hierarchies.intervals import BAND, number

MASKED = "*"
_BAND = re.compile(BAND)
_WHOLE = re.compile(r"(-?\d+) ?[-–] ?(-?\d+)")
_UNNAMED = re.compile(r"(level )?\d+([.,]\d+)?")  # a width, a number of signs, a column
_BOUNDS = re.compile(r"<\S+( >\S+)?|>\S+")
_MOST_OPEN = 2  # bands at the ends that may have another width

Kind = Literal["as_is", "one", "bands", "prefix", "suffix", "named", "bounds", "groups"]


@dataclass(frozen=True)
class LevelContent:
    """What a level of ``variable`` contains. ``name``: the hierarchy's own for it, else empty; ``size``: the
    width of the bands, or how many signs of the codes are left (of digits alone: ``digits``). ``categories``
    are those that the data have, in the order of the values, without missing codes.
    """

    variable: str
    kind: Kind
    name: str
    size: str
    categories: tuple[str, ...]
    digits: bool = False


def contents_of(found: Codings, order: Sequence[str] | None = None) -> tuple[LevelContent, ...]:
    """What each level of a variable contains, "as is" among them; ``order``: the one declared for it."""
    kept = [place for place, value in enumerate(found.labels[0]) if value not in found.missing]
    values = [found.labels[0][place] for place in kept]
    places = in_order(values, order)
    values = [values[place] for place in places]
    return tuple(
        level_content(found.variable, name, values, [labels[kept[place]] for place in places])
        for name, labels in zip(found.level_names, found.labels, strict=True)
    )


def contents_in(
    hierarchy: Hierarchy, values: Sequence[str], missing: Sequence[str], order: Sequence[str] | None = None
) -> tuple[LevelContent, ...]:
    """What each level of a hierarchy makes of these values; those missing from it are left aside."""
    labels = [one for one in category_labels(hierarchy, values, missing) if one is not None]
    columns = tuple(zip(*labels, strict=True)) if labels else ((),) * hierarchy.levels
    return contents_of(Codings(hierarchy.variable, hierarchy.level_names, columns, tuple(missing)), order)


def level_content(variable: str, name: str, values: Sequence[str], labels: Sequence[str]) -> LevelContent:
    """What a level contains that is called ``name`` and makes of the values, in order, these labels."""
    categories = tuple(dict.fromkeys(labels))
    if name == AS_IS:
        return LevelContent(variable, "as_is", "", "", categories)
    if name == TOP or (len(categories) == 1 and not categories[0].strip(MASKED)):
        return LevelContent(variable, "one", "", "", categories)
    if _BOUNDS.fullmatch(name):
        return LevelContent(variable, "bounds", name, "", categories)
    if not _UNNAMED.fullmatch(name):
        return LevelContent(variable, "named", name, "", categories)
    width = name if _are_ranges(categories) and not name.startswith("level") else ""
    width = band_width(categories) or (width if name not in ("1", "2", "3", "4", "5") else "")
    if width:
        return LevelContent(variable, "bands", "", width, categories)
    for kind in ("prefix", "suffix"):
        left = _signs_left(values, labels, kind == "prefix")
        if left:
            shown = tuple(one.strip(MASKED) for one in categories)
            digits = all(one.isdecimal() for one in shown)
            return LevelContent(variable, kind, "", str(left), shown, digits)
    return LevelContent(variable, "groups", "", "", categories)


def band_width(categories: Sequence[str]) -> str:
    """The width of bands of whole numbers such as 10-19, or of any numbers such as 5-<10, where the outer
    ones may differ (80+); empty where the categories are none.
    """
    ranges = [_width(one) for one in categories]
    found = [one for one in ranges if one is not None]
    if not found or len(categories) - len(found) > _MOST_OPEN or None in ranges[1:-1]:
        return ""
    width, times = Counter(found).most_common(1)[0]
    alike = times >= len(found) - 1 and times > 1 - (len(found) == 1)
    return f"{width.normalize():f}" if width > 0 and alike else ""


def _width(label: str) -> Decimal | None:
    """How wide a band is: of whole numbers the number of them, and 0 for fewer than two; None for others."""
    found = _WHOLE.fullmatch(label)
    if found is not None:
        numbers = int(found[2]) - int(found[1]) + 1
        return Decimal(numbers if numbers > 1 else 0)
    band = _BAND.fullmatch(label)
    if band is None or not band["mark"]:
        return None
    low, high = (Decimal(band[end].replace(",", ".")) for end in ("low", "high"))
    return high - low


def in_order(values: Sequence[str], order: Sequence[str] | None = None) -> Sequence[int]:
    """The places of values as declared, else by size, those that are no numbers after them as they come."""
    if order is not None:
        declared = {value: place for place, value in enumerate(order)}
        return sorted(range(len(values)), key=lambda place: declared.get(values[place], len(declared)))
    numbers = [number(value, ".") if "," not in value else number(value, ",") for value in values]
    known = [place for place, one in enumerate(numbers) if one is not None]
    rest = [place for place, one in enumerate(numbers) if one is None]
    return (*sorted(known, key=lambda place: numbers[place] or 0), *rest)


def _are_ranges(categories: Sequence[str]) -> bool:
    """Whether some of the categories are from a number to a number."""
    return any(_BAND.fullmatch(one) for one in categories)


def _signs_left(values: Sequence[str], labels: Sequence[str], first: bool) -> int:
    """How many of the first or last signs of each value its label is, the others masked or dropped; 0 where
    labels are something else.
    """
    lengths = set()
    for value, label in zip(values, labels, strict=True):
        shown = label.rstrip(MASKED) if first else label.lstrip(MASKED)
        whole = value.startswith(shown) if first else value.endswith(shown)
        if not shown or not whole or len(shown) >= len(value) or len(label) not in (len(shown), len(value)):
            return 0
        lengths.add(len(shown))
    return lengths.pop() if len(lengths) == 1 else 0
