"""The job ``generalise``: what it refuses, what it tells, what becomes of the records."""

import random
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import patients
from tests.support.generalising import criterion, every_node, listed_source, source_of, tree

CONTEXT = JobContext()
K3 = (criterion("k_anonymity", k=3),)
AGES = [(f"{age}", f"{age - age % 2}+", f"{age - age % 6}+", "*") for age in range(18, 42)]
AREAS = [(f"{n}{m}", f"{n}", "*") for n in "ABC" for m in "123"]
JOBS = [("cook", "hand"), ("smith", "hand"), ("clerk", "head"), ("nurse", "hand"), ("judge", "head")]
SEXES = [("f", "*"), ("m", "*")]
TREES = {"age": AGES, "area": AREAS, "job": JOBS, "sex": SEXES}


def twin(records=300) -> dict[str, list[str]]:
    """A generated file like those of surveys: skewed, its variables dependent; always the same."""
    draw = random.Random(11)
    columns = {name: [] for name in (*TREES, "ill")}
    for _ in range(records):
        age = min(41, 18 + int(draw.expovariate(0.12)))
        columns["age"].append(str(age))
        columns["area"].append(draw.choices("ABC", (6, 3, 1))[0] + draw.choice("1123"))
        columns["job"].append(draw.choices([row[0] for row in JOBS], (5, 1, 4, 3, 1))[0])
        columns["sex"].append(draw.choice("fm"))
        columns["ill"].append(draw.choices("nfcd", (6, 3, 1 + age // 20, 1))[0])
    return columns


def decided(source: Source, **params):
    spec = GeneraliseParams(**params)
    counted = generalise.counts(spec, source, CONTEXT)
    return generalise.decide(spec, counted, CONTEXT), counted


@pytest.mark.parametrize("loss", ["loss", "entropy", "discernibility", "class_size"])
@pytest.mark.parametrize(
    "asked",
    [
        criterion("k_anonymity", k=5),
        criterion("distinct_l_diversity", l=3, attribute="ill"),
        criterion("entropy_l_diversity", l=2.5, attribute="ill", estimator="shannon"),
        criterion("entropy_l_diversity", l=2.5, attribute="ill", estimator="grassberger"),
        criterion("entropy_l_diversity", l=2.5, attribute="ill", estimator="grassberger_2003"),
        criterion("recursive_cl_diversity", c=2, l=2, attribute="ill"),
        criterion("t_closeness", t=0.2, attribute="ill"),
        criterion("average_risk", max=0.1),
    ],
    ids=lambda spec: spec.kind + getattr(spec, "estimator", ""),
)
def test_the_twin_of_a_survey_has_the_optimum_of_trying_every_node(asked, loss, every) -> None:
    columns = twin()
    nodes = every(asked, loss)
    result, _ = decided(
        listed_source(columns, TREES, "ill"), criteria=(asked,), loss=loss, suppression_limit=0.05
    )
    possible = {levels: shown for levels, shown in nodes.items() if shown[0] <= 15}
    least = min(loss for _, loss in possible.values())
    assert result.proven
    assert result.loss == pytest.approx(least, rel=1e-9)
    assert possible[tuple(result.levels.values())] == (result.suppressed, pytest.approx(least))
    assert result.nodes <= result.lattice == len(nodes) == 4 * 3 * 3 * 2


@pytest.fixture(scope="module")
def every():
    def nodes(query, loss):
        columns = twin()
        records = list(zip(*(columns[name] for name in TREES), strict=True))
        sensitive = [{"ill": value} for value in columns["ill"]]
        trees = [AGES, AREAS, [(*row, "*") for row in JOBS], SEXES]
        return every_node((query,), loss, records, sensitive, trees, (1, 1, 1, 1))

    return nodes


def test_weights_pull_the_loss_to_the_variables_that_matter() -> None:
    source = listed_source(twin(), TREES, "ill")
    plain, _ = decided(source, criteria=K3, suppression_limit=0.05)
    weighted, _ = decided(source, criteria=K3, suppression_limit=0.05, weights={"age": 20})
    assert weighted.levels["age"] < plain.levels["age"]


def test_limits_hold() -> None:
    source = listed_source(twin(), TREES, "ill")
    result, _ = decided(
        source, criteria=K3, suppression_limit=1, limits={"age": (2, 3), "sex": (0, 0)}, explore="all"
    )
    assert result.levels["age"] >= 2
    assert result.levels["sex"] == 0
    assert result.lattice == result.nodes == 2 * 3 * 3


def test_anopi_as_loss_chooses_its_own_levels_where_the_criteria_allow() -> None:
    source = patients()
    nested = {
        **source.hierarchies,
        "yob": tree("yob", [(str(y), f"{y // 5}", "*") for y in range(1961, 1991)]),
    }
    source = Source(source.data, nested)
    points = {"user_points": {"yob": 60, "ms": 40}, "intruder_points": {"yob": 60, "ms": 40}}
    own = anopi.decide(AnopiParams(**points), anopi.counts(AnopiParams(**points), source, CONTEXT))
    result, _ = decided(
        source, criteria=(criterion("k_anonymity", k=1),), loss="anopi", anopi=points, explore="all"
    )
    chosen = {name: choice.steps for name, choice in own.codings.items()}
    assert dict(result.levels) == chosen
    assert result.anopi.levels == tuple(chosen.values())
    shown = {
        tuple(levels): loss
        for levels, loss in zip(
            result.evaluated.levels.tolist(), result.evaluated.losses.tolist(), strict=True
        )
    }
    for levels, loss in shown.items():
        parts = zip(("yob", "ms"), levels, strict=True)
        assert loss == pytest.approx(sum(own.candidates[name][level].deviation for name, level in parts))
    strict, _ = decided(source, criteria=(criterion("k_anonymity", k=9),), loss="anopi", anopi=points)
    every = decided(source, criteria=(criterion("k_anonymity", k=9),), explore="all")[0].evaluated
    allowed = [shown[tuple(levels)] for levels in every.levels[every.suppressed == 0].tolist()]
    assert strict.loss == pytest.approx(min(allowed))


def test_points_that_make_no_sense_are_refused_where_they_stand() -> None:
    with pytest.raises(Refused) as refusal:
        decided(
            listed_source(twin(), TREES, "ill"),
            criteria=K3,
            loss="anopi",
            anopi={"user_points": {"age": 50}},
        )
    assert refusal.value.problems[0].where.key == "params.anopi.user_points"


def test_levels_that_do_not_fit_into_one_another_are_refused() -> None:
    with pytest.raises(Refused) as refusal:  # intervals of 2 are torn by those of 3
        decided(patients(), criteria=K3)
    problems = refusal.value.problems
    assert {problem.code for problem in problems} == {"criteria.not_nested"}
    assert problems[0].params["name"] == "yob"


def test_what_cannot_be_met_is_refused_with_the_nearest() -> None:
    columns = {"a": ["x", "x", "y"]}
    with pytest.raises(Refused) as refusal:
        decided(listed_source(columns, {}), criteria=(criterion("k_anonymity", k=2),))
    problem = refusal.value.problems[0]
    assert (problem.code, dict(problem.params)) == ("generalise.none_meets", {"least": 1, "limit": 0})


@pytest.mark.parametrize(
    ("params", "codes"),
    [
        ({"key_variables": ()}, ["generalise.no_variables"]),
        ({"key_variables": ("nobody",)}, ["plan.unknown_variable"]),
        ({"limits": {"age": (2, 1)}}, ["generalise.limits_reversed"]),
        ({"limits": {"age": (0, 4)}}, ["generalise.level_beyond"]),
        ({"limits": {"ill": (0, 0)}}, ["generalise.not_a_key_variable"]),
        ({"weights": {"ill": 1}}, ["generalise.not_a_key_variable"]),
        ({"weights": dict.fromkeys(TREES, 0)}, ["generalise.no_weight"]),
    ],
)
def test_what_cannot_be_requested_is_refused_before_counting(params, codes) -> None:
    source = listed_source(twin(), TREES, "ill")
    found = generalise.check(GeneraliseParams(criteria=K3, **params), source)
    assert [problem.code for problem in found] == codes


def test_a_search_ended_early_says_so_and_gives_the_best_so_far() -> None:
    source = listed_source(twin(), TREES, "ill")
    result, _ = decided(source, criteria=K3, suppression_limit=1, max_nodes=3)
    assert (result.proven, result.complete, result.stopped, result.nodes) == (False, False, "nodes", 3)
    assert "generalise.not_proven" in {problem.code for problem in result.notes}
    whole, _ = decided(source, criteria=K3, suppression_limit=1)
    assert whole.proven
    assert whole.loss <= result.loss


def test_a_search_that_is_stopped_gives_what_it_has_or_nothing() -> None:
    source = listed_source(twin(), TREES, "ill")
    spec = GeneraliseParams(criteria=K3, suppression_limit=1)
    counted = generalise.counts(spec, source, CONTEXT)
    query = iter([False] * 4)
    context = JobContext(is_cancelled=lambda: next(query, True))
    result = generalise.decide(spec, counted, context)
    assert (result.proven, result.stopped) == (False, "cancelled")
    with pytest.raises(Cancelled):
        generalise.decide(spec, counted, JobContext(is_cancelled=lambda: True))


def test_records_of_classes_that_fail_are_starred_and_keep_the_rest() -> None:
    columns = twin()
    source = source_of(columns, TREES, "ill")
    result, counted = decided(source, criteria=K3, suppression_limit=0.1)
    released = generalise.apply(result, counted, source, CONTEXT)
    rows = released.window(0, 300)
    labels = [{row[0]: row for row in rows} for rows in (AGES, AREAS, [(*row, "*") for row in JOBS], SEXES)]
    before = list(zip(*(columns[name] for name in TREES), strict=True))
    coarse = [
        tuple(
            labels[i][value][level]
            for i, (value, level) in enumerate(zip(record, result.levels.values(), strict=True))
        )
        for record in before
    ]
    expected = [key if coarse.count(key) >= 3 else ("*",) * 4 for key in coarse]
    assert [row[:4] for row in rows] == expected
    assert [row[4] for row in rows] == columns["ill"]
    assert 0 < result.suppressed == expected.count(("*",) * 4)
    levels = {v.name: v.level for v in released.variables}
    assert all((levels[name] == "nominal") for name in TREES)


@pytest.mark.parametrize("local", ["repeat", "mondrian"])
def test_local_recoding_shows_more_and_still_meets_the_criteria(local) -> None:
    source = source_of(twin(), TREES, "ill")
    query = (criterion("k_anonymity", k=12), criterion("distinct_l_diversity", l=2, attribute="ill"))
    params = {"criteria": query, "suppression_limit": 1}
    plain, _ = decided(source, **params)
    result, counted = decided(source, local_recoding=local, **params)
    assert result.levels == plain.levels
    assert result.hidden < result.suppressed == plain.hidden
    assert sum(part.records for part in result.local_rounds) == result.suppressed - result.hidden
    rows = generalise.apply(result, counted, source, CONTEXT).window(0, 300)
    keys = [row[:4] for row in rows]
    hidden = ("*",) * 4
    assert keys.count(hidden) == result.hidden
    ill = {row[4] for row in rows if row[:4] == hidden}
    assert result.check.passed == (not result.hidden or (result.hidden >= 12 and len(ill) >= 2))
    assert all(keys.count(key) >= 12 for key in set(keys) - {hidden})
    assert all(len({row[4] for row in rows if row[:4] == key}) >= 2 for key in set(keys) - {hidden})


@pytest.mark.parametrize("local", ["repeat", "mondrian"])
@pytest.mark.parametrize("steps", range(0, 12, 2))
def test_local_recoding_that_is_stopped_leaves_the_rest_suppressed(local, steps) -> None:
    source = listed_source(twin(), TREES, "ill")
    spec = GeneraliseParams(
        criteria=(criterion("k_anonymity", k=12),), suppression_limit=1, local_recoding=local
    )
    counted = generalise.counts(spec, source, CONTEXT)
    local_steps = iter([False] * steps)
    shown = []

    def stopped() -> bool:
        return "recoding_locally" in shown and next(local_steps, True)

    context = JobContext(on_progress=lambda _, step: shown.append(step), is_cancelled=stopped)
    result = generalise.decide(spec, counted, context)
    assert result.check.passed
    assert sum(part.records for part in result.local_rounds) == result.suppressed - result.hidden
    assert result.stopped in ("no", "cancelled")
    whole = generalise.decide(spec, counted, CONTEXT)
    assert result.hidden >= whole.hidden


def test_a_missing_value_is_a_category_of_its_own() -> None:
    columns = twin()
    columns["job"][:6] = [""] * 6
    result, _ = decided(listed_source(columns, TREES, "ill"), criteria=K3, suppression_limit=0.1)
    assert result.check.passed


def test_direct_identifiers_are_left_out() -> None:
    columns = {"id": [str(n) for n in range(300)], **twin()}
    source = source_of(columns, TREES, "ill")
    roles = [replace(v, role="direct_identifier") if v.name == "id" else v for v in source.data.variables]
    source = source.with_data(source.data.with_variables(roles))
    result, counted = decided(source, criteria=K3, suppression_limit=0.1)
    assert "id" not in generalise.apply(result, counted, source, CONTEXT).names


def test_the_result_tells_levels_and_figures_but_no_values() -> None:
    result, _ = decided(listed_source(twin(), TREES, "ill"), criteria=K3, suppression_limit=0.05)
    shown = to_json(result)
    assert {"levels", "suppressed", "loss", "proven", "nodes"} <= set(shown)
    assert not {"evaluated", "mixed", "released"} & set(shown)
    assert "failing" not in shown["check"]
    assert set(shown["diversity"]["ill"]["entropy"]) == {"shannon", "grassberger", "grassberger_2003"}


def test_a_lattice_beyond_all_measure_is_refused() -> None:
    rows = [tuple(["0"] * 9)]
    columns = {f"v{n}": ["0"] for n in range(8)}
    with pytest.raises(Refused) as refusal:
        decided(listed_source(columns, dict.fromkeys(columns, rows)), criteria=K3)
    assert refusal.value.problems[0].code == "generalise.too_many_nodes"
