"""The golden cases on the class of suppressed records, and on measures of diversity."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.spec import (
    AlphaKAnonymitySpec,
    DistinctLDiversitySpec,
    EntropyLDiversitySpec,
    KAnonymitySpec,
)
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import verdict_of
from sdc_desktop.engine.verdict_records import criteria_failed
from tests.support.data import microdata

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden" / "inference"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not GOLDEN.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
TOLERANCE = 1e-9


def case_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / name / "case.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", ["suppressed_one", "suppressed_same", "clean_suppressed"])
def test_suppressed_records_are_a_class_as_the_golden_ones(name: str) -> None:
    case = case_of(name)
    variables = {key: {"role": "key"} for key in case["key_variables"]}
    variables |= {case["sensitive"]: {"role": "sensitive"}}
    opened = open_data(DataSpec(path="released.csv", variables=variables), GOLDEN / name, CONTEXT)
    criteria = (
        KAnonymitySpec(kind="k_anonymity", k=case["k"]),
        DistinctLDiversitySpec(kind="distinct_l_diversity", l=case["l"], attribute=case["sensitive"]),
    )
    check = check_file(Source(opened.data, {}), case["key_variables"], criteria, CONTEXT)
    hidden = check.suppressed_class
    assert hidden is not None
    assert (check.suppressed, hidden.records, hidden.values) == (
        case["suppressed"],
        case["suppressed"],
        case["values"],
    )
    verdict = verdict_of(criteria_failed(check))
    assert verdict.grade == case["grade"]
    found = [
        {
            "code": one.code,
            "grade": one.grade,
            "records": one.figures["number"],
            "k": one.figures["k"],
            "values": one.figures["values"],
            "largest_share": one.figures["largest_share"],
        }
        for one in verdict.reasons
    ]
    assert found == case["reasons"]
    lines = (GOLDEN / name / "released.csv").read_text(encoding="utf-8").splitlines()[1:]
    shown = Counter(line.rsplit(",", 1)[0] for line in lines if line.split(",")[:2] != ["*", "*"])
    assert min(shown.values()) == case["smallest_shown_class"] >= case["k"]


def test_measures_of_diversity_are_the_golden_ones() -> None:
    case = case_of("diversity")
    limit, alpha = case["l"], case["alpha"]
    for number, one in enumerate(case["classes"]):
        values = [f"v{place}" for place, count in enumerate(one["counts"]) for _ in range(count)]
        source = Source(microdata({"k": ["a"] * len(values), "s": values}, {"k": "key"}), {})
        criteria = (
            *(
                EntropyLDiversitySpec(kind="entropy_l_diversity", l=limit, attribute="s", estimator=estimator)
                for estimator in ("shannon", "grassberger")
            ),
            AlphaKAnonymitySpec(kind="alpha_k_anonymity", alpha=alpha, k=2, attribute="s"),
            EntropyLDiversitySpec(kind="entropy_l_diversity", l=limit, attribute="s"),
        )
        plain, corrected, share, default = check_file(source, ["k"], criteria, CONTEXT).criteria
        assert plain.worst == pytest.approx(one["shannon"], abs=TOLERANCE), number
        assert corrected.worst == pytest.approx(one["grassberger"], abs=TOLERANCE), number
        assert share.worst == pytest.approx(one["largest_share"], abs=TOLERANCE), number
        met = tuple(one[f"meets_{kind}"] for kind in ("shannon", "grassberger", "alpha"))
        assert (plain.passed, corrected.passed, share.passed) == met, number
        assert default == plain  # a plan that names no estimator
    # the classes as one file
    columns: dict[str, list[str]] = {"k": [], "s": []}
    for number, one in enumerate(case["classes"]):
        columns["k"] += [f"class {number}"] * sum(one["counts"])
        columns["s"] += [f"v{place}" for place, count in enumerate(one["counts"]) for _ in range(count)]
    check = check_file(Source(microdata(columns, {"k": "key"}), {}), ["k"], criteria[-1:], CONTEXT)
    verdict = verdict_of(criteria_failed(check))
    assert verdict.grade == case["grade"]
    assert [one.code for one in verdict.reasons] == [one["code"] for one in case["reasons"]]
    numbers = (check.criteria[0].failing_classes, check.criteria[0].disagreeing_classes)
    assert numbers == tuple(one["number"] for one in case["reasons"])
