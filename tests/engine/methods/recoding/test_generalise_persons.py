"""The search for levels where persons have several records: every class is counted in persons."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.engine.methods.recoding.plain_person_classes import (
    distinct_of,
    every_node,
    failing,
    least_persons,
    persons_source,
    risks_of,
)
from tests.support.data import microdata
from tests.support.generalising import criterion, listed_source, tree

CONTEXT = JobContext()
TREES = {
    "age": [("1", "1-2", "any"), ("2", "1-2", "any"), ("3", "3-4", "any"), ("4", "3-4", "any")],
    "area": [("A1", "A", "any"), ("A2", "A", "any"), ("B1", "B", "any")],
    "sex": [("f", "any"), ("m", "any")],
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


def test_levels_by_persons_of_the_golden_case_hold_in_the_file_released() -> None:
    rows = "g 41,c 33,a 31,b 32,d 41,e 41,c 33,c 33,a 31,a 31,b 32,b 32"  # all of one sex
    persons, ages = zip(*(row.split() for row in rows.split(",")), strict=True)
    data = microdata(
        {"id": persons, "age": ages, "sex": ["f"] * 12}, {"id": "person", "age": "key", "sex": "key"}
    )
    tens = [(age, age[0] + "x", "*") for age in ("31", "32", "33", "41")]
    source = Source(data.with_persons(PersonsSpec(known=1)), {"age": tree("age", tens)})
    spec = GeneraliseParams(criteria=(criterion("k_anonymity", k=3),))
    counted = generalise.counts(spec, source, CONTEXT)
    result = generalise.decide(spec, counted, CONTEXT)
    assert (result.levels, result.suppressed, result.proven) == ({"age": 1, "sex": 0}, 0, True)
    assert (result.before.k, result.after.k) == (1, 3)
    written = generalise.apply(result, counted, source, CONTEXT)
    assert {ages for ages, _ in written.window(0, 12)} == {"3x", "4x"}
    assert written.persons.records(written.relation, CONTEXT).most == 3
    by_records = replace(source, data=replace(source.data, persons=None))
    counted = generalise.counts(spec, by_records, CONTEXT)
    assert generalise.decide(spec, counted, CONTEXT).levels["age"] == 0


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


def test_models_of_populations_do_not_count_persons() -> None:
    for asked, done in (
        (K2, True),
        (criterion("k_map", k=2, size=100), False),
        (criterion("population_uniqueness", max=0.1, size=100), False),
        (criterion("journalist_risk", max=0.1), True),
        (criterion("delta_presence", min=0.1, max=0.9), True),
    ):
        assert GENERALISE.counts_persons(GeneraliseParams(criteria=(asked,))) is done


@pytest.mark.parametrize("local", ["repeat", "mondrian"])
@pytest.mark.parametrize("name", ["k", "distinct", "entropy", "t", "average"])
def test_local_recoding_meets_the_criteria_by_persons(name, local) -> None:
    criteria, released = ASKED[name], 0
    for seed in range(40):
        columns, persons, names = file_of(seed, nobody=seed % 5 == 0)
        asked = {"criteria": criteria, "suppression_limit": 0.6}
        try:
            result, _ = decided(columns, persons, **asked, local_recoding=local)
        except Refused:
            continue
        plain, _ = decided(columns, persons, **asked)
        assert result.hidden <= plain.hidden
        assert result.hidden + sum(one.records for one in result.local_rounds) >= plain.hidden
        released += plain.hidden - result.hidden
        as_is, shown = result.mixed, result.released
        own = sorted(set(zip(*(columns[one] for one in names), strict=True)))
        number = dict(zip(own, shown.number.tolist(), strict=True))
        hidden = dict(zip(own, (as_is == -1).all(axis=0).tolist(), strict=True))
        rows = list(zip(*(columns[one] for one in names), strict=True))
        keys = [(str(number[row]),) for row in rows]
        fails = failing(criteria, keys, persons, columns["ill"])
        of_hidden = {key for key, row in zip(keys, rows, strict=True) if hidden[row]}
        if "average" not in name:
            assert fails <= of_hidden
        left = [place for place, key in enumerate(keys) if key not in of_hidden]
        if left and name == "average":
            risks = risks_of([keys[one] for one in left], [persons[one] for one in left])
            assert sum(risks) / len(risks) <= 0.45 + 1e-9
    assert released
