"""Protection in steps: jobs switched off, files between, and what each step leaves."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine import job_runs
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan, active_plan, parse_plan, plan_to_text
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from sdc_desktop.engine.running.codebook import Changes
from sdc_desktop.engine.strategies.released_file import released_file, write_released
from sdc_desktop.engine.strategies.trail import Trail, compared_after, trail_as_far, trail_of

ROWS = "".join(f"{20 + i % 30},{'mf'[i % 2]},R{i % 3},{100 + i}\n" for i in range(90))
SECRET = "5" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "d.csv").write_text("age,sex,region,income\n" + ROWS, encoding="utf-8")
    return tmp_path


def plan(off: tuple[str, ...] = (), products: tuple[str, ...] = ()) -> Plan:
    keys = {name: {"role": "key"} for name in ("age", "sex", "region")}
    ages = {"kind": "intervals", "start": 20, "widths": [10], "end": 49}
    jobs = [
        {"name": "recode", "kind": "recode", "params": {"levels": {"age": 1}}, "no_file": True},
        {"name": "suppress", "kind": "local_suppression", "input": "recode", "no_file": True},
        {"name": "pram", "kind": "pram", "input": "suppress", "params": {"variables": ["region"]}},
        {"name": "round", "kind": "rounding", "input": "pram", "params": {"variables": ["income"]}},
    ]
    for job in jobs:
        job |= {"off": True} if job["name"] in off else {}
    made = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": keys, "hierarchies": {"age": ages}},
        "secrets": {"pram": SECRET, "round": SECRET},
        "jobs": jobs,
    }
    if products:
        made["report"] = {"products": list(products)}
    return parse_plan(json.dumps(made))


def test_a_job_switched_off_is_passed_over_by_those_on_its_records() -> None:
    active = active_plan(plan(off=("suppress", "pram"), products=("pram", "round")))
    assert [(job.name, job.input) for job in active.jobs] == [("recode", "data"), ("round", "recode")]
    assert active.report.products == ("round",)
    assert active_plan(plan()) == plan()


def test_the_plan_keeps_what_is_off_when_it_is_saved() -> None:
    shown = plan(off=("pram",))
    assert parse_plan(plan_to_text(shown)) == shown
    assert '"off"' not in plan_to_text(plan())


def test_steps_between_write_no_file(folder: Path) -> None:
    run_plan(plan(off=("round",)), folder, folder / "out", JobContext())
    written = {path.name for path in (folder / "out").glob("*.csv")}
    assert written == {"pram.csv"}


def test_the_trail_has_the_original_and_each_active_step(folder: Path) -> None:
    names = ["recode", "suppress", "round"]
    shown = plan(off=("pram",))
    trail = trail_of(shown, names, folder, JobContext(), None)
    assert [one.name for one in trail.steps] == ["", *names]
    first, recoded = trail.steps[0], trail.steps[1]
    assert first.changed == 0
    assert recoded.changed == 90  # every age
    assert recoded.uniques <= first.uniques
    found = evaluate_plan(shown, folder, JobContext())
    assert trail.verdict == next(job for job in found.jobs if job.name == "round").verdict


def test_the_trail_has_records_by_size_of_class_and_what_each_variable_adds(folder: Path) -> None:
    trail = trail_of(plan(), ["recode"], folder, JobContext(), None)
    rows = [line.split(",")[:3] for line in ROWS.splitlines()]
    banded = [[str(int(age) // 10), *others] for age, *others in rows]
    for shown, found in zip((rows, banded), trail.steps, strict=True):
        sizes = [shown.count(row) for row in shown]
        bands = [(1, 1), (2, 2), (3, 4), (5, 9), (10, 49), (50, 90)]
        assert found.by_size == tuple(sum(low <= size <= high for size in sizes) for low, high in bands)
        for place, name in enumerate(("age", "sex", "region")):
            left = [row[:place] + row[place + 1 :] for row in shown]
            alone = sum(left.count(row) == 1 for row in left)
            assert found.due[name] == sizes.count(1) - alone
            assert found.uniques == sizes.count(1)


def test_records_after_a_step_are_compared_with_those_before_any_earlier_step(folder: Path) -> None:
    trail = trail_of(plan(off=("pram",)), ["recode", "suppress", "round"], folder, JobContext(), None)
    made = [trail.before, *(done.source for done in trail.made)]
    for passed in range(3):
        found = compared_after(trail, 3, JobContext(), since=passed)
        for one in found.variables:
            for codes, source in ((one.original, made[passed]), (one.released, made[3])):
                place = source.data.index(one.name)
                rows = [row[place] for row in source.data.window(0, 90)]
                assert [one.texts[int(code)] for code in codes] == rows


def test_the_file_of_the_last_step_is_that_of_a_run(folder: Path) -> None:
    names = ["recode", "suppress", "pram", "round"]
    found = evaluate_plan(plan(), folder, JobContext())
    target = folder / "last.csv"
    file, context = found.opened.opened, JobContext()
    trail = trail_of(plan(), names, folder, context, None, read=file)
    released = released_file(plan(), trail, file, Changes(), context)
    written = write_released(plan(), released, file, folder, target, context)
    done = run_plan(plan(), folder, folder / "out", JobContext(), RunOptions(codebooks=lambda _: {}))
    assert written.codebook == done.jobs[-1].codebook
    assert written.codebook
    assert target.read_bytes() == (folder / "out" / "round.csv").read_bytes()


NAMES = ["recode", "suppress", "pram", "round"]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the jobs that are run from now on."""
    names: list[str] = []
    run_job = job_runs.run_job

    def counted(job, *given, **named):
        names.append(job.name)
        return run_job(job, *given, **named)

    monkeypatch.setattr(job_runs, "run_job", counted)
    return names


