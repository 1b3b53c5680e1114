"""The search for levels where persons have several records: every class is counted in persons."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from tests.engine.methods.recoding.plain_person_classes import (
    distinct_of,
    every_node,
    least_persons,
    persons_source,
)
from tests.support.generalising import criterion, listed_source

CONTEXT = JobContext()
TREES = {
    "age": [("1", "1-2", "*"), ("2", "1-2", "*"), ("3", "3-4", "*"), ("4", "3-4", "*")],
    "area": [("A1", "A", "*"), ("A2", "A", "*"), ("B1", "B", "*")],
    "sex": [("f", "*"), ("m", "*")],
}
K2 = criterion("k_anonymity", k=2)
ASKED = {
    "k": (criterion("k_anonymity", k=3),),
    "distinct": (K2, criterion("distinct_l_diversity", l=2, attribute="ill")),
    "entropy": (criterion("entropy_l_diversity", l=1.7, attribute="ill"),),
    "recursive": (criterion("recursive_cl_diversity", c=1.5, l=2, attribute="ill"),),
    "t": (K2, criterion("t_closeness", t=0.35, attribute="ill")),
    "beta": (K2, criterion("beta_likeness", beta=0.8, attribute="ill")),
    "delta": (criterion("delta_disclosure", delta=1.2, attribute="ill"),),
    "p": (criterion("p_sensitive", p=2, attribute="ill"),),
    "alpha": (criterion("alpha_k_anonymity", alpha=0.6, k=2, attribute="ill"),),
    "average": (criterion("average_risk", max=0.45),),
    "several": (
        criterion("average_risk", max=0.4),
        criterion("distinct_l_diversity", l=2, attribute="ill"),
    ),
}


def file_of(seed: int, *, nobody: bool = False):
    """At most 8 persons and 12 records, 2 or 3 key variables."""
    draw = random.Random(seed)
    names = list(TREES)[: draw.choice((2, 3))]
    records = draw.randint(4, 12)
    persons = [draw.randrange(draw.randint(3, 8)) for _ in range(records)]
    persons[:2] = [0, 0]  # so that one has several
    if nobody:
        persons[-1] = NOBODY
    columns = {name: [draw.choice(TREES[name])[0] for _ in range(records)] for name in names}
    columns["ill"] = [draw.choice(("n", "f", "c", "")) for _ in range(records)]
    return columns, persons, names


def decided(columns, persons, *, known=1, sensitive="ill", **params):
    spec = GeneraliseParams(**params)
    trees = {name: TREES[name] for name in columns if name in TREES}
    counted = generalise.counts(spec, persons_source(columns, persons, trees, sensitive, known), CONTEXT)
    return generalise.decide(spec, counted, CONTEXT), counted


def nodes_of(columns, persons, names, criteria, loss, known=1):
    records = list(zip(*(columns[name] for name in names), strict=True))
    trees = [TREES[name] for name in names]
    found = every_node(criteria, loss, records, persons, columns["ill"], trees, known)
    return {levels: (suppressed, value) for levels, suppressed, value in found}


CASES = [(name, 1) for name in ASKED] + [(name, m) for name in ("k2", "average") for m in (2, 3, "all")]


@pytest.mark.parametrize(("name", "known"), CASES)
def test_the_search_finds_the_least_loss_of_trying_every_node_by_persons(name, known) -> None:
    criteria = ASKED.get(name, (K2,))
    found = Counter()
    for seed in range(12):
        columns, persons, names = file_of(seed, nobody=known == 1 and seed % 5 == 0)
        loss = ("loss", "entropy", "discernibility", "class_size")[seed % 4]
        share = (0, 0.25, 0.5)[seed % 3] if known == 1 else 0
        nodes = nodes_of(columns, persons, names, criteria, loss, known)
        limit = int(share * len(persons))
        possible = {levels: one for levels, one in nodes.items() if one[0] <= limit and one[1] < 1e300}
        asked = {"criteria": criteria, "loss": loss, "suppression_limit": share, "known": known}
        if not possible:
            with pytest.raises(Refused):
                decided(columns, persons, **asked)
            found["none"] += 1
            continue
        result, _ = decided(columns, persons, **asked)
        least = min(value for _, value in possible.values())
        assert result.proven
        assert result.loss == pytest.approx(least, rel=1e-9, abs=1e-9)
        ties = {one for one, (_, value) in possible.items() if value == pytest.approx(least, abs=1e-8)}
        assert tuple(result.levels.values()) in ties
        every, _ = decided(columns, persons, **asked, explore="all")
        shown = zip(every.evaluated.levels.tolist(), every.evaluated.suppressed.tolist(), strict=True)
        assert {tuple(levels): number for levels, number in shown} == {
            levels: number for levels, (number, _) in nodes.items()
        }
        assert {one.levels for one in every.ties} >= {one.levels for one in result.ties}
        assert every.loss == result.loss
        found["found"] += 1
    assert found["found"]


@pytest.mark.parametrize("known", [1, 2, "all"])
def test_before_and_after_count_persons(known) -> None:
    for seed in range(20):
        columns, persons, names = file_of(seed)
        try:
            result, _ = decided(columns, persons, criteria=(K2,), known=known)
        except Refused:
            continue
        keys = list(zip(*(columns[name] for name in names), strict=True))
        assert result.before.k == min(least_persons(keys, persons, known).values())
        levels = result.levels
        rows = {name: {row[0]: row[levels[name]] for row in TREES[name]} for name in names}
        shown = [tuple(rows[name][text] for name, text in zip(names, key, strict=True)) for key in keys]
        found = least_persons(shown, persons, known)
        assert result.after.k == min(found.values()) >= 2
        assert result.check.criteria[0].worst == result.after.k
        assert result.check.criteria[0].failing_persons == 0
        if known == 1:
            held = {key: [] for key in shown}
            for key, *one in zip(shown, persons, columns["ill"], strict=True):
                held[key].append(tuple(one))
            assert result.diversity["ill"].distinct == min(map(distinct_of, held.values()))


def test_coarser_levels_can_be_worse_by_persons() -> None:
    trees = {"ward": [("w1", "*"), ("w2", "*")]}
    columns = {"ward": ["w2", "w1", "w2", "w1"], "s": ["x", "x", "y", "y"]}
    criteria = (K2, criterion("distinct_l_diversity", l=2, attribute="s"))
    spec = GeneraliseParams(criteria=criteria)
    counted = generalise.counts(spec, persons_source(columns, [1, 0, 0, 1], trees, "s"), CONTEXT)
    result = generalise.decide(spec, counted, CONTEXT)
    assert (result.levels, result.suppressed, result.proven) == ({"ward": 0}, 0, True)
    coarse = GeneraliseParams(criteria=criteria, limits={"ward": (1, 1)})
    with pytest.raises(Refused):
        generalise.decide(coarse, counted, CONTEXT)


def test_one_record_each_gives_the_result_of_records() -> None:
    for seed in range(12):
        columns, persons, names = file_of(seed)
        trees = {name: TREES[name] for name in names}
        spec = GeneraliseParams(criteria=(K2,), suppression_limit=0.3)
        try:
            plain = generalise.decide(
                spec, generalise.counts(spec, listed_source(columns, trees, "ill"), CONTEXT), CONTEXT
            )
        except Refused:
            continue
        named, _ = decided(columns, range(len(persons)), criteria=(K2,), suppression_limit=0.3)
        assert to_json(named) == to_json(replace(plain, diversity=named.diversity))


def test_what_is_not_done_by_persons_is_refused() -> None:
    columns, persons, _ = file_of(3)
    entropy = criterion("entropy_l_diversity", l=2, attribute="ill", estimator="grassberger")
    columns["ill"][:2] = ["n", "f"]
    for params, code in (
        ({"criteria": (entropy,)}, "persons.estimator"),
        ({"criteria": ASKED["distinct"], "known": 2}, "persons.criterion_at_known"),
        ({"criteria": (K2,), "known": 2, "suppression_limit": 0.1}, "persons.no_suppression"),
    ):
        with pytest.raises(Refused) as refusal:
            decided(columns, persons, **params)
        assert [one.code for one in refusal.value.problems] == [code]


def test_local_recoding_and_populations_do_not_count_persons() -> None:
    k_map = criterion("k_map", k=2, size=100)
    for params, done in (
        ({"criteria": (K2,)}, True),
        ({"criteria": (K2,), "local_recoding": "repeat"}, False),
        ({"criteria": (K2,), "local_recoding": "mondrian"}, False),
        ({"criteria": (k_map,)}, False),
        ({"criteria": (criterion("population_uniqueness", max=0.1, size=100),)}, False),
        ({"criteria": (criterion("journalist_risk", max=0.1),)}, False),
    ):
        assert GENERALISE.counts_persons(GeneraliseParams(**params)) is done
