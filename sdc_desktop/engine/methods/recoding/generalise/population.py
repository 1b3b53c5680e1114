"""A search against a population table: the table at all levels, and the classes that are released."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses, Levels
from sdc_desktop.engine.microdata.criteria.empty_criteria import is_met_by_any
from sdc_desktop.engine.microdata.criteria.people import ClassPeople
from sdc_desktop.engine.microdata.criteria.spec import DeltaPresenceSpec, needs_table
from sdc_desktop.engine.microdata.lattice.local_recoding import MixedClasses
from sdc_desktop.engine.microdata.population.levels import PopulationLevels
from sdc_desktop.engine.microdata.population.table import held_against, in_one_row, read_population
from sdc_desktop.engine.microdata.recoding import RecodedVariable
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Reason, reserved


def population_levels(
    params: GeneraliseParams,
    names: Sequence[str],
    classes: KeyClasses,
    variables: Sequence[RecodedVariable],
    source: Source,
    context: JobContext,
) -> PopulationLevels | None:
    """The table of the params at all levels of the key variables; None where no criterion needs it. Raises
    :class:`Refused` where the records are not of its people, or where presence cannot be judged because
    values are suppressed already.
    """
    if not needs_table(params.criteria):
        return None
    table = params.population
    population = read_population(table.table, table.number, names, source, context)
    labels, as_is = [one.codings.labels[0] for one in variables], (0,) * len(names)
    if classes.members is not None and classes.members.known != 1:
        raise Refused(error("persons.table_at_known", Place(key="params.population")))
    if not (population.one_row_each and in_one_row(source, names, context)):  # coarser levels add up numbers
        raise Refused(error("persons.table_adds_up", Place(key="params.population.table")))
    held_against(population, classes, labels, as_is, one_row_each=True)
    levels = PopulationLevels(population, variables)
    if levels.hides_values and any(isinstance(spec, DeltaPresenceSpec) for spec in params.criteria):
        raise Refused(error("criteria.presence_with_suppressed", Place(key="params.criteria")))
    return levels


def people_released(
    population: PopulationLevels | None, levels: Levels, released: MixedClasses
) -> ClassPeople | None:
    """What the table shows of the classes released at some levels. Suppressed records are whole classes."""
    if population is None:
        return None
    given = population.population, released.classes, released.labels, levels
    return held_against(*given, pooled=True, one_row_each=True).of_classes  # else refused above


def presence_of_suppressed(params: GeneraliseParams, hidden: int) -> Iterator[Reason]:
    """A reservation where δ-presence is required and records are suppressed. Their presence is a mean over
    all classes without a released record. An intruder who knows the criteria excludes classes whose records
    would have been released (the attack on minimality of Wong et al. 2007).
    """
    bounded = (isinstance(spec, DeltaPresenceSpec) and not is_met_by_any(spec) for spec in params.criteria)
    if hidden and any(bounded):
        yield reserved("presence_of_suppressed", number=hidden)