def with_params(shown: Plan, name: str, params: dict[str, object]) -> Plan:
    """The plan with other settings of one job."""
    jobs = tuple(
        job.model_copy(update={"params": job.params.model_copy(update=params)}) if job.name == name else job
        for job in shown.jobs
    )
    return shown.model_copy(update={"jobs": jobs})


def test_only_a_changed_step_and_those_after_it_are_run_again(folder: Path, ran: list[str]) -> None:
    shown = plan()
    read = open_data(shown.data, folder, JobContext())
    shown = shown.model_copy(update={"data": read.spec})
    first = trail_of(shown, NAMES, folder, JobContext(), None, read=read)
    assert ran == NAMES
    for changed, again in (
        (shown, []),
        (with_params(shown, "pram", {"variables": ("sex",)}), ["pram", "round"]),
        (with_params(shown, "round", {"base": 5}), ["round"]),
        (shown.model_copy(update={"secrets": {**shown.secrets, "round": "7" * 64}}), ["round"]),
    ):
        ran.clear()
        found = trail_of(changed, NAMES, folder, JobContext(), None, read=read, left=first.left)
        assert ran == again
        assert found == trail_of(changed, NAMES, folder, JobContext(), None)


def test_what_is_declared_or_read_anew_is_run_again(folder: Path, ran: list[str]) -> None:
    shown = plan()
    read = open_data(shown.data, folder, JobContext())
    shown = shown.model_copy(update={"data": read.spec})
    first = trail_of(shown, NAMES, folder, JobContext(), None, read=read)
    (folder / "d.csv").write_text("age,sex,region,income\n" + ROWS.replace("R1", "R9"), encoding="utf-8")
    free = shown.model_copy(update={"data": shown.data.model_copy(update={"sha256": None})})
    ran.clear()
    found = trail_of(free, NAMES, folder, JobContext(), None, read=read, left=first.left)
    assert ran == NAMES
    assert found == trail_of(free, NAMES, folder, JobContext(), None)


def test_steps_switched_off_and_on_again_use_what_is_before_them(folder: Path, ran: list[str]) -> None:
    read = open_data(plan().data, folder, JobContext())

    def shown(off: tuple[str, ...] = ()) -> Plan:
        return plan(off).model_copy(update={"data": read.spec})

    first = trail_of(shown(), NAMES, folder, JobContext(), None, read=read)
    ran.clear()
    left = trail_of(
        shown(("pram",)),
        ["recode", "suppress", "round"],
        folder,
        JobContext(),
        None,
        read=read,
        left=first.left,
    )
    assert ran == ["round"]
    assert [one.name for one in left.steps] == ["", "recode", "suppress", "round"]


def test_a_random_order_of_the_file_is_no_change_of_values(folder: Path) -> None:
    shown = plan(off=("suppress", "pram", "round"))
    job = shown.jobs[0].model_copy(update={"output": OutputSpec(path="r.csv", order="random")})
    jobs = (job, *shown.jobs[1:])
    shown = shown.model_copy(update={"jobs": jobs, "secrets": {"recode": SECRET}})
    trail = trail_of(shown, ["recode"], folder, JobContext(), None)
    assert trail.steps[1].changed == 90  # the ages alone


