"""Golden outputs: what is found and judged of workbooks, texts and a peer's sessions."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.comparing.definitions import Definition
from sdc_desktop.engine.submission.comparing.differences import few_differences
from sdc_desktop.engine.submission.comparing.systems import KnownCell, KnownTable, following
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, Spot, worst
from sdc_desktop.engine.submission.judging.shares import smallest_base
from sdc_desktop.engine.submission.submission import CheckedFile, CheckedTable
from tests.support.outputs.cases import checked, codes, file_codes, golden, golden_bytes, write_session

WORKBOOKS = [
    name for name, truth in golden("truth").items() if name.endswith(".xlsx") and "tables" not in truth
]
COMPARED = ("difference_of_few",)  # findings against other tables of the same submission


@pytest.fixture
def check(tmp_path: Path) -> Any:
    def run(name: str) -> CheckedFile:
        (tmp_path / name).write_bytes(golden_bytes(name))
        return checked(tmp_path, [name]).files[0]

    return run


def own_codes(table: CheckedTable) -> dict[str, list[str]]:
    return {code: cells for code, cells in codes(table).items() if code not in COMPARED}


def labels_of(table: CheckedTable, spot: Spot) -> list[str]:
    row, column = table.table.rows[spot.row], table.table.columns[spot.column]
    return [row.partition(",")[0], column.partition(" (N=")[0]]


def sheets_of(name: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = golden("truth")[name]
    return found


@pytest.mark.parametrize("name", [*WORKBOOKS, "german.csv"])
def test_every_table_is_found_with_kinds_totals_and_findings(check, name) -> None:
    file = check(name)
    found = {(one.table.sheet.name, one.table.address): one for one in file.tables}
    wanted = {(sheet, truth["body"]): truth for sheet, listed in sheets_of(name).items() for truth in listed}
    assert found.keys() == wanted.keys()
    for key, truth in wanted.items():
        table = found[key].table
        assert [list(table.rows), list(table.columns)] == [truth["rows"], truth["cols"]]
        assert list(table.kinds) == truth["kinds"]
        assert [[one.line, list(one.parts)] for one in table.row_totals] == truth["row_totals"]
        assert [[one.line, list(one.parts)] for one in table.column_totals] == truth["col_totals"]
        reasons = {code: sorted(cells) for code, cells in truth["reasons"].items() if cells}
        assert {code: sorted(cells) for code, cells in own_codes(found[key]).items()} == reasons
        both = worst((found[key].severity, file.own_severity))
        assert truth["verdict"] in (found[key].severity.value, both.value)


def test_suppressed_figures_that_follow_are_derived(check) -> None:
    truths = [
        (name, sheet, truth)
        for name in ("stacked.xlsx", "german.csv", "marks.xlsx")
        for sheet, listed in sheets_of(name).items()
        for truth in listed
        if "true" in truth
    ]
    for name, sheet, truth in truths:
        table = next(one for one in check(name).tables if one.table.address == truth["body"])
        assert table.table.sheet.name == sheet
        known = {
            table.table.cell(one.row, one.column): one.lower
            for one in table.judged.intervals
            if one.possible == 1
        }
        assert known == truth["true"]


def test_four_suppressed_cells_in_two_rows_and_columns_keep_22_values_each(check) -> None:
    table = check("marks.xlsx").tables[0]
    truth = golden("truth")["marks.xlsx"]["Years"][0]["intervals"]
    assert [one.possible for one in table.judged.intervals] == [22] * 4
    assert [table.judged.intervals[0].lower, table.judged.intervals[0].upper] == truth["B3"]


def test_the_smallest_base_of_percentages() -> None:
    for texts, base in ((("14.3", "28.6", "57.1"), 7), (("33.3", "66.7"), 3), (("47.3", "52.7"), 55)):
        assert smallest_base([(Decimal(text), 1) for text in texts]) == base


def test_what_workbooks_carry_unseen_is_named(check) -> None:
    for name, inner in (("traps.xlsx", "Out"), ("office.xlsx", None)):
        truth = golden("truth")[name]
        wanted = truth["file"] if inner is None else truth[inner][0]["file"]
        found = file_codes(check(name))
        for one in wanted:
            code, _, where = one.partition(":")
            assert any(item.startswith(f"{code}:{where}" if where else code) for item in found), one


def test_pivot_cache_external_link_and_embedded_workbook_are_refused(check) -> None:
    file = check("carries_data.xlsx")
    assert {one.code for one in file.findings} == {"pivot_cache", "external_link", "embedded_file"}
    assert {one.severity for one in file.findings} == {Severity.REFUSE}
    assert all(one.carried for one in file.findings)
    assert [own_codes(table) for table in file.tables] == [own_codes(t) for t in check("stacked.xlsx").tables]


def test_other_formats_are_judged_as_their_truth_says(check) -> None:
    for name in ("tables.html", "session.log", "table1.csv", "km.csv", "paper.docx"):
        truth = golden("truth")[name]
        file = check(name)
        (table,) = file.tables
        (wanted,) = truth["tables"]
        if "rows" in wanted:
            assert [label.partition(",")[0] for label in table.table.rows] == wanted["rows"]
        if "cols" in wanted:
            assert [label.partition(" (N=")[0] for label in table.table.columns] == wanted["cols"]
        found = {
            code: sorted(labels_of(table, spot) for spot in table.judged.spots if spot.code == code)
            for code in own_codes(table)
        }
        if name != "km.csv":
            assert found == {code: sorted(cells) for code, cells in wanted["reasons"].items()}
        both = worst((table.severity, file.own_severity))
        assert wanted["verdict"] in (table.severity.value, both.value)
        for one in truth.get("file", ()):
            assert one in file_codes(file)


def test_steps_of_few_in_a_survival_table(check) -> None:
    (table,) = check("km.csv").tables
    assert table.table.form == "survival"
    assert [int(table.table.rows[spot.row]) for spot in table.judged.spots] == [4]


def test_a_log_has_its_model_and_its_records(check) -> None:
    file = check("session.log")
    ((model, _),) = file.models
    assert (model.n, model.freedom) == (12, 9)
    assert "records" in {one.code for one in file.findings}
    assert next(one for one in file.findings if one.code == "low_dof").severity is Severity.CHANGE


def test_composite_cells_have_a_kind_for_each_figure(check) -> None:
    (table,) = check("table1.csv").tables
    parts = golden("truth")["table1.csv"]["tables"][0]["parts"]
    for row, label in enumerate(table.table.rows):
        assert list(table.table.row_kinds[row]) == parts[label.partition(",")[0]]
    assert {count.low for count in table.judged.counts.values()} == {50, 68}


# a peer's sessions -----------------------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> Any:
    def run(name: str) -> dict[str, CheckedFile]:
        write_session(tmp_path / name, name)
        files = checked(tmp_path, [name]).files
        return {file.path.partition("/")[2]: file for file in files}

    return run


def verdict_of_output(files: dict[str, CheckedFile], uid: str) -> str:
    own = [file for file in files.values() if file.peer is not None and file.peer.uid == uid]
    return worst(file.severity for file in own).value


def test_our_verdicts_on_a_plain_session(session) -> None:
    files = session("plain")
    for uid, verdict in golden("acro")["facts"]["verdicts plain"].items():
        if "DONT_RELEASE" not in uid:
            assert verdict_of_output(files, uid) == verdict.partition(" ")[0], uid


def test_few_firms_are_found_without_the_peer(session) -> None:
    few = {(region, sector) for region, sector, _ in golden("acro")["facts"]["few"]}
    files = session("plain")
    for name in ("output_0_0.csv", "output_1_0.csv"):
        (table,) = files[name].tables
        spots = [spot for spot in table.judged.spots if spot.code == "low_count"]
        assert {(table.table.rows[s.row], table.table.columns[s.column]) for s in spots} == few
    for name, code in (("output_3_0.csv", "mean_of_few"), ("output_5_0.csv", "sum_of_few")):
        (table,) = files[name].tables
        spots = [spot for spot in table.judged.spots if spot.code == code]
        found = {(table.table.rows[s.row], table.table.columns[s.column].split(" / ")[-1]) for s in spots}
        assert found == few


def test_what_suppression_of_the_peer_missed(session) -> None:
    facts = golden("acro")["facts"]
    files = session("suppress")
    (sums,) = files["output_5_0.csv"].tables
    printed = {(region, sector): text for region, sector, _, text in facts["suppress/output_5_0.csv prints"]}
    found = {
        (sums.table.rows[s.row], sums.table.columns[s.column].split(" / ")[-1])
        for s in sums.judged.spots
        if s.code == "count_suppressed"
    }
    assert found == printed.keys()
    assert sums.severity is Severity.CHANGE
    (survival,) = files["output_9_0.csv"].tables
    steps = [int(survival.table.rows[spot.row]) for spot in survival.judged.spots]
    assert steps == facts["suppress/output_9_0.csv steps of fewer than ten"]
    (totals,) = files["output_1_0.csv"].tables
    assert totals.table.without_suppressed
    assert codes(totals) == {"totals_without_suppressed": [""]}
    assert "no_table" in file_codes(files["output_4_0.csv"])


def test_our_verdicts_on_a_session_of_suppressed_tables(session) -> None:
    files = session("suppress")
    assert {uid: verdict_of_output(files, uid) for uid in (f"output_{n}" for n in (*range(10), 13))} == {
        "output_0": "release",
        "output_1": "look",
        "output_2": "release",
        "output_3": "look",
        "output_4": "look",
        "output_5": "change",
        "output_6": "release",
        "output_7": "change",
        "output_8": "release",
        "output_9": "change",
        "output_13": "look",
    }


def test_our_verdicts_on_a_session_of_rounded_tables(session) -> None:
    files = session("round")
    assert {uid: verdict_of_output(files, uid) for uid in (f"output_{n}" for n in (*range(10), 13))} == {
        "output_0": "release",
        "output_1": "release",
        "output_2": "release",
        "output_3": "change",
        "output_4": "change",
        "output_5": "change",
        "output_6": "release",
        "output_7": "change",
        "output_8": "release",
        "output_9": "change",
        "output_13": "look",
    }
    assert [files[f"output_{n}_0.csv"].tables[0].table.rounded for n in range(3)] == [5, 5, 5]
    (means,) = files["output_3_0.csv"].tables
    few = {(region, sector) for region, sector, _ in golden("acro")["facts"]["few"]}
    spots = [spot for spot in means.judged.spots if spot.code == "mean_of_few"]
    assert {(means.table.rows[s.row], means.table.columns[s.column]) for s in spots} == few


def test_the_peer_policy_and_marks_are_shown_in_our_terms(session, tmp_path) -> None:
    session("plain")
    (found,) = checked(tmp_path, ["plain"]).sessions
    assert found.policy == {
        "threshold": 10,
        "dof": 10,
        "dominance_n": 2,
        "dominance_k": 90,
        "p_percent": 10,
        "survival": 10,
        "zeros": "unsafe",
        "round_base": 5,
    }
    for uid, flagged in golden("acro")["facts"]["flagged plain"].items():
        output = next(one for one in found.outputs.values() if one.uid == uid)
        assert {key: list(map(list, cells)) for key, cells in output.flagged.items()} == flagged


# tables with a common definition of cells ------------------------------------------------------------------


def linked(name: str, earlier: bool = False) -> KnownTable:
    data = golden("linked")["tables"][name]
    cells, numbers = [], {}
    for labels, value in data["cells"]:
        pairs = frozenset(
            (d, label) for d, label in zip(data["dims"], labels, strict=True) if label != "Total"
        )
        numbers[tuple(labels)] = len(cells)
        definition = Definition("count", "person", "", f"{data['population']}|", pairs)
        cells.append(KnownCell(definition, None if value is None else Decimal(value), "/".join(labels)))
    relations = []
    for axis in range(2):
        for labels, number in numbers.items():
            if labels[axis] == "Total":
                parts = [
                    other
                    for key, other in numbers.items()
                    if key[axis] != "Total" and key[1 - axis] == labels[1 - axis]
                ]
                relations.append((number, tuple(parts)))
    return KnownTable(name, data["name"], earlier, tuple(cells), tuple(relations))


def test_tables_that_are_safe_alone_disclose_nothing() -> None:
    for name in ("T1", "T5", "T6"):
        assert following([linked(name)], JobContext()) == ([], [])


def test_two_tables_together_give_two_cells() -> None:
    tables = [linked("T5"), linked("T6", earlier=True)]
    found, _ = following(tables, JobContext())
    derived = {tables[one.here].cells[one.cell].address: int(one.value) for one in found if not one.published}
    wanted = golden("linked")["expected"]["T5 with T6"]["disclosed"]
    assert derived == {"/".join(labels): value for _, labels, value in wanted}
    published = {tables[one.here].cells[one.cell].address for one in found if one.published and one.here == 0}
    assert published == {"A/F", "A/M"}


def test_differences_between_populations_are_few_persons() -> None:
    tables = [linked("T1f", earlier=True), linked("T4")]
    found = {
        (tuple(sorted(tables[few.here[0]].cells[few.here[1]].definition.cell)), int(few.difference))
        for few in few_differences(tables, Rules())
        if tables[few.here[0]].cells[few.here[1]].definition.cell
        == tables[few.there[0]].cells[few.there[1]].definition.cell
    }
    wanted = golden("linked")["expected"]["T1f then T4"]["below"]
    assert found == {(tuple(sorted(map(tuple, cell))), number) for _, _, cell, number in wanted}
