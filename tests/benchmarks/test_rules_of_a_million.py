"""Rules on texts of a million records with three variables of different texts: CPU seconds."""

import time

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.rules.patterns import PATTERN_KINDS
from sdc_desktop.engine.rules.records import Leaving, checked
from sdc_desktop.engine.rules.spec import RuleSpec

RECORDS = 1_000_000


def leaving() -> Leaving:
    def fill(connection, table) -> None:
        connection.execute(
            f"CREATE TABLE {table} AS SELECT 'Felt well since visit ' || i || ', no change' AS c0, "
            "'ref ' || (i * 7919 % 1000003) || CASE WHEN i % 100000 = 7 THEN ' a@b.org' ELSE '' END AS c1, "
            "'street ' || chr(97 + (i % 26)::INTEGER) || ' no. ' || i || ', flat ' || (i % 9) AS c2 "
            f"FROM range({RECORDS}) t(i)"
        )

    variables = tuple(map(Variable, ("note", "ref", "street")))
    return Leaving(Microdata(Store().load(len(variables), fill), variables), {})


def test_patterns_and_dates_in_three_texts_of_a_million_records() -> None:
    there, context = leaving(), JobContext()
    kinds = RuleSpec.model_validate({"name": "texts", "check": {"kind": "patterns", "kinds": PATTERN_KINDS}})
    dates = RuleSpec.model_validate({"name": "dates", "check": {"kind": "dates", "finest": "year"}})
    start = time.process_time()
    texts, days = checked(kinds, there, context), checked(dates, there, context)
    seconds = time.process_time() - start
    print(f"\n{seconds:.1f} CPU seconds")
    assert texts is not None
    assert days is not None
    assert {one.variable: one.records for one in texts.variables}["ref"] == 10
    assert days.state == "met"
