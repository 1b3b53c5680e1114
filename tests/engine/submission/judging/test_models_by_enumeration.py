"""Ratios, survival, curves and models: against every two-by-two, line and step behind them."""

import random
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.finding.figures import Figure
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.finding.models import Model, model_of
from sdc_desktop.engine.submission.judging.judge import Beside, judge
from sdc_desktop.engine.submission.judging.models import TwoByTwo, fits_ratio, judge_model
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.sheets import Cell, Sheet
from tests.support.outputs.cells import codes_at, found_table, judged_rows, read_rows

RULES = Rules(threshold=5, zeros="safe", dof=8)


def rounded(value: Fraction, decimals: int = 2) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def ratios(a: int, b: int, c: int, d: int) -> list[Fraction]:
    """The odds ratio and the risk ratio of a two-by-two, and what they are the other way round."""
    found = []
    if b and c:
        found.append(Fraction(a * d, b * c))
    if c and a + b:
        found.append(Fraction(a, a + b) / Fraction(c, c + d))
    return found + [1 / one for one in found if one]


# ratios ---------------------------------------------------------------------------------------------------


def test_a_ratio_fits_the_two_by_twos_that_print_it() -> None:
    tables = list(product(range(0, 7), repeat=4))
    rnd = random.Random(1)
    for counts in rnd.sample(tables, 300):
        for other in (counts, *rnd.sample(tables, 3)):
            for value in ratios(*other)[:2]:
                text = rounded(value)
                figure = Figure("value", Decimal(text), 2, text)
                near = any(abs(one - Fraction(text)) <= Fraction(1, 200) for one in ratios(*counts))
                assert fits_ratio(counts, figure) == near, (counts, text)


def test_a_ratio_is_fine_only_if_no_two_by_two_that_prints_it_has_few() -> None:
    rnd = random.Random(3)
    codes_seen = set()
    for _ in range(200):
        offered = [tuple(rnd.choice((0, 2, 6, 8, 12, 24)) for _ in range(4)) for _ in range(3)]
        values = ratios(*offered[0])
        if not values:
            continue
        text = rounded(values[0], rnd.choice((0, 1, 2)))
        table = found_table([["Factor", "Odds ratio"], ["exposed", text], ["others", "1.77"]])
        beside = Beside(two_by_twos=[TwoByTwo(one, "T") for one in offered])
        codes = codes_at(judge(table, RULES, beside, JobContext())).get((0, 0), set())
        half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
        fitting = [one for one in offered if any(abs(r - Fraction(text)) <= half for r in ratios(*one))]
        assert fitting
        codes_seen |= codes
        may_be_few = any(0 < number < 5 for one in fitting for number in one)
        certainly = all(any(0 < number < 5 for number in one) for one in fitting)
        if certainly:
            assert "ratio_of_few" in codes
        assert bool(codes & {"ratio_of_few", "count_missing"}) == may_be_few, (offered, text)
        assert ("class_100" in codes) <= any(0 in one for one in fitting)
    assert {"ratio_of_few", "count_missing", "class_100"} <= codes_seen


def test_a_ratio_without_a_two_by_two_is_examined() -> None:
    assert codes_at(judged_rows([["Factor", "Odds ratio"], ["a", "4.5"], ["b", "2.2"]]))[0, 0] == {
        "count_missing"
    }


# survival -------------------------------------------------------------------------------------------------


def test_a_survival_table_is_fine_only_if_every_line_and_step_has_enough() -> None:
    """Events, censored, persons at risk, and what leaves between two numbers at risk."""
    rnd, few = random.Random(7), 5
    for _ in range(150):
        at_risk, lines = rnd.choice((60, 90)), []
        for time in range(5):
            events, censored = rnd.choice((0, 2, 5, 9)), rnd.choice((0, 3, 6))
            lines.append([time, at_risk, events, censored])
            at_risk -= events + censored
            if at_risk < 0:
                break
        lines = [line for line in lines if line[1] >= 0]
        shown = [list(line) for line in lines]
        gap = rnd.randrange(len(lines)) if rnd.random() < 0.4 else None
        if gap is not None:
            shown[gap][1] = "x"
        header = ["Time", "At risk", "Events", "Censored"]
        codes = codes_at(judged_rows([header, *shown], Rules(survival=few)))
        flagged = {at[0] for at, has in codes.items() if "step_of_few" in has}
        known = [i for i in range(len(lines)) if i != gap]
        for i, (_, risk, events, censored) in enumerate(lines):
            later = next((k for k in known if k > i), None)
            numbers = [events, censored]
            if i != gap:
                numbers.append(risk)
                numbers += [] if later is None else [risk - lines[later][1]]
            assert (i in flagged) == any(0 < number < few for number in numbers), (shown, i)


