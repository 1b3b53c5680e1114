"""Which variables of the data each job of a plan uses."""

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.running.variables_used import jobs_using

ROLES = {
    "name": "direct_identifier",
    "dob": "key",
    "seen": "other",
    "home": "household",
    "sex": "key",
    "ill": "sensitive",
    "ward": "other",
}


def using(*jobs: dict[str, object]) -> dict[str, tuple[str, ...]]:
    variables = {name: {"role": role} for name, role in ROLES.items()}
    plan = plan_from_json(
        {"schema": 2, "data": {"path": "p.csv", "variables": variables}, "jobs": list(jobs)}
    )
    assert plan.data is not None
    return dict(jobs_using(plan.jobs, plan.data.variables))


def prepare(*steps: dict[str, object], name: str = "p", **more: object) -> dict[str, object]:
    return {"name": name, "kind": "prepare", "params": {"steps": list(steps)}} | more


def test_steps_use_what_they_name_and_no_value_is_taken_for_a_variable() -> None:
    found = using(
        prepare(
            {"filter": {"variable": "ward", "test": "in", "values": ["sex", "ill"]}},
            {"keep_households": {}},
            {"shift_dates": {"variables": ["seen"], "person": "name", "days": 3}},
        )
    )
    assert [name for name, jobs in found.items() if jobs] == ["name", "seen", "home", "ward"]
    assert not any(
        using(prepare({"recode_missing": {"variables": ["sex"]}}))[name] for name in ("ill", "home")
    )
    assert all(using(prepare({"recode_missing": {}})).values())


def test_a_job_on_prepared_records_uses_what_they_were_made_of() -> None:
    prepared = prepare(
        {"derive": {"name": "age", "of": "dob", "age_at_variable": "seen"}},
        {"rename": {"sex": "gender", "ward": "sex"}},
        {"drop": ["dob"]},
    )
    again = prepare({"rename": {"gender": "g"}}, name="again", input="p")
    by_age = {"name": "a", "kind": "recode", "input": "again", "params": {"levels": {"age": 1, "g": 1}}}
    by_sex = {"name": "s", "kind": "top_code", "input": "again", "params": {"bounds": {"sex": {"top": 3}}}}
    found = using(prepared, again, by_age, by_sex)
    assert found["dob"] == ("p", "a")
    assert found["seen"] == ("p", "a")
    assert found["sex"] == ("p", "again", "a")
    assert found["ward"] == ("p", "s")
    assert found["ill"] == found["name"] == ()


def test_roles_stated_after_the_steps_are_those_of_later_jobs() -> None:
    text = prepare({"drop": ["home"]})
    text["params"] |= {"variables": {"ward": {"role": "key"}, "sex": {"role": "other"}}}  # type: ignore[operator]
    found = using(text, {"name": "h", "kind": "local_suppression", "input": "p", "params": {"k": 3}})
    assert [name for name, jobs in found.items() if "h" in jobs] == ["dob", "ward"]
