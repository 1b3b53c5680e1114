"""What numbers reveal: golden cases, and the CASC project's reference files after honest protection."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.inference.outliers import outliers_in, outliers_recognised
from sdc_desktop.engine.inference.relations import numbers_revealed
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE, MicroaggregateParams
from sdc_desktop.engine.methods.perturbation.noise import NOISE, NoiseParams
from sdc_desktop.engine.methods.perturbation.swap import SWAP, SwapParams
from sdc_desktop.engine.source import Source
from tests.support.inference.numbers import paired
from tests.support.secret import drawing

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden" / "inference"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not GOLDEN.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
CODES = ("UTILITYID", "UTILNAME", "STATE", "YEAR", "MONTH")
REVENUES = ("RESREVENUE", "COMREVENUE", "INDREVENUE", "OTHREVENUE")


def columns_of(path: Path) -> dict[str, list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    return {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}


def cases(*kinds: str) -> list[str]:
    """The cases of these kinds, by name."""
    found = sorted(GOLDEN.glob("*/case.json")) if GOLDEN.is_dir() else []
    return [one.parent.name for one in found if json.loads(one.read_text("utf-8")).get("kind") in kinds]


@pytest.mark.parametrize("name", cases("records"))
def test_the_golden_relations_are_found(name) -> None:
    case = json.loads((GOLDEN / name / "case.json").read_text("utf-8"))
    original, released = (columns_of(GOLDEN / name / f"{side}.csv") for side in ("original", "released"))
    original = {name: texts for name, texts in original.items() if name in released}
    found = numbers_revealed(paired(original, released, case["roles"]), CONTEXT)
    shown = [
        {
            "variable": one.variable,
            "sources": list(one.sources),
            "protected": one.protected,
            "open": one.open,
            "told": one.revealed,
        }
        for one in found
    ]
    wanted = [one for one in case["reasons"] if one["code"] == "inferred_numbers"]
    assert shown == [{key: one[key] for key in one if key not in ("code", "grade")} for one in wanted]


@pytest.mark.parametrize("name", cases("outlier"))
def test_the_golden_outliers_are_found(name) -> None:
    case = json.loads((GOLDEN / name / "case.json").read_text("utf-8"))
    own, shown = (
        np.array(columns_of(GOLDEN / name / f"{side}.csv")["x"], dtype=float)
        for side in ("original", "released")
    )
    revealed = outliers_recognised(own, shown, case["sigma"])
    if not case["reasons"]:
        assert revealed is None
        return
    (reason,) = case["reasons"]
    figures = {key: reason[key] for key in ("largest_error", "gap", "half_width") if key in reason}
    assert revealed is not None
    assert (revealed.isolated, revealed.apart) == ((1, 0) if reason["grade"] == "unsafe" else (0, 1))
    assert {key: getattr(revealed, key) for key in figures} == pytest.approx(figures, abs=1e-9)


def casc(name):
    return open_data(DataSpec(path=f"casc/{name}.csv"), SHARED / "data", CONTEXT).data


def columns(data) -> dict[str, list[str]]:
    rows = data.window(0, data.records)
    return {name: list(texts) for name, texts in zip(data.names, zip(*rows, strict=True), strict=True)}


def released_by(method, params, data):
    """The paired records before and after a job, and its result."""
    source, context = Source(data, {}), drawing()
    counted = method.stages.counts(params, source, context)
    result = method.stages.decide(params, counted, context)
    after = method.stages.apply(result, counted, source, context)
    return paired(columns(data), columns(after)), result


@pytest.mark.parametrize(
    ("name", "variables", "wanted"),
    [
        ("census", ("WSALVAL",), {"WSALVAL": ({"PEARNVAL"}, 425, 454)}),
        ("eia", ("TOTREVENUE",), {"TOTREVENUE": ({*REVENUES}, 3572, 3587)}),
        (
            "eia",
            ("OTHREVENUE", "OTHRSALES"),
            {
                "OTHREVENUE": ({"TOTREVENUE", *REVENUES[:3]}, 2435, 2448),
                "OTHRSALES": ({"TOTSALES", "RESSALES", "COMSALES", "INDSALES"}, 3496, 3512),
            },
        ),
    ],
)
def test_a_variable_protected_alone_is_revealed_by_the_others(name, variables, wanted) -> None:
    records, _ = released_by(MICROAGGREGATE, MicroaggregateParams(variables=variables, k=3), casc(name))
    found = numbers_revealed(records, CONTEXT)
    assert {one.variable: ({*one.sources}, one.revealed, one.open) for one in found} == wanted
    assert all(one.exactly for one in found)
    assert outliers_in(records, {}, CONTEXT) == {}


def honest(names):
    four = (
        ("PEARNVAL", "WSALVAL", "ERNVAL", "PTOTVAL")
        if "AGI" in names
        else ("RESREVENUE", "COMREVENUE", "INDREVENUE", "TOTREVENUE")
    )
    return {
        "microaggregation of all": (MICROAGGREGATE, MicroaggregateParams(variables=names, k=3)),
        "microaggregation of four": (MICROAGGREGATE, MicroaggregateParams(variables=four, k=3)),
        "noise": (NOISE, NoiseParams(variables=names, amount=0.15)),
        "swapping": (SWAP, SwapParams(variables=names, range=5)),
    }


@pytest.mark.parametrize(
    "protection", ["microaggregation of all", "microaggregation of four", "noise", "swapping"]
)
@pytest.mark.parametrize("name", ["census", "eia"])
def test_honest_protection_of_reference_files_tells_nothing(name, protection) -> None:
    data = casc(name)
    method, params = honest(tuple(one for one in data.names if one not in CODES))[protection]
    records, result = released_by(method, params, data)
    assert numbers_revealed(records, CONTEXT) == ()
    outliers = outliers_in(records, getattr(result, "sigmas", {}), CONTEXT)
    assert sum(one.isolated for one in outliers.values()) == 0
    assert outliers == {} or method is NOISE
