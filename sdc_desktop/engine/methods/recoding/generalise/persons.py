"""A search for levels where persons have several records: what it cannot do."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses, as_one
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import estimator_problems, knowledge_problems
from sdc_desktop.engine.problems import Place, Problem, error


def person_problems(params: GeneraliseParams, classes: KeyClasses) -> Iterator[Problem]:
    """What is not done by persons: where several records of one are known, suppression and criteria on
    sensitive variables; corrected entropies of persons with several values in the coarsest class.
    """
    if classes.members is None:
        return
    if classes.members.known != 1 and params.suppression_limit > 0:
        yield error("persons.no_suppression", Place(key="params.suppression_limit"))
    yield from knowledge_problems(params.criteria, classes)
    yield from estimator_problems(params.criteria, as_one(classes))
