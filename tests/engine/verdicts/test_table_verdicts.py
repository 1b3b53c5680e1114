"""Verdicts on tables and audits: small cases whose honest grade is known."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.methods.tables.linked_audit import engine as linked_audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Severity
from sdc_desktop.engine.running.table_origins import OtherTables, other_tables
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import NO_LIMITS, Grade, Limits, from_warnings, verdict_of
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_text
from tests.engine.tables.attack.test_own_audit import HOLDINGS
from tests.engine.tables.files.test_jj import SMALL
from tests.support.data import microdata
from tests.support.secret import drawing
from tests.support.tables import golden_spec

CONTEXT = drawing()
STAGES = {
    "table": (TableParams, table_job),
    "audit": (AuditParams, audit),
    "linked_audit": (LinkedAuditParams, linked_audit),
}
NOTHING = Source(microdata({"none": []}), {})
THRESHOLD = {"kind": "threshold", "n": 3}
P15 = {"kind": "p_percent", "p": 15}
SUPPRESSION = {"method": "suppression"}
FOUR = (("a", "w"), ("a", "x"), ("b", "w"), ("b", "x"))  # cells of one firm each
FULL = [(r, c) for r in "abc" for c in "xyz" for _ in range(5)]  # nobody stands out anywhere
FEW = [*FULL[5:], ("a", "x")]  # one contributor in a / x
TWO_WAY = {
    "rows": ("a", "b", "c"),
    "columns": ("x", "y"),
    "values": ((4, 11, 15), (12, 3, 15), (9, 16, 25), (25, 30, 55)),
}


def with_identifiers(columns) -> Source:
    number = len(next(iter(columns.values())))
    identifiers = {"id": [str(record) for record in range(number)]}
    return Source(microdata(columns | identifiers, {"id": "direct_identifier"}), {})


def counts_of(rows) -> Source:
    return with_identifiers({"r": [row[0] for row in rows], "c": [row[1] for row in rows]})


def firms(rows=HOLDINGS) -> Source:
    names = ("r", "c", "firm", "v")
    return with_identifiers({name: [str(row[place]) for row in rows] for place, name in enumerate(names)})


def result_of(kind, params, source=NOTHING):
    spec, stages = STAGES[kind]
    shown = spec(**params)
    return shown, stages.decide(shown, stages.counts(shown, source, CONTEXT), CONTEXT)


def judged(kind, params, source=NOTHING, limits: Limits = NO_LIMITS):
    """The grade, the codes of its reasons, and the result."""
    shown, result = result_of(kind, params, source)
    reasons = (*method_of(kind).stages.verdict(shown, result, limits), *from_warnings(result.notes))
    for reason in reasons:
        for internal in (True, False):
            assert "{" not in reason_text(reason, Words(), internal=internal)
    verdict = verdict_of(reasons)
    return verdict.grade, [one.code for one in verdict.reasons], result


def table(source, limits: Limits = NO_LIMITS, **params):
    dimensions = ({"variable": "r"}, {"variable": "c"})
    return judged("table", {"dimensions": dimensions, **params}, source, limits)


def small_sums(**protect):
    """Two singletons whose cells disclose others where nothing is done about it."""
    params = {"value": "v", "rules": (P15,), "protect": {**SUPPRESSION, "singletons": False, **protect}}
    return table(firms(), **params)


# contributors --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["optimal", "fast"])
def test_by_default_lone_contributors_and_unsafe_sums_are_protected_and_a_note_says_so(solver) -> None:
    grade, codes, result = small_sums(holding="firm", solver=solver)
    assert (grade, codes, result.safe) == (Grade.SAFE, [], True)
    assert [(one.code, one.severity) for one in result.notes] == [
        ("suppression.contributors_by_default", Severity.NOTE)
    ]


@pytest.mark.parametrize(("weights", "insiders", "noted"), [
    (("1", "2.5"), "protect", True), (("1", "2.5"), "tell", True), (("1", "2.5"), "ignore", False),
    (("1", "1"), "protect", False),
])  # fmt: skip
def test_contributors_are_taken_to_know_their_weights_and_a_note_says_so(weights, insiders, noted) -> None:
    columns = {"r": [row[0] for row in FULL], "c": [row[1] for row in FULL]}
    columns |= {"w": [weights[n % 2] for n in range(len(FULL))], "v": ["37"] * len(FULL)}
    params = {"value": "v", "weight": "w", "rules": (P15,), "protect": {**SUPPRESSION, "insiders": insiders}}
    _, _, result = table(with_identifiers(columns), **params)
    assert ("insiders.weights_known" in [one.code for one in result.notes]) == noted


def test_what_a_lone_contributor_derives_exactly_is_not_safe_where_it_is_only_reported() -> None:
    grade, codes, result = small_sums(holding="firm", insiders="tell", unions="tell")
    assert grade is Grade.UNSAFE
    assert codes[0] == "table.contributors_derive"
    assert not result.safe
    assert len(result.contributors_derive) == 4


def test_what_was_not_examined_of_contributors_is_not_judged() -> None:
    grade, codes, _ = small_sums(holding="firm", insiders="ignore")
    assert (grade, codes) == (Grade.OPEN, ["table.contributors_not_examined"])


def test_unsafe_sums_and_sums_that_were_not_examined_are_reservations() -> None:
    """Two cells of two firms each: nobody is alone, but one firm has nearly all of their sum."""
    rows = [("a", "x", "A1", 1000), ("a", "x", "A2", 5), ("a", "y", "B1", 400), ("a", "y", "B2", 5)]
    rows += [("b", c, f"b{c}{n}", 300 + n) for c in "xyz" for n in range(6)]
    rows += [("a", "z", f"az{n}", 5000 + n) for n in range(6)]
    rows += [("c", c, f"c{c}{n}", 300 + n) for c in "xyz" for n in range(6)]
    shown = {"value": "v", "rules": (P15,)}
    grade, codes, result = table(firms(rows), **shown, protect={**SUPPRESSION, "unions": "tell"})
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.unsafe_sums"])
    assert (result.safe, result.unsafe_because, result.contributors_derive) == (False, ("sums",), ())
    assert all(set(cells) >= {("a", "x"), ("a", "y")} for cells in result.unsafe_sums)
    grade, codes, _ = table(firms(rows), **shown, protect={**SUPPRESSION, "unions": "ignore"})
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.sums_not_examined"])
    assert table(firms(rows), **shown, protect=SUPPRESSION)[:2] == (Grade.SAFE, [])


def test_all_that_contributors_derive_is_kept_however_many() -> None:
    """Eleven pairs of lone contributors: each knows its own cell, and so the other's."""
    rows = [(f"a{n:02}", c, f"{n}{c}", 50 + n) for n in range(11) for c in "xy"]
    rows += [(f"a{n:02}", "z", f"{n}z{k}", 60 + k) for n in range(11) for k in range(6)]
    rows += [("b", c, f"b{c}{k}", 400 + k) for c in "xyz" for k in range(6)]
    shown = {**SUPPRESSION, "singletons": False, "insiders": "tell", "unions": "tell"}
    grade, _, result = table(firms(rows), value="v", rules=(P15,), protect=shown)
    assert grade is Grade.UNSAFE
    assert len(result.contributors_derive) == 22
    assert all("\u2026" not in name for cell in result.contributors_derive for name in cell)
    assert {cell.coordinates for cell in result.cells if cell.by_contributor} == set(
        result.contributors_derive
    )


