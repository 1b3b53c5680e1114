"""Two and three tables of one population: no few that follow from all together are proposed for release."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from sdc_desktop.engine.submission.judging.rules import Rules, Severity
from sdc_desktop.engine.submission.received import Settings
from tests.support.outputs.cases import check_texts

Cells = npt.NDArray[np.int64]  # persons by region, sex and age
DIMENSIONS = (
    ("Region", ("North", "South", "East")),
    ("Sex", ("Men", "Women")),
    ("Age", ("Young", "Middle", "Old")),
)
SETTINGS = Settings(rules=replace(Rules(), zeros="safe"), whole_numbers="counts")
FEW = range(1, SETTINGS.rules.threshold)


@dataclass(frozen=True)
class Published:
    """A table as text; what it says: sums of cells with their values; and the sums that it hides."""

    text: str
    known: Sequence[tuple[Cells, int]]
    hidden: Sequence[Cells]


def population(rnd: random.Random) -> Cells:
    sizes = [len(names) for _, names in DIMENSIONS]
    cells = [
        rnd.choice((rnd.randint(0, 9), rnd.randint(10, 80), rnd.randint(10, 80)))
        for _ in range(int(np.prod(sizes)))
    ]
    return np.array(cells).reshape(sizes)


def published(rnd: random.Random, persons: Cells) -> Published:
    """A table of one or two of the variables, all few and some other counts suppressed."""
    used = rnd.sample(range(3), rnd.choice((1, 2, 2, 2)))
    total, first = rnd.choice(("both", "both", "rows", "cols", "none", "title")), rnd.random() < 0.3
    across: list[int | None] = [None]
    down = _lines(used[0], first, with_total=total in ("both", "rows"))
    if len(used) > 1:
        across = _lines(used[1], first, with_total=total in ("both", "cols"))
    cells: dict[tuple[int | None, int | None], Cells] = {}
    for row in down:
        for column in across:
            chosen: list[Any] = [slice(None)] * 3
            for variable, line in zip(used, (row, column), strict=False):
                chosen[variable] = slice(None) if line is None else line
            cells[row, column] = np.zeros_like(persons)
            cells[row, column][tuple(chosen)] = 1
    values = {at: int((persons * sum_of).sum()) for at, sum_of in cells.items()}
    hidden = {at for at, value in values.items() if value in FEW}
    others = [at for at in cells if at not in hidden]
    hidden |= set(rnd.sample(others, min(len(others), rnd.choice((0, 1, 2, 3)))))
    stated = f", N={persons.sum()}" if total == "title" else ""
    known = [(sum_of, values[at]) for at, sum_of in cells.items() if at not in hidden]
    known += [(np.ones_like(persons), int(persons.sum()))] if stated else []
    names = [DIMENSIONS[variable][0] for variable in used]
    head = [_label(used[1], column) for column in across] if len(used) > 1 else ["n"]
    lines = [f'"Number of persons by {" and ".join(names).lower()}{stated}"', ",".join((names[0], *head))]
    for row in down:
        shown = ("x" if (row, column) in hidden else str(values[row, column]) for column in across)
        lines.append(",".join((_label(used[0], row), *shown)))
    return Published("\n".join(lines) + "\n", known, [cells[at] for at in sorted(hidden, key=str)])


def _lines(variable: int, first: bool, *, with_total: bool) -> list[int | None]:
    own: list[int | None] = list(range(len(DIMENSIONS[variable][1])))
    if not with_total:
        return own
    return [None, *own] if first else [*own, None]


def _label(variable: int, line: int | None) -> str:
    return "Total" if line is None else DIMENSIONS[variable][1][line]


def few_follow(tables: Sequence[Published]) -> bool:
    """Whether a suppressed sum is the same few in every population of whole numbers that fits."""
    known = [one for table in tables for one in table.known]
    rows, values = np.array([sum_of.ravel() for sum_of, _ in known]), np.array([value for _, value in known])
    for sum_of in (one for table in tables for one in table.hidden):
        ends = []
        for sign in (1, -1):
            found = milp(
                sign * sum_of.ravel(),
                constraints=[LinearConstraint(rows, values, values)],
                bounds=Bounds(0, np.inf),
                integrality=np.ones(sum_of.size),
            )
            ends.append(None if found.fun is None else sign * round(found.fun))
        if ends[0] == ends[1] and ends[0] in FEW:
            return True
    return False


# of the first: sums of rows that another table shows, of a hidden margin, and of two tables together
@pytest.mark.parametrize("seed", [8, 134, 139, 145, 217, 368, 442, 579, 683])
def test_few_that_follow_from_several_tables_are_not_released(seed: int, tmp_path: Path) -> None:
    rnd = random.Random(seed)
    persons = population(rnd)
    tables = [published(rnd, persons) for _ in range(rnd.choice((2, 2, 3)))]
    found = check_texts(tmp_path, SETTINGS, **{f"t{number}": one.text for number, one in enumerate(tables)})
    assert few_follow(tables)
    assert any(file.severity is not Severity.RELEASE for file in found.submitted)
