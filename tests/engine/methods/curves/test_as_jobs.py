"""The jobs of the self-test plans, through their stages, as a plan's text says them."""

import json
from pathlib import Path

import pytest

import sdc_desktop
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae import engine as cae
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams
from sdc_desktop.engine.methods.curves.cae_experiment import engine as cae_experiment
from sdc_desktop.engine.plan import JOB_CLASSES, files_of
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source

FOLDER = Path(sdc_desktop.__file__).parents[1] / "resources" / "self_test"
CONTEXT = JobContext()
STAGES = {"cae": (CaeParams, cae), "cae_experiment": (CaeExperimentParams, cae_experiment)}


@pytest.mark.parametrize("kind", sorted(STAGES))
def test_every_job_of_the_self_test_runs_and_gives_json(kind) -> None:
    plan = json.loads((FOLDER / f"{kind}.sdcplan").read_text(encoding="utf-8"))
    spec = DataSpec.model_validate_json(json.dumps(plan["data"]), strict=True)
    source = Source(open_data(spec, FOLDER, CONTEXT).data, {}, FOLDER)
    params_of, stages = STAGES[kind]
    for job in plan["jobs"]:
        assert job["kind"] == kind
        params = params_of.model_validate_json(json.dumps(job["params"]), strict=True)
        assert stages.check(params, source) == ()
        counted = stages.counts(params, source, CONTEXT)
        assert stages.foresee(params, counted, CONTEXT) == stages.decide(params, counted, CONTEXT).notes
        shown = json.dumps(to_json(stages.decide(params, counted, CONTEXT)), allow_nan=False)
        assert shown == json.dumps(to_json(stages.decide(params, counted, CONTEXT)), allow_nan=False)


def test_the_files_that_a_job_reads_are_known() -> None:
    params = CaeExperimentParams(technique="query_restriction", queries="queries.csv")
    assert files_of(JOB_CLASSES["cae_experiment"](name="a", params=params)) == ("queries.csv",)
    released = CaeExperimentParams(technique="released", released="out.csv")
    assert files_of(JOB_CLASSES["cae_experiment"](name="a", params=released)) == ("out.csv",)
    assert (
        files_of(JOB_CLASSES["cae_experiment"](name="a", params=CaeExperimentParams(technique="noise"))) == ()
    )


def test_the_table_of_points_has_the_keys_that_scripts_rely_on() -> None:
    params = CaeExperimentParams(technique="sampling", data="synthetic", repeats=2, known=(0, ("sex",)))
    counted = cae_experiment.counts(params, None, CONTEXT)
    shown = to_json(cae_experiment.decide(params, counted, CONTEXT))
    for point in shown["points"]:
        assert point.keys() >= {"parameter", "known", "h0", "h0_sd", "area", "area_sd"}
    assert [point["known"] for point in shown["points"][:2]] == [0, ["sex"]]
    curve = CaeParams(values=(1, 2, 4))
    shown = to_json(cae.decide(curve, cae.counts(curve, None, CONTEXT), CONTEXT))
    assert shown.keys() >= {"steps", "h0", "eps_max", "area"}
    assert shown["steps"][0] == [0, shown["h0"]]
