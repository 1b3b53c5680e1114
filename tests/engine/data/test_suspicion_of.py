"""When a column may be a direct identifier, by its level, its values and the role it has."""

import pytest

from sdc_desktop.engine.data.detect import suspicion_of
from tests.support.csv_files import CONTEXT
from tests.support.data import microdata

WHOLE = [str(number) for number in range(1000, 1200)]
DECIMALS = [f"{number}.5" for number in range(200)]


@pytest.mark.parametrize(
    ("name", "values", "level", "role", "kind"),
    [
        ("v7", WHOLE, "nominal", None, "values"),
        ("v7", WHOLE, "nominal", "key", "values"),
        ("v7", WHOLE, "continuous", None, "numbers"),
        ("v7", WHOLE, "continuous", "direct_identifier", "numbers"),
        ("v7", WHOLE, "continuous", "sensitive", None),
        ("v7", DECIMALS, "nominal", None, "values"),
        ("v7", DECIMALS, "continuous", None, None),
        ("email", DECIMALS, "continuous", None, "name"),
        ("email", DECIMALS, "continuous", "sensitive", "name"),
        ("v7", ["a", "b"] * 100, "nominal", None, None),
        ("v7", ["1", "2"] * 100, "continuous", None, None),
    ],
)
def test_numbers_are_suspected_if_all_are_whole_and_other_values_if_most_differ(
    name, values, level, role, kind
) -> None:
    relation = microdata({"v": values}).relation
    found = suspicion_of(relation, 0, name, level, (), None, CONTEXT, role)
    assert (None if found is None else found.by) == kind
