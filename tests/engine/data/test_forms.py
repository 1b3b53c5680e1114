"""Dates and numbers in the forms of other programs: read exactly, proposed only where they are certain."""

import random
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.forms.forms import Form, read
from sdc_desktop.engine.data.forms.readings import readings
from sdc_desktop.engine.data.reading import Opened, open_beside, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.population.table import read_population
from sdc_desktop.engine.problems import Refused, Severity
from sdc_desktop.engine.source import Source

CONTEXT = JobContext()
ENGLISH = [date(2000, month, 1).strftime("%b") for month in range(1, 13)]
LONG = [date(2000, month, 1).strftime("%B") for month in range(1, 13)]
GERMAN = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August"]
GERMAN += ["September", "Oktober", "November", "Dezember"]
TRIALS = 60
WRITTEN = {  # how programs write a day, by the form that reads it
    "day-month-year": (
        lambda d: f"{d:%d.%m.}{d.year}",
        lambda d: f"{d.day}/{d.month}/{d.year}",
        lambda d: f"{d.day} {ENGLISH[d.month - 1]} {d.year}",
        lambda d: f"{d.day}-{ENGLISH[d.month - 1]}-{d.year}",
        lambda d: f"{d.day}. {GERMAN[d.month - 1]} {d.year}",
        lambda d: f"{d.day:02}{ENGLISH[d.month - 1].upper()}{d.year}",
    ),
    "month-day-year": (
        lambda d: f"{d:%m/%d/}{d.year}",
        lambda d: f"{LONG[d.month - 1]} {d.day}, {d.year}",
        lambda d: f"{ENGLISH[d.month - 1]}-{d.day}-{d.year}",
    ),
    "year-month-day": (lambda d: f"{d.year}/{d:%m/%d}", lambda d: f"{d.year}.{d.month}.{d.day}"),
    "yyyymmdd": (lambda d: f"{d.year}{d:%m%d}",),
    "day-month-year (1930-2029)": (
        lambda d: f"{d:%d.%m.%y}",
        lambda d: f"{d.day}-{ENGLISH[d.month - 1]}-{d:%y}",
    ),
}


def random_day(draws: random.Random, first: int = 1000, last: int = 2999) -> date:
    days = (date(last, 12, 31) - date(first, 1, 1)).days
    return date(first, 1, 1) + timedelta(draws.randrange(days + 1))


@pytest.mark.parametrize("form", WRITTEN)
def test_every_way_of_writing_a_day_is_read_as_that_day(form: Form) -> None:
    draws = random.Random(form)
    bounds = (1930, 2029) if "(" in form else (1000, 2999)
    for write in WRITTEN[form]:
        for _ in range(TRIALS):
            day = random_day(draws, *bounds)
            assert read(form, write(day), ".") == day.isoformat(), write(day)


def test_times_of_day_are_kept_and_those_with_a_zone_become_utc() -> None:
    draws = random.Random(2)
    for _ in range(TRIALS):
        day = random_day(draws)
        moment = datetime(day.year, day.month, day.day, draws.randrange(24), draws.randrange(60))
        half = f"{moment.month}/{moment.day}/{moment.year} {moment:%I:%M %p}"
        assert read("month-day-year", half, ".") == moment.isoformat(timespec="minutes")
        zone = timezone(timedelta(minutes=draws.randrange(-14 * 4, 14 * 4) * 15))
        placed = moment.replace(tzinfo=zone)
        utc = placed.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="minutes")
        assert read("year-month-day", placed.isoformat(), ".") == f"{utc}:00Z"


@pytest.mark.parametrize(
    "text", ["30.02.2024", "29.02.2023", "0.1.2024", "1.13.2024", "1/2.2024", "1.2.3", "x"]
)
def test_what_is_no_day_of_the_calendar_is_no_date(text: str) -> None:
    assert read("day-month-year", text, ".") is None


def test_every_number_keeps_its_value() -> None:
    draws = random.Random(3)
    for _ in range(TRIALS):
        sign, thousands, mark = (
            draws.choice(["", "-", "+"]),
            draws.choice([",", ".", " ", "\u202f", "'", ""]),
            "",
        )
        mark = draws.choice([one for one in ".," if one != thousands])
        whole, places = draws.randrange(10 ** draws.randrange(1, 12)), draws.randrange(5)
        rest = "".join(draws.choices("0123456789", k=places))
        figures = f"{whole:,}".replace(",", thousands) + (mark + rest if rest else "")
        text = f"{figures}-" if sign == "-" and draws.random() < 0.5 else sign + figures
        group = {"": "", "\u202f": " "}.get(thousands, thousands)
        form: Form = f"1{group}234{mark}5"  # type: ignore[assignment]
        value = Decimal(f"{sign}{whole}" + (f".{rest}" if rest else ""))
        found = read(form, text, ",")
        assert Decimal(str(found).replace(",", ".")) == value, (form, text)


