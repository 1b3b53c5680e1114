"""Utility of a released file: the golden figures of R and sdcMicro, brute force, and what is refused."""

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import sdc_desktop.engine as sdc
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.utility.propensity import propensity
from sdc_desktop.engine.microdata.utility.tables import Column, table_distance
from sdc_desktop.engine.problems import Refused

GOLDEN = Path(__file__).parents[2] / "golden"
FILES = GOLDEN / "synthetic"
PEER = json.loads((GOLDEN / "utility" / "utility_peer.json").read_text())
SYNTHPOP = json.loads((FILES / "synthetic_peer.json").read_text())
NUMBERS = ("income", "age", "hours")
LINEAR = {"outcome": "income", "terms": ["age", "hours", "sex", "edu"], "log": True}
LOGISTIC = {"outcome": "sex", "kind": "logistic", "terms": ["age", "hours", "edu"]}
CLOSE = 1e-9


def compare(original: Path, released: Path, numbers=NUMBERS, **params: object):
    roles = dict.fromkeys(original.read_text().splitlines()[0].split(","), "other")
    levels = dict.fromkeys(numbers, "continuous")
    records = sdc.read(original, roles=roles, levels=levels)
    return sdc.perform(records, "utility", released=str(released), **params).result


def golden(**params: object):
    return compare(FILES / "utility_original.csv", FILES / "utility_released.csv", **params)


# golden figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "name"), [("main", "pmse_main"), ("two_way", "pmse_two")])
def test_the_propensity_score_is_that_of_glm_in_r(order, name) -> None:
    found, peer = golden(propensity=order).propensity, PEER[name]
    assert found.pmse == pytest.approx(peer["pMSE"], rel=CLOSE)
    assert found.coefficients == peer["k"]
    assert found.expected == pytest.approx(peer["expected"], rel=CLOSE)
    assert found.ratio == pytest.approx(peer["ratio"], rel=CLOSE)
    assert not found.separated


def test_the_propensity_score_of_files_of_different_sizes_is_that_of_glm_in_r(tmp_path) -> None:
    shorter = tmp_path / "shorter.csv"
    lines = (FILES / "utility_released.csv").read_text().splitlines()
    shorter.write_text("\n".join(lines[:251]) + "\n")
    found = compare(FILES / "utility_original.csv", shorter).propensity
    peer = PEER["pmse_250"]
    assert found.pmse == pytest.approx(peer["pMSE"], rel=CLOSE)
    assert found.expected == pytest.approx(peer["expected"], rel=CLOSE)
    assert found.ratio == pytest.approx(peer["ratio"], rel=CLOSE)


def test_the_propensity_score_of_synthetic_records_is_that_of_synthpop(tmp_path) -> None:
    original, released = FILES / "synthetic_original.csv", FILES / "synthetic_released.csv"
    levels = {"age": "nominal"}
    head = original.read_text().splitlines()[0].split(",")
    records = sdc.read(
        original, roles=dict.fromkeys(head, "other"), levels=dict.fromkeys(head, "nominal") | levels
    )
    found = sdc.perform(records, "utility", released=str(released)).result.propensity
    assert found.pmse == pytest.approx(SYNTHPOP["pmse_main"]["pMSE"], rel=CLOSE)
    assert found.ratio == pytest.approx(SYNTHPOP["pmse_main"]["S_pMSE"], rel=CLOSE)


@pytest.mark.parametrize(("name", "model"), [("linear", LINEAR), ("logistic", LOGISTIC)])
def test_models_overlap_as_in_r(name, model) -> None:
    (found,), peer = golden(models=[model]).models, PEER[name]
    own = found.found.coefficients
    assert [one.original for one in own] == pytest.approx(peer["original"], rel=1e-7)
    assert [one.released for one in own] == pytest.approx(peer["released"], rel=1e-7)
    assert [one.overlap for one in own] == pytest.approx(peer["overlap"], rel=1e-7)
    assert found.found.mean_overlap == pytest.approx(peer["mean_overlap"], rel=1e-8)
    assert found.excluded == 0
    if "se_original" in peer:
        apart = np.abs(np.subtract(peer["original"], peer["released"])) / peer["se_original"]
        assert [one.distance for one in own] == pytest.approx(apart.tolist(), rel=1e-6)


