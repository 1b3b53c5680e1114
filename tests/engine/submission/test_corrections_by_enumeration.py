"""Corrections, decisions and packages: each against what was meant."""

import csv
import io
import random
from dataclasses import replace
from itertools import product

import pytest

from sdc_desktop.engine.submission.corrections import corrected, correction_for
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, change, look, worst
from sdc_desktop.engine.submission.reader import Submitted
from sdc_desktop.engine.submission.releasing import packaging
from sdc_desktop.engine.submission.releasing.decisions import (
    Decision,
    Exempt,
    against,
    decision_problems,
    items_of,
    signatures,
    undecided,
)
from sdc_desktop.engine.submission.spec import CorrectionSpec
from tests.support.outputs.cells import found_table, judged_files, laid_out, read_rows, with_margins

COUNTS = laid_out(with_margins([[20, 31, 42], [53, 64, 75], [86, 97, 18]]))
BODY = "B3:E6"


def correction(file: str, sheet: str, body: str, **more: object) -> CorrectionSpec:
    return CorrectionSpec.model_validate({"file": file, "sheet": sheet, "body": body, **more})


def corrections_of(*given: CorrectionSpec) -> tuple[object, ...]:
    read = read_rows(COUNTS)
    found = find_in(read, Reading())
    return tuple(corrected(Submitted("a.csv", "0", 1, read), found, Reading(), given))


# corrections ----------------------------------------------------------------------------------------------


def test_a_table_that_is_drawn_replaces_those_that_it_overlaps_and_no_other() -> None:
    rows = [*COUNTS, [], [], *COUNTS]
    read = read_rows(rows)
    found = find_in(read, Reading())
    assert [one.address for one in found.tables] == [BODY, "B11:E14"]
    submitted = Submitted("a.csv", "0", 1, read)
    for top, left in product(range(2, 14), range(1, 5)):
        outline = f"{'ABCDE'[left]}{top + 1}:E{top + 1}"
        one = correction("a.csv", "", BODY, outline=outline)
        made = list(corrected(submitted, found, Reading(), [one]))
        kept = {table.address for table in made} - {outline.partition(":")[0] if left == 4 else outline}
        overlaps = {BODY} if top <= 5 else {"B11:E14"} if 10 <= top <= 13 else set()
        assert kept == {BODY, "B11:E14"} - overlaps, outline


def test_totals_and_kinds_are_those_that_a_checker_gave() -> None:
    for line, parts in product(range(4), ((0, 1), (1, 2), (0, 1, 2))):
        if line in parts:
            continue
        given = [{"line": str(line + 3), "parts": [str(part + 3) for part in parts]}]
        across = [{"line": "BCDE"[line], "parts": ["BCDE"[part] for part in parts]}]
        (table,) = corrections_of(
            correction("a.csv", "", BODY, row_totals=given, column_totals=across, kinds={"C": "mean"})
        )
        assert table.row_totals == (Total(line, parts),)
        assert table.column_totals == (Total(line, parts),)
        assert table.kinds == ("count", "mean", "count", "count")


PLACES = [
    ("a.csv", "", BODY, True), ("b.csv", "", BODY, False), ("a.csv", "S", BODY, False),
    ("a.csv", "", "B3", False),
]  # fmt: skip


@pytest.mark.parametrize(("file", "sheet", "body", "fits"), PLACES)
def test_a_correction_is_that_of_its_file_sheet_and_body(file, sheet, body, fits) -> None:
    one = correction(file, sheet, body, title="Other")
    assert (correction_for("a.csv", found_table(COUNTS), [one]) is one) is fits
    if fits:
        later = one.model_copy(update={"title_text": "Later"})
        assert correction_for("a.csv", found_table(COUNTS), [one, later]) is later
        assert (
            correction_for(
                "a.csv", found_table(COUNTS), [one.model_copy(update={"body": "X", "outline": body})]
            )
            is not None
        )


@pytest.mark.parametrize(("header", "labels"), [*product((0, 1, 2), (0, 1))])
def test_as_many_header_rows_and_labels_are_read_as_a_checker_gave(header, labels) -> None:
    (table,) = corrections_of(correction("a.csv", "", BODY, header=header, labels=labels))
    assert table.address == BODY
    assert len(table.header_rows) == header
    assert len(table.label_columns) == labels
    assert [figure.value for figure in table.figures.values()] == [v for line in COUNTS[2:] for v in line[1:]]


# decisions ------------------------------------------------------------------------------------------------


def test_a_release_holds_only_with_the_exact_findings_as_its_exception() -> None:
    rows = [["Number of persons"], ["Area", "2020", "2021"], ["N", 3, 40], ["S", 50, 4]]
    submission = judged_files({"a.csv": rows}, None)
    (item,) = items_of(submission)
    wanted = against(item)
    assert wanted == {"low_count": ("B3", "C4")}
    exceptions = (
        None,
        {},
        {"low_count": ("B3",)},
        {"low_count": ("B3", "C4")},
        {**wanted, "dominance": ("B3",)},
    )
    for verdict, reason, given, why in product(
        ("release", "change"), ("", "seen"), exceptions, ("", "agreed")
    ):
        exception = None if given is None else Exempt(why, given)
        problems = list(decision_problems(submission, [Decision(item.id, verdict, reason, exception)]))
        holds = bool(reason) if verdict == "change" else given == wanted and bool(why)
        assert bool(problems) is not holds, (verdict, reason, given, why)
    one = Decision(item.id, "change", "seen")
    assert list(decision_problems(submission, [one, one]))
    assert list(decision_problems(submission, [replace(one, item="0")]))
    assert undecided(submission, []) == (item,)
    assert undecided(submission, [one]) == ()


