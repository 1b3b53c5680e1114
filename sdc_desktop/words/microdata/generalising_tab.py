"""What the tab and its Why panel state of a search for the optimal generalisation and of its levels."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseResult
from sdc_desktop.engine.microdata.criteria.check_file import CriterionCheck, FailingClass, FileCheck
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.microdata.lattice.search import Solution
from sdc_desktop.words.microdata.generalising import (
    anopi_beside,
    estimates,
    estimator_name,
    loss_name,
    proof,
    ties,
    verdict,
    worst,
)
from sdc_desktop.words.microdata.hierarchies import Known, coding_title
from sdc_desktop.words.setting_words import phrase_words
from sdc_desktop.words.words import N_, Words, whole

Row = tuple[str, ...]


def loss_figure(loss: float, words: Words) -> str:
    """A loss with its meaningful decimals."""
    return words.figure(loss, 4 if abs(loss) < 100 else 0)


def tab_verdict(result: GeneraliseResult, words: Words, *, looked_at: bool) -> str:
    """What was achieved and whether it is the best; for a combination only selected, the former."""
    lines = verdict(result, words)
    if looked_at:
        return words.say(N_("Draft: {verdict}"), verdict=lines)
    if result.stopped == "cancelled":
        best = N_("Search stopped; best result so far: {verdict}")
        return words.say(best, verdict=lines)
    if not result.proven:
        return words.say(N_("Search limit reached; best result so far: {verdict}"), verdict=lines)
    return words.say(N_("{verdict} Proven optimal."), verdict=lines)


def levels_header(words: Words) -> Row:
    """The columns of the chosen levels."""
    return words.say(N_("Variable")), words.say(N_("Hierarchy level")), words.say(N_("Called"))


def levels_rows(
    result: GeneraliseResult,
    names: Mapping[str, Sequence[str]],
    hierarchies: Mapping[str, Known],
    words: Words,
) -> tuple[Row, ...]:
    """Each variable with its level, from 0 = as is, of how many, and the level's name."""
    return tuple(
        (
            name,
            words.say(N_("{level} of {last}"), level=whole(level), last=whole(len(names[name]) - 1)),
            coding_title(level + 1, result.level_names[name], hierarchies.get(name), words),
        )
        for name, level in result.levels.items()
    )


def criteria_header(words: Words) -> Row:
    """The columns of the criteria."""
    texts = N_("Criterion"), N_("Met"), N_("Worst class"), N_("Classes failing")
    return tuple(words.say(text) for text in texts)


def criteria_rows(criteria: Sequence[CriterionSpec], check: FileCheck, words: Words) -> tuple[Row, ...]:
    """Each criterion, whether it is met, its worst value, and the classes that fail it."""
    yes, no = words.say(N_("yes")), words.say(N_("no"))
    return tuple(
        (
            phrase_words(spec, words),
            yes if one.passed else no,
            worst(one, words),
            _failing(one, words),
        )
        for spec, one in zip(criteria, check.criteria, strict=True)
    )


def _failing(check: CriterionCheck, words: Words) -> str:
    if not check.failing_classes:
        return words.say(N_("none"))
    if check.failing_persons is not None:
        return words.say(
            N_("{classes} (persons: {persons}, records: {records})"),
            classes=whole(check.failing_classes),
            persons=whole(check.failing_persons),
            records=whole(check.failing_records),
        )
    return words.say_many(
        N_("{classes} ({number} record)"),
        N_("{classes} ({number} records)"),
        check.failing_records,
        classes=whole(check.failing_classes),
    )


def diversity_header(words: Words) -> Row:
    """The columns of the diversity of sensitive variables in the classes of least diversity."""
    estimators = (estimator_name(key, words) for key in ("shannon", "grassberger", "grassberger_2003"))
    effective = words.say(N_("Effective values"))
    return (
        words.say(N_("Variable")),
        words.say(N_("Different values")),
        *(words.say(N_("{figure}, {by}"), figure=effective, by=name) for name in estimators),
        words.say(N_("Distance t")),
    )