def figures(trail: Trail) -> list[tuple[object, ...]]:
    return [(one.uniques, one.below, one.changed) for one in trail.steps]


@pytest.mark.parametrize("off", [("recode",), ("recode", "suppress"), ("pram",), ("round",), tuple(NAMES)])
def test_steps_that_are_off_have_the_figures_of_the_step_before(folder: Path, off: tuple[str, ...]) -> None:
    """The first step may be off as any other: the next then reads the data."""
    shown = plan(off=off)
    trail = trail_of(shown, NAMES, folder, JobContext(), None)
    assert [(one.name, one.off) for one in trail.steps[1:]] == [(name, name in off) for name in NAMES]
    active = [name for name in NAMES if name not in off]
    alone = figures(trail_of(shown, active, folder, JobContext(), None))
    expected = [alone[0]]
    for name in NAMES:
        expected.append(expected[-1] if name in off else alone[1 + active.index(name)])
    assert figures(trail) == expected
    assert (trail.verdict is None) == (not active)
    if active:
        found = run_plan(shown, folder, folder / "out", JobContext())
        assert trail.verdict == found.jobs[-1].verdict
        assert found.jobs[0].name == active[0]


def test_each_step_can_be_shown_the_records_that_it_reads(folder: Path) -> None:
    trail = trail_of(plan(off=("suppress",)), NAMES, folder, JobContext(), None)
    read = {name: trail.read_by(name) for name in NAMES}
    assert read["recode"] is trail.before
    assert "age" in read["recode"].hierarchies
    assert read["suppress"] is read["pram"] is trail.made[0].source
    ages = read["suppress"].data.relation.frequencies(0, JobContext())[0]
    assert ages == ("20-29", "30-39", "40-49")
    assert read["round"] is trail.made[2].source
    assert trail.read_by("nothing") is None


@pytest.mark.parametrize("failing", NAMES)
def test_a_refused_step_is_named_and_the_steps_before_it_keep_their_figures(
    folder: Path, ran: list[str], failing: str
) -> None:
    wrong = {
        "recode": {"levels": {"income": 1}},
        "suppress": {"key_variables": ("nothing",)},
        "pram": {"variables": ("nothing",)},
        "round": {"variables": ("sex",)},
    }
    shown = with_params(plan(), failing, wrong[failing])
    place = NAMES.index(failing)
    read = open_data(shown.data, folder, JobContext())
    shown = shown.model_copy(update={"data": read.spec})
    trail = trail_as_far(shown, NAMES, folder, JobContext(), None, read=read)
    assert [name for name in ran if name != failing] == NAMES[:place], "each step before it was run once"
    assert (trail.failed, trail.verdict) == (failing, None)
    assert [one.name for one in trail.steps] == ["", *NAMES[:place]]
    assert trail.problems
    with pytest.raises(Refused) as refusal:
        run_plan(shown, folder, folder / "out", JobContext())
    assert {one.code for one in trail.problems} <= {one.code for one in refusal.value.problems}
    assert figures(trail) == figures(trail_of(plan(), NAMES, folder, JobContext(), None))[: place + 1]
    assert trail.read_by(failing) is not None
    assert place == len(NAMES) - 1 or trail.read_by(NAMES[place + 1]) is None


def test_without_a_refused_step_the_trail_is_the_whole_one(folder: Path) -> None:
    whole = trail_of(plan(), NAMES, folder, JobContext(), None)
    assert trail_as_far(plan(), NAMES, folder, JobContext(), None) == whole
    assert (whole.failed, whole.problems) == (None, ())


def test_records_are_compared_with_the_original_and_with_the_step_before(folder: Path) -> None:
    trail = trail_of(plan(off=("suppress",)), NAMES, folder, JobContext(), None)

    def changed(steps: int, since: int) -> set[str]:
        found = compared_after(trail, steps, JobContext(), since=since)
        return {one.name for one in found.variables if one.changed}

    assert changed(1, 0) == {"age"}
    assert changed(2, 1) == set(), "a step that is off changes nothing"
    assert changed(3, 2) == {"region"}
    assert changed(4, 3) == {"income"}
    assert changed(4, 0) == {"age", "region", "income"}
