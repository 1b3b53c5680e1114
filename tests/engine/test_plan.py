"""Plans: what is accepted, what is refused and where, and that writing one and reading it gives it back."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.plan import (
    Plan,
    parse_plan,
    plan_from_json,
    plan_problems,
    plan_to_json,
    plan_to_text,
    schema,
)
from sdc_desktop.engine.problems import Refused

WHOLE = {
    "schema": 2,
    "data": {
        "path": "patients.csv",
        "format": "csv",
        "variables": {"yob": {"role": "key", "level": "ordinal"}, "disease": {"role": "sensitive"}},
        "hierarchies": {
            "yob": {"kind": "intervals", "start": 1961, "widths": [2, 3, 5, 10, 15, 30], "end": 1990},
            "ms": {"kind": "levels", "path": "ms.csv", "header": True},
        },
    },
    "jobs": [
        {
            "name": "a",
            "kind": "anopi",
            "params": {
                "technique": "recoding",
                "alpha": 0.5,
                "user_points": {"yob": 60, "ms": 40},
                "intruder_points": {"yob": 60, "ms": 40},
            },
        },
        {"name": "b", "kind": "recode", "input": "a", "params": {"levels": {"yob": 2}}},
    ],
}


def refused(data: object) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refusal:
        parse_plan(data if isinstance(data, str) else json.dumps(data))
    return [(problem.code, problem.where.key) for problem in refusal.value.problems]


def changed(path: str, value: object) -> dict:
    data = json.loads(json.dumps(WHOLE))
    here = data
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in parents:
        here = here[part]
    here[last] = value
    return data


def test_the_example_of_the_contract_is_a_plan() -> None:
    plan = plan_from_json(WHOLE)
    assert [job.kind for job in plan.jobs] == ["anopi", "recode"]
    assert not list(plan_problems(plan))


def test_a_plan_that_is_written_and_read_again_is_the_same() -> None:
    plan = plan_from_json(WHOLE)
    assert parse_plan(plan_to_text(plan)) == plan
    assert plan_to_json(parse_plan(plan_to_text(plan))) == plan_to_json(plan)


def test_whole_numbers_stay_whole() -> None:
    text = plan_to_text(plan_from_json(WHOLE))
    assert '"start": 1961,' in text
    assert '"yob": 60' in text


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("colour", 1, [("plan.unknown_key", "colour")]),
        ("jobs.0.params.alpah", 1, [("plan.unknown_key", "jobs[0].params.alpah")]),
        ("jobs.0.params.alpha", 2, [("plan.too_large", "jobs[0].params.alpha")]),
        ("jobs.0.params.alpha", "0.5", [("plan.type", "jobs[0].params.alpha")]),
        ("jobs.0.params.alpha", True, [("plan.type", "jobs[0].params.alpha")]),
        ("jobs.0.params.user_points.yob", -1, [("plan.too_small", "jobs[0].params.user_points.yob")]),
        ("jobs.0.kind", "anopy", [("plan.choice", "jobs[0].kind")]),
        ("jobs.1.params", {}, [("plan.missing_key", "jobs[1].params.levels")]),
        ("jobs.1.params.levels.yob", 1.5, [("plan.type", "jobs[1].params.levels.yob")]),
        ("data.variables.yob.role", "identifying", [("plan.choice", "data.variables.yob.role")]),
        ("data.hierarchies.yob.kind", "tree", [("plan.choice", "data.hierarchies.yob.kind")]),
        ("data.hierarchies.yob.widths", [2, "x"], [("plan.type", "data.hierarchies.yob.widths[1]")]),
        ("data.delimiter", ";;", [("plan.type", "data.delimiter")]),
        ("schema", 3, [("plan.newer_schema", "schema")]),
        ("schema", 0, [("plan.unknown_schema", "schema")]),
        ("schema", "1", [("plan.type", "schema")]),
    ],
)
def test_a_wrong_entry_is_refused_with_its_path(path, value, expected) -> None:
    assert refused(changed(path, value)) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "plan.not_json"),
        ("[]", "plan.not_an_object"),
        ('{"schema": 2, "schema": 2}', "plan.doubled_key"),
        (
            '{"schema": 2, "jobs": [{"name": "a", "kind": "anopi", "params": {"alpha": NaN}}]}',
            "plan.not_finite",
        ),
        ("[" * 100_000, "plan.too_deep"),
        ('{"jobs": []}', "plan.missing_key"),
    ],
)
def test_what_is_no_plan_at_all_is_refused(text, code) -> None:
    assert [found for found, _ in refused(text)] == [code]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("jobs.1.name", "a", ("plan.job_name_taken", "jobs[1].name")),
        ("jobs.0.name", "data", ("plan.job_name_taken", "jobs[0].name")),
        ("jobs.0.name", "a/b", ("plan.job_name", "jobs[0].name")),
        ("jobs.1.input", "c", ("plan.input_unknown", "jobs[1].input")),
        ("jobs.0.input", "b", ("plan.input_is_later", "jobs[0].input")),
        ("jobs.1.input", "b", ("plan.input_is_itself", "jobs[1].input")),
    ],
)
def test_jobs_that_do_not_hang_together_are_stated(path, value, expected) -> None:
    found = [(p.code, p.where.key) for p in plan_problems(plan_from_json(changed(path, value)))]
    assert expected in found


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=10))
def test_whatever_stands_in_a_plan_it_is_read_or_refused(value) -> None:
    for key in WHOLE:
        with contextlib.suppress(Refused):
            assert isinstance(plan_from_json(dict(WHOLE) | {key: value}), Plan)


def test_a_number_of_thousands_of_digits_is_refused_not_a_fault() -> None:
    assert refused('{"schema": 2, "jobs": [{"seed": ' + "9" * 5000 + "}]}") == [
        ("plan.too_many_digits", None)
    ]


def test_half_a_character_is_refused_with_what_to_do() -> None:
    text = json.dumps(WHOLE).replace('"path": "patients.csv"', '"path": "patients\\ud800.csv"')
    assert [code for code, _ in refused(text)] == ["plan.half_character"]


def test_nul_in_a_text_is_refused_with_its_key_and_a_backslash_is_not() -> None:
    text = json.dumps(WHOLE).replace('"path": "patients.csv"', '"path": "patients\\u0000.csv"')
    assert refused(text) == [("plan.nul", "data.path")]
    assert isinstance(parse_plan(text.replace("\\u0000", "\\\\u0000")), Plan)


def test_a_job_that_takes_its_input_from_itself_is_stated_so() -> None:
    problems = plan_problems(plan_from_json(changed("jobs.0.input", "a")))
    assert [problem.code for problem in problems] == ["plan.input_is_itself"]


def test_the_schema_requires_what_a_plan_is_refused_without() -> None:
    found = schema()
    assert found["required"] == ["schema"]
    assert found["$defs"]["AnopiJob"]["required"] == ["kind", "name"]
    assert found["$defs"]["RecodeJob"]["required"] == ["kind", "name", "params"]
    assert refused({"jobs": []}) == [("plan.missing_key", "schema")]
    assert refused({"schema": 2, "jobs": [{"name": "a"}]}) == [("plan.missing_key", "jobs[0].kind")]


@pytest.mark.parametrize(
    ("params", "key"),
    [
        ({"technique": "foo"}, "technique"),
        ({"technique": {"yob": "foo"}}, "technique.yob"),
        ({"blocks": [["yob", 3]]}, "blocks[0][1]"),
        ({"min_utility": {"yob": {"degree": 0}}}, "min_utility.yob.degree"),
        ({"min_utility": {"yob": "much"}}, "min_utility.yob"),
    ],
)
def test_a_value_of_several_types_is_refused_once_where_it_is_wrong(params, key) -> None:
    with pytest.raises(Refused) as refusal:
        plan_from_json({"schema": 2, "jobs": [{"name": "a", "kind": "anopi", "params": params}]})
    assert [problem.where.key for problem in refusal.value.problems] == [f"jobs[0].params.{key}"]
