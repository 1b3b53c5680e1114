"""Numbers that others tell: planted relations are found, and what an intruder could not use is not."""

import warnings

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.inference import relations
from sdc_desktop.engine.inference.columns import PairedColumn, PairedRecords
from sdc_desktop.engine.inference.relations import NumbersRevealed, numbers_revealed
from tests.support.inference.numbers import paired, paired_column, texts

CONTEXT = JobContext()


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def incomes(records: int, seed: int = 0) -> np.ndarray:
    return np.round(np.random.default_rng(seed).lognormal(8, 0.6, records))


def groups(numbers: np.ndarray, size: int = 3) -> np.ndarray:
    """Microaggregated by rank."""
    order, shown = np.argsort(numbers, kind="stable"), np.empty_like(numbers)
    for start in range(0, len(numbers), size):
        members = order[start : start + size]
        shown[members] = np.round(numbers[members].mean())
    return shown


def swapped(numbers: np.ndarray, seed: int = 5) -> np.ndarray:
    """With the values of partners of up to four ranks away."""
    order = np.argsort(numbers, kind="stable")
    shown, rng = numbers.copy(), np.random.default_rng(seed)
    for start in range(0, len(numbers) - 4, 5):
        members = order[start : start + 5]
        shown[members] = numbers[np.roll(members, int(rng.integers(1, 5)))]
    return shown


def found(original, released, **more) -> NumbersRevealed:
    (one,) = numbers_revealed(paired(original, released, **more), CONTEXT)
    return one


def test_twelve_months_tell_the_month() -> None:
    income = incomes(200)
    shown = groups(income)
    revealed = found(
        {"income": texts(income), "yearly": texts(12 * income)},
        {"income": texts(shown)},
        roles={"income": "sensitive"},
    )
    is_open = np.abs(shown - income) > 1
    assert (revealed.variable, revealed.sources, revealed.exactly) == ("income", ("yearly",), True)
    assert revealed.protected == int((shown != income).sum())
    assert revealed.open == revealed.revealed == int(is_open.sum())
    assert (revealed.cells == is_open).all()


def test_a_suppressed_part_follows_from_the_total() -> None:
    rng = np.random.default_rng(1)
    a, b, c = (np.round(rng.uniform(300, 3000, 200)) for _ in range(3))
    hidden = np.arange(200) % 5 == 0
    shown = ["*" if hide else text for text, hide in zip(texts(b), hidden, strict=True)]
    revealed = found(
        {"a": texts(a), "b": texts(b), "c": texts(c), "total": texts(a + b + c)},
        {"b": shown},
    )
    assert (revealed.variable, revealed.sources, revealed.exactly) == ("b", ("a", "c", "total"), True)
    assert (revealed.protected, revealed.open, revealed.revealed) == (40, 40, 40)
    assert (revealed.cells == hidden).all()


