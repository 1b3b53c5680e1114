"""A result as a picture: the plane of one variable, and the table behind it. No widgets here.

What a point stands for is a level (1 = as is) of a recoded variable, or a k of a microaggregated one.
"""

from typing import Any

from sdc_desktop.engine.methods.recoding.anopi import DegreeBound
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.methods.recoding.anopi.k_candidates import KCandidate, block_of, k_candidates
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
from sdc_desktop.ui.widgets.plots.plane_plot import Plane, PlanePoint
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.anopi_k import k_header, k_rows, k_tooltip
from sdc_desktop.words.microdata.hierarchies import Known, coding_title, coding_what
from sdc_desktop.words.microdata.microdata_tab import table_header, table_rows
from sdc_desktop.words.words import whole

Table = tuple[tuple[str, ...], tuple[tuple[str, ...], ...], tuple[int, ...]]


def plane(view: View, name: str, words: Words) -> Plane | None:
    """The plane of a variable: the draft's while there is one, with what is still current marked in it. Of a
    microaggregated one its points are promises of k; what the groups release has a mark of its own.

    None where the result does not include the variable.
    """
    answer = view.shown
    if answer is None or answer.manual or name not in {*answer.levels, *answer.k}:
        return None
    result, by_k = answer.anopi_result, name in answer.k
    before = view.answer
    if before is answer or (before is not None and name not in (before.k if by_k else before.levels)):
        before = None
    return Plane(
        points=_k_points(answer, name, words) if by_k else _points(result, name, view.levels(name), words),
        chosen=choices_of(answer, name).index(answer.k[name] if by_k else answer.levels[name]),
        optimum=_spot(result.levels[name]),
        min_utility=_bound(answer, name, "utility"),
        min_privacy=_bound(answer, name, "privacy"),
        draft=view.draft is not None or not answer.settled,
        was_chosen=None if before is None else _spot(_chosen(before, name)),
        released=_spot(result.released[name]) if _is_moved(answer, name) else None,
        was_optimum=None if before is None else _spot(before.anopi_result.levels[name]),
    )


def _spot(one: Any) -> tuple[float, float]:
    return one.utility, one.privacy


def _chosen(answer: Answer, name: str) -> object:
    """The level that is chosen, or what the k of the block promises."""
    result = answer.anopi_result
    return block_of(result, name).promised[name] if name in answer.k else result.codings[name]


def _is_moved(answer: Answer, name: str) -> bool:
    """Whether groups or suppression take the variable away from what was chosen."""
    rare = answer.anopi_result.suppression
    if name in answer.k:
        return answer.settled
    return rare is not None and bool(rare.figures.cells_by_variable[name])


def choices_of(answer: Answer, name: str) -> tuple[int, ...]:
    """What the points of a variable's plane stand for, in their order."""
    if answer.manual:
        return ()
    if name in answer.k:
        return tuple(one.k for one in candidates_of(answer, name))
    return tuple(coding.level for coding in answer.anopi_result.candidates.get(name, ()))


def table_of(view: View, answer: Answer, name: str, words: Words) -> Table:
    """Header, rows and columns of figures of the table behind a plane."""
    if name in answer.k:
        block = block_of(answer.anopi_result, name)
        return k_header(words), k_rows(candidates_of(answer, name), block, words), (1, 2, 3)
    rows = table_rows(answer.anopi_result, name, view.levels(name), words)
    return table_header(words), rows, (1, 2, 3, 4)


def _points(result: AnopiResult, name: str, known: Known, words: Words) -> tuple[PlanePoint, ...]:
    return tuple(
        PlanePoint(
            mark=coding_what(coding.level, known, words),
            title=coding_title(coding.level, coding.level_name, known, words),
            utility=coding.utility,
            privacy=coding.privacy,
            allowed=coding.allowed,
        )
        for coding in result.candidates[name]
    )


def _k_points(answer: Answer, name: str, words: Words) -> tuple[PlanePoint, ...]:
    return tuple(
        PlanePoint(whole(one.k), k_tooltip(one.k, words), one.utility, one.privacy, one.allowed)
        for one in candidates_of(answer, name)
    )


def _bound(answer: Answer, name: str, side: str) -> float:
    bound = getattr(answer.anopi_params, f"min_{side}").get(name)
    if not isinstance(bound, DegreeBound):
        return float(bound or 0.0)
    if name in answer.k:
        shared = allocation(answer.anopi_params, answer.counts)
        return float(getattr(shared, f"min_{side}")[shared.names.index(name)])
    return float(getattr(answer.anopi_result.candidates[name][bound.degree - 1], side))


def candidates_of(answer: Answer, name: str) -> tuple[KCandidate, ...]:
    """The k that the plane of a microaggregated variable shows."""
    return k_candidates(answer.anopi_params, answer.anopi_result, answer.anopi_counts, name)