def test_paired_numbers_change_as_sdcmicro_finds() -> None:
    found = golden(paired=True).numbers
    assert found.il1s == pytest.approx(PEER["IL1s"], rel=CLOSE)
    assert found.il1s_mean == pytest.approx(PEER["IL1s"] / 1200, rel=CLOSE)
    assert found.eigenvalues == pytest.approx(PEER["eigen"], rel=CLOSE)


@pytest.mark.parametrize("variables", [["sex"], ["edu"], ["edu", "reg"], ["sex", "edu", "reg"]])
def test_distances_of_tables_are_those_of_the_peer(variables) -> None:
    (table,) = golden(variables=variables, tables=len(variables)).tables
    peer = PEER["tables"][".".join(variables)]
    assert table.hellinger == pytest.approx(peer["hellinger"], rel=CLOSE)
    assert table.variation == pytest.approx(peer["tv"], rel=CLOSE)


@pytest.mark.parametrize("variables", [["sex", "edu"], ["edu", "reg"]])
def test_cramers_v_is_that_of_the_peer(variables) -> None:
    (table,) = golden(variables=variables).tables
    assert (table.v_before, table.v_after) == pytest.approx(PEER["cramers_v"][".".join(variables)], rel=CLOSE)


# properties -------------------------------------------------------------------------------------------


def test_the_expected_score_is_the_mean_over_files_drawn_anew() -> None:
    """300 files drawn with replacement: ratio 1 within three standard errors of its mean."""
    drawn = np.random.default_rng(3)
    original = drawn.integers(0, 2, (400, 3)).astype(float)
    ratios = []
    for _ in range(300):
        released = original[drawn.integers(0, 400, 400)]
        ratios.append(propensity(np.concatenate([original, released]), 400, JobContext()).ratio)
    error = np.std(ratios) / np.sqrt(len(ratios))
    assert abs(np.mean(ratios) - 1) < 3 * error


def test_the_score_of_chance_has_the_mean_and_deviation_of_the_source() -> None:
    """Snoke et al. 2018: (k - 1) (1 - c)^2 c / N, and its deviation with the root of 2 (k - 1)."""
    columns = np.random.default_rng(5).normal(size=(90, 2))  # with the intercept, k = 3
    found = propensity(columns, 60, JobContext())
    unit = (2 / 3) ** 2 * (1 / 3) / 90
    assert (found.expected, found.deviation) == pytest.approx((2 * unit, 2 * unit))


@pytest.mark.parametrize("seed", range(40))
def test_distances_of_small_tables_are_those_by_brute_force(seed) -> None:
    drawn = random.Random(seed)
    sizes = [drawn.randrange(1, 4) for _ in range(drawn.randrange(1, 4))]
    before = [tuple(drawn.randrange(n) for n in sizes) for _ in range(drawn.randrange(1, 12))]
    after = [tuple(drawn.randrange(n) for n in sizes) for _ in range(drawn.randrange(1, 12))]
    columns = [
        Column(str(j), np.array([row[j] for row in before]), np.array([row[j] for row in after]), n)
        for j, n in enumerate(sizes)
    ]
    p, r = Counter(before), Counter(after)
    cells = [cell for cell in product(*map(range, sizes)) if p[cell] or r[cell]]
    shares = [(p[cell] / len(before), r[cell] / len(after)) for cell in cells]
    found = table_distance(columns)
    assert found.variation == pytest.approx(sum(abs(a - b) for a, b in shares) / 2)
    squares = sum((a**0.5 - b**0.5) ** 2 for a, b in shares) / 2
    assert found.hellinger == pytest.approx(squares**0.5)
    assert found.cells == len(cells)
    assert found.lost == sum(1 for cell in cells if not r[cell])
    assert found.new == sum(1 for cell in cells if not p[cell])


def write(path: Path, rows: list[tuple[str, ...]]) -> Path:
    path.write_text("\n".join(",".join(row) for row in [("a", "b", "x"), *rows]) + "\n", encoding="utf-8")
    return path


