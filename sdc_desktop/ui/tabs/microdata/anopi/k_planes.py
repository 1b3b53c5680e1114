"""The k of a microaggregated variable as a picture: the plane, and the table behind. No widgets here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.anopi import DegreeBound
from sdc_desktop.ui.widgets.plots.plane_plot import Plane, PlanePoint
from sdc_desktop.words import Words
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.recoding.anopi.k_candidates import KCandidate
    from sdc_desktop.ui.tabs.microdata.anopi.view import View
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer


def candidates_of(answer: Answer, name: str) -> tuple[KCandidate, ...]:
    """The k that the plane of a microaggregated variable shows."""
    from sdc_desktop.engine.methods.recoding.anopi.k_candidates import k_candidates

    return k_candidates(answer.anopi_params, answer.anopi_result, answer.anopi_counts, name)


def k_plane(view: View, answer: Answer, name: str, words: Words) -> Plane:
    """The plane: promises of k as points; what the groups really release, once they are formed, apart."""
    from sdc_desktop.words.microdata.anopi_k import k_tooltip

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
        min_utility=_bound(answer, name, "utility"),
        min_privacy=_bound(answer, name, "privacy"),
        draft=view.draft is not None or not answer.settled,
        was_chosen=was_promised,
        released=(released.utility, released.privacy) if answer.settled else None,
        was_optimum=None if was is None else (was.utility, was.privacy),
    )


def _promised(answer: Answer, name: str) -> tuple[float, float]:
    from sdc_desktop.engine.methods.recoding.anopi.k_candidates import block_of

    found = block_of(answer.anopi_result, name).promised[name]
    return found.utility, found.privacy


def _bound(answer: Answer, name: str, side: str) -> float:
    bound = getattr(answer.job.params, f"min_{side}").get(name)
    if isinstance(bound, DegreeBound):
        from sdc_desktop.engine.methods.recoding.anopi.points import allocation

        shared = allocation(answer.anopi_params, answer.counted.counts)
        return float(getattr(shared, f"min_{side}")[shared.names.index(name)])
    return float(bound or 0.0)
