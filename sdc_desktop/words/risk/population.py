"""Risk in the population, in sentences and rows."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.risk.risk.population import disagree, estimates_of, range_of
from sdc_desktop.engine.methods.risk.risk.result import PopulationModel, PopulationRisk
from sdc_desktop.words.words import N_, Words, whole

NAMES: Mapping[str, str] = {
    "poisson": N_("Log-linear model"),
    "pitman": N_("Pitman"),
    "zayatz": N_("Zayatz"),
    "snb": N_("SNB"),
}
_FITS: Mapping[str, str] = {
    "fits": N_("fits (z {z})"),
    "too_simple": N_("too simple (z {z})"),
    "too_rich": N_("too rich (z {z})"),
    "not_tested": N_("not tested"),
}
_SENTENCES: Mapping[str, str] = {
    "fits": N_("The log-linear model fits (z {z})."),
    "too_simple": N_("The log-linear model is too simple (z {z}): its risk is probably overstated."),
    "too_rich": N_("The log-linear model is too rich (z {z}): its risk is probably understated."),
    "not_tested": N_("The fit of the log-linear model cannot be tested on this file."),
}
Pair = tuple[PopulationRisk, PopulationRisk]


def population_sentence(found: PopulationRisk, words: Words) -> str:
    """How many sample uniques are expected to be unique in the population, and whether the model fits."""
    first = words.say_many(
        N_(
            "Of {number} sample unique, {expected} is expected to be unique among {people} people "
            "(log-linear model)."
        ),
        N_(
            "Of {number} sample uniques, {expected} are expected to be unique among {people} people "
            "(log-linear model)."
        ),
        found.sample_uniques,
        expected=words.figure(found.model.tau1, 1),
        people=whole(round(found.size)),
    )
    text = words.say(N_("{first} {second}"), first=first, second=fit_sentence(found.model, words))
    if not disagree(found):
        return text
    least, most = (words.figure(number, 1) for number in range_of(found))
    third = words.say(
        N_("The models disagree: {least} to {most} {most:record|records}."), least=least, most=most
    )
    return words.say(N_("{first} {second}"), first=text, second=third)


def fit_sentence(model: PopulationModel, words: Words) -> str:
    """Whether the model fits, and what follows for its risk."""
    return words.say(_SENTENCES[model.fit], z=_z(model, words))


def covered_sentence(found: PopulationRisk, words: Words) -> str:
    """Classes with weights below 1; empty where there are none."""
    if not found.covered:
        return ""
    return words.say_many(
        N_("In {number} class the weights sum to less than the records; the class counts as complete."),
        N_("In {number} classes the weights sum to less than the records; the classes count as complete."),
        found.covered,
    )


def population_rows(both: Pair, words: Words) -> list[tuple[str, ...]]:
    """The figures of the models before and after."""
    say, (before, after) = words.say, both
    figures = (
        (N_("Log-linear model: expected population uniques in the file"), "tau1"),
        (N_("… expected correct matches of sample uniques"), "tau2"),
        (N_("… expected correct matches of all records"), "expected_matches"),
    )
    rows: list[tuple[str, ...]] = [
        (say(title), *(words.figure(getattr(one.model, key), 1) for one in both)) for title, key in figures
    ]
    rows.append((say(N_("… maximum risk of a record")), *(words.percent(one.model.highest) for one in both)))
    rows.append((say(N_("… fit")), *(_fit(one.model, words) for one in both)))
    for name in ("pitman", "zayatz", "snb"):
        if name in estimates_of(before) or name in estimates_of(after):
            title = say(N_("{model}: expected population uniques in the file"), model=say(NAMES[name]))
            rows.append((title, *(_estimate(one, name, words) for one in both)))
    rows.append(
        (
            say(N_("Model of class sizes chosen by the sampling fraction")),
            *(say(NAMES[one.uniqueness.rule]) for one in both),
        )
    )
    return rows


def _estimate(found: PopulationRisk, name: str, words: Words) -> str:
    number = estimates_of(found).get(name)
    return words.say(N_("no solution")) if number is None else words.figure(number, 1)


def _fit(model: PopulationModel, words: Words) -> str:
    return words.say(_FITS[model.fit], z=_z(model, words))


def _z(model: PopulationModel, words: Words) -> str:
    known = [z for z in (model.b1_z, model.b2_z) if z is not None]
    return number_text(max(known, key=abs) if known else None, words)


def number_text(z: float | None, words: Words) -> str:
    return "–" if z is None else words.figure(z, 2)