def test_what_cannot_be_protected_against_a_contributor_is_reported_and_not_refused() -> None:
    """Of two firms in two cells of a published total each knows the other: no third cell is left."""
    rows = [("a", "x", "1", 50), ("a", "y", "2", 60)]
    total = ({"cell": ("Total",), "status": "frozen"},)
    params = {"dimensions": ({"variable": "c"},), "value": "v", "rules": (P15,), "cells": total}
    protect = {**SUPPRESSION, "singletons": False}
    grade, codes, result = judged("table", {**params, "protect": protect}, firms(rows))
    assert (grade, codes[0]) == (Grade.UNSAFE, "table.contributors_derive")
    assert set(result.contributors_derive) == {("x",), ("y",)}


def test_a_zero_beside_it_leaves_a_contributor_alone() -> None:
    """What it derives then is its own amount: no cell of others is disclosed."""
    rows = [*HOLDINGS, ("a", "w", "Z", 0)]
    _, _, result = table(
        firms(rows),
        value="v",
        rules=(P15,),
        protect={**SUPPRESSION, "singletons": False, "insiders": "tell", "unions": "tell", "holding": "firm"},
    )
    assert len(result.contributors_derive) == 4


def test_a_record_that_stands_for_others_is_not_alone() -> None:
    rows = [(*row, "4" if row[2] in "HKL" else "1") for row in HOLDINGS]
    names = ("r", "c", "firm", "v", "w")
    columns = {name: [str(row[place]) for row in rows] for place, name in enumerate(names)}
    manual = tuple({"cell": cell, "status": "unsafe"} for cell in FOUR)
    params = {
        "dimensions": ({"variable": "r"}, {"variable": "c"}),
        "value": "v",
        "rules": (P15,),
        "cells": manual,
        "protect": {**SUPPRESSION, "singletons": False, "insiders": "tell", "unions": "tell"},
    }
    source = Source(microdata(columns), {})
    assert result_of("table", params, source)[1].contributors_derive
    assert not result_of("table", {**params, "weight": "w"}, source)[1].contributors_derive


