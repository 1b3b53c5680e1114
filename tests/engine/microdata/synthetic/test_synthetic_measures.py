"""What synthetic records disclose: golden figures of the peers, and brute force over small trees."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.microdata.synthetic.attribution import attribution
from sdc_desktop.engine.microdata.synthetic.cart import Predictor, grow
from sdc_desktop.engine.microdata.synthetic.closest import Feature, closest

GOLDEN = Path(__file__).parents[2] / "golden" / "synthetic"
PEER = json.loads((GOLDEN / "synthetic_peer.json").read_text())
DCR = json.loads((GOLDEN / "dcr.json").read_text())
NO_ONE = np.zeros(0, dtype=np.int64)


def nothing() -> None:
    """Never stops."""


def table(name: str) -> tuple[list[str], np.ndarray]:
    with (GOLDEN / name).open(newline="") as file:
        head, *rows = csv.reader(file)
    return head, np.array(rows)


@pytest.mark.parametrize("target", ["occ", "mar", "educ"])
def test_attribution_is_that_of_synthpop(target) -> None:
    head, original = table("synthetic_original.csv")
    _, released = table("synthetic_released.csv")
    by, place = [head.index(name) for name in PEER[target]["keys"]], head.index(target)
    ours, theirs = original.astype(int), released.astype(int)
    found = attribution(ours[:, by], ours[:, place], theirs[:, by], theirs[:, place], nothing)
    caps, ident, attrib = (PEER[target][part] for part in ("caps", "ident", "attrib"))
    figures = {
        "disco": attrib["DiSCO"],
        "matched": attrib["iS"],
        "tcap": caps["TCAP"],
        "dcap": caps["DCAP"],
        "cap_original": caps["CAPd"],
        "base": caps["baseCAPd"],
        "replicated_uniques": ident["repU"],
    }
    for name, figure in figures.items():
        assert 100 * getattr(found, name) == pytest.approx(figure, rel=1e-9), name
    assert found.dcap <= found.gcap <= 1


def test_the_nearest_keys_count_where_none_matches() -> None:
    """One original with keys (0, 0) and target 1; released are (0, 1) with targets 1, 0 and (2, 2) with 1."""
    keys, released = np.array([[0, 0]]), np.array([[0, 1], [0, 1], [2, 2]])
    found = attribution(keys, np.array([1]), released, np.array([1, 0, 1]), nothing)
    assert (found.matched, found.dcap, found.gcap) == (0, 0, 0.5)


@pytest.mark.parametrize(
    ("case", "files", "numbers"),
    [
        ("synthetic", ("synthetic_original.csv", "synthetic_released.csv"), ()),
        ("utility_pair", ("utility_original.csv", "utility_released.csv"), ("income", "age", "hours")),
    ],
)
def test_the_distance_to_the_closest_record_is_the_golden_one(case, files, numbers) -> None:
    head, original = table(files[0])
    _, released = table(files[1])
    features = []
    for place, name in enumerate(head):
        if name in numbers:
            features.append(Feature(original[:, place].astype(float), released[:, place].astype(float), True))
            continue
        both = np.unique(np.concatenate((original[:, place], released[:, place])), return_inverse=True)[1]
        features.append(Feature(both[: len(original)], both[len(original) :], False))
    found = closest(features, nothing)
    parts = {"original": found.original, "released": found.released}
    for name, figure in DCR[case].items():
        if name == "closer_than_original_p5":
            assert found.closer == figure
            continue
        side = "original" if name.startswith("original_") else "released"
        assert getattr(parts[side], name.removeprefix("original_")) == pytest.approx(figure, rel=1e-9), name


def test_missing_values_differ_from_others_and_not_from_one_another() -> None:
    numbers = Feature(np.array([1.0, np.nan, 5.0]), np.array([np.nan, 1.0]), True)
    assert closest([numbers], nothing).released.identical == 1
    alone = Feature(np.array([1.0, 5.0]), np.array([np.nan]), True)
    assert closest([alone], nothing).released.mean == 1


def reference(target, classes, predictors, least_leaf):
    """A tree by trying every cut, record by record."""
    leaf, count = np.zeros(len(target), dtype=int), 0

    def impurity(values) -> float:
        if classes:
            return len(values) - (np.bincount(values, minlength=classes) ** 2).sum() / len(values)
        return float(((values - values.mean()) ** 2).sum())

    stack = [np.arange(len(target))]
    while stack:
        here = stack.pop()
        values, best, cut = target[here], 1e-9, None
        for predictor in predictors:
            codes = predictor.codes[here]
            known = np.unique(codes)
            if not predictor.ordered:
                common = np.bincount(values, minlength=classes).argmax() if classes else 0
                score = [
                    np.mean(values[codes == one] == common) if classes else values[codes == one].mean()
                    for one in known
                ]
                known = known[np.lexsort((known, np.round(score, 12)))]
            for place in range(1, len(known)):
                left = np.isin(codes, known[:place])
                if min(left.sum(), (~left).sum()) < least_leaf:
                    continue
                gain = impurity(values) - impurity(values[left]) - impurity(values[~left])
                if gain > best + 1e-9:
                    best, cut = gain, left
        if cut is None:
            leaf[here], count = count, count + 1
        else:
            stack += [here[cut], here[~cut]]
    return leaf


@pytest.mark.parametrize("seed", range(60))
def test_leaves_are_those_of_trying_every_cut(seed) -> None:
    drawn = np.random.default_rng(seed)
    classes = int(drawn.choice([0, 2, 3, 4]))
    target = drawn.integers(0, classes, 30) if classes else drawn.normal(size=30).round(2)
    predictors = [
        Predictor(drawn.integers(0, drawn.integers(2, 9), 30), NO_ONE, bool(drawn.integers(2)))
        for _ in range(3)
    ]
    found = grow(target, classes, predictors, 3, 1e-8, nothing)
    expected = reference(target, classes, predictors, 3)
    pairs = set(zip(found.records.tolist(), expected.tolist(), strict=True))
    assert len(pairs) == found.count == expected.max() + 1
    assert np.bincount(found.records).min() >= 3


def test_an_unseen_category_follows_the_larger_child_and_an_unseen_number_its_order() -> None:
    codes = np.array([0] * 10 + [2] * 5)
    target = np.array([0] * 10 + [1] * 5)
    for ordered, wanted in ((False, 0), (True, 1)):
        found = grow(target, 2, [Predictor(codes, np.array([0, 2, 3]), ordered)], 2, 1e-8, nothing)
        assert found.others[2] == found.others[[0, 1][wanted]]


def test_a_constant_target_has_one_leaf() -> None:
    predictor = Predictor(np.arange(20), np.arange(20), True)
    assert grow(np.zeros(20, dtype=np.int64), 1, [predictor], 2, 1e-8, nothing).count == 1