def test_an_approval_counts_only_behind_its_decision_and_before_the_next() -> None:
    """All sequences of up to four entries, by the rule read from the last one back."""
    entries = [{"what": what, "decisions": on, "by": f"{what}{on}", "name": what, "reason": "why"}
               for what in ("decided", "approved", "sent_back") for on in ("x", "y")]  # fmt: skip
    for length in range(5):
        for sequence in product(entries, repeat=length):
            found = signatures(sequence, ("x",))
            last = max((i for i, one in enumerate(sequence) if one["what"] == "decided"), default=None)
            decided = last is not None and sequence[last]["decisions"] == "x"
            assert bool(found.decided_by) == decided
            own = [one["what"] for one in sequence[(last or 0) + 1 :] if one["decisions"] == "x"]
            assert bool(found.approved_by) == (decided and own[-1:] == ["approved"])
            assert bool(found.sent_back) == (decided and own[-1:] == ["sent_back"])


def test_the_gravest_finding_is_that_of_a_table() -> None:
    order = [Severity.RELEASE, Severity.LOOK, Severity.CHANGE, Severity.REFUSE]
    for chosen in product(order, repeat=3):
        assert worst(chosen) is max(chosen, key=order.index)
    assert worst([]) is Severity.RELEASE
    assert (look("a", 0, 0).severity, change("a", 0, 0).severity) == (Severity.LOOK, Severity.CHANGE)
    for threshold, number in product(range(1, 6), range(7)):
        assert Rules(threshold=threshold).is_few(number) == (1 <= number <= threshold - 1)


# packages -------------------------------------------------------------------------------------------------


def grids_of(rows: list[list[object]]) -> list[dict[tuple[int, int], str]]:
    submission = judged_files({"a.csv": rows})
    file = submission.files[0]
    read = read_rows(rows)
    made = packaging._grids(file, read, [item for item in items_of(submission) if item.table is not None])
    return list(made.values())


def test_a_table_written_again_is_found_and_reads_the_same() -> None:
    """With its title, header, labels and notes; a second one beside the first has its labels."""
    rnd = random.Random(4)
    for _ in range(20):
        inner = [[rnd.randint(11, 99) for _ in range(3)] for _ in range(rnd.randint(2, 4))]
        rows = [*laid_out(with_margins(inner)), [], ["Source: survey"]]
        shift = [[] for _ in range(rnd.randint(0, 2))]
        (grid,) = grids_of([*shift, *rows])
        again = [[grid.get((i, j), "") for j in range(6)] for i in range(max(i for i, _ in grid) + 1)]
        before, after = found_table(rows), found_table(again)
        assert (after.rows, after.columns, after.kinds) == (before.rows, before.columns, before.kinds)
        assert (after.title, after.notes) == (before.title, before.notes)
        assert {at: one.value for at, one in after.figures.items()} == {
            at: one.value for at, one in before.figures.items()
        }


def test_a_table_beside_another_is_written_with_the_labels_of_both() -> None:
    rows = [["Persons"], [], ["Area", "Men", "Women", None, "Men", "Women"], ["N", 20, 30, None, 61, 31],
            ["S", 40, 50, None, 41, 51]]  # fmt: skip
    grids = grids_of(rows)
    assert len(grids) == 2
    second = grids[1]
    labels = {text: at for at, text in second.items() if text in ("N", "S")}
    for name, value in (("N", "61"), ("S", "41")):
        row, column = labels[name]
        assert second[row, column + 1] == value


@pytest.mark.parametrize(
    ("text", "changed"),
    [("=1+1", True), ("@x", True), ("+x", True), ("-x", True), ("-5", False), ("+5", False), ("-", False),
     ("=", False), ("5", False), ("a=b", False), ("--5", True), ("", False)],
)  # fmt: skip
def test_no_text_of_a_package_is_run_as_a_formula(text, changed) -> None:
    assert packaging._harmless(text) == (f"'{text}" if changed else text)


def test_a_grid_as_delimited_text_is_the_grid() -> None:
    rnd = random.Random(6)
    for _ in range(50):
        grid = {(rnd.randrange(4), rnd.randrange(4)): rnd.choice(("a", "b,c", '"q"', "1")) for _ in range(5)}
        rows = list(csv.reader(io.StringIO(packaging._csv(grid).decode(), newline="")))
        assert {(i, j): text for i, line in enumerate(rows) for j, text in enumerate(line) if text} == grid
        assert len(rows) == max(i for i, _ in grid) + 1
        assert {len(line) for line in rows} == {max(j for _, j in grid) + 1}


def test_a_path_never_leads_out_of_a_package() -> None:
    for parts in product(("..", ".", "", "a", "C:", "b\\c"), repeat=3):
        made = packaging._inside("/".join(parts)).split("/")
        assert not set(made) & {"..", "."}
        assert not any(":" in part or "\\" in part for part in made)