@pytest.mark.parametrize(
    "text", ["12.5 %", "€ 5", "1,23,456", "1.23", "0,123", "1,2345", "--5", "-5-", "", "1e5"]
)
def test_what_is_no_number_of_a_form_is_none(text: str) -> None:
    assert read("1,234.5", text, ".") in (None, "1.23")
    assert text == "1.23" or read("1,234.5", text, ".") is None


@pytest.mark.parametrize(
    ("values", "forms"),
    [
        (["31.01.2024", "01.02.2024"], ("day-month-year",)),
        (["01/31/2024"], ("month-day-year",)),
        (["01.02.2024", "12.12.2024"], ("day-month-year", "month-day-year")),
        (["1 Mar 2024"], ("day-month-year",)),
        (["1-Mar-24"], ("day-month-year (1930-2029)", "day-month-year (1900-1999)")),
        (["2024/03/01"], ("year-month-day",)),
        ([f"2024030{n}" for n in range(1, 6)], ("yyyymmdd",)),
        (["20240301"], ("yyyymmdd", "text")),
        (["20240301", "20241301", "20240302", "20240303", "20240304"], ()),
        (["2024-03-01T12:30:00Z"], ()),
        (["2024-03-01T12:30:00Z", "2024-03-01T12:30:00+01:00"], ("year-month-day", "text")),
        (["1.234", "12.500"], ("1234.5", "1.234,5")),
        (["1.234", "0.500"], ()),
        (["1,234.5"], ("1,234.5",)),
        (["1.234.567", "850"], ("1.234,5",)),
        (["12,5", "3"], ("1234,5",)),
        (["1 234,5", "1\u00a0234"], ("1 234,5",)),
        (["732 829 320", "552 100 554"], ("1 234.5", "text")),
        (["5.00-", "1"], ("1234.5",)),
        (["TRUE", "FALSE"], ()),
        (["5 %"], ()),
        (["12", "13"], ()),
    ],
)
def test_a_form_is_proposed_where_it_is_certain_and_named_where_it_is_not(values, forms) -> None:
    assert readings(values, ".") == forms


def opened_of(folder: Path, text: str, *, propose: bool = True, **spec: object) -> Opened:
    (folder / "data.csv").write_text(text, encoding="utf-8")
    given = DataSpec.model_validate({"path": "data.csv", **spec})
    return open_data(given, folder, CONTEXT, propose=propose)


SURVEY = (
    "day;both;sum;place\n31.01.2024;01.02.2024;1.234,50;a\nNA;03.04.2024;;b\n1.2.2024;05.06.2024;7,25;c\n"
)


def test_records_hold_iso_dates_and_plain_numbers_and_the_plan_says_so(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, SURVEY)
    assert opened.spec.forms == {"day": "day-month-year", "sum": "1.234,5"}
    assert opened.data.window(0, 3) == [
        ("2024-01-31", "01.02.2024", "1234,50", "a"),
        ("NA", "03.04.2024", "", "b"),
        ("2024-02-01", "05.06.2024", "7,25", "c"),
    ]
    assert [opened.data.variable(name).level for name in ("day", "both", "sum")] == [
        "ordinal",
        "nominal",
        "continuous",
    ]
    codes = [(one.code, one.where.variable, one.severity) for one in opened.notes if "forms" in one.code]
    assert codes == [
        ("forms.ambiguous", "both", Severity.WARNING),
        ("forms.dates", "day", Severity.NOTE),
        ("forms.numbers", "sum", Severity.NOTE),
    ]


def test_without_proposals_only_the_forms_of_the_plan_are_read(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, SURVEY, propose=False, forms={"both": "month-day-year", "day": "text"})
    assert opened.data.window(0, 1) == [("31.01.2024", "2024-01-02", "1.234,50", "a")]
    assert [one.where.variable for one in opened.notes if one.code == "forms.dates"] == ["both"]


