"""What an ANOPI job is about, and what can be refused before any record is counted."""

from collections.abc import Iterator

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.source import Source


def variables(params: AnopiParams, data: Microdata) -> tuple[str, ...]:
    """The variables the job is about: the key variables and those that have points, in file order."""
    named = {variable.name for variable in data.with_role("key")}
    for points in (params.user_points, params.intruder_points):
        named |= set(points or {})
    return tuple(name for name in data.names if name in named)


def check(params: AnopiParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    names = variables(params, source.data)
    return (
        *_unknown(params, source),
        *_variable_problems(params, source, names),
        *_block_problems(params, source, names),
    )


def _unknown(params: AnopiParams, source: Source) -> Iterator[Problem]:
    known = set(source.data.names)
    for key in ("user_points", "intruder_points", "min_utility", "min_privacy", "override", "technique"):
        told = getattr(params, key) or {}
        for name in () if isinstance(told, str) else told:
            if name not in known:
                where = Place(key=f"params.{key}.{name}", variable=name)
                yield error("plan.unknown_variable", where, name=name)


def _variable_problems(params: AnopiParams, source: Source, names: tuple[str, ...]) -> Iterator[Problem]:
    if not names:
        yield error("anopi.no_variables", Place(key="params.user_points"))
    for name in names:
        where = Place(key=f"data.hierarchies.{name}", variable=name)
        if source.data.variable(name).role == "direct_identifier":
            yield error("recode.direct_identifier", where, name=name)
        elif params.technique_of(name) == "recoding" and name not in source.hierarchies:
            yield error("anopi.no_hierarchy", where, name=name)


def _block_problems(params: AnopiParams, source: Source, names: tuple[str, ...]) -> Iterator[Problem]:
    if params.blocks is None:
        return
    seen: set[str] = set()
    for number, block in enumerate(params.blocks):
        key = f"params.blocks[{number}]"
        if not block:
            yield error("microaggregate.no_variables", Place(key=key))
        for name in block:
            where = Place(key=key, variable=name)
            if name not in source.data.names:
                yield error("plan.unknown_variable", where, name=name)
            elif name not in names:
                yield error("anopi.block_without_part", where, name=name)
            elif params.technique_of(name) != "microaggregation":
                yield error("anopi.recoded_in_block", where, name=name)
            elif name in seen:
                yield error("microaggregate.doubled", where, name=name)
            seen.add(name)
    for name in names:
        if params.technique_of(name) == "microaggregation" and name not in seen:
            yield error("anopi.in_no_block", Place(key="params.blocks", variable=name), name=name)
