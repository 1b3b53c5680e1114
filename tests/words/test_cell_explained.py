"""What is said of one cell of a table: figures, reasons, what protects what, the equations."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.cell_facts import cell_proofs, table_facts
from sdc_desktop.engine.running.publishing_cost import PublishingCost
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cells import Protects
from sdc_desktop.sheets.sheet import About, found_text, sheet_of
from sdc_desktop.words import Words
from sdc_desktop.words.tables.cell_explained import Beside, equation_cells, explained, guards_of
from sdc_desktop.words.tables.cells import look, tip
from sdc_desktop.words.tables.figures import decimals_of
from sdc_desktop.words.tables.legend import marks_explained, marks_present
from sdc_desktop.words.tables.publishing_cost import cost_line
from sdc_desktop.words.tables.table_cards import bar_figures, state_text
from sdc_desktop.words.tables.table_evidence import listed_cells, sort_of, why
from tests.support.data import microdata
from tests.ui.tabs.cells.conftest import FAST, GIVEN_AWAY, P15, counted_and_decided, firms

WORDS = Words()
PARAMS = {
    "dimensions": ({"variable": "activity"}, {"variable": "region"}),
    "value": "turnover",
    "rules": (P15,),
}


@pytest.fixture(scope="module")
def protected():
    return counted_and_decided(firms(), **PARAMS, protect=FAST)


def rows_of(shown):
    return dict(row for row in shown[1] if isinstance(row, tuple))


def sentences(shown):
    return [row for row in shown[1] if isinstance(row, str)]


def test_an_unsafe_cell_tells_rule_contributors_levels_and_what_is_derived(protected):
    params, counted, result = protected
    cell = next(c for c in result.cells if c.coordinates == ("a1", "north"))
    facts = table_facts(params, counted).of(cell.coordinates)
    assert facts.contributors == 8
    assert facts.largest == 900.0
    assert facts.largest + facts.second + facts.others == pytest.approx(cell.value)
    assert facts.insider == pytest.approx(cell.value - facts.second)
    assert facts.upper == pytest.approx(0.15 * 900 - facts.others)
    title, _ = shown = explained(result, cell.coordinates, WORDS, facts)
    assert title == "activity a1, region north"
    rows = rows_of(shown)
    assert rows["Status"] == "unsafe"
    assert rows["Published"] == "no value"
    assert rows["Contributors"] == "8"
    assert rows["Largest contribution"].startswith("900.0 (")
    assert (rows["Protection below"], rows["Protection above"]) == ("met", "met")
    assert rows["Disclosure risk"]
    text = " ".join(sentences(shown))
    assert "15 % of the largest" in text
    assert "It would be safe if at least 135 were left" in text
    assert "Protected by the suppression of " in text


def explained_at(cell, rows, **params):
    source = Source(microdata({name: [str(one[n]) for one in rows] for n, name in enumerate("rcvwh")}), {})
    settings = {
        "dimensions": ({"variable": "r"}, {"variable": "c"}),
        "value": "v",
        "rules": (SHARE,),
        **params,
    }
    typed, counted, result = counted_and_decided(source, **settings)
    return explained(result, cell, WORDS, table_facts(typed, counted).of(cell))


SHARE = {"kind": "dominance", "n": 1, "k": 60}
PLAIN = [(r, c, v, 1, "") for r in "bc" for c in "xy" for v in (10, 9, 8, 7)]
LARGE = [("a", "x", v, 1, "") for v in (59, 40, 1)] + [("a", "y", v, 1, "") for v in (80, 2, 1)]


def test_what_the_second_contributor_infers_is_shown_of_safe_cells_as_well():
    text = sentences(explained_at(("a", "x"), LARGE + PLAIN))[0]
    assert "at most 60, 1.7\u202f% above its true value" in text


def test_of_a_suppressed_cell_the_second_contributor_infers_less():
    texts = sentences(explained_at(("a", "y"), LARGE + PLAIN, protect=FAST))
    true, shown = (text for text in texts if "infer" in text)
    assert true.startswith("From the true value the second largest contributor could infer")
    assert "at most 81, 1.2\u202f%" in true
    assert shown.startswith("From what is published it infers at most ")
    assert "at most 81," not in shown


def test_with_values_below_zero_the_second_contributor_has_no_limit():
    loss = [("a", "x", -3, 1, "")]
    shown = explained_at(("a", "x"), LARGE + loss + PLAIN)
    assert "Contributions may be below zero" in sentences(shown)[0]
    assert "Contributions may" not in " ".join(sentences(explained_at(("b", "x"), LARGE + loss + PLAIN)))
    known = explained_at(("b", "x"), LARGE + PLAIN, lowest=-5)
    assert "Contributions may be below zero" in sentences(known)[0]


def test_weights_are_shown_beside_the_firms_own_value():
    rows = [("a", "x", 10, 3, "h"), ("a", "x", 20, 1.5, "h"), ("a", "x", 25, 2, "i"), *PLAIN]
    shown = rows_of(explained_at(("a", "x"), rows, weight="w"))
    assert (shown["Its own value"], shown["Its weight"]) == ("25.0", "2")
    held = rows_of(explained_at(("a", "x"), rows, weight="w", holding="h"))
    assert held["Largest contribution"].startswith("60.0")
    assert (held["Its own value"], held["Its weight"]) == ("30.0", "1.5 to 3")
    assert "Its weight" not in rows_of(explained_at(("a", "x"), rows))


def test_a_secondary_tells_what_it_protects_and_in_which_sums(protected):
    result = protected[2]
    cell = next(c for c in result.cells if c.status == "secondary")
    text = " ".join(sentences(explained(result, cell.coordinates, WORDS)))
    primary = cell.protects[0].primary
    assert f"Secondary suppression: protects {' / '.join(primary)} within " in text
    assert cell.coordinates in guards_of(result, primary)


def test_a_cell_of_another_table_with_the_same_categories_has_its_own_guards(protected):
    _, _, result = protected
    place = next(n for n, cell in enumerate(result.cells) if cell.protects)
    primary = result.cells[place].protects[0].primary
    elsewhere = tuple(replace(one, job="other") for one in result.cells[place].protects)
    cells = [*result.cells]
    cells[place] = replace(cells[place], protects=elsewhere)
    assert result.cells[place].coordinates in guards_of(result, primary)
    assert result.cells[place].coordinates not in guards_of(replace(result, cells=tuple(cells)), primary)


def test_a_cell_that_is_given_away_tells_the_equations():
    spec = AuditParams(table=GIVEN_AWAY)
    result = audit.decide(
        spec, audit.counts(spec, Source(microdata({"a": ["1"]}), {}), JobContext()), JobContext()
    )
    shown = explained(result, ("a", "x"), WORDS)
    assert rows_of(shown)["Disclosure risk"] == "disclosed"
    text = "\n".join(sentences(shown))
    assert "a / x is 4, for:" in text
    assert "Suppressing one more cell in each disclosing relation" in text
    proof = next(c for c in result.cells if c.disclosed).proof
    assert ("a", "x") in equation_cells(proof)


def test_ends_of_an_interval_are_derived_on_request(protected):
    result = protected[2]
    cell = next(c for c in result.cells if c.status == "unsafe" and c.upper is not None)
    proofs = cell_proofs(result, cell.coordinates)
    assert any(proof.kind == "upper" and proof.end == pytest.approx(cell.upper) for proof in proofs)
    published = next(c for c in result.cells if c.published is not None)
    assert cell_proofs(result, published.coordinates) == ()
    shown = explained(result, cell.coordinates, WORDS, None, proofs)
    assert any("is at most" in line for line in sentences(shown))


@pytest.mark.parametrize(
    "protect",
    [
        None,
        FAST,
        {"method": "rounding", "base": 5},
        {"method": "adjustment"},
        {"method": "redesign", "merge": {"region": (("north", "west"),)}},
    ],
)
def test_every_cell_of_every_method_is_explained(protect):
    params, counted, result = counted_and_decided(firms(), **PARAMS, protect=protect)
    facts = table_facts(params, counted)
    for cell in result.cells:
        title, rows = explained(result, cell.coordinates, WORDS, facts.of(cell.coordinates))
        assert cell.coordinates[0] in title
        assert not any("{" in text for row in rows for text in ([row] if isinstance(row, str) else row))
        assert sentences((title, rows))[-1] != "To change this:"
        assert ("To change this:" in rows) == (cell.status not in ("safe", "empty", "zero")), cell
    assert explained(result, ("a1", "nowhere"), WORDS) is None


@pytest.mark.parametrize(
    ("status", "label", "protect"),
    [("safe", "safe", None), ("frozen", "never suppressed", None), ("safe", "safe", FAST)],
)
def test_an_unsafe_cell_that_is_set_to_safe_tells_who_set_it_and_which_rules_it_violates(
    status, label, protect
):
    cell = ("a1", "north")
    params = {**PARAMS, "cells": ({"cell": cell, "status": status},)}
    params |= {} if protect is None else {"protect": protect}
    spec, counted, result = counted_and_decided(firms(), **params)
    own = next(one for one in result.cells if one.coordinates == cell)
    text = " ".join(sentences(explained(result, cell, WORDS, table_facts(spec, counted).of(cell))))
    assert f"Status set manually: {label}." in text
    assert "15 % of the largest" in text
    assert "Safe under all rules" not in text
    assert f"Status set manually: {label}." in tip(own, decimals_of(result), WORDS)
    assert "15 % of the largest" in tip(own, decimals_of(result), WORDS)
    assert own in listed_cells(result.cells, "unsafe")
    assert why(own, WORDS).startswith("status set manually; ")


def test_an_unsafe_cell_that_is_set_to_safe_stays_among_the_unsafe_cells_of_every_view():
    wish = ({"cell": ("a1", "north"), "status": "safe"},)
    spec, _, plain = counted_and_decided(firms(), **PARAMS)
    _, _, judged = counted_and_decided(firms(), **PARAMS, cells=wish)
    _, _, result = counted_and_decided(firms(), **PARAMS, cells=wish, protect=FAST)
    unsafe = plain.risks.unsafe
    assert unsafe == judged.unsafe_cells == result.unsafe_cells == len(listed_cells(result.cells, "unsafe"))
    assert bar_figures(judged.unsafe_cells, result, WORDS)[0] == ("Unsafe cells", str(unsafe), "1")
    assert state_text(spec, judged, WORDS, protected=False) == f"{unsafe} unsafe"
    told = found_text(sheet_of("table")(About(spec, result), WORDS))
    assert f"{unsafe - 1} unsafe cell" in told
    assert "1 further unsafe cell is not protected: its status was set manually." in told
    cell = next(one for one in judged.cells if one.coordinates == ("a1", "north"))
    decimals = decimals_of(judged)
    assert {look(cell, shown, decimals, WORDS).mark for shown in ("published", "known")} == {"primary"}
    assert "primary" in marks_explained(frozenset(marks_present([cell])), "published")
    assert sort_of(cell) == sort_of(next(c for c in plain.cells if c.coordinates == cell.coordinates))


def test_a_cell_that_is_set_to_safe_and_is_so_by_the_rules_only_tells_that_it_was_set():
    frozen = ({"cell": ("b1", "west"), "status": "frozen"},)
    _, _, result = counted_and_decided(firms(), **PARAMS, cells=frozen, protect=FAST)
    text = " ".join(sentences(explained(result, ("b1", "west"), WORDS)))
    assert "Status set manually: never suppressed." in text
    assert "Under the rules it is unsafe" not in text
    assert "It is published because its status was set manually." in text


def test_an_unsafe_cell_names_the_suppressed_cells_of_its_sums_with_their_marks(protected):
    result = protected[2]
    cell = next(c for c in result.cells if c.coordinates == ("a1", "north"))
    rows = rows_of(explained(result, cell.coordinates, WORDS))
    named = rows["Also suppressed in a1 / Total"]
    in_row = [one for one in result.cells if one.coordinates[0] == "a1" and one.published is None]
    assert len(in_row) > 1
    for one in in_row:
        mark = "p" if one.status == "unsafe" else "s"
        assert (f"{' / '.join(one.coordinates)} ({mark})" in named) is (one.coordinates != cell.coordinates)
    hidden = {" / ".join(one.coordinates) for one in result.cells if one.published is None}
    (in_column,) = [text for head, text in rows.items() if head.endswith(" / north")]
    for text in in_column.replace(" and ", ", ").split(", "):
        assert text.rpartition(" (")[0] in hidden
        assert " / north (" in text


def test_secondaries_of_other_tables_that_protect_a_cell_are_named_with_their_table(protected):
    result = protected[2]
    place = next(n for n, one in enumerate(result.cells) if one.reason)
    elsewhere = ("a1",)
    cells = [*result.cells]
    cells[place] = replace(cells[place], elsewhere={"other": elsewhere})
    guard = next(one for one in result.cells if one.status == "secondary")
    own, by_job = (Protects(elsewhere, ()), Protects(cells[place].coordinates, (), "this"))
    for protects in (own, by_job):
        other = replace(result, cells=(replace(guard, coordinates=("guard",), protects=(protects,)),))
        beside = Beside("", None, "this", {"this": result, "other": other})
        shown = explained(replace(result, cells=tuple(cells)), cells[place].coordinates, WORDS, beside=beside)
        assert rows_of(shown)["Protected in other by"] == "guard"


@pytest.mark.parametrize(
    ("cost", "line", "text"),
    [
        (PublishingCost(600_015.0, exact=True), "Publishing costs +600\u202f015", ""),
        (PublishingCost(-12.5), "Publishing costs \u221212.5", "need not be the cheapest"),
        (PublishingCost(0.0, exact=True), "Publishing costs 0", ""),
        (PublishingCost(None, exposed=(("a", "b"),)), "Cannot be published", "would disclose a / b."),
        (PublishingCost(None), "Cannot be published", "the tables are not safe"),
    ],
)
def test_the_cost_of_publishing_is_a_difference_or_what_it_would_disclose(protected, cost, line, text):
    result = protected[2]
    cell = next(one for one in result.cells if one.status == "secondary")
    shown = " ".join(sentences(explained(result, cell.coordinates, WORDS, beside=Beside(cost=cost))))
    assert cost_line(cost, WORDS) == line
    assert text in shown
    assert ("need not be the cheapest" in shown) is (text == "need not be the cheapest")
