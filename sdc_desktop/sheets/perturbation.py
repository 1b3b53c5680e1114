"""What a method that changes values did, and the risks that it leaves open: of noise, rounding and others."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.methods.perturbation.numbers import PerturbedResult
from sdc_desktop.engine.microdata.classes.open_risks import largest_risk
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Column,
    Figure,
    Finding,
    Heading,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, PAPER, WINDOW, About, For
from sdc_desktop.words.risk.risk_tab import score_header, score_rows
from sdc_desktop.words.words import N_, Words, whole

_LARGEST: Mapping[str, str] = {
    "dld": N_("Largest risk measured: {risk} of records are linked to their original by distance."),
    "pld": N_("Largest risk measured: {risk} of records are linked to their original by agreement."),
    "id": N_("Largest risk measured: {risk} of original values lie close to the released ones."),
    "true_share": N_("Largest risk measured: a true value is inferred with probability {risk} at most."),
    "attributed": N_("Largest risk measured: a target is correctly attributed for {risk} of persons."),
    "replicated_uniques": N_("Largest risk measured: {risk} of persons are replicated uniques."),
    "area_classes": N_("Largest risk measured: by area and key variables, it is up to {risk}."),
    "kept_keys": N_(
        "Largest risk measured: on unchanged key variables, the re-identification risk is up to {risk}."
    ),
}


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, what was changed, and the score of the numbers."""
    result: PerturbedResult = about.result
    counts = [(changed, result.records) for changed in result.changed.values()]
    yield from changed_findings(counts, result.records, result.risks, words)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    for name, changed in result.changed.items():
        yield For(Paragraph(_changed_sentence(name, changed, result.records, words)), INSIDE)
    if result.score is not None:
        yield For(Paragraph(score_sentence(result.score, words)), PAPER)
        yield For(_score_figure(result.score, words), PAPER)
        yield For(score_table(result.score, words), WINDOW)


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


def _changed_sentence(name: str, changed: int, records: int, words: Words) -> str:
    """How many values of a variable were changed."""
    return words.say_many(
        N_("{name}: {number} of {records} values changed ({share})."),
        N_("{name}: {number} of {records} values changed ({share})."),
        changed,
        name=name,
        records=whole(records),
        share=words.percent(changed / records if records else 0.0),
    )


def largest_text(risks: Mapping[str, float], words: Words) -> str:
    """The largest of the risks, or that none was measured."""
    found = largest_risk(risks)
    if found is None:
        return words.say(N_("No risk was measured."))
    name, share = found
    return words.say(_LARGEST[name], risk=words.percent(share))


def changed_findings(
    counts: list[tuple[int, int]], records: int, risks: Mapping[str, float], words: Words
) -> Iterator[For]:
    """How many values of the variables changed (of how many) and the largest risk; of values that did not
    change, none is claimed inside.
    """
    changed, values = map(sum, zip(*counts, strict=True)) if counts else (0, 0)
    risk = Finding(largest_text(risks, words))
    if not changed:
        nothing = words.say(
            N_("Nothing was changed in {records} {records:record|records}."), records=whole(records)
        )
        yield For(Finding(nothing), INSIDE)
        yield For(risk, EXTERNAL)
        return
    text = N_("{number} of {all} {all:value|values} of these variables changed ({share}).")
    figures = {"number": whole(changed), "all": whole(values), "share": words.percent(changed / values)}
    yield For(Finding(words.say(text, **figures)), WINDOW)
    yield For(risk, EVERYONE)


def score_table(score: Score, words: Words) -> Table:
    """The score with its parts, each in plain words."""
    part, figure, meaning = score_header(words)
    columns = (Column(part, share=2), Column(figure, "right"), Column(meaning, share=4))
    return Table(words.say(N_("Score")), columns, score_rows(score, words))


def _score_figure(score: Score, words: Words) -> Figure:
    """The score and its two halves, with what these are made of."""
    bars = {
        words.say(N_("Information loss")): score.information_loss,
        words.say(N_("Disclosure risk")): score.disclosure_risk,
        words.say(N_("linked by distance")): score.dld,
        **({} if score.pld is None else {words.say(N_("linked by agreement")): score.pld}),
        words.say(N_("in a narrow interval")): score.id,
        words.say(N_("Score")): score.score,
    }
    series = Series(words.say(N_("percent")), tuple(bars.values()))
    chart = BarChart(tuple(bars), (series,), Axis(words.say(N_("Share")), words.say(N_("%"))), decimals=1)
    reading = words.say(N_("Shorter is better in every row. The score is the mean of loss and risk."))
    return Figure(words.say(N_("Loss and risk of the released values")), (chart,), reading)
