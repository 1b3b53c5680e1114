"""What a utility job found, in sentences and rows, for window and report."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.experiments.utility.result import (
    FittedModel,
    PropensityScore,
    SyntheticDisclosure,
    UtilityResult,
)
from sdc_desktop.engine.microdata.utility.models import Coefficient
from sdc_desktop.engine.microdata.utility.tables import TableDistance
from sdc_desktop.words.words import N_, Words, listed, whole

NOTHING = "\u2013"
TABLE_FIGURES = (1, 2, 3, 4, 5, 6, 7)


def utility_verdict(result: UtilityResult, words: Words) -> str:
    """The finding: how far tables are apart, and the propensity ratio."""
    text = words.say(
        N_("Tables differ by {mean} on average, at most by {most} (total variation)."),
        mean=words.percent(result.mean_variation),
        most=words.percent(result.highest_variation),
    )
    found = result.propensity
    if found is None or found.ratio is None:
        return text
    ratio = words.say(N_("Propensity ratio: {ratio}."), ratio=words.figure(found.ratio, 2))
    return f"{text} {ratio}"


def replicated_line(found: SyntheticDisclosure, words: Words) -> str:
    """The key variables of disclosure, and how many released records equal a unique original."""
    return words.say(
        N_(
            "Known to an intruder: {keys}. Released records equal to an original that is unique in all "
            "variables: {number}."
        ),
        keys=listed(found.keys, words),
        number=whole(found.replicated),
    )


def ratio_explained(found: PropensityScore, words: Words) -> str:
    """How a propensity ratio is to be read."""
    return words.say(
        N_(
            "The ratio is 1 on average if the released records are drawn again from the distribution of the "
            "original file, and {independent} for two independent samples of one population. Files made by "
            "changing these records are below 1, so compare only files made the same way."
        ),
        independent=words.figure(found.independent, 2),
    )


def separated_line(words: Words) -> str:
    """That some records are distinguished with certainty."""
    return words.say(
        N_("Some records can be assigned to their file with certainty: the score has no finite fit.")
    )


def propensity_rows(found: PropensityScore, words: Words) -> tuple[tuple[str, str], ...]:
    """The figures of the propensity score by name."""
    say = words.say
    return (
        (say(N_("pMSE")), words.short(found.pmse)),
        (say(N_("Expected pMSE")), words.short(found.expected)),
        (say(N_("Ratio")), NOTHING if found.ratio is None else words.figure(found.ratio, 3)),
        (say(N_("z")), NOTHING if found.z is None else words.figure(found.z, 2)),
        (say(N_("Coefficients")), whole(found.coefficients)),
    )


def tables_header(words: Words) -> tuple[str, ...]:
    """The columns of the list of tables."""
    titles = (
        N_("Table"),
        N_("Total variation"),
        N_("Hellinger"),
        N_("Cells"),
        N_("Lost"),
        N_("New"),
        N_("V before"),
        N_("V after"),
    )
    return tuple(map(words.say, titles))


def table_row(one: TableDistance, words: Words) -> tuple[str, ...]:
    """A table in the list."""
    values = (NOTHING if v is None else words.figure(v, 3) for v in (one.v_before, one.v_after))
    return (
        " \u00d7 ".join(one.variables),
        words.percent(one.variation),
        words.percent(one.hellinger),
        whole(one.cells),
        whole(one.lost),
        whole(one.new),
        *values,
    )


def measures_header(words: Words) -> tuple[str, ...]:
    """The columns of the list of measures."""
    return words.say(N_("Measure")), words.say(N_("Value"))


def measure_rows(result: UtilityResult, words: Words) -> tuple[tuple[str, str], ...]:
    """All measures but those of single tables and coefficients."""
    say, found = words.say, result.propensity
    rows = [
        (say(N_("Mean total variation")), words.percent(result.mean_variation)),
        (say(N_("Largest total variation")), words.percent(result.highest_variation)),
    ]
    if found is not None:
        rows += propensity_rows(found, words)
        average = words.figure(found.independent, 2)
        rows.append((say(N_("Ratio of two independent samples")), average))
    for model in result.models:
        name = say(N_("Overlap, {model}"), model=model_name(model, words))
        rows.append((name, words.figure(model.found.mean_overlap, 3)))
    if result.numbers is not None:
        rows.append((say(N_("IL1s per value")), words.figure(result.numbers.il1s_mean, 4)))
        if result.numbers.eigenvalues is not None:
            rows.append((say(N_("Change of eigenvalues")), words.figure(result.numbers.eigenvalues, 4)))
    return (*rows, *_disclosed_rows(result, words))


def _disclosed_rows(result: UtilityResult, words: Words) -> Iterator[tuple[str, str]]:
    if result.disclosure is None:
        return
    say = words.say
    for name, target in result.disclosure.found.targets.items():
        yield (
            say(N_("{name} correctly attributed (DiSCO)"), name=name),
            words.percent(target.attribution.disco),
        )
        yield (
            say(N_("{name} among matched persons (TCAP)"), name=name),
            words.percent(target.attribution.tcap),
        )
    near = result.disclosure.found.closest
    yield say(N_("Released records equal to an original")), words.percent(near.released.identical)
    yield say(N_("Mean distance to the closest original")), words.figure(near.released.mean, 4)


def scope_line(words: Words) -> str:
    """What the measures do not state."""
    return words.say(N_("This states how close the files are, not how safe the released file is."))


def model_name(model: FittedModel, words: Words) -> str:
    """A model as a formula: `log(income) ~ age + sex`."""
    outcome = f"log({model.outcome})" if model.log else model.outcome
    return f"{outcome} ~ {' + '.join(model.terms)}"


def models_header(words: Words) -> tuple[str, ...]:
    """The columns of the list of coefficients."""
    titles = (N_("Term"), N_("Original"), N_("Released"), N_("Overlap"), N_("Standard errors apart"))
    return tuple(map(words.say, titles))


def coefficient_row(one: Coefficient, words: Words) -> tuple[str, ...]:
    """A coefficient of a model."""
    values = (NOTHING if v is None else words.short(v, 4) for v in (one.original, one.released))
    apart = NOTHING if one.distance is None else words.figure(one.distance, 2)
    return one.name, *values, words.figure(one.overlap, 3), apart


def model_line(model: FittedModel, words: Words) -> str:
    """The mean overlap of a model."""
    line = words.say(
        N_("Mean overlap of the intervals: {overlap}; records without all values: {excluded}."),
        overlap=words.figure(model.found.mean_overlap, 3),
        excluded=whole(model.excluded),
    )
    if model.found.converged:
        return line
    return f"{line} {words.say(N_('The fit does not converge: coefficients and overlap are not reliable.'))}"
