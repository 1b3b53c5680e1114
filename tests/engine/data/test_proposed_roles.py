"""Roles proposed for a file that was just opened."""

import pytest

from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.proposed_roles import FEWEST_RECORDS, MOST_CATEGORICAL, proposed_roles
from sdc_desktop.engine.data.suspicion import Suspicion


def variable(name: str, **facts: object) -> Variable:
    return Variable(name, unsaid=True, **facts)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("age", "key"),
        ("native-country", "key"),
        ("Geburtsjahr", "key"),
        ("GESCHLECHT", "key"),
        ("postalCode", "key"),
        ("salary-class", "sensitive"),
        ("Haushaltseinkommen", "sensitive"),
        ("sampling_weight", "weight"),
    ],
)
def test_names_propose_roles_in_english_and_german(name: str, role: str) -> None:
    found = proposed_roles([variable(name, level="continuous")], 9)
    assert (found[name].role, found[name].by) == (role, "name")


def test_weight_alone_may_be_that_of_a_body() -> None:
    assert "weight" not in proposed_roles([variable("weight", level="continuous"), variable("age")], 9)


def test_direct_identifiers_come_before_names_of_key_variables() -> None:
    suspected = variable("country", suspicion=Suspicion("values", 0.9))
    found = proposed_roles([suspected, variable("sex")], 9)
    assert found["country"].role == "direct_identifier"
    assert found["country"].share == 0.9
    assert found["sex"].role == "key"


def test_labels_and_hierarchy_files_propose_key_variables() -> None:
    variables = [variable("v1"), variable("v2"), variable("v3")]
    found = proposed_roles(variables, 90, {"v1": "Age in years"}, {"v2"})
    assert {name: one.by for name, one in found.items()} == {"v1": "label", "v2": "hierarchy"}


def test_without_any_name_the_first_categorical_variables_are_key_variables() -> None:
    names = [f"v{number}" for number in range(MOST_CATEGORICAL + 2)]
    variables = [variable("x", level="continuous"), *map(variable, names)]
    assert not proposed_roles(variables, FEWEST_RECORDS - 1)
    found = proposed_roles(variables, FEWEST_RECORDS)
    assert tuple(found) == tuple(names[:MOST_CATEGORICAL])
    assert {one.by for one in found.values()} == {"categories"}


def test_variables_with_a_role_and_free_text_are_left_as_they_are() -> None:
    assert not proposed_roles([Variable("age", "other"), variable("occupation", free_text=True)], 90)
