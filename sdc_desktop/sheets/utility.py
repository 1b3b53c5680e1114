"""What a ``utility`` job found: tables, propensity score, models and numbers of two files."""

from collections.abc import Iterator
from functools import partial

from sdc_desktop.engine.methods.experiments.utility.result import FittedModel, PropensityScore, UtilityResult
from sdc_desktop.sheets.blocks import Finding, Heading, Paragraph
from sdc_desktop.sheets.disclosure import disclosure_blocks
from sdc_desktop.sheets.sheet import EVERYONE, INTERNAL, PAPER, WINDOW, About, For, table
from sdc_desktop.words.words import N_, Words, listed, whole

NOTHING = "\u2013"
_MOST_TABLES = 15  # printed, those that differ most first; result.json has all
_TABLES = (
    N_("Table"),
    N_("Total variation"),
    N_("Hellinger"),
    N_("Cells"),
    N_("Lost"),
    N_("New"),
    N_("V before"),
    N_("V after"),
)
_MODELS = (N_("Term"), N_("Original"), N_("Released"), N_("Overlap"), N_("Standard errors apart"))
_MEASURES = (N_("Measure"), N_("Value"))


def sheet(about: About, words: Words) -> Iterator[For]:
    """Every block and its readers. The report has no coefficients of models with confidential variables."""
    say, hidden = words.say, about.confidential
    result: UtilityResult = about.result
    yield For(Finding(finding(result, words)), EVERYONE)
    text = N_("{original} original and {released} {released:released record|released records} were compared.")
    counted = say(text, original=whole(result.records), released=whole(result.released_records))
    yield For(Paragraph(counted), PAPER)
    yield from _tables(result, words)
    if result.propensity is not None:
        yield from _propensity(result.propensity, words)
    if result.models:
        yield For(Heading(say(N_("Models"))), PAPER)
    for model in result.models:
        name = model_name(model, words)
        yield For(Paragraph(_overlap(model, words), f"{name}."), PAPER)
        rows = (_coefficient(one, words) for one in model.found.coefficients)
        readers = WINDOW if hidden & {model.outcome, *model.terms} else EVERYONE
        yield For(table(name, _MODELS, rows, words), readers)
    yield from _numbers(result, words)
    if result.disclosure is not None:
        blocks = (*disclosure_blocks(result.disclosure.found, words), Paragraph(_replicated(result, words)))
        yield from (For(block, INTERNAL) for block in blocks)
    yield For(table(say(N_("Measures")), _MEASURES, _measures(result, words), words), WINDOW)


def finding(result: UtilityResult, words: Words) -> str:
    """How far tables are apart, and the propensity ratio."""
    text = words.say(
        N_("Tables differ by {mean} on average, at most by {most} (total variation)."),
        mean=words.percent(result.mean_variation),
        most=words.percent(result.highest_variation),
    )
    found = result.propensity
    if found is None or found.ratio is None:
        return text
    return f"{text} {words.say(N_('Propensity ratio: {ratio}.'), ratio=words.figure(found.ratio, 2))}"


def scope(words: Words) -> str:
    """What the measures do not state."""
    return words.say(N_("This states how close the files are, not how safe the released file is."))


def model_name(model: FittedModel, words: Words) -> str:
    """A model as a formula: `log(income) ~ age + sex`."""
    outcome = f"log({model.outcome})" if model.log else model.outcome
    return f"{outcome} ~ {' + '.join(model.terms)}"


def _tables(result: UtilityResult, words: Words) -> Iterator[For]:
    def row(one) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
        values = (NOTHING if v is None else words.figure(v, 3) for v in (one.v_before, one.v_after))
        shares = words.percent(one.variation), words.percent(one.hellinger)
        return (
            " \u00d7 ".join(one.variables),
            *shares,
            whole(one.cells),
            whole(one.lost),
            whole(one.new),
            *values,
        )

    rows = [row(one) for one in sorted(result.tables, key=lambda one: -one.variation)]
    left = len(rows) - _MOST_TABLES
    note = (
        words.say(N_("{left} {left:more table is|more tables are} in result.json."), left=whole(left))
        if left > 0
        else ""
    )
    title = words.say(N_("Tables that differ most"))
    yield For(Heading(words.say(N_("Tables"))), INTERNAL)
    yield For(table(title, _TABLES, rows[:_MOST_TABLES], words, note, wide=3), INTERNAL)
    yield For(table(title, _TABLES, rows, words), WINDOW)


