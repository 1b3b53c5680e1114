"""Risk where persons have several records: what is not computed, and how missing key values count."""

from collections.abc import Iterator

import numpy as np

from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses
from sdc_desktop.engine.microdata.criteria.class_values import judged_classes
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import estimator_problems, knowledge_problems
from sdc_desktop.engine.microdata.criteria.spec import KMapSpec, PopulationUniquenessSpec, needs_table
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.problems import Place, Problem, error


def by_category(params: RiskParams, classes: KeyClasses) -> bool:
    """Whether a missing key value counts as a category: where several records of a person are known, or
    criteria and sensitive values are judged, persons with several records have no other rule.
    """
    members = classes.members
    return members is not None and (members.known != 1 or bool(classes.pairs) or bool(params.criteria))


def person_problems(params: RiskParams, classes: KeyClasses) -> Iterator[Problem]:
    """What cannot be computed for persons with several records: models of a population where a person is in
    several classes, and tables where several records are known.
    """
    if classes.members is None:
        return
    of_nobody = len(np.unique(classes.members.places)) < len(classes.sizes)
    if of_models(params) and (of_nobody or not classes.members.in_one_place):
        yield error("persons.model_needs_one_record", Place(key="params.population"))
    by_table = isinstance(params.population, PopulationTable) or needs_table(params.criteria)
    if by_table and classes.members.known != 1:
        yield error("persons.table_at_known", Place(key="params.population"))
    yield from knowledge_problems(params.criteria, classes)
    yield from estimator_problems(params.criteria, judged_classes(classes))


def of_models(params: RiskParams) -> bool:
    """Whether risk is estimated by models of a population, in which a person is in one class."""
    of_file = params.population is not None and not isinstance(params.population, PopulationTable)
    return of_file or any(isinstance(one, PopulationUniquenessSpec | KMapSpec) for one in params.criteria)
