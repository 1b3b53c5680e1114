"""How many persons match where key values can be missing (`matching_values` for records).

A person matches a class if one of his records does: with nothing missing he counts 1, with a missing value on
either side the share of the rule. A person counts 1 in the classes of his own records.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, summed
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, float_sums, row_numbers
from sdc_desktop.engine.microdata.classes.knowledge import MOST_COMBINATIONS
from sdc_desktop.engine.microdata.classes.matching_values import patterns_of
from sdc_desktop.engine.problems import Place, Refused, error

Codes = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]


def matching_persons(
    codes: Codes,
    absent: Flags,
    categories: Sequence[int],
    members: Members,
    alpha: float,
    context: JobContext,
) -> Vector:
    """For each class the persons who match it, (classes,): ``codes`` and ``absent`` (classes, variables) are
    its categories, and where they mean "missing". Raises :class:`Refused` beyond `MOST_COMBINATIONS`.
    """
    classes = len(codes)
    numbers = members.numbers(classes).astype(np.float64)
    if not absent.any():
        return numbers
    own = float_sums(members.places, np.ones(len(members.places)), classes)
    alone = absent.any(axis=1)
    if alpha == 0:
        return np.where(alone, np.minimum(own, 1.0), numbers)
    places, persons, exact = _rows(codes, absent, categories, members, context)
    found = summed(places, persons, exact)
    mine = _present(found, members)
    counts = np.where(mine | (found.records > 0), 1.0, alpha)
    return float_sums(found.places, counts, classes)


def _rows(
    codes: Codes, absent: Flags, categories: Sequence[int], members: Members, context: JobContext
) -> tuple[Integers, Integers, Integers]:
    """Rows (class, person, whether with nothing missing) of all persons who match."""
    starts = np.searchsorted(members.places, np.arange(len(codes) + 1))
    rows: list[tuple[Integers, Integers, Integers]] = []
    total = 0
    for own, other, exact in _pairs(codes, absent, categories, context):
        lengths = (starts[1:] - starts[:-1])[other]
        total += int(lengths.sum())
        if total > MOST_COMBINATIONS:
            raise Refused(error("persons.combinations", Place(key="params.missing"), number=total))
        begins = np.cumsum(lengths) - lengths
        taken = np.arange(int(lengths.sum())) + np.repeat(starts[other] - begins, lengths)
        flags = np.full(len(taken), int(exact), dtype=np.int64)
        rows.append((np.repeat(own, lengths), members.persons[taken], flags))
    return tuple(np.concatenate(part) for part in zip(*rows, strict=True))  # type: ignore[return-value]


def _pairs(
    codes: Codes, absent: Flags, categories: Sequence[int], context: JobContext
) -> Iterator[tuple[Integers, Integers, bool]]:
    """Classes that match, and whether with nothing missing: each class (pairs,) with one of the others."""
    rows_of, shown = patterns_of(absent)
    for one, here in enumerate(rows_of):
        for other, there in enumerate(rows_of):
            context.checkpoint()
            together = np.flatnonzero(shown[one] & shown[other])
            both = codes[np.concatenate([here, there])][:, together]
            number, _ = row_numbers(both, [categories[place] for place in together.tolist()])
            ours, theirs = number[: len(here)], number[len(here) :]
            order = np.argsort(theirs, kind="stable")
            low = np.searchsorted(theirs[order], ours, side="left")
            lengths = np.searchsorted(theirs[order], ours, side="right") - low
            begins = np.cumsum(lengths) - lengths
            taken = np.arange(int(lengths.sum())) + np.repeat(low - begins, lengths)
            full = len(together) == len(categories)
            yield np.repeat(here, lengths), there[order[taken]], full


def _present(found: Members, members: Members) -> Flags:
    """Whether each row (class, person) is one of the members."""
    width = int(found.persons.max(initial=0)) + 1
    return np.isin(found.places * width + found.persons, members.places * width + members.persons)