def _propensity(found: PropensityScore, words: Words) -> Iterator[For]:
    paper = partial(For, readers=PAPER)
    title = words.say(N_("Propensity score"))
    yield paper(Heading(title))
    yield paper(table(title, _MEASURES, _propensity_rows(found, words), words))
    text = N_(
        "The ratio is 1 on average if the released records are drawn again from the distribution of the "
        "original file, and {independent} for two independent samples of one population. Files made by "
        "changing these records are below 1, so compare only files made the same way."
    )
    yield paper(Paragraph(words.say(text, independent=words.figure(found.independent, 2))))
    if found.separated:
        text = N_("Some records can be assigned to their file with certainty: the score has no finite fit.")
        yield paper(Paragraph(words.say(text)))


def _propensity_rows(found: PropensityScore, words: Words) -> tuple[tuple[str, str], ...]:
    say = words.say
    return (
        (say(N_("pMSE")), words.short(found.pmse)),
        (say(N_("Expected pMSE")), words.short(found.expected)),
        (say(N_("Ratio")), NOTHING if found.ratio is None else words.figure(found.ratio, 3)),
        (say(N_("z")), NOTHING if found.z is None else words.figure(found.z, 2)),
        (say(N_("Coefficients")), whole(found.coefficients)),
    )


def _overlap(model: FittedModel, words: Words) -> str:
    line = words.say(
        N_("Mean overlap of the intervals: {overlap}; records without all values: {excluded}."),
        overlap=words.figure(model.found.mean_overlap, 3),
        excluded=whole(model.excluded),
    )
    if model.found.converged:
        return line
    return f"{line} {words.say(N_('The fit does not converge: coefficients and overlap are not reliable.'))}"


def _coefficient(one, words: Words) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
    values = (NOTHING if v is None else words.short(v, 4) for v in (one.original, one.released))
    apart = NOTHING if one.distance is None else words.figure(one.distance, 2)
    return one.name, *values, words.figure(one.overlap, 3), apart


def _numbers(result: UtilityResult, words: Words) -> Iterator[For]:
    found = result.numbers
    if found is None:
        return
    yield For(Heading(words.say(N_("Numbers of paired records"))), PAPER)
    text = words.say(
        N_("Mean change per value: {mean} \u221a2 standard deviations (IL1s: {sum})."),
        mean=words.figure(found.il1s_mean, 4),
        sum=words.figure(found.il1s, 2),
    )
    if found.eigenvalues is not None:
        change = words.figure(found.eigenvalues, 4)
        text += " " + words.say(
            N_("Relative change of the eigenvalues of the correlations: {change}."), change=change
        )
    yield For(Paragraph(text), PAPER)


def _replicated(result: UtilityResult, words: Words) -> str:
    assert result.disclosure is not None
    return words.say(
        N_(
            "Known to an intruder: {keys}. Released records equal to an original that is unique in all "
            "variables: {number}."
        ),
        keys=listed(result.disclosure.keys, words),
        number=whole(result.disclosure.replicated),
    )


def _measures(result: UtilityResult, words: Words) -> Iterator[tuple[str, str]]:
    """All measures but those of single tables and coefficients."""
    say, found, numbers = words.say, result.propensity, result.numbers
    yield say(N_("Mean total variation")), words.percent(result.mean_variation)
    yield say(N_("Largest total variation")), words.percent(result.highest_variation)
    if found is not None:
        yield from _propensity_rows(found, words)
        yield say(N_("Ratio of two independent samples")), words.figure(found.independent, 2)
    for model in result.models:
        name = say(N_("Overlap, {model}"), model=model_name(model, words))
        yield name, words.figure(model.found.mean_overlap, 3)
    if numbers is not None:
        yield say(N_("IL1s per value")), words.figure(numbers.il1s_mean, 4)
        if numbers.eigenvalues is not None:
            yield say(N_("Change of eigenvalues")), words.figure(numbers.eigenvalues, 4)
    if result.disclosure is not None:
        for name, target in result.disclosure.found.targets.items():
            one = target.attribution
            yield say(N_("{name} correctly attributed (DiSCO)"), name=name), words.percent(one.disco)
            yield say(N_("{name} among matched persons (TCAP)"), name=name), words.percent(one.tcap)
        near = result.disclosure.found.closest.released
        yield say(N_("Released records equal to an original")), words.percent(near.identical)
        yield say(N_("Mean distance to the closest original")), words.figure(near.mean, 4)
