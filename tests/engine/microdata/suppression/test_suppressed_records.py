"""Suppressed records are one class, which needs what the others need; blanked or left out they are none."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.spec import DistinctLDiversitySpec, KAnonymitySpec
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.stages import Applied, applied, counts, decide, settle
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Reason
from sdc_desktop.engine.verdict_records import criteria_failed
from tests.support.data import microdata
from tests.support.generalising import tree

CONTEXT = JobContext()
# twins of the cases of the specification: three shown classes of at least three records with two values
SHOWN = ["30,m,flu", "30,m,flu", "30,m,cold", "40,f,flu", "40,f,cold", "40,f,cold", "40,f,asthma"]
SHOWN += ["50,m,flu", "50,m,cold", "50,m,asthma"]
CRITERIA = (
    KAnonymitySpec(kind="k_anonymity", k=3),
    DistinctLDiversitySpec(kind="distinct_l_diversity", l=2, attribute="s"),
)
CASES = {
    "one": (["HIV"], (1, 3, 1, 1.0)),
    "same": (["HIV"] * 4, (4, 3, 1, 1.0)),
    "clean": (["HIV", "flu", "cold", "flu"], None),
    "k records with l values": (["HIV", "flu", "flu"], None),
    "k - 1 records": (["HIV", "flu"], (2, 3, 2, 0.5)),
    "none": ([], None),
}


def shown_source(hidden: list[str]) -> Source:
    rows = [row.split(",") for row in SHOWN] + [["*", "*", value] for value in hidden]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("k0", "k1", "s"))}
    return Source(microdata(columns, {"k0": "key", "k1": "key", "s": "sensitive"}), {})


@pytest.mark.parametrize("name", CASES)
def test_the_class_of_suppressed_records_is_judged_as_any_other(name) -> None:
    hidden, wanted = CASES[name]
    found = check_file(shown_source(hidden), ("k0", "k1"), CRITERIA, CONTEXT)
    reasons = list(criteria_failed(found))
    assert found.passed == (wanted is None)
    assert [one.code for one in reasons] == ([] if wanted is None else ["suppressed_class"])
    if wanted is not None:
        figures = reasons[0].figures
        shown = (figures["number"], figures["k"], figures["values"], figures["largest_share"])
        assert shown == wanted


@dataclass(frozen=True)
class Made:
    job: Any
    result: Any
    applied: Applied
    reasons: dict[str, Reason]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        data = self.applied.data
        return [tuple(row) for row in data.window(0, data.records)]


def made(kind: str, params: dict[str, Any], source: Source) -> Made:
    job = JOB_CLASSES[kind].model_validate({"name": "job", "kind": kind, "params": params})
    counted = counts(job, source, CONTEXT)
    result = settle(job, decide(job, counted, CONTEXT), counted, CONTEXT)
    reasons = method_of(kind).stages.verdict(job.params, result, NO_LIMITS)
    found = applied(job, result, counted, source, CONTEXT)
    return Made(job, result, found, {one.code: one for one in reasons})


def random_source(seed: int, records: int = 40) -> Source:
    chance = random.Random(seed)
    columns = {
        "a": [chance.choice("ppqqrs") for _ in range(records)],
        "b": [chance.choice("xxyz") for _ in range(records)],
        "s": [chance.choice(["flu", "flu", "cold", "HIV"]) for _ in range(records)],
        "o": [str(place % 3) for place in range(records)],
    }
    data = microdata(columns)
    roles = (Variable("a", "key"), Variable("b", "key"), Variable("s", "sensitive"), Variable("o"))
    trees = {"a": [(text, "all") for text in "pqrs"], "b": [(text, "all") for text in "xyz"]}
    return Source(Microdata(data.relation, roles), {name: tree(name, rows) for name, rows in trees.items()})


L2 = {"kind": "distinct_l_diversity", "l": 2, "attribute": "s"}
JOBS = {
    "generalise": (
        "generalise",
        {"criteria": [{"kind": "k_anonymity", "k": 3}, L2], "suppression_limit": 0.9},
        2,
    ),
    "recode": ("recode", {"levels": {}, "suppress_below": 3}, 1),
    "anopi": ("anopi", {"alpha": 1, "suppress_below": 3}, 1),
    "local_suppression": ("local_suppression", {"k": 3, "suppressed_as": "kept"}, 1),
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", JOBS)
def test_the_figures_are_those_of_the_released_records(name, seed) -> None:
    """Brute force over the released records: size, values and largest share of the suppressed class."""
    kind, params, least = JOBS[name]
    found = made(kind, params, random_source(seed))
    bare = [row[2] for row in found.rows if row[:2] == ("*", "*")]
    classes = Counter(row[:2] for row in found.rows)
    fails = 0 < len(bare) < 3 or (bool(bare) and len(set(bare)) < least)
    assert found.result.after.k == min(classes.values())
    assert found.result.after.classes == len(classes)
    assert ("suppressed_class" in found.reasons) == (fails and len(bare) < len(found.rows))
    if "suppressed_class" in found.reasons:
        figures = found.reasons["suppressed_class"].figures
        assert figures["number"] == len(bare)
        assert figures["values"] == len(set(bare))
        assert figures["largest_share"] == max(Counter(bare).values()) / len(bare)


@pytest.mark.parametrize("becomes", ["blank", "delete"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", JOBS)
def test_blanked_or_left_out_they_are_no_class(name, seed, becomes) -> None:
    kind, params, _ = JOBS[name]
    source = random_source(seed)
    kept = made(kind, params, source)
    found = made(kind, params | {"suppressed_records": becomes}, source)
    assert "suppressed_class" not in found.reasons
    shows = np.array([row[:2] != ("*", "*") for row in kept.rows])
    if becomes == "delete":
        assert found.rows == [row for row in kept.rows if row[:2] != ("*", "*")]
        left = np.arange(len(kept.rows)) if found.applied.kept is None else found.applied.kept
        assert left.tolist() == np.flatnonzero(shows).tolist()
    else:
        assert found.applied.kept is None
        assert found.rows == [row if row[:2] != ("*", "*") else ("*", "*", "*", row[3]) for row in kept.rows]
    classes = Counter(row[:2] for row in found.rows if row[:2] != ("*", "*"))
    assert found.result.after.k == min(classes.values())


def test_where_every_record_is_suppressed_none_is_left_out() -> None:
    columns = {"a": ["x", "y", "z", "w"], "b": ["1", "2", "3", "4"]}
    source = Source(microdata(columns, dict.fromkeys("ab", "key")), {})
    found = made("local_suppression", {"k": 4, "suppressed_records": "delete"}, source)
    assert (len(found.rows), found.applied.kept) == (4, None)
