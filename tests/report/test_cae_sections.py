"""What the report says of risk curves and their experiments, in both editions."""

import json
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae import engine as cae
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams
from sdc_desktop.engine.methods.curves.cae_experiment import engine as cae_experiment
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import MEASURED_ONLY, unjudged, verdict_of
from sdc_desktop.report.chapters import cae as cae_section
from sdc_desktop.report.chapters import cae_experiment as experiment_section
from sdc_desktop.report.figures import drawing
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Figure, KeyFigures, Table, Verdict
from sdc_desktop.words import Words
from tests.support.data import microdata
from tests.support.reports import texts, with_verdict

CONTEXT = JobContext()
STAFF = Source(
    microdata(
        {
            "wage": ["771", "802", "503", "1074", "605", ""],
            "age": ["secret-37", "secret-37", "secret-41", "secret-41", "secret-55", "secret-55"],
        },
        {"wage": "sensitive", "age": "key"},
    ),
    {},
)


def curve_of(source=STAFF, edition="internal", **params):
    shown = CaeParams.model_validate_json(json.dumps(params), strict=True)
    result = cae.decide(shown, cae.counts(shown, source, CONTEXT), CONTEXT)
    return written(cae_section, "cae", result, edition)


def experiment_of(edition="internal", **params):
    shown = CaeExperimentParams.model_validate_json(json.dumps(params), strict=True)
    counted = cae_experiment.counts(shown, STAFF, CONTEXT)
    result = cae_experiment.decide(shown, counted, CONTEXT, workers=1)
    return written(experiment_section, "cae_experiment", result, edition)


def written(module, kind, result, edition):
    job = SimpleNamespace(name="look", kind=kind, input="data", output=None)
    verdict = verdict_of([unjudged(MEASURED_ONLY)])
    subject = Subject(1, job, JobResult("look", kind, True, result, {}, 0, verdict), None, edition)
    section = with_verdict(subject, module.sections(subject, Words()), Words())
    for block in section.blocks:
        if isinstance(block, Figure):
            assert all(drawing(chart, 450).shapes for chart in block.charts)
    return section


def stated(section) -> str:
    return " ".join(texts(section.blocks))


def test_a_curve_is_stated_with_its_verdict_figures_and_reading() -> None:
    section = curve_of(None, values=[50, 107])
    verdict = section.blocks[0]
    assert isinstance(verdict, Verdict)
    assert verdict.text == "Remaining uncertainty: 1.00 bits, equivalent to 2.0 equally likely values."
    figures = next(block for block in section.blocks if isinstance(block, KeyFigures)).figures
    assert [each.value for each in figures] == ["1.00 bits", "57.00", "57"]
    assert "At a precision of ±14.25 (ε = 28.5), 1.00 bits of uncertainty remain." in stated(section)


def test_a_single_possible_value_is_stated_to_be_found() -> None:
    assert (
        curve_of(None, values=[5]).blocks[0].text.startswith("Exact disclosure: only one value is possible.")
    )


def test_the_most_exposed_cases_are_listed_without_what_they_are_known_by() -> None:
    internal, external = (curve_of(edition=edition, known=["age"]) for edition in ("internal", "external"))
    assert "Exact disclosure in 1 of 3 cases" in internal.blocks[0].text
    assert external.blocks[0].text.startswith("In some cases the value is certain")
    for section in (internal, external):
        assert "secret" not in stated(section)
    table = next(block for block in internal.blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["3", "1", "2"]
    assert [column.head for column in table.columns][1] == "Records"
    assert [block for block in external.blocks if isinstance(block, Table | Figure)] == []
    assert [figure.label for figure in external.blocks[1].figures] == ["Uncertainty H₀"]
    assert "take no part" in stated(internal)
    assert "take no part" not in stated(external)


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_no_value_of_the_confidential_attribute_is_stated(edition) -> None:
    section = curve_of(edition=edition)
    assert [value for value in ("771", "802", "503", "1074", "605") if value in stated(section)] == []


@pytest.mark.parametrize("technique", ["sampling", "query_restriction", "noise"])
def test_an_experiment_is_stated_with_every_point_and_its_use(technique) -> None:
    parameter = {"sampling": 50, "query_restriction": 2, "noise": 50}[technique]
    section = experiment_of(technique=technique, repeats=3, parameters=[parameter])
    assert section.blocks[0].text.startswith("Lowest remaining uncertainty: ")
    points, utility = (block for block in section.blocks if isinstance(block, Table))
    assert [row[1] for row in points.rows] == ["nothing", "1 attribute"]
    assert "±" in points.rows[0][3]
    assert len(utility.rows) == 1
    assert "secret" not in stated(section)


def test_the_seed_of_an_experiment_is_for_the_internal_edition_only() -> None:
    usual = {"technique": "sampling", "repeats": 2, "seed": 918273}
    assert "918273" in stated(experiment_of(**usual))
    assert "918273" not in stated(experiment_of("external", **usual))


def test_sets_of_attributes_are_stated_by_name_and_one_file_without_spread() -> None:
    section = experiment_of(technique="sampling", repeats=1, known=[["age"]], parameters=[100])
    points = next(block for block in section.blocks if isinstance(block, Table))
    assert points.rows[0][:2] == ("100 % of the records", "age")
    assert "±" not in points.rows[0][3]