# rules ---------------------------------------------------------------------------------------------------


def test_without_any_rule_nothing_is_judged_whatever_was_done() -> None:
    for protect in (None, SUPPRESSION, {"method": "rounding", "base": 3}):
        grade, codes, result = table(counts_of(FEW), protect=protect)
        assert (grade, codes[0]) == (Grade.OPEN, "table.not_judged")
        assert getattr(result, "safe", False) is False


def test_zeros_alone_are_no_rule() -> None:
    assert table(counts_of(FULL), zeros_unsafe=True, protect=SUPPRESSION)[0] is Grade.OPEN


def test_a_manual_status_is_a_rule_and_so_is_the_status_of_a_file(tmp_path) -> None:
    wish = ({"cell": ("a", "x"), "status": "unsafe"},)
    assert judged("table", {"table": TWO_WAY, "cells": wish, "protect": SUPPRESSION})[0] is Grade.SAFE
    safe = ({"cell": ("a", "x"), "status": "safe"},)
    assert judged("table", {"table": TWO_WAY, "cells": safe, "protect": SUPPRESSION})[0] is Grade.OPEN
    (tmp_path / "t.jj").write_text(SMALL)
    instance = {"table": {"instance": "t.jj"}, "protect": SUPPRESSION}
    assert judged("table", instance, replace(NOTHING, base=tmp_path))[0] is Grade.SAFE


def test_unsafe_cells_that_are_published_are_not_safe_and_a_table_without_any_is() -> None:
    assert table(counts_of(FEW), rules=(THRESHOLD,))[:2] == (Grade.UNSAFE, ["table.unsafe_published"])
    assert table(counts_of(FULL), rules=(THRESHOLD,))[:2] == (Grade.SAFE, [])


def test_a_risk_above_the_limit_is_not_safe() -> None:
    grade, codes, _ = table(counts_of(FEW), rules=(THRESHOLD,), protect=SUPPRESSION, max_risk=0.01)
    assert (grade, codes) == (Grade.UNSAFE, ["table.max_risk"])


