"""Seven steps on 200,000 records with 80,000 persons, and a million identifiers replaced: CPU seconds, and
how long others are held up.
"""

import json
import time

import pytest

from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.source import Source
from tests.support.held import Held
from tests.support.secret import drawing

RECORDS = 200_000
STEPS = [
    {"derive": {"name": "age", "of": "born", "age_at": "2024-12-31"}},
    {"filter": {"variable": "age", "test": "at_least", "value": 25}},
    {"keep_households": {"household": "home", "whole": "drop"}},
    {"shift_dates": {"variables": ["seen", "born"], "person": "id", "days": 30}},
    {"pseudonymise": {"variables": ["id"], "key": "key.csv"}},
    {"recode_missing": {"variables": ["region"], "texts": ["r3"]}},
    {"drop": ["born"]},
]


def records(number: int = RECORDS, persons: int = 80_000) -> Source:
    def fill(connection, table) -> None:
        connection.execute(
            f"CREATE TABLE {table} AS SELECT 'P' || (i * 7919 % {persons}) AS c0, "
            "'H' || (i * 104729 % 60000) AS c1, "
            "strftime(DATE '1940-01-01' + (i * 31 % 25000)::INTEGER, '%Y-%m-%d') AS c2, "
            "strftime(DATE '2010-01-01' + (i * 17 % 3650)::INTEGER, '%Y-%m-%d') AS c3, "
            f"'r' || (i % 7) AS c4 FROM range({number}) t(i)"
        )

    names = ("id", "home", "born", "seen", "region")
    return Source(Microdata(Store().load(len(names), fill), tuple(map(Variable, names))), {})


def test_seven_steps(benchmark) -> None:
    source = records()
    query = PrepareParams.model_validate_json(json.dumps({"steps": STEPS}))
    began = time.process_time()
    done = benchmark.pedantic(lambda: prepare.counts(query, source, drawing(4)), rounds=1)
    seconds = time.process_time() - began
    benchmark.extra_info |= {"cpu": seconds}
    print(f"\n{seconds:.2f} s CPU, {done.data.records} records left")
    assert 0 < done.data.records < RECORDS
    assert len({number for _, number in done.keys[0].rows}) == len(done.keys[0].rows)


@pytest.mark.long
def test_a_million_persons(benchmark) -> None:
    million = 1_000_000
    source = records(million, million + 3)  # each record is a person's of its own
    steps = [step for step in STEPS if "shift_dates" in step or "pseudonymise" in step]
    query = PrepareParams.model_validate_json(json.dumps({"steps": steps}))
    began = time.process_time()
    with Held() as held:
        done = benchmark.pedantic(lambda: prepare.counts(query, source, drawing(4)), rounds=1)
    seconds = time.process_time() - began
    benchmark.extra_info |= {"cpu": seconds, "held": held.longest}
    print(f"\n{seconds:.2f} s CPU, others held up for {1000 * held.longest:.0f} ms at the longest")
    assert len(done.keys[0].rows) == million
