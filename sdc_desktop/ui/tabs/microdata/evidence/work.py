"""What the evidence lets run beside the window. No Qt: these functions only call the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.classes.key_frequencies import KeyFrequencies
    from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation
    from sdc_desktop.engine.microdata.suppression.suppression import Integers, ReleasedClasses, Treatment
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

MOST_LISTED = 1000  # records that hide least


@dataclass(frozen=True)
class Hidden:
    """What records hide: the distribution, and those that hide least (numbers from 1) with their figures."""

    spread: HiddenInformation
    records: Integers
    values: npt.NDArray[np.float64]
    in_points: bool


def key_frequencies_of(answer: Answer, k: int) -> Callable[[JobContext], KeyFrequencies]:
    """Work that counts key combinations before and after by their size, and those below `k` among others."""

    def work(context: JobContext) -> KeyFrequencies:
        from sdc_desktop.engine.microdata.classes.key_frequencies import THRESHOLDS, key_frequencies
        from sdc_desktop.engine.microdata.suppression.suppression import released_classes

        before = released_classes(answer.counted.counts, {})
        context.checkpoint()
        after, treatment = _released(answer)
        context.checkpoint()
        return key_frequencies(before, after, treatment, sorted({*THRESHOLDS, k}))

    return work


def hidden_of(opened: Opened, answer: Answer) -> Callable[[JobContext], Hidden]:
    """Work that finds what each record hides. By hand nobody gave points: every variable has one then."""

    def work(context: JobContext) -> Hidden:
        from sdc_desktop.engine.methods.recoding.anopi.engine import hidden_by_record_of
        from sdc_desktop.engine.microdata.suppression.hidden_information import hidden_by_record

        counts = answer.counted.counts
        if answer.k:
            found = hidden_by_record_of(answer.anopi_result, answer.anopi_counts)
        else:
            classes, treatment = _released(answer)
            found = hidden_by_record(
                opened.data, counts, _steps(answer), points_of(answer), classes, treatment, context
            )
        context.checkpoint()
        least = found.least(MOST_LISTED)
        in_points = not isinstance(answer.result, RecodeResult)
        return Hidden(found.distribution(), least + 1, found.values[least], in_points)

    return work


def points_of(answer: Answer) -> Mapping[str, float]:
    """The intruder's points; 1 for every variable where nobody gave any."""
    if isinstance(answer.result, RecodeResult):
        return dict.fromkeys(answer.variables, 1.0)
    return answer.result.intruder_points


def _steps(answer: Answer) -> dict[str, int]:
    return {name: level - 1 for name, level in answer.levels.items()}


def _released(answer: Answer) -> tuple[ReleasedClasses, Treatment | None]:
    from sdc_desktop.engine.microdata.suppression.suppression import released_classes

    rare = answer.result.suppression
    if rare is not None:
        return rare.classes, rare.treatment
    if answer.k:
        from sdc_desktop.engine.methods.recoding.anopi.groups import classes_released

        columns = answer.anopi_result.columns
        return classes_released(answer.anopi_counts, _steps(answer), columns), None
    return released_classes(answer.counted.counts, _steps(answer)), None
