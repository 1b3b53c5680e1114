"""Attribute disclosure after every job that makes classes, against plain loops over the released records."""

import random
from collections import Counter
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.microdata.classes.key_classes import ValueGroups
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.running.stages import apply, counts, decide, settle
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.generalising import tree

CONTEXT = JobContext()
K = {"kind": "k_anonymity", "k": 3}
TREES = {
    "a": [(str(value), f"{value // 3 * 3}+", "all") for value in range(9)],
    "b": [(letter, "xy" if letter in "xy" else "z", "all") for letter in "xyz"],
}


def source_of(seed: int, records: int = 60) -> Source:
    chance = random.Random(seed)
    columns = {
        "a": [str(chance.randrange(9)) for _ in range(records)],
        "b": [chance.choice("xyz") for _ in range(records)],
        "s": [chance.choice(["p", "p", "p", "q", ""]) for _ in range(records)],
        "n": [chance.choice(["1", "1.0", "2", "NA"]) for _ in range(records)],
    }
    data = microdata(columns)
    variables = (
        Variable("a", "key", "ordinal"),
        Variable("b", "key"),
        Variable("s", "sensitive"),
        Variable("n", "sensitive", "continuous", missing=("", "NA")),
    )
    trees = {name: tree(name, rows) for name, rows in TREES.items()}
    return Source(Microdata(data.relation, variables), trees)


def counted(data: Microdata, name: str) -> tuple[ValueGroups, ValueGroups]:
    """Groups with one value, and with one in at least 90 %, straight from the definition."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for record in data.window(0, data.records):
        row = dict(zip(data.names, record, strict=True))
        groups.setdefault((row["a"], row["b"]), []).append(row[name])
    one, ninety = [], []
    for values in groups.values():
        known = [value for value in values if value not in ("", "NA")]
        if name == "n":
            known = [str(float(value)) for value in known]
        tally = Counter(known)
        if len(tally) == 1:
            one.append(len(values))
        if tally and 10 * max(tally.values()) >= 9 * len(known):
            ninety.append(len(values))
    return ValueGroups(sum(one), len(one)), ValueGroups(sum(ninety), len(ninety))


def job_of(kind: str, **params: Any):
    return JOB_CLASSES[kind].model_validate({"name": "job", "kind": kind, "params": params})


JOBS = {
    "risk": ("risk", {}),
    "generalise": ("generalise", {"criteria": (K,), "suppression_limit": 0.3}),
    "generalise, local recoding": (
        "generalise",
        {"criteria": (K,), "suppression_limit": 0.3, "local_recoding": "repeat"},
    ),
    "recode": ("recode", {"levels": {"a": 1}}),
    "recode, records suppressed": ("recode", {"levels": {"b": 1}, "suppress_below": 3}),
    "recode, cells suppressed": (
        "recode",
        {"levels": {}, "suppress_below": 4, "suppress": "cells", "suppressed_as": "category"},
    ),
    "recode, wildcards": (
        "recode",
        {"levels": {"a": 1}, "suppress_below": 4, "suppress": "cells", "suppressed_as": "wildcard"},
    ),
    "anopi": ("anopi", {"alpha": 0.5}),
    "anopi, microaggregation": (
        "anopi",
        {"technique": {"a": "microaggregation", "b": "recoding"}, "suppress_below": 3},
    ),
    "local suppression": ("local_suppression", {"k": 4}),
    "local suppression, kept": ("local_suppression", {"k": 4, "suppressed_as": "kept"}),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", JOBS)
def test_what_is_disclosed_is_that_of_the_released_records(name, seed) -> None:
    kind, params = JOBS[name]
    source, job = source_of(seed), job_of(kind, **params)
    found = counts(job, source, CONTEXT)
    result = settle(job, decide(job, found, CONTEXT), found, CONTEXT)
    released = apply(job, result, found, source, CONTEXT)
    assert list(result.one_value) == ["s", "n"]
    for sensitive, shown in result.one_value.items():
        assert (shown.before, shown.ninety.before) == counted(source.data, sensitive)
        assert (shown.after, shown.ninety.after) == counted(released, sensitive)


@pytest.mark.parametrize("seed", range(3))
def test_microaggregation_discloses_by_its_groups(seed) -> None:
    source, job = source_of(seed), job_of("microaggregate", variables=("a", "b"), k=3)
    found = counts(job, source, CONTEXT)
    result = decide(job, found, CONTEXT)
    released = apply(job, result, found, source, CONTEXT)
    groups = {}
    for record, label in zip(released.window(0, released.records), result.labels[0].tolist(), strict=True):
        groups.setdefault(label, []).append(record[2])
    alone = [values for values in groups.values() if len(set(values) - {""}) == 1]
    assert result.one_value["s"].after == ValueGroups(sum(map(len, alone)), len(alone))


def test_a_sensitive_variable_that_is_recoded_is_judged_as_it_is_released() -> None:
    columns = {"a": ["x", "x", "y", "y"], "s": ["flu", "HIV", "flu", "HIV"]}
    rows = {"s": [("flu", "ill"), ("HIV", "ill")]}
    data = microdata(columns, {"a": "key", "s": "sensitive"})
    source = Source(data, {"s": tree("s", rows["s"])})
    job = job_of("recode", levels={"s": 1})
    result = decide(job, counts(job, source, CONTEXT), CONTEXT)
    assert result.one_value["s"].before == ValueGroups(0, 0)
    assert result.one_value["s"].after == ValueGroups(4, 2)


@pytest.mark.parametrize(
    ("rule", "one"),
    [("none", ValueGroups(3, 2)), (0.5, ValueGroups(2, 1)), ("all", ValueGroups(2, 1))],
)
def test_missing_key_values_are_counted_by_the_rule_of_the_job(rule, one) -> None:
    """x has p and p, y has p and q; the record that lacks its key agrees with all of them, or with none."""
    data = microdata({"a": ["x", "x", "y", "y", ""], "s": ["p", "p", "p", "q", "p"]})
    source = Source(data.with_variables((Variable("a", "key"), Variable("s", "sensitive"))), {})
    job = job_of("risk", missing=rule)
    result = decide(job, counts(job, source, CONTEXT), CONTEXT)
    assert result.one_value["s"].after == one


def test_the_criteria_are_met_and_a_value_is_disclosed_all_the_same() -> None:
    """Six records share their key and have three jobs, but one class of pay; two more are left out."""
    columns = {
        "a": ["x"] * 6 + ["y"] * 6 + ["z", "w"],
        "job": ["p", "q", "r"] * 4 + ["p", "q"],
        "pay": ["high"] * 6 + ["high", "low"] * 3 + ["high", "low"],
    }
    roles = {"a": "key", "job": "sensitive", "pay": "sensitive"}
    source = Source(microdata(columns, roles), {})
    query = (K, {"kind": "distinct_l_diversity", "l": 3, "attribute": "job"})
    job = job_of("generalise", criteria=query, suppression_limit=0.2, suppressed_records="delete")
    result = decide(job, counts(job, source, CONTEXT), CONTEXT)
    assert (result.check.passed, result.hidden) == (True, 2)
    assert {name: (one.before, one.after) for name, one in result.one_value.items()} == {
        "job": (ValueGroups(2, 2), ValueGroups(0, 0)),
        "pay": (ValueGroups(8, 3), ValueGroups(6, 1)),
    }
