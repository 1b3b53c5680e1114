"""Record keys that a cluster adds up by combinations give each cell the noise that single records give it."""

from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.data.store.keyed_draws import without_own
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import Job, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.stages import counts_problems
from sdc_desktop.engine.secret_stream import record_keys
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from tests.engine.site.counted_twins import counted_relation
from tests.engine.tables.cell_keys.test_record_keys import COLUMNS, published, refused, source

KEYED = {"hash": ["who"]}


class Elsewhere(CountedRelation):
    """Records that are counted, and whose keys are added up one by one from the records themselves."""

    has_records = True
    own: Source

    def unidentified(self, column, missing, context) -> tuple[int, int]:
        return without_own(*self.own.data.relation.frequencies(column, context), missing)

    def key_sums(self, columns, identifier, key, context):
        records = [row for batch in self.own.data.batches(context) for row in batch]
        texts = [self.frequencies(column, context)[0] for column in columns]
        keys = record_keys(key, [row[identifier] for row in records], context)
        found: dict[tuple[int, ...], list[int]] = {}
        for row, record_key in zip(records, keys.tolist(), strict=True):
            code = tuple(known.index(row[column]) for column, known in zip(columns, texts, strict=True))
            entry = found.setdefault(code, [0, 0])
            entry[0] += 1
            entry[1] += record_key
        listed = sorted(found)
        numbers = np.array([found[code] for code in listed], dtype=np.int64)
        return np.array(listed, dtype=np.int32), numbers[:, 0], numbers[:, 1]


def elsewhere(own: Source) -> Source:
    relation = counted_relation(own.data, [own.data.names])
    relation.__class__ = Elsewhere
    relation.own = own
    return own.with_data(replace(own.data, relation=relation))


@pytest.mark.parametrize("dimensions", [("area", "sex"), ("area",), ("home", "sex", "area")])
def test_the_noise_is_that_of_single_records(dimensions) -> None:
    own = source()
    cells, notes = published(own, dimensions=dimensions, record_key=KEYED)
    assert published(elsewhere(own), dimensions=dimensions, record_key=KEYED) == (cells, notes)
    true = {"variable": "whole", "parts": 10**9}  # keys so small that no cell changes
    assert cells != published(own, dimensions=dimensions, record_key=true)[0]


def test_a_missing_dimension_and_repeated_identifiers_are_as_with_records() -> None:
    sex = ["", *COLUMNS["sex"][1:]]
    own = source(columns=COLUMNS | {"sex": sex})
    record_key = {"hash": ["home"], "repeats": "allow"}
    assert published(elsewhere(own), record_key=record_key) == published(own, record_key=record_key)


@pytest.mark.parametrize("who", [["", " ", "P009"], ["", "", "P009"], ["P009", "P009", "P009"]])
def test_identifiers_that_are_not_one_records_own_are_refused_as_with_records(who) -> None:
    own = source(columns=COLUMNS | {"who": [*COLUMNS["who"][:297], *who]})
    assert refused(elsewhere(own), record_key=KEYED) == refused(own, record_key=KEYED)


@pytest.mark.parametrize(
    "record_key", [None, {"hash": ["who", "home"]}, {"variable": "key"}], ids=["unsaid", "two", "variable"]
)
def test_other_keys_are_refused_on_a_cluster(record_key) -> None:
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, "record_key": record_key}
    params = TableParams.model_validate({"dimensions": [{"variable": "area"}], "protect": protect})
    assert not METHODS["table"].works_by_key(params)
    with pytest.raises(Refused) as found:
        published(elsewhere(source(roles={"who": "direct_identifier"})), record_key=record_key)
    assert [problem.code for problem in found.value.problems] == ["counts.no_records"]


def made_job(params: dict[str, object]) -> Job:
    jobs = [{"name": "tab", "kind": "table", "params": params}]
    return plan_from_json({"schema": 2, "data": {"path": "a.csv"}, "jobs": jobs}).jobs[0]


def test_amounts_are_refused_on_a_cluster_and_counts_are_not() -> None:
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, "record_key": KEYED}
    shown = {"dimensions": [{"variable": "area"}], "protect": protect}
    assert counts_problems(made_job(shown), elsewhere=True) == ()
    (problem,) = counts_problems(made_job(shown | {"value": "pay"}), elsewhere=True)
    assert problem.code == "site.needs_all_records"
    (problem,) = counts_problems(made_job(shown), elsewhere=False)
    assert problem.code == "site.needs_records"
