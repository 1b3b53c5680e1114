"""A-priori files: what they say of cells is done, and what they say of none is told."""

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.apriori import separator_of
from tests.engine.tables.test_table_job import DIMENSIONS, TWO_WAY, cell, run, source
from tests.support.data import microdata

SUPPRESSION = {"method": "suppression", "solver": "fast"}


def told(tmp_path, text, **params):
    (tmp_path / "wishes.hst").write_text(text, encoding="utf-8")
    where = type(source())(source().data, {}, tmp_path)
    protect = {**SUPPRESSION, "apriori": "wishes.hst"}
    return run(where, protect=protect, **params)[0]


def refused(tmp_path, text, **params):
    with pytest.raises(Refused) as refusal:
        told(tmp_path, text, **params)
    return refusal.value.problems


def test_statuses_costs_and_levels_reach_the_cells(tmp_path) -> None:
    text = '"a";"x";u\n"a";"x";pl;3;2\n"b";"x";p\n"a";"y";c;1000\n'
    result = told(tmp_path, text, table=TWO_WAY)
    unsafe = cell(result, "a", "x")
    assert (unsafe.status, unsafe.reason[0].kind) == ("unsafe", "by_hand")
    assert unsafe.lower <= 4 - 3
    assert unsafe.upper >= 4 + 2
    assert cell(result, "b", "x").published == 12
    assert cell(result, "c", "x").status == "secondary"
    assert cell(result, "a", "y").published == 11  # the totals are cheaper


def test_the_officers_own_wish_is_the_last_word(tmp_path) -> None:
    own = ({"cell": ("a", "x"), "status": "safe"},)
    result = told(tmp_path, "a,x,u\n", table=TWO_WAY, cells=own)
    assert (result.primaries, cell(result, "a", "x").published) == (0, 4)


def test_an_empty_code_is_the_total_and_padding_does_not_count(tmp_path) -> None:
    result = told(tmp_path, " a ;;u\n", dimensions=DIMENSIONS)
    assert cell(result, "a", "Total").status == "unsafe"


def test_a_safe_zero_stays_published(tmp_path) -> None:
    values = ((0, 11, 11), (12, 3, 15), (9, 16, 25), (21, 30, 51))
    result = told(tmp_path, "a;x;s\nb;x;u\n", table={**TWO_WAY, "values": values})
    assert cell(result, "a", "x").published == 0
    assert result.safe


def test_cells_that_the_table_lacks_are_named(tmp_path) -> None:
    problems = refused(tmp_path, "a;x;u\nq;x;u\na;z;s\n", table=TWO_WAY)
    assert [(p.code, p.params["cell"]) for p in problems] == [
        ("apriori.no_such_cell", "q / x"),
        ("apriori.no_such_cell", "a / z"),
    ]
    assert all(p.where.file == "wishes.hst" for p in problems)
    many = refused(tmp_path, "".join(f"q{n};x;u\n" for n in range(30)), table=TWO_WAY)
    assert (len(many), many[-1].code, many[-1].params["number"]) == (21, "apriori.more_unknown", 10)


def test_lines_of_another_kind_and_broken_ones_are_told(tmp_path) -> None:
    result = told(tmp_path, "a;x;w;3\n", table=TWO_WAY)
    assert [note.code for note in result.notes] == ["tauargus.unknown_wish"]
    assert [p.code for p in refused(tmp_path, "a;x;c;many\n", table=TWO_WAY)] == ["tauargus.malformed"]
    where = type(source())(microdata({"none": []}), {}, tmp_path)
    protect = {**SUPPRESSION, "apriori": "nowhere.hst"}
    with pytest.raises(Refused) as refusal:
        run(where, table=TWO_WAY, protect=protect)
    assert [p.code for p in refusal.value.problems] == ["file.unreadable"]


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a;b;u\n", ";"), ("a,b,u\n", ","), ("a\tb\tc\t1,5\n", "\t"), ("// a, b\na;b;c;1,5\n", ";")],
)
def test_the_separator_is_what_every_line_has(text, separator) -> None:
    assert separator_of(text, 2) == separator