def diversity_rows(result: GeneraliseResult, words: Words) -> tuple[Row, ...]:
    """Each sensitive variable: the least values and effective values of a group, and the greatest t."""
    return tuple(
        (
            name,
            whole(one.distinct),
            *(
                words.say(N_("not measured")) if (found := one.entropy[key]) is None else words.figure(found)
                for key in ("shannon", "grassberger", "grassberger_2003")
            ),
            words.figure(one.t, 3),
        )
        for name, one in result.diversity.items()
    )


def diversity_line(result: GeneraliseResult, words: Words) -> str:
    """The effect of the correction of the entropy on the classes of least diversity."""
    return " ".join(estimates(name, found, words) for name, found in result.diversity.items())


def tie_header(names: Sequence[str], words: Words) -> Row:
    """The columns of combinations of levels."""
    return (words.say(N_("Suppressed")), words.say(N_("Loss")), words.say(N_("Within the limit")), *names)


def tie_row(found: Solution, limit: int, words: Words) -> Row:
    """One combination of levels."""
    within = words.say(N_("yes")) if found.suppressed <= limit else words.say(N_("no"))
    return (whole(found.suppressed), loss_figure(found.loss, words), within, *map(whole, found.levels))


def points_line(drawn: int, looked: int, lattice: int, words: Words) -> str:
    """The numbers of combinations in the picture, evaluated, and in all."""
    return words.say_many(
        N_("{number} shown, {looked} of {lattice} evaluated. Hollow: over the limit."),
        N_("{number} shown, {looked} of {lattice} evaluated. Hollow: over the limit."),
        drawn,
        looked=whole(looked),
        lattice=whole(lattice),
    )


def failing_header(key_variables: Sequence[str], words: Words) -> Row:
    """The columns of classes that fail."""
    return *key_variables, words.say(N_("Records")), words.say(N_("Fails"))


def failing_rows(
    failing: Sequence[FailingClass], criteria: Sequence[CriterionSpec], words: Words
) -> tuple[Row, ...]:
    """The classes that fail: their values, their numbers of records, the criteria they fail."""
    return tuple(
        (
            *one.values,
            whole(one.records),
            ", ".join(words.say(criteria[place].title) for place in one.criteria),
        )
        for one in failing
    )


def failing_line(check: FileCheck, words: Words) -> str:
    """A line where only the first of many classes that fail are listed; else empty."""
    if check.failing_classes <= len(check.failing):
        return ""
    return words.say(
        N_("The smallest {listed} of {number} {number:class that fails|classes that fail}."),
        listed=whole(len(check.failing)),
        number=whole(check.failing_classes),
    )


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
    rows: list[tuple[str, str] | str] = [
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
        rows.append((say(N_("\u2026 allowed")), f"{whole(result.limit)} ({words.percent(allowed)})"))
    rows.append(
        (say(N_("Loss: {name}"), name=loss_name(result.loss_name, words)), loss_figure(result.loss, words))
    )
    for spec, one in zip(criteria, result.check.criteria, strict=True):
        met = N_("{criterion}: met.") if one.passed else N_("{criterion}: not met.")
        rows.append(say(met, criterion=phrase_words(spec, words)))
        rows.append((say(N_("\u2026 worst class")), worst(one, words)))
    if nearby is not None:
        rows += _nearby_rows(result, level, last, nearby, words, looked_at=looked_at)
    if not looked_at:
        rows.append(proof(result, words))
        rows += [text for text in (ties(result, words), anopi_beside(result, words)) if text is not None]
    return tuple(rows)


def _nearby_rows(
    result: GeneraliseResult,
    level: int,
    last: int,
    nearby: Mapping[int, Solution],
    words: Words,
    *,
    looked_at: bool,
) -> list[tuple[str, str] | str]:
    """One level finer and one coarser, with all other variables unchanged."""
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
