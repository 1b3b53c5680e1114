"""The results of the jobs that change values, in sentences."""

from sdc_desktop.engine.methods.perturbation.pram.engine import PramVariable
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.words.words import N_, Words, whole


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
