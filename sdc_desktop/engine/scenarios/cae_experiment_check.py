"""What can be refused of a ``cae_experiment`` job before any record is read; what is absent."""

from collections.abc import Iterator, Mapping, Sequence

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.scenarios import synthetic
from sdc_desktop.engine.scenarios.attributes import unknown_variables
from sdc_desktop.engine.scenarios.cae_experiment_spec import CaeExperimentParams, KnownEntry
from sdc_desktop.engine.scenarios.knowledge import MOST_SUBSETS, subsets_wanted
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number

SOURCES_OWN: Mapping[str, tuple[Number, ...]] = {  # Alfalayleh & Brankovic 2014, section 5
    "sampling": (5, 10, 20, 50),
    "query_restriction": (2, 4, 8, 16, 32),
    "noise": (10, 20, 40, 60, 80),
    "released": (),
}


def attribute_of(params: CaeExperimentParams, data: Microdata | None) -> str | None:
    """The confidential attribute told, else the only sensitive variable; None where nothing says it."""
    if params.attribute is not None:
        return params.attribute
    if params.data == "synthetic":
        return synthetic.CONFIDENTIAL
    sensitive = data.with_role("sensitive") if data is not None else ()
    return sensitive[0].name if len(sensitive) == 1 else None


def attributes_of(params: CaeExperimentParams, data: Microdata | None) -> tuple[str, ...]:
    """The attributes that may be known: those told, else the key variables."""
    if params.attributes is not None:
        return params.attributes
    if params.data == "synthetic":
        return synthetic.ATTRIBUTES
    return tuple(variable.name for variable in data.with_role("key")) if data is not None else ()


def known_of(params: CaeExperimentParams, attributes: Sequence[str]) -> tuple[KnownEntry, ...]:
    """The points of each curve: those told, else every number of known attributes."""
    return params.known if params.known is not None else tuple(range(len(attributes) + 1))


def parameters_of(params: CaeExperimentParams) -> tuple[Number | None, ...]:
    """The parameter of each curve; a single None where a file decides what is told."""
    if params.queries is not None or params.technique == "released":
        return (None,)
    return params.parameters if params.parameters is not None else SOURCES_OWN[params.technique]


def check(params: CaeExperimentParams, source: Source | None) -> tuple[Problem, ...]:
    """What can be refused before any record is read; a job on synthetic data needs no source."""
    data = None if params.data == "synthetic" or source is None else source.data
    return (*_technique_problems(params), *_variable_problems(params, data))


def _technique_problems(params: CaeExperimentParams) -> Iterator[Problem]:
    technique = params.technique
    if technique == "released" and params.released is None:
        yield error("cae.released_absent", Place(key="params.released"))
    wrong_places = {
        "released": params.released is not None and technique != "released",
        "queries": params.queries is not None and technique != "query_restriction",
        "likelihood": params.likelihood != "uniform" and technique != "noise",
        "matching": params.matching != "original" and technique != "noise",
        "parameters": params.parameters is not None and parameters_of(params) == (None,),
    }
    for key, wrong in wrong_places.items():
        if wrong:
            yield error("cae.not_for_technique", Place(key=f"params.{key}"), name=key)
    if params.data == "synthetic" and (params.queries is not None or params.released is not None):
        yield error("cae.synthetic_file", Place(key="params.data"))
    for place, value in enumerate(params.parameters or ()):
        where = Place(key=f"params.parameters[{place}]")
        if technique == "query_restriction" and (value != int(value) or value % 2 or value < 2):
            yield error("cae.query_size", where, value=value)
        if technique in ("sampling", "noise") and value > 100:
            yield error("plan.too_large", where, value=value, bound=100)


def _variable_problems(params: CaeExperimentParams, data: Microdata | None) -> Iterator[Problem]:
    if data is None and params.data != "synthetic":
        return  # that the plan names no data is said by the door
    attribute, attributes = attribute_of(params, data), attributes_of(params, data)
    if attribute is None:
        yield error("cae.no_attribute", Place(key="params.attribute"))
    if data is not None:
        yield from unknown_variables([attribute] if attribute else [], data, "params.attribute")
        yield from unknown_variables(params.attributes or (), data, "params.attributes")
    else:
        told = [("params.attributes", name) for name in attributes]
        for key, name in [("params.attribute", attribute or ""), *told]:
            if name not in synthetic.DOMAINS:
                yield error("plan.unknown_variable", Place(key=key, variable=name), name=name)
    if len(set(attributes)) < len(attributes):
        yield error("cae.doubled", Place(key="params.attributes"))
    if attribute in attributes:
        where = Place(key="params.attributes", variable=attribute)
        yield error("cae.attribute_known", where, name=attribute)
    yield from _known_problems(known_of(params, attributes), attributes)


def _known_problems(known: Sequence[KnownEntry], attributes: Sequence[str]) -> Iterator[Problem]:
    for place, entry in enumerate(known):
        where = Place(key=f"params.known[{place}]")
        if isinstance(entry, int):
            if entry > len(attributes):
                yield error("cae.known_size", where, size=entry, number=len(attributes))
            continue
        if len(set(entry)) < len(entry):
            yield error("cae.doubled", where)
        for name in entry:
            if name not in attributes:
                yield error("cae.known_unknown", where, name=name)
    wanted = subsets_wanted(known, attributes)
    if wanted > MOST_SUBSETS:
        yield error("cae.many_subsets", Place(key="params.known"), number=wanted, most=MOST_SUBSETS)
