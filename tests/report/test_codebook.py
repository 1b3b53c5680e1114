"""The codebook beside a protected file: true of the file, of use to its recipient, of none to an intruder."""

import csv
import io
import re
from itertools import pairwise
from pathlib import Path

import pyreadstat
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.report_spec import FieldsSpec
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running.outputs import output_problems
from sdc_desktop.report.codebook import citation, codebook_texts
from sdc_desktop.words import Words
from sdc_desktop.words.program.languages import words_in
from tests.support import every_kind
from tests.support.reports import HtmlPage
from tests.support.secret import digits

WORDS = Words()
FIELDS = FieldsSpec(title="Survey", organisation="Office", date="2026-03-01", access="scientific")


def run(folder: Path, plan, keys=None) -> PlanResult:
    texts = []

    def codebooks(result):
        texts.append(codebook_texts(result, FIELDS, WORDS))
        return texts[-1]

    out = folder / "out"
    return run_plan(
        plan_from_json(plan), folder, out, JobContext(), RunOptions(keys=keys, codebooks=codebooks)
    )


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def columns(path: Path, delimiter: str = ";") -> dict[str, list[str]]:
    head, *lines = csv.reader(path.read_text(encoding="utf-8").splitlines(), delimiter=delimiter)
    return dict(zip(head, map(list, zip(*lines, strict=True)), strict=True))


