"""Open microdata behind tables: contributors, dominance and figures, counted again in plain Python."""

import random
from fractions import Fraction
from statistics import mean

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.received import Settings
from sdc_desktop.engine.submission.recount import Records
from tests.support.data import microdata
from tests.support.outputs.cells import codes_at, judged_files

AREAS, SEXES = ("north", "south", "west"), ("men", "women")
RULES = Rules(threshold=4, zeros="safe", dominance=((1, 50),), p_percent=10, dof=0)


def random_records(seed: int) -> list[tuple[str, str, int | None]]:
    """Firms by area and sex of the owner, with a turnover that some did not state."""
    rnd = random.Random(seed)
    return [
        (rnd.choice(AREAS), rnd.choice(SEXES), None if rnd.random() < 0.2 else rnd.choice((5, 6, 7, 8, 40)))
        for _ in range(rnd.randint(25, 60))
    ] + [(area, sex, 7) for area in AREAS for sex in SEXES]


def settings_of(records: list[tuple[str, str, int | None]]) -> Settings:
    columns = {
        "area": [one[0] for one in records],
        "sex": [one[1] for one in records],
        "turnover": ["" if one[2] is None else str(one[2]) for one in records],
    }
    return Settings(RULES, records=Records(Source(microdata(columns), {}), {}, JobContext()))


def stated(records: list[tuple[str, str, int | None]], area: str, sex: str) -> list[int]:
    """The turnovers of a cell; "" stands for all."""
    return [value for one, other, value in records
            if value is not None and area in ("", one) and sex in ("", other)]  # fmt: skip


def is_dominated(values: list[int]) -> bool:
    ordered, total = sorted(values, reverse=True), sum(values)
    return bool(total) and (2 * ordered[0] > total or Fraction(sum(ordered[2:])) < Fraction(ordered[0], 10))


def test_counts_that_the_records_do_not_give_are_looked_at() -> None:
    for seed in range(6):
        records, rnd = random_records(seed), random.Random(seed)
        numbers = [[sum(one[:2] == (area, sex) for one in records) for sex in SEXES] for area in AREAS]
        wrong = (rnd.randrange(3), rnd.randrange(2)) if seed % 2 else None
        shown = [[value + 11 * ((i, j) == wrong) for j, value in enumerate(line)]
                 for i, line in enumerate(numbers)]  # fmt: skip
        rows = [["Number of firms"], ["area", *SEXES],
                *([area, *line] for area, line in zip(AREAS, shown, strict=True))]  # fmt: skip
        (table,) = judged_files({"a.csv": rows}, settings_of(records)).tables()
        found = {at for at, has in codes_at(table.judged).items() if "not_reproduced" in has}
        assert found == ({wrong} if wrong else set()), seed


def test_means_and_sums_are_judged_by_the_contributors_that_stated_them() -> None:
    answers = set()
    for seed in range(6):
        records = random_records(seed)
        for name, statistic in (("Mean turnover", mean), ("Sum of turnover", sum)):
            figures = [[f"{statistic(stated(records, area, sex)):.2f}" for sex in SEXES] for area in AREAS]
            rows = [[name], ["area", *SEXES],
                    *([area, *line] for area, line in zip(AREAS, figures, strict=True))]  # fmt: skip
            (table,) = judged_files({"a.csv": rows}, settings_of(records)).tables()
            codes = codes_at(table.judged)
            for i, area in enumerate(AREAS):
                for j, sex in enumerate(SEXES):
                    values = stated(records, area, sex)
                    has = codes.get((i, j), set())
                    few = len(values) < 4
                    assert any(code.endswith("_of_few") for code in has) == few, (seed, area, sex)
                    assert ("dominance" in has) == (not few and is_dominated(values)), (seed, area, sex)
                    assert not has & {"dominance_unknown", "not_reproduced", "count_missing"}
                    answers |= has or {"fine"}
    assert {"dominance", "fine", "mean_of_few", "sum_of_few"} <= answers


def test_a_figure_that_is_off_by_more_than_its_rounding_is_not_reproduced() -> None:
    records = random_records(1)
    for off, changed in ((0, False), (0.004, False), (0.02, True), (-0.02, True)):
        figures = [[mean(stated(records, area, sex)) for sex in SEXES] for area in AREAS]
        figures[1][1] = round(figures[1][1], 2) + off
        rows = [
            ["Mean turnover"],
            ["area", *SEXES],
            *([area, *(f"{one:.2f}" for one in line)] for area, line in zip(AREAS, figures, strict=True)),
        ]
        (table,) = judged_files({"a.csv": rows}, settings_of(records)).tables()
        has = codes_at(table.judged).get((1, 1), set())
        assert ("not_reproduced" in has) is changed, off