def test_a_plan_with_the_forms_written_reads_the_same(tmp_path: Path) -> None:
    first = opened_of(tmp_path, SURVEY)
    again = open_data(first.spec, tmp_path, CONTEXT)
    assert again.data.window(0, 3) == first.data.window(0, 3)


def test_values_of_another_form_are_refused_by_line(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, SURVEY, propose=False, forms={"day": "month-day-year"})
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line, problem.params["number"]) == ("forms.misfits", 2, 1)


def test_a_form_that_only_the_first_records_show_is_reported_with_the_lines_of_others(tmp_path: Path) -> None:
    text = "day\n" + "31.01.2024\n" * 600 + "unknown\n" + "01.02.2024\n"
    opened = opened_of(tmp_path, text)
    assert opened.spec.forms is None
    assert opened.data.window(600, 602) == [("unknown",), ("01.02.2024",)]
    (warned,) = (one for one in opened.notes if one.code == "forms.contradicted")
    assert (warned.severity, warned.where.line) == (Severity.WARNING, 602)
    assert (warned.params["number"], warned.params["form"]) == (1, "day-month-year")
    with pytest.raises(Refused):
        opened_of(tmp_path, text, forms={"day": "day-month-year"})


@pytest.mark.parametrize("forms", [None, {"sum": "text"}])
def test_numbers_of_an_open_form_are_text(tmp_path: Path, forms) -> None:
    opened = opened_of(tmp_path, "sum\n1.234\n12.500\n9.125\n", forms=forms)
    assert opened.data.variable("sum").level == "nominal"
    again = open_data(opened.spec, tmp_path, CONTEXT)
    assert again.data.variable("sum").level == "nominal"
    chosen = opened_of(tmp_path, "sum\n1.234\n12.500\n9.125\n", forms={"sum": "1234.5"})
    assert chosen.data.variable("sum").level == "continuous"


def test_a_form_of_a_variable_that_the_file_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, SURVEY, forms={"days": "day-month-year"})
    assert refused.value.problems[0].where.key == "data.forms.days"


def test_yes_and_no_in_words_are_two_categories(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, "a,b\nTRUE,T\nFALSE,F\nTRUE,T\n")
    assert [variable.level for variable in opened.data.variables] == ["nominal", "nominal"]
    assert opened.data.window(0, 1) == [("TRUE", "T")]


def test_dates_of_a_second_file_are_read_as_those_of_the_data(tmp_path) -> None:
    (tmp_path / "own.csv").write_text("born,n\n01.02.1990,1\n03.04.1991,2\n")
    (tmp_path / "other.csv").write_text("born,n\n1.2.1990,1\n03.04.1991,2\n1992-05-06,3\n1990,4\n*,5\n")
    own = open_data(DataSpec(path="own.csv", forms={"born": "day-month-year"}), tmp_path, CONTEXT).data
    other = open_beside(DataSpec(path="other.csv"), tmp_path, own, CONTEXT)
    assert [row[0] for row in other.window(0, 5)] == ["1990-02-01", "1991-04-03", "1992-05-06", "1990", "*"]


def test_people_of_a_population_table_are_found_by_dates_in_the_form_of_the_data(tmp_path) -> None:
    (tmp_path / "own.csv").write_text("born,n\n01.02.1990,1\n13.04.1991,2\n")
    (tmp_path / "people.csv").write_text("born,number\n1.2.1990,30\n13.04.1991,40\n")
    own = open_data(DataSpec(path="own.csv", forms={"born": "day-month-year"}), tmp_path, CONTEXT).data
    found = read_population("people.csv", "number", ["born"], Source(own, {}, tmp_path), CONTEXT)
    assert found.labels == ((("1990-02-01", "1991-04-13"),),)
    assert found.people.tolist() == [30, 40]


def test_numbers_of_a_second_file_stay_as_they_are(tmp_path) -> None:
    (tmp_path / "own.csv").write_text("n;x\n1.234,5;a\n2.345,0;b\n")
    (tmp_path / "other.csv").write_text("n;x\n1.234;a\n2.345;b\n")
    own = open_data(DataSpec(path="own.csv", forms={"n": "1.234,5"}, decimal="."), tmp_path, CONTEXT).data
    other = open_beside(DataSpec(path="other.csv", decimal="."), tmp_path, own, CONTEXT)
    assert [row[0] for row in other.window(0, 2)] == ["1.234", "2.345"]
