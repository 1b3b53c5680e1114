"""Files of perturbation tables: those of the peers are read, bad ones are refused with the row."""

import random
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused, Severity
from sdc_desktop.engine.tables.cell_keys.perturbation_table import made
from sdc_desktop.engine.tables.cell_keys.table_file import read_table, table_text

GOLDEN = Path(__file__).parents[2] / "golden" / "cell_key"
GOOD = """i;j;p;v;p_int_ub
0;0;1;0;1
1;0;0.5;-1;0.5
1;2;0.5;1;1
"""


def same(one, other) -> bool:
    pairs = [*zip(one.noise, other.noise, strict=True), *zip(one.ends, other.ends, strict=True)]
    return all(len(a) == len(b) and (a == b).all() for a, b in pairs)


@pytest.mark.parametrize("name", ["D2V1", "D5V2", "D5V3js2ps50", "D5V2_tauargus"])
def test_files_of_ptable_and_tau_argus_are_read_and_written_again_the_same(name) -> None:
    table = read_table((GOLDEN / f"ptable_{name}.csv").read_text(encoding="utf-8"), name)
    assert table.notes == ()
    assert same(table, read_table(table_text(table), name))


def test_the_file_for_tau_argus_has_the_same_table_as_that_of_ptable() -> None:
    texts = [
        (GOLDEN / f"ptable_{name}.csv").read_text(encoding="utf-8") for name in ("D5V2", "D5V2_tauargus")
    ]
    one, other = (read_table(text, "t") for text in texts)
    assert all(a == pytest.approx(b, abs=2e-8) for a, b in zip(one.ends, other.ends, strict=True))


@pytest.mark.parametrize(
    "asked", [(2.0, 5, 0, 0.0), (3.0, 5, 2, 0.5), (1.0, 100, 0, 0.0), (50.0, 30, 4, 0.3)]
)
def test_a_table_made_here_is_the_same_after_export_and_import(asked) -> None:
    table = made(*asked, monotone=True)
    assert same(table, read_table(table_text(table), "t"))


def test_a_table_of_older_plans_gives_the_same_noise_after_export_and_import() -> None:
    table = made(2.0, 40, monotone=False)
    again = read_table(table_text(table), "t")
    counts = np.random.default_rng(1).integers(0, 60, 50_000)
    keys = np.random.default_rng(2).integers(0, 2**32, 50_000)
    assert (table.noise_of(counts, keys, 2**32) == again.noise_of(counts, keys, 2**32)).all()


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace(";", " ; "),
        GOOD.replace(".", ","),
        GOOD.replace(";", ","),
        "\ufeff" + GOOD.replace("\n", "\r\n"),
        GOOD.replace("p_int_ub", "p_kum_o"),
        GOOD.replace("i;j", "I;J"),
        "\n".join(reversed(GOOD.splitlines()[1:])).join(["i;j;p;v;p_int_ub\n", "\n"]),
        "\n".join(
            line + ";all" if number else line + ";type" for number, line in enumerate(GOOD.splitlines())
        ),
    ],
)
def test_separators_decimal_marks_order_of_rows_and_older_names_do_not_matter(text) -> None:
    assert same(read_table(text, "t"), read_table(GOOD, "t"))


def test_decimal_commas_between_commas_are_read_in_quotes() -> None:
    text = GOOD.replace(";", ",").replace("0.5", '"0,5"')
    assert same(read_table(text, "t"), read_table(GOOD, "t"))


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("1;2;0.5;1;1", "1;2;0.5;2;1", "ptable.wrong_noise", 4),
        ("1;2;0.5;1;1", "1;-1;0.5;-2;1", "ptable.out_of_range", 4),
        ("1;2;0.5;1;1", "1;2;0.4;1;1", "ptable.ends", 4),
        ("1;2;0.5;1;1", "1;2;0.4;1;0.9", "ptable.sum", 4),
        ("1;2;0.5;1;1", "1;2;x;1;1", "ptable.no_number", 4),
        ("1;2;0.5;1;1", "1;2;1.5;1;1", "ptable.no_probability", 4),
        ("1;2;0.5;1;1", "1;2;0.5;1", "ptable.malformed", 4),
        ("1;2;0.5;1;1", "1;2.5;0.5;1.5;1", "ptable.for_amounts", 4),
        ("1;0;0.5;-1;0.5\n", "", "ptable.ends", 3),
        ("1;0;0.5;-1;0.5", "1;2;0.5;1;0.5", "ptable.order", 4),
        ("0;0;1;0;1", "0;1;1;1;1", "ptable.zero_changes", 2),
        ("0;0;1;0;1\n", "", "ptable.no_count", None),
        ("\n1;", "\n2;", "ptable.wrong_noise", 3),
        ("p_int_ub", "upper", "ptable.no_column", 1),
        ("p_int_ub", "p", "ptable.no_column", 1),
        ("i;j;p;v;p_int_ub", "i;j;p;v;p_int_ub;p", "ptable.column_twice", 1),
    ],
)
def test_what_is_wrong_is_refused_with_its_row(old, new, code, line) -> None:
    with pytest.raises(Refused) as refused:
        read_table(GOOD.replace(old, new), "t.csv")
    first = refused.value.problems[0]
    assert (first.code, first.where.line, first.where.file) == (code, line, "t.csv")


def test_a_table_for_amounts_is_refused_by_its_meaning() -> None:
    with pytest.raises(Refused) as refused:
        read_table((GOLDEN / "ptable_num_D5V2_tauargus.csv").read_text(encoding="utf-8"), "num")
    assert {one.code for one in refused.value.problems} == {"ptable.for_amounts"}


def test_noise_that_is_not_unbiased_is_a_warning() -> None:
    table = read_table(GOOD.replace("1;0;0.5;-1;0.5\n1;2;0.5", "1;0;0.4;-1;0.4\n1;2;0.6"), "t")
    (shown,) = table.notes
    assert (shown.code, shown.severity, shown.params["count"]) == ("ptable.biased", Severity.WARNING, 1)
    assert shown.params["mean"] == pytest.approx(0.2)


def test_an_empty_file_and_one_that_is_not_a_table_are_refused() -> None:
    for text in ("", "\n\n", "hello", "i;j;p;v;p_int_ub\n", '"', "\x00;\x01"):
        with pytest.raises(Refused):
            read_table(text, "t")


def test_damaged_files_are_refused_or_are_perturbation_tables() -> None:
    """Bytes of the peer's files are changed, doubled, dropped and moved: nothing else than a refusal or a
    table whose rows are distributions comes of it.
    """
    chance = random.Random(1)
    texts = [GOOD, (GOLDEN / "ptable_D5V2.csv").read_text(encoding="utf-8")]
    read = 0
    for number in range(1000):
        text = damaged(texts[number % 2], chance)
        try:
            table = read_table(text, "t")
        except Refused:
            continue
        read += 1
        for noise, ends in zip(table.noise, table.ends, strict=True):
            assert ends[-1] == 1
            assert (np.diff(ends, prepend=0.0) > 0).all()
            assert (np.diff(noise) > 0).all()
        assert table.noise[0].tolist() == [0]
        assert all(int(noise.min()) + count >= 0 for count, noise in enumerate(table.noise))
    assert 10 < read < 900


def damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text))
        text = chance.choice(
            [
                text[:place] + chance.choice('0123456789;,.-eE\n" xij\u00e4') + text[place + 1 :],
                text[:place] + text[place + chance.randint(1, 20) :],
                text[:place] + text[max(0, place - 30) : place] + text[place:],
                text[:place],
            ]
        )
        if not text:
            return text
    return text