@pytest.mark.parametrize("status", ["safe", "frozen"])
def test_an_unsafe_cell_that_is_set_to_safe_is_a_reservation(status) -> None:
    wishes = tuple({"cell": cell, "status": status} for cell in (("a", "x"), ("a", "y")))
    for protect in (None, SUPPRESSION):
        grade, codes, result = table(counts_of(FEW), rules=(THRESHOLD,), cells=wishes, protect=protect)
        assert (grade, codes) == (Grade.RESERVATIONS, ["table.overruled"])
        assert result.overruled == (("a", "x"),)


# noise, rounding, adjustment -----------------------------------------------------------------------------


def keyed(variance: float, **more):
    rows = [
        (r, c) for n, r in enumerate("abcdef") for m, c in enumerate("uvwxyz") for _ in range(1 + (n + m) % 9)
    ]
    protect = {"method": "cell_key", "variance": variance, "maximum": 5, **more}
    return table(counts_of(rows), protect=protect)


def test_hardly_any_noise_leaves_small_counts_certain() -> None:
    grade, codes, result = keyed(0.01)
    assert (grade, codes) == (Grade.UNSAFE, ["table.small_counts_certain", "table.counts_guessed"])
    assert max(one.probability for one in result.certain) > 0.9
    assert result.losses.cells_changed <= 5


def test_enough_noise_is_safe_and_the_limit_can_be_set() -> None:
    assert keyed(2)[:2] == (Grade.SAFE, [])
    both = ["table.small_counts_certain", "table.counts_guessed"]
    assert keyed(2, most_certain=0.2)[:2] == (Grade.UNSAFE, both)
    assert keyed(2, most_certain=0.99)[:2] == (Grade.SAFE, [])


def test_a_certainty_of_one_sets_no_limit_to_small_counts() -> None:
    """Any probability is at most 1, and the intervals of a rule are those of the largest noise."""
    assert keyed(0.01, most_certain=1)[:2] == (Grade.OPEN, ["table.not_judged"])
    shown = {"method": "cell_key", "variance": 0.01, "maximum": 5, "most_certain": 1}
    rows = [(r, c) for r in "abc" for c in "xyz" for _ in range(4)]
    assert table(counts_of(rows), rules=(THRESHOLD,), protect=shown)[0] is Grade.OPEN


def test_a_limit_on_counts_that_stay_is_a_condition_of_its_own() -> None:
    grade, codes, result = keyed(2, most_certain=1, most_stay=0.25)
    assert (grade, codes) == (Grade.UNSAFE, ["table.counts_stay"])
    assert max(result.noise.stays[1:]) > 0.25
    assert keyed(2, most_certain=1, most_stay=0.5)[:2] == (Grade.SAFE, [])
    assert keyed(2, most_certain=1, most_stay=1)[0] is Grade.OPEN


def test_counts_that_the_rest_of_the_table_tells_are_a_reservation() -> None:
    """A limit between what a count tells alone and what it tells with its row, column and totals."""
    _, _, result = keyed(2, monotone=True)
    alone = max(one.probability for one in result.certain if one.count)
    together = result.noise.guessed.highest
    assert alone < together
    limit = round((alone + together) / 2, 3)
    grade, codes, result = keyed(2, monotone=True, most_certain=limit)
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.counts_guessed"])
    assert 0 < result.noise.guessed.above < result.noise.guessed.cells


def test_ratios_are_never_safe() -> None:
    assert keyed(2, ratio={"share_of": "r"})[:2] == (Grade.RESERVATIONS, ["table.ratios_by_key"])
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, "ratio": {"per": None}}
    grade, codes, _ = table(firms(), value="v", rules=(THRESHOLD,), protect=protect)
    assert grade in (Grade.UNSAFE, Grade.RESERVATIONS)
    assert {"table.amounts_by_key", "table.ratios_by_key"} <= set(codes)


