"""The chapters on criteria, risk and changed values: what each edition says, and that they can be set."""

from datetime import date
from types import SimpleNamespace

import numpy as np
import pytest

from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods import perturbation
from sdc_desktop.engine.methods.experiments.diversity_experiment import DiversityExperimentParams
from sdc_desktop.engine.methods.experiments.ru_map import RuMapParams
from sdc_desktop.engine.methods.experiments.utility import UtilityParams
from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.engine.methods.perturbation.swap_households import SwapHouseholdsParams
from sdc_desktop.engine.methods.perturbation.synthesise import SynthesiseParams
from sdc_desktop.engine.methods.perturbation.top_code import TopCodeParams
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.suppression.local_suppression import LocalSuppressionParams
from sdc_desktop.engine.microdata.population.spec import ModelSpec, PopulationSize
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.runner import OpenedPlan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, verdict_of
from sdc_desktop.report.assemble import labels
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Report
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import CoverField, Verdict
from sdc_desktop.words import Words
from tests.support.data import microdata
from tests.support.generalising import criterion, listed_source, tree
from tests.support.reports import HtmlPage, pdf_text, squeezed, with_verdict
from tests.support.secret import drawing

CONTEXT = drawing(3)
AGES = [(str(age), f"{age // 4}", "*") for age in range(20, 40)]
JOBS = [("zq-cook", "zq-hand"), ("zq-clerk", "zq-head"), ("zq-judge", "zq-head")]
ILLS = ("zq-flu", "zq-cold", "zq-gout")


def columns() -> dict[str, list[str]]:
    random = np.random.default_rng(9)
    return {
        "age": [str(20 + min(19, int(v))) for v in random.exponential(5, 150)],
        "job": random.choice([row[0] for row in JOBS], 150, p=[0.6, 0.3, 0.1]).tolist(),
        "ill": random.choice(ILLS, 150).tolist(),
    }


def listed() -> Source:
    return listed_source(columns(), {"age": AGES, "job": JOBS}, "ill")


def stored(level="continuous") -> Source:
    data = microdata(columns(), {"age": "key", "job": "key", "ill": "sensitive"})
    variables = [type(v)(v.name, v.role, level if v.name == "age" else "nominal") for v in data.variables]
    return Source(data.with_variables(variables), {"age": tree("age", AGES), "job": tree("job", JOBS)})


def homes() -> Source:
    """Each record is a household of its own."""
    names = [f"home {number:03}" for number in range(150)]
    roles = {"age": "key", "job": "key", "ill": "sensitive", "home": "household"}
    return Source(microdata(columns() | {"home": names}, roles), {})


def compared() -> Source:
    """A source of the records in another order, as if a job had made them."""
    source = stored()
    mixed = {name: values[::-1] for name, values in columns().items()}
    made = microdata(mixed, {"age": "key", "job": "key", "ill": "sensitive"})
    return source.with_original().with_data(made.with_variables(source.data.variables))


CASES = {
    "generalise": (
        GeneraliseParams(
            criteria=(
                criterion("k_anonymity", k=4),
                criterion("entropy_l_diversity", l=1.5, attribute="ill", estimator="grassberger"),
                criterion("recursive_cl_diversity", c=9, l=2, attribute="ill"),
                criterion("t_closeness", t=0.9, attribute="ill", distance="equal"),
                criterion("distinct_l_diversity", l=2, attribute="ill"),
                criterion("p_sensitive", p=2, attribute="ill"),
                criterion("average_risk", max=0.2),
                criterion("population_uniqueness", max=0.5, size=5000),
                criterion("beta_likeness", beta=3, attribute="ill"),
                criterion("delta_disclosure", delta=4, attribute="ill"),
            ),
            suppression_limit=1,
            local_recoding="repeat",
        ),
        listed,
        "150 records",
    ),
    "risk": (
        RiskParams(
            suda_size=2,
            criteria=(criterion("k_anonymity", k=3),),
            population=PopulationSize(size=9000),
            model=ModelSpec(terms="forward"),
        ),
        listed,
        "Unique records",
    ),
    "ru_map": (RuMapParams(max_risk=0.1), listed, "Unique records"),
    "diversity_experiment": (
        DiversityExperimentParams(attribute="ill", l=(1.5, 9)),
        listed,
        None,
    ),
    "utility": (
        UtilityParams(synthetic=True, key_variables=("age",)),
        compared,
        "Tables that differ most",
    ),
    "pram": (PramParams(variables=("job",)), stored, "of 150 values"),
    **{
        one.kind: (one.params(variables=("age",)), stored, "of 150 values")
        for one in perturbation.METHODS
        if (pick := one.picks.get("variables")) is not None and "continuous" in pick.levels
    },
    "synthesise": (SynthesiseParams(), stored, "Identical"),
    "swap_households": (
        SwapHouseholdsParams(hierarchy=("job",), k=0, rate=0.2),
        homes,
        "households moved",
    ),
    "top_code": (TopCodeParams(bounds={"age": {"top": 30}}), stored, "of 150 values"),
    "local_suppression": (LocalSuppressionParams(k=3), stored, "Unique records"),
}


def chapter(kind: str, edition: str) -> Report:
    params, source, _ = CASES[kind]
    stages = method_of(kind).stages
    made = source()
    result = stages.decide(params, stages.counts(params, made, CONTEXT), CONTEXT)
    query = SimpleNamespace(
        name="the job", kind=kind, params=params, input="data", output=OutputSpec(path="x.csv")
    )
    opened = OpenedPlan(Plan(), None, None, made, {}, ())
    verdict = verdict_of(stages.verdict(params, result, NO_LIMITS))
    subject = Subject(1, query, JobResult("the job", kind, True, result, {}, None, verdict), opened, edition)
    words = Words()
    return Report(
        title="A report",
        subject="",
        author="",
        edition=edition,
        fields=(CoverField("Officer", "A"),),
        verdict=Verdict("", "open", "Not judged"),
        sections=(with_verdict(subject, chapter_of(kind).sections(subject, words), words),),
        labels=labels(edition, words),
        date=date(2025, 3, 14),
    )


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("edition", ["internal", "external"])
def test_a_chapter_can_be_set_and_tells_no_values(kind, edition) -> None:
    report = chapter(kind, edition)
    page = HtmlPage(html_text(report)).text
    assert "the job" in page
    assert squeezed("the job") in pdf_text(pdf_bytes(report))
    assert "zq-" not in page
    assert "{" not in page


@pytest.mark.parametrize("kind", [kind for kind, case in CASES.items() if case[2]])
def test_exact_small_counts_are_for_the_internal_edition_only(kind) -> None:
    shown = CASES[kind][2]
    spoken = {
        edition: HtmlPage(html_text(chapter(kind, edition))).text for edition in ("internal", "external")
    }
    inside, outside = (text.replace("\u202f", " ") for text in (spoken["internal"], spoken["external"]))
    assert shown in inside
    assert shown not in outside


def test_the_best_generalisation_says_that_it_is_proven_and_what_was_requested() -> None:
    page = HtmlPage(html_text(chapter("generalise", "internal"))).text
    assert "Proven optimal among" in page
    assert "entropy l-diversity of ill, l = 1.5 (corrected entropy)" in page
