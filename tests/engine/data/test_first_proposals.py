"""What is proposed for a survey that is opened for the first time: codes, weights, households, codings."""

import random
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.classifications import is_classification
from sdc_desktop.engine.data.hierarchies_beside import offers
from sdc_desktop.engine.data.missing_codes import MissingCodes
from sdc_desktop.engine.data.proposed_roles import proposed_roles
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec

CONTEXT = JobContext()


def opened_of(folder: Path, columns: dict[str, list[object]], *, propose: bool = True) -> Opened:
    rows = zip(*columns.values(), strict=True)
    text = "\n".join([";".join(columns), *(";".join(map(str, row)) for row in rows), ""])
    (folder / "data.csv").write_text(text, encoding="utf-8")
    return open_data(DataSpec(path="data.csv", delimiter=";"), folder, CONTEXT, propose=propose)


def codes_of(folder: Path, name: str, values: list[object]) -> tuple[str, ...]:
    found = opened_of(folder, {name: values, "beside": ["a", "b"] * (len(values) // 2)}).data.variable(name)
    return () if found.codes is None else found.codes.numeric


def times(**records: int) -> list[object]:
    """Values with their records: `v9=2` is 9 twice, `m9=3` is −9 three times."""
    found = [name.replace("v", "").replace("m", "-") for name, n in records.items() for _ in range(n)]
    return [*found, *found[: len(found) % 2]]


INCOMES = [900 + 7 * n for n in range(100)]
AGES = [n % 93 for n in range(400)]


@pytest.mark.parametrize(
    ("name", "values", "codes"),
    [
        ("income", [*INCOMES, *["-9"] * 4], ("-9",)),
        ("income", [*INCOMES, "-8", "-9", "-1", "-9"], ("-1", "-8", "-9")),
        ("sex", times(v1=50, v2=46, v9=2), ("9",)),
        ("answer", times(v1=9, v2=9, v3=9, v4=9, v5=9, v8=9, v9=10), ("8", "9")),
        ("hours", times(v10=5, v20=8, v30=9, v40=40, v50=1, v60=3, v99=2), ("99",)),
        ("grade", times(v1=20, v2=20, v3=20, v97=3, v98=3, v99=2), ("97", "98", "99")),
        ("age", [*AGES, "999", "999"], ("999",)),
        ("educ", [*["ISCED 2"] * 30, *["ISCED 3"] * 30, "99", "99"], ("99",)),
    ],
)
def test_numbers_apart_from_the_others_are_proposed_as_missing(tmp_path, name, values, codes) -> None:
    assert set(codes_of(tmp_path, name, values)) == set(codes)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("age", [*AGES, "99", "99"]),
        ("v1", [*AGES, "99", "99"]),
        ("hhsize", times(v1=370, v2=300, v3=150, v4=120, v5=40, v6=14, v7=5, v9=2)),
        ("v1", times(v1=370, v2=300, v3=150, v4=120, v5=40, v6=14, v7=5, v9=2)),
        ("price", times(v10=5, v20=8, v30=9, v40=40, v99=4)),
        ("amount", [*range(1, 100), 1]),
        ("change", times(m1=9, v0=9, v1=10)),
        ("scale", times(m2=9, m1=9, v0=9, v1=9, v2=9)),
        ("difference", times(m9=9, m6=9, m3=9, v0=9, v3=9, v6=9, v9=9)),
        ("balance", [*range(-50, 50)]),
        ("odd", times(v1=9, v3=9, v5=9, v7=9, v9=9)),
        ("digits", times(v0=9, v1=9, v2=9, v3=9, v4=9, v5=9, v6=9, v7=9, v8=9, v9=9)),
        ("isco", [*range(11, 97), 99, 99]),
        ("price tag", [*range(1, 90), 999]),
        ("band", [*["0-9"] * 30, *["10-98"] * 30, "99", "99"]),
    ],
)
def test_ages_sizes_amounts_and_scales_keep_their_highest_values(tmp_path, name, values) -> None:
    assert codes_of(tmp_path, name, values) == ()


def test_a_code_goes_with_its_level_and_is_no_warning_as_a_value(tmp_path) -> None:
    values = [*[str(n / 4) for n in range(100)], "-9", "-9", "NA", "NA"]
    columns = {"x": values, "sex": ["f", "m"] * 52}
    found = opened_of(tmp_path, columns).data.variable("x")
    assert found.codes == MissingCodes(("NA", "-9"), 4, False, "continuous", "nominal", ("-9",))
    assert (found.level, found.missing) == ("continuous", ("", "NA", "-9"))
    read = opened_of(tmp_path, columns, propose=False)
    assert read.data.variable("x").codes == MissingCodes(("NA",), 2, False, "continuous", "nominal")
    again = opened_of(tmp_path, {"x": [v.replace("NA", "7") for v in values], "sex": ["f", "m"] * 52})
    assert not [note for note in again.notes if note.code == "data.missing_code"]


def roles_in(opened: Opened) -> dict[str, str]:
    return {name: p.role for name, p in proposed_roles(opened.data.variables, opened.data.records).items()}


def weights(low: float, high: float, places: int) -> list[object]:
    draw = random.Random(3)
    return [f"{draw.uniform(low, high):.{places}f}" for _ in range(200)]


@pytest.mark.parametrize("values", [weights(20, 900, 2), ["12.4", "4.2", "1.5", "1.0"] * 50])
def test_weight_alone_is_one_of_a_sample_where_its_values_are(tmp_path, values) -> None:
    assert roles_in(opened_of(tmp_path, {"weight": values, "sex": ["f", "m"] * 100}))["weight"] == "weight"


@pytest.mark.parametrize(
    ("values", "beside"),
    [
        (weights(42, 130, 1), "sex"),  # kilograms
        (weights(95, 290, 1), "sex"),  # pounds
        (weights(20, 900, 2), "height"),
        (["-1.5", *weights(20, 900, 2)[1:]], "sex"),
        ([str(n) for n in range(200)], "sex"),
        (["1", "2"] * 100, "sex"),
    ],
)
def test_the_weight_of_a_body_is_not_proposed_as_a_weight(tmp_path, values, beside) -> None:
    opened = opened_of(tmp_path, {"weight": values, beside: ["1.5", "1.6"] * 100})
    assert roles_in(opened).get("weight") != "weight"


def test_numbers_of_households_in_several_records_are_proposed_as_household(tmp_path) -> None:
    pairs = [f"AT{n // 2}" for n in range(200)]
    for name in ("hhid", "hh_id", "Haushaltsnummer", "household id"):
        assert roles_in(opened_of(tmp_path, {name: pairs, "sex": ["f", "m"] * 100}))[name] == "household"
    for values in ([f"AT{n}" for n in range(200)], ["single", "couple"] * 100):
        found = roles_in(opened_of(tmp_path, {"hhid": values, "age": [n % 50 for n in range(200)]}))
        assert found.get("hhid") != "household"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("isco2", True),
        ("ISCO-08 code", True),
        ("nace", True),
        ("birth_country", True),
        ("municipality", True),
        ("country_gdp", False),
        ("industry_turnover", False),
        ("state_tax", False),
        ("age", False),
        ("income", False),
        ("code", False),
    ],
)
def test_classifications_are_known_by_their_whole_name(name: str, known: bool) -> None:
    assert is_classification(name) is known


def test_codes_of_classifications_are_nominal_and_proposed_by_prefix(tmp_path) -> None:
    codes = [str(1000 + 37 * n) for n in range(200)]
    columns = {"isco": codes, "isco2": [code[:2] for code in codes], "pay": codes}
    opened = opened_of(tmp_path, columns)
    assert [v.level for v in opened.data.variables] == ["nominal", "nominal", "continuous"]
    kinds = {
        o.variable: (o.spec.kind, o.categories) for o in offers(opened, tmp_path, {}, tuple(columns), CONTEXT)
    }
    prefixes = [len({code[:length] for code in codes}) for length in (4, 3, 2, 1)]
    assert kinds["isco"] == ("mask", (len(codes), *prefixes[2:], 1))  # the last sign alone joins none
    assert kinds["isco2"] == ("mask", (*prefixes[2:], 1))
    assert kinds["pay"][0] == "intervals"
    again = opened_of(tmp_path, columns, propose=False)
    assert [v.level for v in again.data.variables] == ["continuous"] * 3
    later = offers(again, tmp_path, {}, tuple(columns), CONTEXT)
    assert [one.spec.kind for one in later] == ["mask", "mask", "intervals"]