def test_empty_cells_stay_empty_and_disclose_nobody() -> None:
    rows = [(r, c) for r in "abc" for c in "xyz" for _ in range(4) if (r, c) != ("a", "x")]
    shown = {"method": "cell_key", "variance": 2, "maximum": 5, "most_certain": 1}
    grade, codes, result = table(counts_of(rows), rules=(THRESHOLD,), protect=shown)
    assert (grade, codes, result.risks.disclosed) == (Grade.OPEN, ["nothing_required"], 0)
    assert next(cell for cell in result.cells if cell.coordinates == ("a", "x")).published == 0


def test_amounts_with_noise_are_never_safe() -> None:
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, "step": 10}
    grade, codes, _ = table(firms(), value="v", rules=(THRESHOLD,), protect=protect)
    assert grade in (Grade.UNSAFE, Grade.RESERVATIONS)
    assert "table.amounts_by_key" in codes
    assert table(firms(), value="v", protect=protect)[0] is Grade.OPEN


def test_a_rounded_cell_with_one_possible_value_is_not_safe() -> None:
    for random in (False, True):
        protect = {"method": "rounding", "base": 1, "controlled": not random, "random": random}
        grade, codes, _ = table(counts_of(FEW), rules=(THRESHOLD,), protect=protect)
        assert (grade, codes[0]) == (Grade.UNSAFE, "table.disclosed")
    protect = {"method": "rounding", "base": 3}
    assert table(counts_of(FEW), rules=(THRESHOLD,), protect=protect)[0] is Grade.SAFE


def test_rounded_amounts_are_not_audited_against_contributors() -> None:
    protect = {"method": "rounding", "base": 500}
    grade, codes, _ = table(firms(), value="v", rules=(P15,), protect=protect)
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.rounded_amounts"])


def test_an_adjusted_table_was_not_audited() -> None:
    grade, codes, _ = table(counts_of(FEW), rules=(THRESHOLD,), protect={"method": "adjustment"})
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.adjusted_not_audited"])
    grade, codes, _ = table(
        counts_of(FEW), rules=(THRESHOLD,), protect={"method": "adjustment"}, max_risk=0.5
    )
    assert grade is Grade.OPEN


def test_a_merge_that_leaves_an_unsafe_cell_is_not_safe() -> None:
    merge = {"method": "redesign", "merge": {"r": (("b", "c"),)}}
    assert table(counts_of(FEW), rules=(THRESHOLD,), protect=merge)[0] is Grade.UNSAFE
    merge = {"method": "redesign", "merge": {"r": (("a", "b"),)}}
    assert table(counts_of(FEW), rules=(THRESHOLD,), protect=merge)[0] is Grade.SAFE


# groups --------------------------------------------------------------------------------------------------

ONE_CELL = [*FULL, *(("d", "x") for _ in range(7))]  # all of d is in x
MOST = [*FULL, *(("d", "x") for _ in range(27)), *(("d", "y") for _ in range(3))]


@pytest.mark.parametrize("rows", [ONE_CELL, MOST])
def test_group_disclosure_in_counts_is_a_reservation_unless_the_policy_allows_it(rows) -> None:
    grade, codes, result = table(counts_of(rows), rules=(THRESHOLD,), protect=SUPPRESSION)
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.group_disclosure"])
    (group,) = result.group_disclosure
    assert (group.total, group.cell) == (("d", "Total"), ("d", "x"))
    allowed = Limits(group_disclosure_allowed=True)
    assert table(counts_of(rows), allowed, rules=(THRESHOLD,), protect=SUPPRESSION)[0] is Grade.SAFE


def sums(rows, **params) -> tuple[Grade, list[str], object]:
    firm_rows = [(r, c, f"firm {n}", v) for n, (r, c, v) in enumerate(rows)]
    return table(firms(firm_rows), value="v", rules=(THRESHOLD,), protect=SUPPRESSION, **params)


AMOUNTS = [(r, c, 10 + n) for r in "ab" for c in "xy" for n in range(5)]
ALL_IN_X = [*AMOUNTS, *(("d", "x", 30 + n) for n in range(5))]
NOTHING_IN_Y = [*ALL_IN_X, *(("d", "y", 0) for _ in range(5))]
LITTLE_IN_Y = [*ALL_IN_X, *(("d", "y", 1) for _ in range(5))]


