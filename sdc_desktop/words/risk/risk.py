"""The result of ``risk`` and of the jobs that change values, in sentences."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import Comparison
from sdc_desktop.engine.methods.experiments.ru_map.engine import RuMapResult, RuPoint
from sdc_desktop.engine.methods.perturbation.pram.engine import PramVariable
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.microdata.classes.suda import Dis, Suda
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.words.counted import Counted, figures_of
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, NN_, Words, whole

_COMPARISONS: Mapping[str, str] = {
    "less": N_("less loss"),
    "same": N_("the same"),
    "more": N_("more loss"),
    "only_corrected": N_("met only with the correction"),
    "only_shannon": N_("met only without the correction"),
    "neither": N_("met with neither"),
}

_UNIQUE = Counted(
    NN_(
        N_("{number} of {records} records ({share}) is unique on {variables}."),
        N_("{number} of {records} records ({share}) are unique on {variables}."),
    ),
    NN_(
        N_("{number} of {persons} persons ({share}) is unique on {variables} ({known})."),
        N_("{number} of {persons} persons ({share}) are unique on {variables} ({known})."),
    ),
)
_NONE_UNIQUE = Counted(
    N_("No sample uniques on {variables}: the smallest class has {k} records."),
    N_("No unique persons on {variables} ({known}): the smallest class has {k} persons."),
)
_SPECIAL = Counted(
    N_("Records singled out by so many variables, none of which could be left out ({sizes}), of {records}."),
    N_(
        "Records with a minimal unique set of values, by its size ({sizes}), out of {records}; persons with "
        "such records: {number} of {persons}."
    ),
)


def verdict(result: RiskResult, words: Words) -> str:
    """How many records or persons are unique, in one sentence."""
    figures = figures_of(result, words) | {"variables": few(result.key_variables, words)}
    if not result.uniques:
        smallest = words.figure(result.k, 0 if float(result.k).is_integer() else 2)
        return words.say(_NONE_UNIQUE.of(result.people), k=smallest, **figures)
    share = words.percent(result.uniques / result.units)
    return words.say_many(*_UNIQUE.of(result.people), result.uniques, share=share, **figures)


def special_uniques(found: Suda, whole_file: RiskResult, words: Words) -> str:
    """How many records are unique on few variables, and how many persons."""
    parts = [
        words.say(N_("by {size}: {number}"), size=whole(size), number=whole(number))
        for size, number in found.records.items()
    ]
    figures = {"sizes": ", ".join(parts), "records": whole(whole_file.records)}
    if found.persons is None:
        return words.say(_SPECIAL.records, **figures)
    return words.say(
        _SPECIAL.persons, number=whole(found.persons), persons=whole(whole_file.units), **figures
    )


def dis_sentence(found: Dis, records: int, words: Words) -> str:
    """The probabilities of data intrusion simulation."""
    text = words.say(
        N_(
            "Probability that a unique match is correct (DIS, sampling fraction {fraction}): at most {most}, "
            "{mean} on average over {records} records."
        ),
        fraction=words.percent(found.delta, 0 if (found.delta * 100).is_integer() else 1),
        most=words.percent(found.highest),
        mean=words.percent(found.mean),
        records=whole(records),
    )
    if not found.lower_bound:
        return text
    second = words.say(N_("It is a lower bound: larger sets of values were not searched."))
    return words.say(N_("{first} {second}"), first=text, second=second)


def close_sentence(share: float, words: Words) -> str:
    """How many released records have all their numbers close to the original ones."""
    return words.say(
        N_("In {share} of the records all released numbers lie close to the original ones (dRisk)."),
        share=words.percent(share),
    )


def score_sentence(score: Score, words: Words) -> str:
    """The score with its parts, and how to read it."""
    return words.say(
        N_(
            "Score {score}: information loss {loss} % and disclosure risk {risk} %, the mean of the two; "
            "less is "
            "better. Of the released records {dld} % are linked to their original by distance, {pld} by "
            "agreement; "
            "{id} % of the values lie in a narrow interval around what is released."
        ),
        score=words.figure(score.score),
        loss=words.figure(score.information_loss),
        risk=words.figure(score.disclosure_risk),
        dld=words.figure(score.dld),
        pld="–" if score.pld is None else words.say(N_("{number} %"), number=words.figure(score.pld)),
        id=words.figure(score.id),
    )


def pram_sentence(name: str, variable: PramVariable, words: Words, *, named: bool = False) -> str:
    """The effect on one variable: the largest probability of a true value, and the mean beside it. Its
    categories are `named` in the window alone.
    """
    done = words.say_many(
        N_("{name}: {number} of {records} values changed; on average, {share} of released values are true."),
        N_("{name}: {number} of {records} values changed; on average, {share} of released values are true."),
        variable.changed,
        name=name,
        records=whole(variable.records),
        share=words.percent(variable.mean),
    )
    figures = {"share": words.percent(variable.true_share), "prior": words.percent(variable.prior)}
    if variable.by:
        text = N_(
            "From the draws of one household ({by}), a value is inferred with probability {share}; {prior} "
            "of records have it."
        )
        return f"{done} {words.say(text, by=variable.by, **figures)}"
    if named and variable.categories > 1:
        text = N_("A released {shown} is truly {true} with probability {share}; {prior} of records have it.")
        return f"{done} {words.say(text, shown=variable.shown, true=variable.true, **figures)}"
    text = N_("A value is inferred with probability {share} at most; {prior} of records have it.")
    return f"{done} {words.say(text, **figures)}"


def changed_sentence(name: str, changed: int, records: int, words: Words) -> str:
    """How many values of a variable were changed."""
    return words.say_many(
        N_("{name}: {number} of {records} values changed ({share})."),
        N_("{name}: {number} of {records} values changed ({share})."),
        changed,
        name=name,
        records=whole(records),
        share=words.percent(changed / records if records else 0.0),
    )


def point_sentence(point: RuPoint, names: tuple[str, ...], words: Words) -> str:
    """A setting: its levels, or its k."""
    if point.levels is None:
        return words.say(N_("k = {k}"), k=whole(point.k or 0))
    parts = zip(names, point.levels, strict=True)
    return ", ".join(words.say(N_("{name} {level}"), name=name, level=level) for name, level in parts)


def map_verdict(result: RuMapResult, words: Words) -> str:
    """Which tolerable setting is most useful, in one sentence."""
    if result.best is None:
        return words.say(
            N_("No setting in this family has a risk of {most} or less."), most=words.percent(result.max_risk)
        )
    best = result.points[result.best]
    return words.say(
        N_("Highest utility at a risk of at most {most}: {setting}, retaining {utility} of the information."),
        most=words.percent(result.max_risk),
        setting=point_sentence(best, result.names, words),
        utility=words.percent(best.utility),
    )


def comparison(found: Comparison, words: Words) -> str:
    """What the correction did for one l."""
    return words.say(_COMPARISONS[found.verdict])
