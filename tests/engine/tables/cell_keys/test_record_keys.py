"""Record keys: the same cell gets the same noise however the file is sorted, or a warning says otherwise."""

import random

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.secret_stream import KEY_PARTS, record_keys
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.record_keys import keys_of_records
from sdc_desktop.engine.tables.specs.cell_key import HashKeySpec, VariableKeySpec
from sdc_desktop.engine.tables.specs.table import TableParams
from tests.support.data import microdata
from tests.support.secret import drawing

NUMBER = 300
COLUMNS = {
    "who": [f"P{n:03}" for n in range(NUMBER)],
    "key": [f"0.{n * 7919 % 1000:03}" for n in range(NUMBER)],
    "whole": [str(n * 7919 % 1000) for n in range(NUMBER)],
    "home": [f"H{n // 3}" for n in range(NUMBER)],
    "area": ["abcde"[n * n % 5] for n in range(NUMBER)],
    "sex": ["mf"[n * 3 % 7 % 2] for n in range(NUMBER)],
    "pay": [str(1000 + n * n % 977) for n in range(NUMBER)],
}


def source(*, shuffled: bool = False, roles=None, columns=COLUMNS) -> Source:
    rows = list(zip(*columns.values(), strict=True))
    if shuffled:
        random.Random(1).shuffle(rows)
    return Source(microdata(dict(zip(columns, zip(*rows, strict=True), strict=True)), roles or {}), {})


def published(where: Source, context=None, dimensions=("area", "sex"), value=None, **more):
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, **more}
    shown = [{"variable": name} for name in dimensions]
    params = TableParams.model_validate({"dimensions": shown, "value": value, "protect": protect})
    context = context or drawing()
    result = table_job.decide(params, table_job.counts(params, where, context), context)
    return {cell.coordinates: cell.published for cell in result.cells}, [note.code for note in result.notes]


@pytest.mark.parametrize(
    "told",
    [{"hash": ["who"]}, {"hash": ["home", "key"]}, {"variable": "key"}, {"variable": "whole", "parts": 1000}],
)
@pytest.mark.parametrize("value", [None, "pay"])
def test_a_shuffled_file_gives_the_same_cells(told, value) -> None:
    """A re-sorted file changed the noise of 32 of 36 cells."""
    cells, notes = published(source(), value=value, record_key=told)
    assert (cells, notes) == published(source(shuffled=True), value=value, record_key=told)
    assert notes == []
    true, _ = published(source(), value=value, record_key={"variable": "whole", "parts": 10**9})
    assert cells != true


def test_direct_identifiers_give_the_keys_where_the_plan_does_not_say() -> None:
    roles = {"who": "direct_identifier"}
    cells, notes = published(source(roles=roles))
    assert notes == []
    assert cells == published(source(shuffled=True, roles=roles))[0]
    assert cells == published(source(), record_key={"hash": ["who"]})[0]


def test_keys_by_order_are_warned_of() -> None:
    cells, notes = published(source())
    assert notes == ["table.keys_by_order"]
    assert cells != published(source(shuffled=True))[0]


def test_the_same_cell_has_the_same_noise_in_a_table_of_other_dimensions_and_of_another_job() -> None:
    for shown in ({"record_key": {"hash": ["who"]}}, {}):
        cells, _ = published(source(), drawing(job="one"), **shown)
        rows, _ = published(source(), drawing(job="two"), ("area",), **shown)
        assert all(rows[(area,)] == cells[(area, "Total")] for (area,) in rows if area != "Total")


def test_another_secret_gives_other_noise() -> None:
    shown = {"hash": ["who"]}
    assert published(source(), drawing(1), record_key=shown) != published(
        source(), drawing(2), record_key=shown
    )


def test_keys_of_a_variable_need_no_secret_and_are_exact() -> None:
    found = keys_of_records(VariableKeySpec(variable="key"), source(), JobContext())
    assert (found.parts, found.keys.tolist()) == (1000, [int(key[2:]) for key in COLUMNS["key"]])
    shown = TableParams.model_validate(
        {"protect": {"method": "cell_key", "variance": 2, "maximum": 5, "record_key": {"variable": "key"}}}
    )
    assert not shown.needs_secret()


def test_hashed_keys_are_those_of_the_joined_texts() -> None:
    context = drawing()
    found = keys_of_records(HashKeySpec(hash=("home", "who")), source(), context)
    texts = [f"{home}\x1f{who}" for home, who in zip(COLUMNS["home"], COLUMNS["who"], strict=True)]
    assert found.keys.tolist() == record_keys(context.secret.key, texts, context).tolist()
    assert found.parts == KEY_PARTS


def refused(where: Source, **shown) -> tuple[str, dict]:
    with pytest.raises(Refused) as caught:
        published(where, **shown)
    (problem,) = caught.value.problems
    return problem.code, dict(problem.params)


def test_identifiers_that_are_missing_or_repeated_are_refused_with_their_numbers() -> None:
    who = [*COLUMNS["who"][:297], "", " ", "P000"]
    where = source(columns=COLUMNS | {"who": who}, roles={"who": "direct_identifier"})
    code, figures = refused(where)
    assert (code, figures["missing"], figures["repeated"]) == ("cell_key.identifiers", 2, 2)
    assert refused(where, record_key={"hash": ["who"], "repeats": "allow"})[0] == "cell_key.identifiers"
    code, figures = refused(source(), record_key={"hash": ["home"]})
    assert figures["repeated"] == NUMBER
    cells, _ = published(source(), record_key={"hash": ["home"], "repeats": "allow"})
    assert cells == published(source(shuffled=True), record_key={"hash": ["home"], "repeats": "allow"})[0]


def test_values_that_are_no_keys_are_refused_with_their_number() -> None:
    keys = ["1", "-0.1", "1.5", "", *COLUMNS["key"][4:]]
    code, figures = refused(source(columns=COLUMNS | {"key": keys}), record_key={"variable": "key"})
    assert (code, figures["number"]) == ("cell_key.not_keys", 4)
    code, figures = refused(source(), record_key={"variable": "whole", "parts": 500})
    assert figures["number"] == sum(int(key) >= 500 for key in COLUMNS["whole"])
    assert refused(source(), record_key={"variable": "key", "parts": 1000})[0] == "cell_key.not_keys"
    assert refused(source(), record_key={"variable": "nose"})[0] == "plan.unknown_variable"
    assert refused(source(), record_key={"hash": ["who", "nose"]})[0] == "plan.unknown_variable"