def test_all_of_the_amount_of_a_row_in_one_cell_is_a_reservation() -> None:
    grade, codes, result = sums(ALL_IN_X)
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.group_amounts"])
    assert [(one.total, one.cell) for one in result.group_disclosure] == [(("d", "Total"), ("d", "x"))]
    assert sums(LITTLE_IN_Y)[:2] == (Grade.SAFE, [])  # nearly all of an amount is said of no one
    loss = [*ALL_IN_X, *(("d", "y", v) for v in (-2, -1, 1, 2))]
    assert sums(loss, lowest=-5)[:2] == (Grade.SAFE, [])


def test_a_published_sum_of_nothing_is_a_reservation() -> None:
    grade, codes, result = sums(NOTHING_IN_Y)
    assert (grade, codes) == (Grade.RESERVATIONS, ["table.group_amounts", "table.zero_sums"])
    assert result.zero_sums == (("d", "y"),)
    # a contributor may have had a loss, as far as intruders know
    assert sums(NOTHING_IN_Y, lowest="unknown")[2].zero_sums is None
    assert sums(NOTHING_IN_Y, zeros_unsafe=True)[2].zero_sums is None
    assert sums(NOTHING_IN_Y, published_unit=10)[2].zero_sums is None
    assert sums(ALL_IN_X)[2].zero_sums is None  # no one is there


# missing codes -------------------------------------------------------------------------------------------


def with_codes(rows, missing) -> Source:
    source = counts_of(rows)
    variables = (Variable("r", missing=missing), *source.data.variables[1:])
    return replace(source, data=replace(source.data, variables=variables))


def test_cells_of_declared_missing_codes_are_safe_where_that_is_requested() -> None:
    rows = [*FULL, ("9", "x"), ("", "y")]
    params = {"rules": (THRESHOLD,), "missing_safe": True}
    unsafe = {
        missing: [
            cell.coordinates
            for cell in table(with_codes(rows, missing), **params)[2].cells
            if cell.status == "unsafe"
        ]
        for missing in (("",), ("", "9"))
    }
    assert unsafe[("",)] == [("9", "Total"), ("9", "x")]
    assert unsafe[("", "9")] == []


def test_records_without_a_holding_are_contributors_of_their_own() -> None:
    rows = [("a", "x", firm, 50 + n) for n, firm in enumerate(["", "-1", "-1"])]
    rows += [("b", "x", f"f{n}", 60 + n) for n in range(5)]
    params = {"value": "v", "rules": (THRESHOLD,), "protect": {**SUPPRESSION, "holding": "firm"}}
    source = firms(rows)
    assert table(source, **params)[2].primaries > 0  # -1 is one firm, as long as nothing says otherwise
    variables = tuple(
        replace(v, missing=("", "-1")) if v.name == "firm" else v for v in source.data.variables
    )
    source = replace(source, data=replace(source.data, variables=variables))
    assert table(source, **params)[2].primaries == 0


# audits --------------------------------------------------------------------------------------------------

LEAKY = {"rows": ("a", "b"), "columns": ("x", "y"), "values": ((1, None, 3), (4, 5, 9), (5, 7, 12))}


def test_an_audit_with_a_disclosed_cell_is_not_safe() -> None:
    grade, codes, _ = judged("audit", {"table": LEAKY})
    assert (grade, codes[0]) == (Grade.UNSAFE, "audit.disclosed")


def test_an_audit_without_a_request_is_not_judged() -> None:
    assert judged("audit", {"table": golden_spec()})[:2] == (Grade.OPEN, ["measured_only"])


@pytest.mark.parametrize(("limit", "grade"), [(0.2, Grade.SAFE), (0.1, Grade.UNSAFE)])
def test_an_audit_is_judged_by_the_risk_allowed(limit, grade) -> None:
    assert judged("audit", {"table": golden_spec(), "max_risk": limit})[0] is grade


