"""Weights and households by name and values, for a file that is opened for the first time.

The weight of a body is no sampling weight: a wrong weight understates the risk. You decide
where the values could be kilograms or pounds, or where another variable is of the body.
"""

from collections.abc import Iterable, Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import Texts, figures_of_values
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.store.sql import sql_text
from sdc_desktop.engine.data.store.store import Relation
from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name, words_of_name
from sdc_desktop.engine.spec import Role

_WEIGHT = frozenset({"weight", "weights", "gewicht"})
_BODY = listed_words(
    """
    height bmi bodyheight bodyweight koerpergroesse korpergrosse groesse grosse waist birthweight
    stature cm kg
    """
)
_BODY_RANGE = 20, 450  # of weights of bodies, in kilograms or pounds
_FEWEST_BODIES = 10  # different weights: of fewer they are weights of strata
_HOUSEHOLD = listed_words(
    """
    haushalt haushaltid haushaltnr haushaltsid haushaltsnr haushaltsnummer hh hhid hhnr hhno hhnum
    hhnumber hid household householdid householdno householdnr householdnum householdnumber idhh
    idhousehold hhident hhserial hhkey hhcode dwellingid
    """
)
_SMALLEST_SHARE = 0.05  # different values in the records: of fewer it is a kind of household
_LARGEST_SHARE = 0.98
_LEAST = 6  # different households


def seeming_role(
    relation: Relation,
    column: int,
    names: Sequence[str],
    looks: Texts,
    missing: Sequence[str],
    decimal: DecimalMark,
    context: JobContext,
) -> Role | None:
    """`weight` or `household` where the name and the values of a column say so; ``names`` of all columns,
    ``looks``: what its distinct values look like. Raises Cancelled.
    """
    if _is_household(names[column], looks):
        return "household"
    words = words_of_name(names[column])
    if len(words) != 1 or words[0] not in _WEIGHT or _has_bodies(names):
        return None
    if not looks.distinct or looks.numbers < looks.distinct or looks.whole == looks.distinct:
        return None
    number = f"try_cast(replace(trim(value), {sql_text(decimal)}, '.') AS DOUBLE)"
    low, high = _BODY_RANGE
    figures = f"count(*) FILTER ({number} <= 0), count(*) FILTER ({number} NOT BETWEEN {low} AND {high})"
    not_positive, outside = figures_of_values(relation, column, missing, figures, context)
    could_be_bodies = looks.distinct >= _FEWEST_BODIES and not outside
    return None if not_positive or could_be_bodies else "weight"


def _is_household(name: str, looks: Texts) -> bool:
    if "".join(words_of_name(name)) not in _HOUSEHOLD or looks.distinct < _LEAST:
        return False
    return _SMALLEST_SHARE < looks.distinct / looks.records < _LARGEST_SHARE


def _has_bodies(names: Iterable[str]) -> bool:
    return any(parts_of_name(name) & _BODY for name in names)