def people(seed: int, records: int = 120) -> list[tuple[str, ...]]:
    drawn = random.Random(seed)
    return [
        (
            drawn.choice("uvw"),
            drawn.choice(("p", "q")),
            "" if drawn.random() < 0.1 else str(drawn.randrange(50)),
        )
        for _ in range(records)
    ]


def test_order_of_records_and_names_of_categories_do_not_count(tmp_path) -> None:
    rows, others = people(1), people(2)
    first = compare(write(tmp_path / "a.csv", rows), write(tmp_path / "b.csv", others), ("x",))
    mixed, renamed = list(rows), []
    random.Random(5).shuffle(mixed)
    names = {"u": "zeta", "v": "alpha", "w": "mu"}
    mixed = [(names[a], b, x) for a, b, x in mixed]
    renamed = [(names[a], b, x) for a, b, x in others]
    again = compare(write(tmp_path / "c.csv", mixed), write(tmp_path / "d.csv", renamed), ("x",))
    assert again.mean_variation == pytest.approx(first.mean_variation)
    assert again.propensity.pmse == pytest.approx(first.propensity.pmse, rel=1e-9)
    assert again.propensity.coefficients == first.propensity.coefficients


def test_a_file_compared_with_itself_differs_in_nothing(tmp_path) -> None:
    path = write(tmp_path / "a.csv", people(1))
    found = compare(path, path, ("x",), models=[{"outcome": "x", "terms": ["a"]}])
    assert (found.mean_variation, found.highest_variation) == (0, 0)
    assert found.propensity.pmse == pytest.approx(0, abs=1e-20)
    assert found.models[0].found.mean_overlap == pytest.approx(1)
    assert found.models[0].excluded == 2 * sum(not row[2] for row in people(1))


def test_a_term_that_the_released_file_cannot_fit_counts_as_no_overlap(tmp_path) -> None:
    rows = people(1)
    released = [("u" if a == "w" else a, b, x) for a, b, x in rows]
    found = compare(
        write(tmp_path / "a.csv", rows),
        write(tmp_path / "b.csv", released),
        ("x",),
        models=[{"outcome": "x", "terms": ["a"]}],
    )
    own = {one.name: one for one in found.models[0].found.coefficients}
    assert own["a: w"].released is None
    assert own["a: w"].overlap == 0


def test_records_distinguished_with_certainty_are_reported(tmp_path) -> None:
    released = [("new", b, x) for _, b, x in people(2)]
    found = compare(write(tmp_path / "a.csv", people(1)), write(tmp_path / "b.csv", released), ("x",))
    assert found.propensity.separated
    assert found.propensity.pmse == pytest.approx(0.25, abs=1e-6)