def test_an_audit_of_stated_levels_is_judged_by_them(tmp_path) -> None:
    (tmp_path / "t.jj").write_text(SMALL)
    grade, codes, _ = judged("audit", {"table": {"instance": "t.jj"}}, replace(NOTHING, base=tmp_path))
    assert (grade, codes[0]) == (Grade.UNSAFE, "audit.disclosed")  # the primary alone is suppressed


def test_an_insider_who_derives_another_contribution_is_not_safe() -> None:
    insider = {"cell": ("a", "x"), "own": 1, "contributors_known": True}  # of 4: the other has 3
    grade, codes, _ = judged("audit", {"table": TWO_WAY, "insider": insider})
    assert (grade, codes) == (Grade.UNSAFE, ["audit.insider_derives", "measured_only"])
    insider = {"cell": ("a", "x"), "own": 1}
    assert judged("audit", {"table": TWO_WAY, "insider": insider})[0] is Grade.OPEN


def test_linked_tables_are_not_judged_and_not_safe_where_a_cell_is_disclosed() -> None:
    source = Source(microdata({"a": list("0011"), "b": list("0101")}), {})
    margins = {"dimensions": ("a", "b"), "scenarios": ((("a",), ("b",)),)}
    assert judged("linked_audit", margins, source)[:2] == (Grade.OPEN, ["measured_only"])
    every_risk = judged("linked_audit", margins | {"max_risk": 1}, source)
    assert every_risk[:2] == (Grade.OPEN, ["measured_only"])
    assert "measured_only" not in judged("linked_audit", margins | {"max_risk": 0.99}, source)[1]
    source = Source(microdata({"a": list("000111"), "b": list("001122")}), {})
    cube = {"dimensions": ("a", "b"), "scenarios": ((("a",), ("b",)),)}
    shown, result = result_of("linked_audit", cube, source)
    found = replace(result, scenarios=(replace(result.scenarios[0], disclosed=2),))
    verdict = verdict_of(method_of("linked_audit").stages.verdict(shown, found, NO_LIMITS))
    assert verdict.grade is Grade.UNSAFE
    assert [one.code for one in verdict.reasons] == ["linked_audit.disclosed", "measured_only"]


# several tables ------------------------------------------------------------------------------------------


def job(name: str, kind: str = "table", **params):
    shown = {"name": name, "kind": kind, "params": params}
    return plan_from_json({"schema": 2, "jobs": [shown]}).jobs[0]


def test_tables_that_can_be_audited_together_and_those_that_cannot_are_distinguished() -> None:
    of_records = {"dimensions": [{"variable": "r"}]}
    rounded = {**of_records, "protect": {"method": "rounding", "base": 5}}
    steps = [{"filter": {"variable": "r", "test": "equal", "value": "x"}}]
    jobs = [
        job("prepared", kind="prepare", steps=steps),
        job("a", **of_records),
        job("b", **of_records),
        job("c", **of_records, value="y"),
        job("d", **rounded),
        job("e", **of_records).model_copy(update={"input": "prepared"}),
        job("f", table={"instance": "t.jj"}),
        job("g", table={"instance": "./t.jj"}, max_risk=0.5),
        job("h", table={"instance": "u.jj"}),
        job("i", kind="audit", table={"instance": "t.jj"}),
    ]
    plan = plan_from_json({"schema": 2, "jobs": []}).model_copy(update={"jobs": tuple(jobs)})
    found = {one.name: other_tables(plan, one) for one in jobs}
    assert found["a"] == OtherTables(("b", "c", "d"), ("e",))
    assert found["c"] == OtherTables(("a", "b"), ("e",))
    assert found["d"] == OtherTables((), ("a", "b", "e"))
    assert found["f"] == OtherTables(("g",), ())
    assert found["h"] == found["i"] == found["prepared"] == OtherTables()
