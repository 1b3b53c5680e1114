"""Counts that are hidden and follow: golden cases, each unsafe one with a twin that differs in little."""

from pathlib import Path

import pytest

from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.judging.rules import Severity, worst
from sdc_desktop.engine.submission.releasing.project_ledger import released_tables, table_entry
from sdc_desktop.engine.submission.submission import Submission
from sdc_desktop.words.outputs.outputs_tab import explained
from sdc_desktop.words.words import Words
from tests.support.outputs.cases import (
    check_texts,
    checked,
    codes,
    golden,
    only_table,
    released_from,
    write_case,
)

RANKS = ["release", "look", "change", "refuse"]
CASES = sorted(golden("hidden"))


def severity_without_kinds(submission: Submission) -> Severity:
    """The gravest finding on the tables, but for whether a word confirms that figures are counts."""
    spots = (spot for table in submission.tables() for spot in table.judged.spots)
    return worst(spot.severity for spot in spots if spot.code != "kind_assumed")


@pytest.mark.parametrize("name", CASES)
def test_a_hidden_count_is_found_where_it_follows_and_only_there(name: str, tmp_path: Path) -> None:
    case = golden("hidden")[name]
    paths, earlier = write_case(tmp_path, name)
    released = released_from(tmp_path, earlier) if earlier else None
    found = severity_without_kinds(checked(tmp_path, paths, released=released))
    assert RANKS.index(case["least"]) <= RANKS.index(found.value) <= RANKS.index(case["most"])


