"""What a ``microaggregate`` job is about, and what can be refused before any record is read."""

from collections.abc import Iterator

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.source import Source


def blocks_of(params: MicroaggregateParams, data: Microdata) -> tuple[tuple[str, ...], ...]:
    """The blocks told, else one of the variables told, else one of the key variables."""
    if params.blocks is not None:
        return params.blocks
    if params.variables is not None:
        return (params.variables,)
    key_variables = tuple(variable.name for variable in data.with_role("key"))
    return (key_variables,) if key_variables else ()


def strata_of(params: MicroaggregateParams) -> tuple[str, ...]:
    """The variables whose values divide the records into strata."""
    return (params.strata,) if isinstance(params.strata, str) else params.strata


def check(params: MicroaggregateParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    return tuple(_problems(params, source.data))


def _problems(params: MicroaggregateParams, data: Microdata) -> Iterator[Problem]:
    key = "params.variables" if params.blocks is None else "params.blocks"
    if params.blocks is not None and params.variables is not None:
        yield error("microaggregate.variables_and_blocks", Place(key="params.blocks"))
    blocks, strata = blocks_of(params, data), strata_of(params)
    if not blocks or not all(blocks):
        yield error("microaggregate.no_variables", Place(key=key))
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        here = key if params.blocks is None else f"{key}[{number}]"
        for name in block:
            where = Place(key=here, variable=name)
            if name not in data.names:
                yield error("plan.unknown_variable", where, name=name)
                continue
            variable = data.variable(name)
            if name in seen:
                yield error("microaggregate.doubled", where, name=name)
            if name in strata:
                yield error("microaggregate.stratum_in_block", where, name=name)
            if variable.role == "direct_identifier":
                yield error("recode.direct_identifier", where, name=name)
            if params.method == "optimal_univariate" and variable.level != "continuous":
                yield error("microaggregate.needs_numbers", where, name=name)
            seen.add(name)
        if params.method == "optimal_univariate" and len(block) > 1:
            yield error("microaggregate.one_variable_a_block", Place(key=here), number=len(block))
    for name in strata:
        if name not in data.names:
            yield error("plan.unknown_variable", Place(key="params.strata", variable=name), name=name)
