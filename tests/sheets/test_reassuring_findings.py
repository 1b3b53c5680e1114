"""A finding that reassures is not given without what the verdict has against the same table."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, verdict_of
from sdc_desktop.sheets.sheet import About, Reader, found_text, sheet_of
from sdc_desktop.words import Words
from tests.support.data import microdata

READERS: tuple[Reader, ...] = ("window", "internal", "external")
DERIVES = "A contributor can derive another contribution or suppressed cells exactly."
ABOVE = "The maximum disclosure risk exceeds the limit set."
SUMS = "There are unsafe unions of suppressed cells."
NONE = Source(microdata({"none": []}), {})
RECORDS = Source(microdata({"r": list("aaaaaaaabbbbbbbb"), "c": list("xxxyyyyyxxxxxyyy")}), {})
# all four inner cells are suppressed; row totals 10 and 8, column totals 11 and 7
HIDDEN = {
    "columns": ("x", "y", "Total"),
    "rows": ("a", "b", "Total"),
    "values": ((None, None, 10), (None, None, 8), (11, 7, 18)),
}
KNOWN = {**HIDDEN, "values": ((8, 2, 10), (3, 5, 8), (11, 7, 18))}
PROTECTED = {
    "table": KNOWN,
    "cells": [{"cell": ("a", "y"), "status": "unsafe"}],
    "protect": {"method": "suppression"},
}
MARGINS = {"dimensions": ("r", "c"), "scenarios": ((("r",), ("c",)),)}


def holdings() -> Source:
    """Two cells of two firms each, of which one has nearly all of their sum; the others are of many."""
    rows = [("a", "x", "A1", 1000), ("a", "x", "A2", 5), ("a", "y", "B1", 400), ("a", "y", "B2", 5)]
    rows += [("b", c, f"b{c}{n}", 300 + n) for c in "xyz" for n in range(6)]
    rows += [("a", "z", f"az{n}", 5000 + n) for n in range(6)]
    rows += [("c", c, f"c{c}{n}", 300 + n) for c in "xyz" for n in range(6)]
    names = ("r", "c", "firm", "v")
    return Source(microdata({name: [str(row[at]) for row in rows] for at, name in enumerate(names)}), {})


UNIONS = {
    "dimensions": [{"variable": "r", "hierarchy": False}, {"variable": "c", "hierarchy": False}],
    "value": "v",
    "holding": "firm",
    "rules": [{"kind": "p_percent", "p": 15}],
    "protect": {"method": "suppression", "unions": "tell"},
}
CASES = {
    "nothing against an audit": ("audit", {"table": HIDDEN, "max_risk": 0.5}, NONE, (), ""),
    "an insider above the limit": (
        "audit",
        {"table": HIDDEN, "max_risk": 0.5, "insider": {"cell": ("a", "x"), "own": 9}},
        NONE,
        ("audit.insider_risk",),
        ABOVE,
    ),
    "an insider that derives": (
        "audit",
        {"table": HIDDEN, "insider": {"cell": ("a", "x"), "own": 10}},
        NONE,
        ("audit.insider_derives",),
        DERIVES,
    ),
    "nothing against a table": ("table", PROTECTED, NONE, (), ""),
    "a table above the limit": ("table", PROTECTED | {"max_risk": 0.05}, NONE, ("table.max_risk",), ABOVE),
    "nothing against linked tables": ("linked_audit", MARGINS, RECORDS, (), ""),
    "linked tables above the limit": (
        "linked_audit",
        MARGINS | {"max_risk": 0.1},
        RECORDS,
        ("table.max_risk",),
        ABOVE,
    ),
    "an insider of linked tables": (
        "linked_audit",
        MARGINS | {"max_risk": 0.4, "insider": {"cell": ("b", "x"), "own": 5}},
        RECORDS,
        ("audit.insider_risk",),
        ABOVE,
    ),
    "unsafe sums": ("table", UNIONS, holdings(), ("table.unsafe_sums",), SUMS),
}


@pytest.mark.parametrize("name", CASES)
def test_what_the_verdict_has_against_a_table_stands_in_its_finding(name: str) -> None:
    kind, given, source, codes, text = CASES[name]
    method = method_of(kind)
    params, stages = method.params.model_validate(given), method.stages
    result = stages.decide(params, stages.counts(params, source, JobContext()), JobContext())
    found = {one.code for one in verdict_of(stages.verdict(params, result, NO_LIMITS)).reasons}
    assert found >= {*codes}
    for reader in READERS:
        shown = found_text(sheet_of(kind)(About(params, result), Words()), reader)
        against = [one for one in (DERIVES, ABOVE, SUMS) if one in shown]
        expected = [text] if text and (text != SUMS or reader == "external") else []
        assert against == expected, shown
        if text == SUMS:
            assert ("unsafe by rule" in shown) is (reader != "external")  # inside with their number