# Lorenz curves --------------------------------------------------------------------------------------------


def test_points_of_a_lorenz_curve_leave_enough_below_above_and_between() -> None:
    for n in (40, 50, 100, 200):
        for shares in ((10, 50, 90), (5, 20, 40, 80), (25, 30, 75), (2, 60, 98)):
            points = [[share, f"{share / 2:.1f}"] for share in shares]
            rows = [[f"Lorenz curve of income (N = {n})"], ["Population (%)", "Income (%)"], *points]
            codes = codes_at(judged_rows(rows))
            steps = [share - before for share, before in zip(shares, (0, *shares[:-1]), strict=True)]
            for i, share in enumerate(shares):
                few = min(n * share, n * (100 - share), n * steps[i]) < 1000
                assert ("gini_of_few" in codes.get((i, 0), set())) == few, (n, shares, i)


# models ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("freedom", range(5, 12))
@pytest.mark.parametrize("n", [None, 3, 5, 40])
def test_a_model_has_enough_observations_and_degrees_of_freedom(n, freedom) -> None:
    codes = {spot.code for spot in judge_model(Model((0, 0, 1, 1), "", n, freedom), RULES)}
    wanted = {"low_dof"} if freedom < 8 else set()
    assert codes == wanted | ({"low_count"} if n is not None and n < 5 else set())


@pytest.mark.parametrize(
    ("n", "codes"), [(None, {"count_missing"}), (40, {"count_missing"}), (3, {"low_count"})]
)
def test_a_model_without_degrees_of_freedom_is_never_fine(n, codes) -> None:
    assert {spot.code for spot in judge_model(Model((0, 0, 1, 1), "", n, None), RULES)} == codes


WRITTEN = {
    "No. Observations: | {n} | Df Residuals: | {f}": (1234, 1230),
    "Number of obs | {n:,} | F(3, {f}) = | 4.1": (1234, 1230),
    "No. Observations: {n} | R-squared: 0.5 | Df Residuals: {f}": (50, 46),
    "Observations: | {n} | Residual standard error: 3.1 on {f} degrees of freedom": (20, 7),
}


@pytest.mark.parametrize(("text", "figures"), WRITTEN.items())
def test_observations_and_degrees_of_freedom_are_read_as_written(text, figures) -> None:
    n, freedom = figures
    cells = {(0, j): Cell(part) for j, part in enumerate(text.format(n=n, f=freedom).split(" | "))}
    found = model_of(Sheet("", cells), ((0, 0, 0, 9),))
    assert (found.n, found.freedom) == (n, freedom)


@pytest.mark.parametrize("freedom", [7, 8])
def test_an_analysis_of_variance_is_judged_by_its_residual_line(freedom) -> None:
    rows = [["Source", "SS", "df", "MS"], ["Model", "12.5", 2, "6.25"], ["Residual", "40.5", freedom, "5.1"],
            ["R-squared", "0.3"], ["Root MSE", "2.2"]]  # fmt: skip
    (model,) = find_in(read_rows(rows), Reading()).models
    assert model.freedom == freedom
    assert [spot.code for spot in judge_model(model, RULES)] == (["low_dof"] if freedom < 8 else [])


def test_coefficients_of_categories_and_interactions_alone_may_equal_a_table() -> None:
    header = ["", "Coef.", "Std. err.", "t"]
    figures = [["1.5", "0.5", "3.0"], ["2.5", "0.5", "5.0"], ["0.5", "0.25", "2.0"]]
    model = Model((0, 0, 1, 1), "", 60, 50)
    for names, saturated in (
        (["C(sex)[T.m]", "C(area)[T.b]", "C(sex)[T.m]:C(area)[T.b]"], True),
        (["C(sex)[T.m]", "C(area)[T.b]", "C(age)[T.2]"], False),
        (["C(sex)[T.m]", "income", "C(sex)[T.m]:income"], False),
    ):
        for constant in (False, True):
            named = [*names, "_cons"] if constant else names
            rows = [
                header,
                *([name, *line] for name, line in zip(named, [*figures, figures[0]], strict=False)),
            ]
            table = found_table(rows)
            assert table.form == "coefficients"
            codes = codes_at(judge(table, RULES, Beside(model=model), JobContext()))
            assert ("saturated" in codes.get((-1, -1), set())) is saturated
            missing = codes_at(judge(table, RULES, Beside(), JobContext()))
            assert "count_missing" in missing[-1, -1]