def test_a_total_that_was_released_is_known_by_what_its_ledger_states(tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text("Number of persons in survey (N=180)\narea,n\nNorth,120\nSouth,x\n")
    (tmp_path / "a.csv").write_text("stage,n\nI,97\nII,80\nIII,x\n")
    released = released_from(tmp_path, ["e.csv"])
    assert [one.statements[0][0] for one in released] == [180]
    table = only_table(checked(tmp_path, ["a.csv"], released=released))
    assert codes(table) == {"disclosed_if": ["B4"]}
    (spot,) = table.judged.spots
    assert (spot.figures["value"], spot.figures["number"]) == (3, 180)


def test_an_older_ledger_without_statements_is_read() -> None:
    entry = table_entry(KnownTable("1", "t", False, (), (), 0, ((180, "N=180"),)))
    del entry["statements"]
    line = {"what": "packaged", "n": 2, "at": "2026-01-02", "tables": [entry]}
    assert released_tables([line], Path("ledger"))[0].statements == ()


PLACES = {
    "title": ('"Cohort, N={n}"\n', "age,n", ""),
    "head": ("", "age,N = {n}", ""),
    "note": ("", "age,n", '\n"Note: N={n} patients in total"\n'),
    "row": ("", "age,n", "Total,{n}\n"),
}


@pytest.mark.parametrize("n", [180, 283])
@pytest.mark.parametrize("place", PLACES)
def test_a_total_says_the_same_wherever_it_is_stated(place: str, n: int, tmp_path: Path) -> None:
    before, head, after = (text.format(n=n) for text in PLACES[place])
    text = f"{before}{head}\n18-64,97\n65+,80\n<18,x\n{after}"
    table = only_table(check_texts(tmp_path, a=text))
    assert [one.lower for one in table.judged.intervals] == [n - 177]
    assert codes(table)["disclosed"]


@pytest.mark.parametrize(("n", "few"), [(184, True), (284, False)])
def test_two_hidden_counts_are_few_together_by_a_stated_number(n: int, few: bool, tmp_path: Path) -> None:
    text = f"Cohort (N = {n}),\nstage,n\nI,97\nII,80\nIII,x\nIV,x\n"
    found = codes(only_table(check_texts(tmp_path, a=text)))
    assert ("union_of_few" in found) == few


def test_a_total_of_another_table_is_an_assumption(tmp_path: Path) -> None:
    found = check_texts(tmp_path, a="age,n\n18-39,100\n40+,77\n<18,x\n", b="sex,n\nm,90\nf,90\n")
    table = next(one for one in found.tables() if len(one.table.rows) == 3)
    assert codes(table) == {"disclosed_if": ["B4"]}


def test_a_margin_of_another_table_is_certain_where_it_is_equal_elsewhere(tmp_path: Path) -> None:
    first = "Number of persons\narea,m,f\nNorth,30,40\nSouth,x,35\nEast,50,61\n"
    same = check_texts(tmp_path, a=first, b="area,n\nNorth,70\nSouth,38\nEast,111\n")
    other = check_texts(tmp_path, a=first, b="area,n\nNorth,71\nSouth,38\nEast,111\n")
    assert codes(next(same.tables()))["disclosed"] == ["B4"]
    assert "disclosed" not in codes(next(other.tables()))


def test_one_margin_computed_without_hidden_counts_leaves_the_others_in_use(tmp_path: Path) -> None:
    text = "Number of persons\ngrade,a,b,All\nI,44,50,94\nII,,30,33\nAll,44,80,127\n"
    table = only_table(check_texts(tmp_path, a=text))
    assert codes(table)["disclosed"] == ["B4"]
    assert "totals_without_suppressed" not in codes(table)


def test_a_rate_gives_the_count_behind_it(tmp_path: Path) -> None:
    text = "Region,Cases per 100000 persons,Persons\nNorth,83.3,12000\nEast,12.5,8000\n"
    assert codes(only_table(check_texts(tmp_path, a=text))) == {"rate_of_few": ["B3"]}


def test_the_derivation_names_the_stated_number(tmp_path: Path) -> None:
    table = only_table(check_texts(tmp_path, a='"Cohort, N=180"\nage,n\n18-64,97\n65+,80\n<18,x\n'))
    (one,) = table.judged.intervals
    assert one.stated[0][0] == "statement"
    assert one.stated[0][2:] == (180, 1)
    assert sum(number for *_, number, _ in one.stated) - 97 - 80 == one.lower
    _, rows = explained(table, 2, 0, Words())
    assert ("Derivation", "180 in the title − 97 − 80 = 3") in rows


INDENTED = {
    "blanks_csv": ("area,n\n{rows}", "   {label},{n}\n", "{label},{n}\n"),
    "padding_html": (
        "<table><tr><th>area</th><th>n</th></tr>{rows}</table>",
        '<tr><td style="padding-left: 2em">{label}</td><td>{n}</td></tr>',
        "<tr><td>{label}</td><td>{n}</td></tr>",
    ),
    "entity_html": (
        "<table><tr><th>area</th><th>n</th></tr>{rows}</table>",
        "<tr><td>&nbsp;&nbsp;{label}</td><td>{n}</td></tr>",
        "<tr><td>{label}</td><td>{n}</td></tr>",
    ),
    "lines_txt": ("area          n\n{rows}", "   {label:8}{n:>4}\n", "{label:11}{n:>4}\n"),
}
ROWS = [
    (0, "North", "38"),
    (1, "Alder", "35"),
    (1, "Birch", "x"),
    (0, "South", "x"),
    (1, "Elm", "x"),
    (1, "Fir", "41"),
]


@pytest.mark.parametrize("name", INDENTED)
def test_an_indent_is_read_however_it_is_written(name: str, tmp_path: Path) -> None:
    whole, inner, outer = INDENTED[name]
    rows = "".join((inner if depth else outer).format(label=label, n=n) for depth, label, n in ROWS)
    table = only_table(check_texts(tmp_path, **{name: whole.format(rows=rows)}))
    assert [(spot.row, spot.figures["value"]) for spot in table.judged.spots if spot.code == "disclosed"] == [
        (2, 3)
    ]


@pytest.mark.parametrize(("first", "few"), [(60, True), (30, False)])
def test_a_band_is_compared_with_the_sum_of_its_bands(first: int, few: bool, tmp_path: Path) -> None:
    whole = "Number of persons\nage,n\n18-64 ,130\n65+,60\n"
    parts = f"Number of persons\nage,n\n18-39,{first}\n40-64,67\n65+,60\n"
    found = check_texts(tmp_path, a=whole, b=parts)
    assert any(one.difference == 3 for one in found.differences) == few


def test_sums_that_are_chance_do_not_hide_a_total(tmp_path: Path) -> None:
    text = "Number of persons\narea,n\nAsh,50\nElm,30\nFir,20\nOak,x\nTotal,103\n"
    assert codes(only_table(check_texts(tmp_path, a=text)))["disclosed"] == ["B6"]


@pytest.mark.parametrize("form", ["total", "title", "indent"])
def test_a_table_of_very_many_lines_is_audited_and_needs_a_look(form: str, tmp_path: Path) -> None:
    counts = [3, *(10 + line % 37 for line in range(2_100))]
    lines = [f"   Place {line},{count if line else 'x'}" for line, count in enumerate(counts)]
    if form == "indent":
        lines = [
            line
            for first in range(0, len(lines), 10)
            for line in (f"Region {first},{sum(counts[first : first + 10])}", *lines[first : first + 10])
        ]
    stated = f", N={sum(counts)}" if form == "title" else ""
    last = [f"Total,{sum(counts)}"] if form == "total" else []
    text = "\n".join((f'"Number of persons{stated}"', "place,n", *lines, *last)) + "\n"
    found = codes(only_table(check_texts(tmp_path, a=text)))
    assert found["disclosed"] == ["B4" if form == "indent" else "B3"]
    assert found["too_many_statements"] == [""]
