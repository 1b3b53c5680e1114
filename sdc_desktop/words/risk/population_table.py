"""A file held against a population table, in sentences and rows."""

from sdc_desktop.engine.methods.risk.risk.result import PopulationTableRisk
from sdc_desktop.engine.microdata.population.table import Presence
from sdc_desktop.words.words import N_, Words, whole

Pair = tuple[PopulationTableRisk, PopulationTableRisk]


def table_sentence(found: PopulationTableRisk, words: Words) -> str:
    """The smallest class in the population, and what the file discloses of presence."""
    first = words.say(
        N_("Each record shares its key values with at least {k} of {people} {people:person|people} (k-map)."),
        k=_number(found.k_map, words),
        people=whole(round(found.size)),
    )
    second = words.say(
        N_("Probability that a person of the population is in the file: {range}."),
        range=_range(found.presence, words),
    )
    text = words.say(N_("{first} {second}"), first=first, second=second)
    if found.possible > found.complete:
        bound = words.say(N_("Suppressed values count as any value, so its upper end is a bound."))
        text = words.say(N_("{first} {second}"), first=text, second=bound)
    if not found.suppressed:
        return text
    third = words.say_many(
        N_("{number} suppressed record is in no class."),
        N_("{number} suppressed records are in no class."),
        found.suppressed,
    )
    return words.say(N_("{first} {second}"), first=text, second=third)


def table_rows(both: Pair, words: Words) -> list[tuple[str, ...]]:
    """The figures before and after."""
    before, after = (figures_of(one, words) for one in both)
    return [(title, own, other) for (title, own), (_, other) in zip(before, after, strict=True)]


def figures_of(found: PopulationTableRisk, words: Words) -> list[tuple[str, str]]:
    """Each figure with its name."""
    say = words.say
    rows = [
        (say(N_("Population table: smallest class, k-map")), _number(found.k_map, words)),
        (say(N_("… maximum risk, 1 / people")), words.percent(found.journalist.highest)),
        (say(N_("… average risk")), words.percent(found.journalist.average)),
    ]
    rows += [
        (say(N_("… records in classes of fewer than {k} people"), k=one.k), whole(one.records))
        for one in found.below
    ]
    return [
        *rows,
        (say(N_("… records of population uniques")), whole(found.unique)),
        (say(N_("… presence, all classes")), _range(found.presence, words)),
        (say(N_("… presence, classes of the file")), _range(found.sample_presence, words)),
    ]


def _range(found: Presence, words: Words) -> str:
    least, most = words.percent(found.least), words.percent(found.most)
    return words.say(N_("{least} to {most}"), least=least, most=most)


def _number(number: float, words: Words) -> str:
    return whole(int(number)) if float(number).is_integer() else words.figure(number)
