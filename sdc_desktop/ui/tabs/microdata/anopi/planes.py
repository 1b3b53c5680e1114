"""A result as a picture: the plane of one variable, and the table behind it. No widgets here.

What a point stands for is a level (1 = as is) of a recoded variable, or a k of a microaggregated one.
"""

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
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
    """The plane of a variable: the draft's while there is one, with what is still current marked in it.

    None where the result does not include the variable.
    """
    answer = view.shown
    if answer is None or answer.manual:
        return None
    if name in answer.k:
        return k_plane(view, answer, name, words)
    if name not in answer.anopi_result.codings:
        return None
    result, last = answer.anopi_result, view.answer
    before = None if last is None or last is answer else last.anopi_result
    if before is not None and name not in before.codings:
        before = None
    optimum = result.levels[name]
    params = answer.anopi_params
    return Plane(
        points=_points(result, name, view.levels(name), words),
        chosen=result.codings[name].level - 1,
        optimum=(optimum.utility, optimum.privacy),
        min_utility=_bound(params, result, name, "utility"),
        min_privacy=_bound(params, result, name, "privacy"),
        draft=view.draft is not None or not answer.settled,
        was_chosen=(before.codings[name].utility, before.codings[name].privacy) if before else None,
        released=_released(result, name),
        was_optimum=(before.levels[name].utility, before.levels[name].privacy) if before else None,
    )


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


def _released(result: AnopiResult, name: str) -> tuple[float, float] | None:
    """Where suppression takes the variable; None where it stays."""
    rare = result.suppression
    if rare is None or not rare.figures.cells_by_variable[name]:
        return None
    return result.released[name].utility, result.released[name].privacy


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


def _bound(params: AnopiParams, result: AnopiResult, name: str, side: str) -> float:
    bound = getattr(params, f"min_{side}").get(name)
    if isinstance(bound, DegreeBound):
        return float(getattr(result.candidates[name][bound.degree - 1], side))
    return float(bound or 0.0)


def candidates_of(answer: Answer, name: str) -> tuple[KCandidate, ...]:
    """The k that the plane of a microaggregated variable shows."""
    return k_candidates(answer.anopi_params, answer.anopi_result, answer.anopi_counts, name)


def k_plane(view: View, answer: Answer, name: str, words: Words) -> Plane:
    """The plane: promises of k as points; what the groups really release, once they are formed, apart."""
    found, result = candidates_of(answer, name), answer.anopi_result
    optimum, chosen = result.levels[name], answer.k[name]
    released = result.released[name]
    before = view.answer if view.answer is not answer else None
    if before is not None and name not in before.k:
        before = None
    was = None if before is None else before.anopi_result.levels[name]
    was_promised = None if before is None else _promised(before, name)
    return Plane(
        points=tuple(
            PlanePoint(whole(one.k), k_tooltip(one.k, words), one.utility, one.privacy, one.allowed)
            for one in found
        ),
        chosen=next(place for place, one in enumerate(found) if one.k == chosen),
        optimum=(optimum.utility, optimum.privacy),
        min_utility=_least_of_k(answer, name, "utility"),
        min_privacy=_least_of_k(answer, name, "privacy"),
        draft=view.draft is not None or not answer.settled,
        was_chosen=was_promised,
        released=(released.utility, released.privacy) if answer.settled else None,
        was_optimum=None if was is None else (was.utility, was.privacy),
    )


def _promised(answer: Answer, name: str) -> tuple[float, float]:
    found = block_of(answer.anopi_result, name).promised[name]
    return found.utility, found.privacy


def _least_of_k(answer: Answer, name: str, side: str) -> float:
    bound = getattr(answer.job.params, f"min_{side}").get(name)
    if isinstance(bound, DegreeBound):
        shared = allocation(answer.anopi_params, answer.counts)
        return float(getattr(shared, f"min_{side}")[shared.names.index(name)])
    return float(bound or 0.0)
