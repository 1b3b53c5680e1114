"""An insider that the plan names, in audits and in tables: what it learns counts."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Grade, verdict_of
from tests.support.data import microdata

NONE = Source(microdata({"none": []}), {})
# all four inner cells are suppressed; row totals 10 and 8, column totals 11 and 7
TABLE = {
    "columns": ("x", "y", "Total"),
    "rows": ("a", "b", "Total"),
    "values": ((None, None, 10), (None, None, 8), (11, 7, 18)),
}
OWN_9 = {"cell": ("a", "x"), "own": 9}


def judged(kind: str, params: dict, source: Source = NONE):
    method = method_of(kind)
    typed = method.params.model_validate(params)
    stages = method.stages
    result = stages.decide(typed, stages.counts(typed, source, JobContext()), JobContext())
    verdict = verdict_of(stages.verdict(typed, result, NO_LIMITS))
    return verdict.grade, [one.code for one in verdict.reasons], result


def test_an_audit_holds_the_limit_against_what_the_insider_learns() -> None:
    assert judged("audit", {"table": TABLE, "max_risk": 0.5})[0] is Grade.SAFE
    grade, codes, result = judged("audit", {"table": TABLE, "max_risk": 0.5, "insider": OWN_9})
    assert (grade, codes) == (Grade.UNSAFE, ["audit.insider_risk"])
    assert (result.insider.risk, result.insider.highest_risk, result.below_max_risk) == (1.0, 1.0, False)


def test_an_insider_with_little_in_a_cell_is_within_the_limit() -> None:
    grade, codes, _ = judged("audit", {"table": TABLE, "max_risk": 0.5, "insider": OWN_9 | {"own": 1}})
    assert (grade, codes) == (Grade.SAFE, [])


def test_an_insider_derives_other_cells_as_well() -> None:
    # the insider's cell is 10 at least, and at most by its row: all others follow
    grade, codes, result = judged("audit", {"table": TABLE, "insider": OWN_9 | {"own": 10}})
    assert (grade, codes[0], result.insider.exactly) == (Grade.UNSAFE, "audit.insider_derives", 3)


def test_no_insider_contributes_more_than_its_cell_can_be() -> None:
    with pytest.raises(Refused) as refused:
        judged("audit", {"table": TABLE, "insider": OWN_9 | {"own": 6, "second": True}})
    assert [one.code for one in refused.value.problems] == ["audit.own_too_large"]


RECORDS = Source(microdata({"r": list("aaaaaaaabbbbbbbb"), "c": list("xxxyyyyyxxxxxyyy")}), {})


def test_linked_tables_are_held_to_a_limit_and_to_an_insider() -> None:
    margins = {"dimensions": ("r", "c"), "scenarios": ((("r",), ("c",)),)}
    assert judged("linked_audit", margins | {"max_risk": 0.5}, RECORDS)[:2] == (Grade.SAFE, [])
    grade, codes, _ = judged("linked_audit", margins | {"max_risk": 0.1}, RECORDS)
    assert (grade, codes) == (Grade.UNSAFE, ["table.max_risk"])
    insider = margins | {"max_risk": 0.5, "insider": {"cell": ("b", "x"), "own": 5}}
    grade, codes, result = judged("linked_audit", insider, RECORDS)
    assert (grade, codes) == (Grade.SAFE, [])  # another contribution is 0 to 3, and so are all other cells
    assert result.scenarios[0].insider.highest_risk == 0.5
    grade, codes, _ = judged("linked_audit", insider | {"max_risk": 0.4}, RECORDS)
    assert codes == ["audit.insider_risk"]


def test_a_table_is_held_to_the_insider_of_its_settings() -> None:
    full = {**TABLE, "values": ((8, 2, 10), (3, 5, 8), (11, 7, 18))}
    params = {
        "table": full,
        "cells": [{"cell": ("a", "y"), "status": "unsafe"}],
        "protect": {"method": "suppression"},
    }
    assert judged("table", params)[:2] == (Grade.SAFE, [])
    knows = {"cell": ("a", "x"), "own": 8}
    limited = params | {"max_risk": 0.5}
    assert judged("table", limited)[:2] == (Grade.SAFE, [])
    grade, codes, result = judged("table", limited | {"insider": knows})
    assert (grade, codes) == (Grade.UNSAFE, ["audit.insider_risk"])
    assert result.insider.highest_risk == pytest.approx(0.6309, abs=1e-4)  # 3 values: 0 to 2
    with pytest.raises(Refused):
        judged("table", params | {"insider": knows | {"own": 9}})


def test_an_adjusted_table_leaves_open_what_an_insider_derives() -> None:
    full = {**TABLE, "values": ((8, 2, 10), (3, 5, 8), (11, 7, 18))}
    params = {
        "table": full,
        "cells": [{"cell": ("a", "y"), "status": "unsafe"}],
        "protect": {"method": "adjustment"},
        "insider": {"cell": ("a", "x"), "own": 2},
    }
    assert judged("table", params)[1][0] == "not_checked"