def test_a_variable_that_the_released_file_lacks_is_excluded_and_noted(tmp_path) -> None:
    rows = people(1)
    short = tmp_path / "short.csv"
    short.write_text("\n".join(["a,x", *(f"{a},{x}" for a, _, x in people(2))]) + "\n")
    found = compare(write(tmp_path / "a.csv", rows), short, ("x",))
    assert found.variables == ("a", "x")
    assert [note.code for note in found.notes] == ["utility.left_out"]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"variables": ["a", "nowhere"]}, "plan.unknown_variable"),
        ({"released": None}, "utility.nothing_released"),
        ({"models": [{"outcome": "a", "terms": ["b"]}]}, "utility.outcome_no_number"),
        ({"models": [{"outcome": "a", "kind": "logistic", "terms": ["b"]}]}, "utility.not_two"),
        ({"models": [{"outcome": "x", "terms": ["x"]}]}, "utility.outcome_explains"),
        ({"models": [{"outcome": "x", "terms": ["a"], "weight": "b"}]}, "utility.weights"),
        ({"paired": True}, "utility.not_paired"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_its_code(tmp_path, params, code) -> None:
    def listed(rows: list[tuple[str, ...]]) -> str:
        body = [",".join((*row, f"m{number}")) for number, row in enumerate(rows)]
        return "\n".join(["a,b,x,many", *body]) + "\n"

    original, released = tmp_path / "a.csv", tmp_path / "b.csv"
    original.write_text(listed(people(1)))
    released.write_text(listed(people(2, 90)))
    roles = dict.fromkeys(("a", "b", "x", "many"), "other")
    records = sdc.read(original, roles=roles, levels={"x": "continuous"})
    given = {"released": str(released), "variables": ["a", "b", "x"]} | params
    with pytest.raises(Refused) as refused:
        sdc.perform(records, "utility", **given)
    assert code in [problem.code for problem in refused.value.problems]


def test_a_score_of_too_many_terms_is_left_out_with_a_note(tmp_path) -> None:
    files = write(tmp_path / "a.csv", people(1, 30)), write(tmp_path / "b.csv", people(2, 30))
    assert compare(*files, ("x",)).propensity is not None
    by_value = compare(*files, ())
    assert by_value.propensity is None
    assert len(by_value.tables) == 3
    (note,) = by_value.notes
    assert (note.code, note.params["most"]) == ("utility.too_many_columns", 6)


# synthetic records ------------------------------------------------------------------------------------


def synthetic(original: Path, released: Path, keys, targets, **params: object):
    head = original.read_text().splitlines()[0].split(",")
    records = sdc.read(
        original,
        keys=keys,
        sensitive=targets,
        roles={name: "other" for name in head if name not in (*keys, *targets)},
        levels=dict.fromkeys(head, "nominal"),
    )
    return sdc.perform(records, "utility", released=str(released), synthetic=True, **params)


@pytest.mark.parametrize("target", ["occ", "mar", "educ"])
def test_a_synthetic_file_made_elsewhere_discloses_what_synthpop_finds(target) -> None:
    keys = SYNTHPOP[target]["keys"]
    outcome = synthetic(FILES / "synthetic_original.csv", FILES / "synthetic_released.csv", keys, [target])
    found, peer = outcome.result.disclosure.found.targets[target].attribution, SYNTHPOP[target]
    assert outcome.result.disclosure.keys == tuple(keys)
    for name, figure in {
        "disco": peer["attrib"]["DiSCO"],
        "matched": peer["attrib"]["iS"],
        "tcap": peer["caps"]["TCAP"],
        "dcap": peer["caps"]["DCAP"],
        "cap_original": peer["caps"]["CAPd"],
        "base": peer["caps"]["baseCAPd"],
        "replicated_uniques": peer["ident"]["repU"],
    }.items():
        assert 100 * getattr(found, name) == pytest.approx(figure, rel=CLOSE), name


@pytest.mark.parametrize(("limit", "grade"), [(0.2, "open"), (0.1, "unsafe"), (None, "open")])
def test_limits_on_synthetic_records_can_fail_and_never_reassure(limit, grade) -> None:
    keys = SYNTHPOP["occ"]["keys"]
    files = FILES / "synthetic_original.csv", FILES / "synthetic_released.csv"
    limits = {"tolerable_attribution": limit, "tolerable_replicated": 0.5}
    assert synthetic(*files, keys, ["occ"], **limits).verdict.grade.value == grade


def test_synthetic_records_without_targets_are_refused() -> None:
    files = FILES / "synthetic_original.csv", FILES / "synthetic_released.csv"
    with pytest.raises(Refused) as refused:
        synthetic(*files, ["sex"], [])
    assert [problem.code for problem in refused.value.problems] == ["utility.no_targets"]


def test_disclosure_does_not_depend_on_the_order_of_either_file(tmp_path) -> None:
    shuffled = []
    for name in ("synthetic_original.csv", "synthetic_released.csv"):
        head, *rows = (FILES / name).read_text().splitlines()
        random.Random(4).shuffle(rows)
        shuffled.append(tmp_path / name)
        shuffled[-1].write_text("\n".join([head, *rows]) + "\n")
    keys = SYNTHPOP["occ"]["keys"]
    first = synthetic(FILES / "synthetic_original.csv", FILES / "synthetic_released.csv", keys, ["occ"])
    assert synthetic(*shuffled, keys, ["occ"]).result.disclosure == first.result.disclosure