@pytest.fixture(scope="module")
def every(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("every")
    every_kind.write_data(folder)
    plan = every_kind.plan_json()
    for job in plan["jobs"]:
        if "output" in job:
            job["output"]["order"] = "as_is"
    run(folder, plan, keys=folder / "keys")
    return folder


def books(folder: Path) -> list[Path]:
    found = sorted((folder / "out").glob("*.codebook.csv"))
    assert found
    return found


# truth ------------------------------------------------------------------------------------------------


def test_every_file_has_both_codebooks(every) -> None:
    files = {path.name for path in (every / "out").iterdir()} - {"result.json"}
    protected = {name for name in files if ".codebook." not in name}
    assert len(protected) > 10
    assert files == protected | {f"{name}.codebook.{end}" for name in protected for end in ("html", "csv")}


def test_what_is_called_unchanged_has_its_values_record_by_record(every) -> None:
    before, unchanged, changed = columns(every / "people.csv"), 0, 0
    for book in books(every):
        released = columns(book.with_name(book.name.removesuffix(".codebook.csv")))
        for name, why in {row["variable"]: row["changes"] for row in rows(book)}.items():
            if why == "Unchanged.":
                assert released[name] == before[name], (book.name, name)
                unchanged += 1
            elif name in before and len(released[name]) == len(before[name]):
                changed += released[name] != before[name]
    assert unchanged > 20
    assert changed > 10


def test_swapped_values_are_not_called_unchanged(every) -> None:
    books_of = {book.name: {row["changes"] for row in rows(book)} for book in books(every)}
    swapped = [changes for changes in books_of.values() if any("exchanged" in one for one in changes)]
    assert swapped


def test_categories_and_codes_are_those_of_the_file(every) -> None:
    for book in books(every):
        released = columns(book.with_name(book.name.removesuffix(".codebook.csv")))
        assert list(dict.fromkeys(row["variable"] for row in rows(book))) == list(released)
        for name, values in released.items():
            listed = [row for row in rows(book) if row["variable"] == name]
            if listed[0]["content"] == "categories":
                assert {row["code"].removeprefix("'") for row in listed} == set(values), (book.name, name)


def test_labels_of_variables_and_categories_are_stated(tmp_path) -> None:
    import polars as pl

    frame = pl.DataFrame({"sex": [1.0, 2.0] * 20, "age": [float(20 + n) for n in range(40)]})
    pyreadstat.write_sav(
        frame,
        str(tmp_path / "people.sav"),
        column_labels={"sex": "Sex of the person"},
        variable_value_labels={"sex": {1.0: "men", 2.0: "women"}},
    )
    job = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    roles = {"sex": {"role": "key"}, "age": {"role": "other", "level": "continuous"}}
    run(tmp_path, {"schema": 2, "data": {"path": "people.sav", "variables": roles}, "jobs": [job]})
    found = rows(tmp_path / "out" / "r.csv.codebook.csv")
    assert [(row["variable"], row["label"], row["code_label"]) for row in found] == [
        ("sex", "Sex of the person", "men"),
        ("sex", "Sex of the person", "women"),
        ("age", "", ""),
    ]
    assert found[-1]["content"] == "numbers"


def test_a_suppressed_value_and_a_missing_code_are_explained(tmp_path) -> None:
    lines = ["sex;town", *["m;x"] * 8, *["f;x"] * 8, "f;", "f;", "m;", "m;", "m;rare"]
    (tmp_path / "p.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = {"sex": {"role": "key"}, "town": {"role": "key"}}
    params = {"k": 2}
    job = {"name": "s", "kind": "local_suppression", "params": params, "output": {"path": "s.csv"}}
    plan = {"schema": 2, "data": {"path": "p.csv", "variables": roles}, "jobs": [job]}
    run(tmp_path, plan | {"secrets": {"*": digits()}})
    found = [row for row in rows(tmp_path / "out" / "s.csv.codebook.csv") if row["variable"] == "town"]
    meanings = {row["code"]: row["meaning"] for row in found}
    assert meanings == {"x": "category", "": "missing", "*": "suppressed"}
    assert {row["changes"] for row in found} == {"Some values are suppressed (*)."}


# secrets ----------------------------------------------------------------------------------------------


def test_nothing_in_a_codebook_helps_an_intruder(every) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in (every / "out").glob("*.codebook.*")}
    people = every_kind.records()
    shown = [*map(str, every_kind.SEEDS), *every_kind.LEVEL_WORDS, "key-of-names"]
    shown += [value for row in people for value in (row[0], row[5], row[6])]  # names, pay and debt
    for secret in every_kind.SECRETS.values():
        shown += [secret, Secret.of(secret).facts.fingerprint]
    for name, text in texts.items():
        plain = re.sub(r"SHA-256 [0-9a-f]{64}", "", text).replace("unsafe-inline", "")
        assert [one for one in shown if one in plain] == [], name
        for word in ("sensitive", "key variable", "identifier", "unsafe", "secondary", "primary"):
            assert word not in plain.lower(), (name, word)


def test_values_that_each_record_has_for_itself_are_not_listed(tmp_path) -> None:
    lines = ["sex;code", *(f"{'mf'[n % 2]};c{n}" for n in range(30))]
    (tmp_path / "p.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = {"sex": {"role": "key"}, "code": {"role": "other"}}
    job = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    run(tmp_path, {"schema": 2, "data": {"path": "p.csv", "variables": roles}, "jobs": [job]})
    found = [row for row in rows(tmp_path / "out" / "r.csv.codebook.csv") if row["variable"] == "code"]
    assert [(row["content"], row["code"]) for row in found] == [("text, not listed", "")]


# form -------------------------------------------------------------------------------------------------

HOSTILE = ('<img src=x onerror="a()">', "=1+1", "a\u202eb", "@x", "[c] *b*")


def test_hostile_names_and_categories_run_nowhere(tmp_path) -> None:
    head = ["sex", *HOSTILE]
    rows_ = [["m", *HOSTILE], ["f", *HOSTILE]] * 4
    with (tmp_path / "p.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([head, *rows_])
    roles = {"sex": {"role": "key"}, **{name: {"role": "other"} for name in HOSTILE}}
    job = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    data = {"path": "p.csv", "delimiter": ";", "header": True, "variables": roles}
    run(tmp_path, {"schema": 2, "data": data, "jobs": [job]})
    page = (tmp_path / "out" / "r.csv.codebook.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert "\u202e" not in page
    assert HOSTILE[0] in HtmlPage(page).text
    table = (tmp_path / "out" / "r.csv.codebook.csv").read_text(encoding="utf-8")
    assert not [
        field for row in csv.reader(io.StringIO(table)) for field in row if field[:1] in ("=", "@", "+")
    ]


def test_the_page_can_be_read_with_a_screen_reader(every) -> None:
    for path in sorted((every / "out").glob("*.codebook.html")):
        text = path.read_text(encoding="utf-8")
        tags = HtmlPage(text).tags
        names = [name for name, _ in tags]
        assert dict(tags)["html"] == {"lang": "en"}
        assert names.count("main") == names.count("h1") == 1
        levels = [int(name[1]) for name in names if re.fullmatch("h[1-6]", name)]
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert {attributes["scope"] for name, attributes in tags if name == "th"} <= {"col", "row"}
        regions = [attributes for name, attributes in tags if attributes.get("role") == "region"]
        assert regions
        assert all(one["tabindex"] == "0" and one["aria-label"] for one in regions)
        assert not {"script", "link", "iframe"} & set(names)
        assert "http" not in text.replace("http-equiv", "")


def test_two_runs_give_the_same_codebooks(every, tmp_path) -> None:
    first = {path.name: path.read_bytes() for path in (every / "out").glob("*.codebook.*")}
    every_kind.write_data(tmp_path)
    plan = every_kind.plan_json()
    for job in plan["jobs"]:
        if "output" in job:
            job["output"]["order"] = "as_is"
    run(tmp_path, plan, keys=tmp_path / "keys")
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.codebook.*")} == first


@pytest.mark.parametrize(
    ("fields", "cited"),
    [
        (FIELDS, "Office (2026). Survey. File a.csv. SHA-256 abc."),
        (FieldsSpec(), "File a.csv. SHA-256 abc."),
        (FieldsSpec(organisation="Office", reference="R-1"), "Office. File a.csv. R-1. SHA-256 abc."),
    ],
)
def test_how_to_cite_names_what_is_known(fields, cited) -> None:
    assert citation("a.csv", "abc", fields, WORDS) == cited


def test_a_german_codebook_is_german(tmp_path) -> None:
    (tmp_path / "p.csv").write_text("sex\n" + "m\nf\n" * 4, encoding="utf-8")
    job = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    data = {"path": "p.csv", "variables": {"sex": {"role": "key"}}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    german = words_in("de")
    run_plan(
        plan,
        tmp_path,
        tmp_path / "out",
        JobContext(),
        RunOptions(codebooks=lambda result: codebook_texts(result, FIELDS, german)),
    )
    page = (tmp_path / "out" / "r.csv.codebook.html").read_text(encoding="utf-8")
    assert 'lang="de"' in page
    assert "Unverändert." in page


def test_a_codebook_is_written_over_nothing_that_is_read(tmp_path) -> None:
    data = "sex\n" + "m\nf\n" * 4
    (tmp_path / "r.csv.codebook.csv").write_text(data, encoding="utf-8")
    job = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    spec = {"path": "r.csv.codebook.csv", "variables": {"sex": {"role": "key"}}}
    plan = plan_from_json({"schema": 2, "data": spec, "jobs": [job]})
    with pytest.raises(Refused) as refusal:
        run_plan(plan, tmp_path, tmp_path, JobContext(), RunOptions(codebooks=lambda result: {}))
    assert [one.code for one in refusal.value.problems] == ["plan.output_over_input"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.csv.codebook.csv"]


def test_no_other_file_has_the_name_of_a_codebook(tmp_path) -> None:
    paths = ("r.csv", "r.csv.codebook.csv")
    jobs = [
        {"name": f"j{n}", "kind": "recode", "params": {"levels": {}}, "output": {"path": path}}
        for n, path in enumerate(paths)
    ]
    plan = plan_from_json({"schema": 2, "data": {"path": "p.csv"}, "jobs": jobs})
    assert [one.code for one in output_problems(plan)] == ["plan.output_taken"]
