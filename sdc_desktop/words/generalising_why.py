"""What the Why panel says of a level in the best generalisation: what it does, and why not one finer."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.recoding.generalise.result import GeneraliseResult
from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
from sdc_desktop.engine.microdata.lattice_search import Solution
from sdc_desktop.words.generalising import anopi_beside, loss_name, proof, ties, worst
from sdc_desktop.words.generalising_tab import loss_figure
from sdc_desktop.words.setting_words import phrase_words
from sdc_desktop.words.words import N_, Words, whole

Rows = tuple[tuple[str, str] | str, ...]


def why_title(name: str, coding: str, words: Words) -> str:
    """A variable and the level that it is released at."""
    return words.say(N_("{name}: {coding}"), name=name, coding=coding)


def why_rows(
    result: GeneraliseResult,
    criteria: Sequence[CriterionSpec],
    name: str,
    last: int,
    nearby: Mapping[int, Solution] | None,
    words: Words,
    *,
    looked_at: bool,
) -> Rows:
    """What the levels released do, whether the criteria are met, and what one level finer and coarser of this
    variable would do (``nearby``, by level; None while that is being found). ``last``: its coarsest level.
    """
    say, level = words.say, result.levels[name]
    allowed = result.limit / result.records if result.records else 0.0
    told: list[tuple[str, str] | str] = [
        (
            say(N_("Hierarchy level")),
            say(N_("{level} of {last}"), level=whole(level), last=whole(last)),
        ),
        (
            say(N_("Suppressed")),
            say(N_("{number} of {records}"), number=whole(result.hidden), records=whole(result.records)),
        ),
    ]
    if not looked_at:
        told.append((say(N_("\u2026 allowed")), f"{whole(result.limit)} ({words.percent(allowed)})"))
    told.append(
        (say(N_("Loss: {name}"), name=loss_name(result.loss_name, words)), loss_figure(result.loss, words))
    )
    for spec, one in zip(criteria, result.check.criteria, strict=True):
        met = N_("{criterion}: met.") if one.passed else N_("{criterion}: not met.")
        told.append(say(met, criterion=phrase_words(spec, words)))
        told.append((say(N_("\u2026 worst group")), worst(one, words)))
    if nearby is not None:
        told += _nearby_rows(result, level, last, nearby, words, looked_at=looked_at)
    if not looked_at:
        told.append(proof(result, words))
        told += [text for text in (ties(result, words), anopi_beside(result, words)) if text is not None]
    return tuple(told)


def _nearby_rows(
    result: GeneraliseResult,
    level: int,
    last: int,
    nearby: Mapping[int, Solution],
    words: Words,
    *,
    looked_at: bool,
) -> list[tuple[str, str] | str]:
    """One level finer and one coarser, all other variables as they are."""
    say = words.say
    rows: list[tuple[str, str] | str] = []
    if level == 0:
        rows.append(say(N_("Released unchanged: no finer level exists.")))
    titles = (
        (level - 1, N_("One level finer would suppress {number}, with a loss of {loss} ({change}).")),
        (level + 1, N_("One level coarser would suppress {number}, with a loss of {loss} ({change}).")),
    )
    for place, title in titles:
        if not 0 <= place <= last or place not in nearby:
            continue
        found = nearby[place]
        rows.append(
            say(
                title,
                number=whole(found.suppressed),
                loss=loss_figure(found.loss, words),
                change=_change(found.loss - result.loss, words),
            )
        )
        if not looked_at and found.suppressed > result.limit:
            rows.append(
                words.say_many(
                    N_("That is more than the {number} record that may be suppressed."),
                    N_("That is more than the {number} records that may be suppressed."),
                    result.limit,
                )
            )
    return rows


def _change(difference: float, words: Words) -> str:
    sign = "+" if difference > 0 else "−" if difference < 0 else "±"
    return f"{sign}{loss_figure(abs(difference), words)}"
