"""Two runs compared: equal only if everything is, each change in words, and nothing but results is read."""

import json
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.compared_results import compare_results
from sdc_desktop.words import Words
from sdc_desktop.words.program.compared_results import comparison_lines, comparison_verdict
from tests.support.reports import plan_json, write_data


def run(folder: Path, out: str, levels: tuple[int, int] = (1, 0), drop: int = 0, **more: object) -> Path:
    """The result.json of a run of one recoding; `drop` records are cut off the end of the data."""
    base = folder / out
    base.mkdir()
    write_data(base)
    lines = (base / "people.csv").read_text(encoding="utf-8").splitlines()
    (base / "people.csv").write_text("\n".join(lines[: len(lines) - drop]) + "\n", encoding="utf-8")
    job = {
        "name": "coarse",
        "kind": "recode",
        "params": {"levels": dict(zip(("yob", "ms"), levels, strict=True))},
    }
    job |= {"output": {"path": "coarse.csv"}} | more
    run_plan(plan_from_json({**plan_json(), "jobs": [job]}), base, base / "out", JobContext())
    return base / "out" / "result.json"


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    return {
        "fine": run(folder, "fine"),
        "again": run(folder, "again"),
        "coarse": run(folder, "coarse", (3, 2)),
        "fewer": run(folder, "fewer", drop=3),
        "renamed": run(folder, "renamed", name="other"),
    }


def kinds(first: Path, second: Path) -> set[tuple[str, str]]:
    return {(one.kind, one.job) for one in compare_results(first, second).changes}


def test_the_same_plan_on_the_same_data_gives_equal_runs(runs) -> None:
    found = compare_results(runs["fine"], runs["again"])
    assert found.equal
    assert found.changes == ()


def test_coarser_levels_change_figures_reasons_and_the_file_but_not_what_was_read(runs) -> None:
    found = kinds(runs["fine"], runs["coarse"])
    assert {("figure", "coarse"), ("file", "coarse"), ("reason", "coarse")} <= found
    assert ("input", "") not in found


def test_other_data_are_a_change_of_a_file_that_was_read(runs) -> None:
    assert ("input", "") in kinds(runs["fine"], runs["fewer"])


def test_a_step_that_only_one_run_has_is_a_change_in_either_order(runs) -> None:
    for pair in (("fine", "renamed"), ("renamed", "fine")):
        steps = {job for kind, job in kinds(*(runs[name] for name in pair)) if kind == "step"}
        assert steps == {"coarse", "other"}


def test_comparing_in_the_other_order_exchanges_before_and_after(runs) -> None:
    there, back = (
        compare_results(*pair).changes
        for pair in (
            (runs["fine"], runs["coarse"]),
            (runs["coarse"], runs["fine"]),
        )
    )
    assert {(one.kind, one.name, one.before, one.after) for one in there} == {
        (one.kind, one.name, one.after, one.before) for one in back
    }


def test_every_leaf_of_a_result_that_changes_is_a_change(runs, tmp_path) -> None:
    """Whatever single value is altered, the two runs are no longer called equal."""
    data = json.loads(runs["fine"].read_text(encoding="utf-8"))
    altered = 0
    for path in list(leaves(data))[::7]:
        changed = json.loads(json.dumps(data))
        if not alter(changed, path):
            continue
        (tmp_path / "result.json").write_text(json.dumps(changed), encoding="utf-8")
        found = compare_results(runs["fine"], tmp_path / "result.json")
        assert not found.equal
        assert found.changes
        assert "equal" not in comparison_verdict(found, Words())
        altered += 1
    assert altered > 5


def leaves(data: object, path: tuple[object, ...] = ()):
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def alter(data, path) -> bool:
    """Whether the value at a path was altered, into one that a run could have written."""
    *above, last = path
    if "grade" in path or "code" in path:
        return False
    for key in above:
        data = data[key]
    value = data[last]
    data[last] = (
        not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else f"{value}x"
    )
    return True


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"engine": "1", "inputs": {}, "jobs": {}, "verdict": {"grade": "fine", "reasons": []}}',
        '{"engine": "1", "inputs": {}, "jobs": {"a": []}, "verdict": {"grade": "safe", "reasons": []}}',
        '{"engine": "1", "inputs": {"a": 1}, "jobs": {}, "verdict": {"grade": "safe", "reasons": []}}',
        '{"engine": "1", "inputs": {}, "jobs": {}, "verdict": {"grade": "safe", "reasons": [{"code": 1}]}}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_result_is_refused_by_name(runs, tmp_path, text) -> None:
    other = tmp_path / "other.json"
    other.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        compare_results(runs["fine"], other)
    assert {one.where.file for one in refusal.value.problems} == {"other.json"}


def test_a_reason_of_another_version_is_named_by_its_code(runs, tmp_path) -> None:
    data = json.loads(runs["fine"].read_text(encoding="utf-8"))
    data["verdict"]["reasons"] += [
        {"code": "of_a_later_version", "grade": "unsafe", "figures": {}},
        {"code": "weak_secret", "grade": "reservations", "figures": {"other": [1, 2]}},
    ]
    other = tmp_path / "later.json"
    other.write_text(json.dumps(data), encoding="utf-8")
    lines = "\n".join(comparison_lines(compare_results(runs["fine"], other), Words()))
    assert "of_a_later_version" in lines
    assert "weak_secret" in lines


@pytest.mark.parametrize(("language", "said"), [("en", "The runs differ"), ("de", "unterscheiden")])
def test_the_verb_prints_the_changes_in_either_language(runs, capsys, language, said) -> None:
    assert cli.main(["compare", str(runs["fine"]), str(runs["fewer"]), "--language", language]) == 0
    printed = capsys.readouterr().out
    assert said in printed.splitlines()[0]
    assert "people.csv" in printed


def test_the_verb_refuses_what_is_no_result(runs, tmp_path, capsys) -> None:
    assert cli.main(["compare", str(runs["fine"]), str(tmp_path / "absent.json")]) == cli.REFUSED
    assert "absent.json" in capsys.readouterr().err