PLANTED = {
    "copy": (lambda o, x: {"copy": texts(o)}, ("copy",), True),
    "in another currency": (lambda o, x: {"pounds": texts(o * 0.8583, 2)}, ("pounds",), True),
    "in thousands": (lambda o, x: {"thousands": texts(o / 1000, 2)}, ("thousands",), False),
    "a sum": (lambda o, x: {"x": texts(x), "sum": texts(o + x)}, ("x", "sum"), True),
    "a difference": (lambda o, x: {"x": texts(x), "rest": texts(x - o)}, ("x", "rest"), True),
    "with a constant": (lambda o, x: {"net": texts(o * 0.75 - 300, 2)}, ("net",), True),
    "falling": (lambda o, x: {"debt": texts(90_000 - o)}, ("debt",), True),
}


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("records", [150, 60_000])
def test_planted_relations_are_found_beside_unrelated_numbers(name, records) -> None:
    made, sources, exactly = PLANTED[name]
    income, other, unrelated = (incomes(records, seed) for seed in (0, 1, 2))
    shown = groups(income, max(3, records // 50))
    original = {"income": texts(income), "unrelated": texts(unrelated)} | made(income, other)
    revealed = found(original, {"income": texts(shown)})
    assert (revealed.variable, revealed.sources, revealed.exactly) == ("income", sources, exactly)
    assert revealed.revealed >= 0.9 * revealed.open
    assert revealed.cells.sum() == revealed.revealed


def test_the_year_of_birth_tells_the_age() -> None:
    rng = np.random.default_rng(3)
    age = rng.integers(0, 95, 400)
    birth = 2021 - age - rng.integers(0, 2, 400)
    hidden = rng.random(400) < 0.2
    shown = ["*" if hide else text for text, hide in zip(texts(age), hidden, strict=True)]
    revealed = found({"age": texts(age), "born": texts(birth)}, {"age": shown})
    assert (revealed.sources, revealed.exactly, revealed.revealed) == (("born",), True, int(hidden.sum()))


def test_a_relation_that_a_tenth_departs_from_is_found() -> None:
    income = incomes(300)
    yearly = 12 * income
    yearly[::12] = incomes(300, 9)[::12]
    revealed = found({"income": texts(income), "yearly": texts(yearly)}, {"income": texts(groups(income))})
    assert revealed.exactly
    assert 0.88 * revealed.open <= revealed.revealed < 0.95 * revealed.open


def test_swapped_values_come_back_by_an_order() -> None:
    income = incomes(300)
    score = np.round(np.sqrt(income), 3)
    revealed = found({"income": texts(income), "score": texts(score, 3)}, {"income": texts(swapped(income))})
    assert revealed.sources == ("score",)
    assert revealed.revealed >= 0.95 * revealed.open
    falling = found(
        {"income": texts(income), "rank": texts(1e6 / income, 4)}, {"income": texts(swapped(income))}
    )
    assert falling.revealed >= 0.95 * falling.open


def test_suppressed_values_come_back_by_the_neighbours_in_an_order() -> None:
    income = np.round(np.exp(np.linspace(7, 9, 900)))
    hidden = np.arange(900) % 7 == 3
    shown = ["*" if hide else text for text, hide in zip(texts(income), hidden, strict=True)]
    revealed = found(
        {"income": texts(income), "logarithm": texts(np.log(np.log(income)) ** 3, 9)}, {"income": shown}
    )
    assert (revealed.sources, revealed.revealed) == (("logarithm",), int(hidden.sum()))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("change", [groups, swapped, "noise"])
def test_where_both_sides_are_changed_nothing_is_found(seed, change) -> None:
    rng = np.random.default_rng(seed)
    income = incomes(400, seed)
    columns = {
        "income": income,
        "yearly": 12 * income,
        "net": np.round(0.7 * income),
        "other": incomes(400, 77),
    }

    def changed(numbers: np.ndarray, place: int) -> np.ndarray:
        if change == "noise":
            return np.round(numbers + rng.normal(0, 0.15 * numbers.std(), len(numbers)))
        return change(numbers) if change is groups else swapped(numbers, 100 * seed + place)

    released = {name: texts(changed(one, place)) for place, (name, one) in enumerate(columns.items())}
    assert (
        numbers_revealed(paired({name: texts(one) for name, one in columns.items()}, released), CONTEXT) == ()
    )


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("share", [0.005, 0.1, 1])
def test_related_numbers_tell_nothing(seed, share) -> None:
    """Correlated, skewed, with many zeros, and years whose hundredth part is twenty years."""
    rng = np.random.default_rng(seed)
    records = 400
    common = rng.normal(size=records)
    related = {f"r{k}": np.round(np.exp(8 + 0.8 * common + 0.4 * rng.normal(size=records))) for k in range(4)}
    years = {
        "born": np.round(1970 + 15 * common),
        "married": np.round(1995 + 13 * common + 6 * rng.normal(size=records)),
    }
    zeros = {
        "zeros": np.where(common < 0.6, 0, related["r0"]),
        "more": np.where(common < 0.7, 0, related["r1"]),
    }
    columns = {name: texts(one) for name, one in (related | years | zeros).items()}
    del columns["born"]
    columns["born"] = texts(years["born"] + np.round(5 * rng.normal(size=records)))
    for name in ("r0", "born", "married", "more"):
        hidden = rng.random(records) < share
        shown = ["*" if hide else text for text, hide in zip(columns[name], hidden, strict=True)]
        assert numbers_revealed(paired(columns, {name: shown}), CONTEXT) == ()


def test_an_unrelated_number_changes_nothing() -> None:
    income = incomes(200)
    original = {"income": texts(income), "yearly": texts(12 * income)}
    released = {"income": texts(groups(income))}
    more = {"first": texts(incomes(200, 3))} | original | {"last": texts(incomes(200, 4))}
    assert found(more, released) == found(original, released)


def test_the_order_of_records_and_variables_changes_nothing() -> None:
    rng = np.random.default_rng(8)
    a, b = incomes(250, 1), incomes(250, 2)
    columns = {"a": a, "b": b, "total": a + b}
    shown = {"a": groups(a)}
    first = found({name: texts(one) for name, one in columns.items()}, {"a": texts(shown["a"])})
    order = rng.permutation(250)
    other = found(
        {name: texts(columns[name][order]) for name in ("total", "b", "a")}, {"a": texts(shown["a"][order])}
    )
    assert set(first.sources) == set(other.sources) == {"b", "total"}
    assert (first.protected, first.open, first.revealed) == (other.protected, other.open, other.revealed)
    assert (first.cells[order] == other.cells).all()


@pytest.mark.parametrize("role", ["other", "weight", "household"])
def test_a_copy_reveals_a_number_under_any_role_and_a_number_by_chance_none(role: str) -> None:
    income = incomes(200)
    released = {"income": texts(groups(income))}
    copy = {"income": texts(income), "copy": texts(income)}
    assert found(copy, released, roles={"copy": role}).sources == ("copy",)
    numbered = {"income": texts(income), "copy": texts(np.random.default_rng(1).permutation(200))}
    assert numbers_revealed(paired(numbered, released, {"copy": role}), CONTEXT) == ()


def test_a_protected_household_number_is_no_target_and_few_values_reveal_nothing() -> None:
    income = incomes(200)
    renumbered = {"hh": texts(np.arange(200)[::-1])}
    numbers = {"hh": texts(np.arange(200)), "copy": texts(np.arange(200))}
    assert numbers_revealed(paired(numbers, renumbered, {"hh": "household"}), CONTEXT) == ()
    few = np.arange(200) % 30
    columns = {"few": texts(few), "copy": texts(few)}
    assert numbers_revealed(paired(columns, {"few": texts(few[::-1])}), CONTEXT) == ()
    nine = {"income": texts(incomes(200)), "class": texts(np.arange(200) % 9)}
    assert numbers_revealed(paired(nine, {"income": texts(groups(income))}), CONTEXT) == ()


def test_a_source_that_half_of_the_records_lack_tells_nothing() -> None:
    income = incomes(200)
    yearly = texts(12 * income)
    released = {"income": texts(groups(income))}
    half = [text if k % 2 else "" for k, text in enumerate(yearly)]
    revealed = found({"income": texts(income), "yearly": half}, released)
    assert 0.4 * revealed.open <= revealed.revealed < 0.6 * revealed.open
    fewer = [text if k % 5 == 0 else "" for k, text in enumerate(yearly)]
    assert numbers_revealed(paired({"income": texts(income), "yearly": fewer}, released), CONTEXT) == ()


@pytest.mark.parametrize(
    ("original", "released"),
    [
        ([], []),
        (["1"], ["2"]),
        (["7"] * 50, ["7"] * 49 + ["*"]),
        (["*"] * 50, ["*"] * 50),
        ([""] * 50, ["1"] * 50),
        ([str(k) for k in range(50)], ["*"] * 50),
        ([str(k) for k in range(50)], ["10-20"] * 50),
        ([f"{k}e306" for k in range(1, 51)], [f"{k + 1}e306" for k in range(1, 51)]),
        ([f"{k}e-320" for k in range(1, 51)], [f"{k + 1}e-320" for k in range(1, 51)]),
        (["1e400"] * 20 + [str(k) for k in range(40)], ["1e400"] * 20 + [str(k + 5) for k in range(40)]),
    ],
)
def test_bad_input_warns_of_nothing(original, released) -> None:
    """Beside it: constant, huge, and unrelated numbers."""
    n = len(original)
    others = {"huge": [f"{k}e300" for k in range(n)], "odd": texts(incomes(n, 4)), "same": ["5"] * n}
    revealed = numbers_revealed(paired({"x": original} | others, {"x": released}), CONTEXT)
    assert all(one.variable == "x" for one in revealed)


def test_nothing_is_divided_by_constants() -> None:
    income = incomes(100)
    columns = {
        "income": texts(income),
        "near": texts(1e9 + incomes(100, 3)),
        "yearly": texts(1e9 + 12 * income),
    }
    revealed = found(columns, {"income": texts(groups(income))})
    assert (revealed.sources, revealed.revealed) == (("yearly",), revealed.open)


def test_codes_count_exactly_or_not_at_all() -> None:
    rng = np.random.default_rng(0)
    code = np.sort(rng.integers(10_000, 99_999, 300))
    region = np.round(code / 100) + rng.integers(-2, 3, 300)
    hidden = ["*" if k % 9 == 0 else text for k, text in enumerate(texts(code))]
    beside = paired_column("region", texts(region), texts(region), level="nominal")

    def with_level(level: str) -> PairedRecords:
        return PairedRecords(300, (paired_column("code", texts(code), hidden, level=level), beside))

    assert numbers_revealed(with_level("nominal"), CONTEXT) == ()
    assert [one.exactly for one in numbers_revealed(with_level("continuous"), CONTEXT)] == [False]


def test_all_records_confirm_what_a_sample_shows() -> None:
    income = incomes(30_000)
    yearly, shown = 12 * income, groups(income, 600)
    revealed = found({"income": texts(income), "yearly": texts(yearly)}, {"income": texts(shown)})
    assert revealed.revealed == revealed.open == int((np.abs(shown - income) > 1).sum())
    protected = np.flatnonzero(shown != income)
    sampled = protected[:: -(-len(protected) // relations.SAMPLE)]
    yearly = incomes(30_000, 6)
    yearly[sampled] = 12 * income[sampled]  # it holds in the sample alone
    assert (
        numbers_revealed(
            paired({"income": texts(income), "yearly": texts(yearly)}, {"income": texts(shown)}), CONTEXT
        )
        == ()
    )


def test_it_can_be_stopped_between_relations() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    income = incomes(200)
    records = paired(
        {"income": texts(income), "a": texts(income), "b": texts(income)}, {"income": texts(groups(income))}
    )
    with pytest.raises(Cancelled):
        numbers_revealed(records, JobContext(is_cancelled=is_cancelled))


def plain_least_squares(columns: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Estimates by five rounds, each on the 90 % of smallest residuals, by QR on the numbers themselves."""
    design = np.column_stack([*columns, np.ones(len(own))])
    kept = np.ones(len(own), dtype=bool)
    for _ in range(5):
        estimates = design @ np.linalg.lstsq(design[kept], own[kept], rcond=None)[0]
        off = np.abs(estimates - own)
        limit = np.sort(off)[int(np.ceil(0.9 * len(own))) - 1]
        kept = off <= max(limit, 1e-6 * np.abs(own).max())
    return estimates


@pytest.mark.parametrize("seed", range(30))
def test_brute_force_finds_as_many(seed) -> None:
    """Every single number, pair and all together, by another implementation."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(60, 200))
    own = np.round(rng.lognormal(8, 0.7, n))
    x, y = np.round(rng.lognormal(8, 0.7, (2, n)))
    z = [12 * own, own + x, own - y, own + x + y, x - y][seed % 5].copy()
    wrong = rng.random(n) < [0, 0.05, 0.3][seed % 3]
    z[wrong] = np.round(rng.lognormal(8, 0.7, int(wrong.sum())))
    shown = np.round(own + rng.normal(0, 0.1 * own.std(), n))
    sources = {"x": x, "y": y, "z": z}
    revealed = numbers_revealed(
        paired({"own": texts(own)} | {k: texts(v) for k, v in sources.items()}, {"own": texts(shown)}),
        CONTEXT,
    )
    best = {}
    for closely in (False, True):
        tolerance = np.maximum(1, 0.01 * own) if closely else np.ones(n)
        is_open = (shown != own) & (np.abs(shown - own) > tolerance)
        tuples = [("x",), ("y",), ("z",), ("x", "y"), ("x", "z"), ("y", "z"), ("x", "y", "z")]
        for names in tuples:
            estimates = plain_least_squares(np.array([sources[k] for k in names]), own)
            number = int((is_open & (np.abs(estimates - own) <= tolerance * (1 + 1e-9))).sum())
            if 2 * number >= is_open.sum() and 4 * number >= (shown != own).sum():
                best[names] = number
        if best:
            break
    if not best:
        assert revealed == ()
        return
    (one,) = revealed
    assert one.exactly == (not closely)
    assert (one.protected, one.open) == (int((shown != own).sum()), int(is_open.sum()))
    assert one.revealed == best[one.sources]
    assert one.revealed >= 0.95 * max(best.values()) / 1.02


def test_results_hold_no_values() -> None:
    income = incomes(100)
    revealed = found({"income": texts(income), "copy": texts(income)}, {"income": texts(groups(income))})
    assert "cells" not in repr(revealed)
    assert NumbersRevealed.__dataclass_fields__["cells"].metadata["redacted"]
    assert PairedColumn.__dataclass_fields__["texts"].metadata["redacted"]


@pytest.mark.parametrize(("wrong", "accepted"), [(25, True), (26, False), (30, False)])
def test_a_relation_may_be_wrong_only_where_one_number_for_all_would_be(wrong, accepted) -> None:
    share = relations.OPEN_WRONG
    total = 200
    least = total - round(25 / share)  # so that 25 are the most that may be wrong
    score = relations._Score(total, total, least, total - wrong, 1000, 1)
    assert score.accepted is accepted
