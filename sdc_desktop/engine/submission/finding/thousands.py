"""Counts that a table gives in thousands: read as persons, rounded to what its decimals leave."""

import re
from collections.abc import Iterable, Mapping, Sequence

from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.kinds import kind_of_title
from sdc_desktop.engine.submission.finding.words import is_money, kind_of

Figures = Mapping[tuple[int, int], Figure]

_IN_THOUSANDS = re.compile(
    r"(?:(?<!\w)in |\(|[,;:] )(?:(?:thousands?|tausend|tsd\.?)(?!\w)(?: of (?:persons|people|employees))?"
    r"|1[ .,'’\u00a0\u202f]?000s?|'?000s)(?=\s*(?:[),;:.\n]|$|by\b|nach\b))",
    re.IGNORECASE,
)
_POWER = 3  # of ten


def in_persons(figures: Figures, columns: Sequence[str], about: Iterable[str]) -> tuple[Figures, int]:
    """The figures with those in thousands as persons, and the base that all of them are rounded to; 0 where
    they are not rounded to the same. ``about``: title and corner, which are of all columns of counts.
    """
    texts = tuple(about)
    general = next(filter(None, map(kind_of_title, texts)), None)
    all_of_them = any(map(_IN_THOUSANDS.search, texts))
    kinds = [kind_of(label) or general for label in columns]
    counted = [
        column
        for column, label in enumerate(columns)
        if kinds[column] in (None, "count") and not any(map(is_money, (label, *texts)))
    ]
    found = {column for column in counted if all_of_them or _IN_THOUSANDS.search(columns[column])}
    cells = {at: one for at, one in figures.items() if at[1] in found and _is_number(one)}
    if not cells:
        return figures, 0
    places = max(one.decimals for one in cells.values())
    base = 10 ** (_POWER - places) if places < _POWER and len(found) == len(counted) else 0
    return {**figures, **{at: _times(one) for at, one in cells.items()}}, base


def _is_number(figure: Figure) -> bool:
    return figure.value is not None and not figure.parts and not figure.percent


def _times(figure: Figure) -> Figure:
    value = None if figure.value is None else figure.value.scaleb(_POWER)
    return figure._replace(value=value, decimals=max(figure.decimals - _POWER, 0))
