"""What a job may read of variables that were counted from a level of their hierarchy on."""

from dataclasses import replace

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, codings
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.counted_relation import CoarseColumn, CountedRelation
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source


def readable(job: Job, source: Source) -> Source:
    """The source, with those variables to be read that the job recodes: its decision refuses finer levels
    than they were counted at. Raises :class:`Refused` where a hierarchy is not the one of the count.
    """
    relation = source.data.relation
    if not isinstance(relation, CountedRelation) or not relation.counted_from:
        return source
    levels = method_of(job.kind).least_levels(job.params, {v.name: v.role for v in source.data.variables})
    sensitive = {variable.name for variable in source.data.with_role("sensitive")}
    hierarchies, columns = dict(source.hierarchies), []
    for column, counted in relation.counted_from.items():
        name = source.data.names[column]
        if name not in levels or name in sensitive:
            continue
        columns.append(column)
        if name in hierarchies:
            missing = source.data.variable(name).missing
            hierarchies[name] = _of_all_values(hierarchies[name], counted, missing)
    data = replace(source.data, relation=relation.from_levels(columns))
    return replace(source, data=data, hierarchies=hierarchies)


def as_counted(data: Microdata) -> Microdata:
    """The data that a job made, for the jobs that build on it: they may read what they recode themselves."""
    if not isinstance(data.relation, CountedRelation) or not data.relation.coarse:
        return data  # also the records of a cluster
    return replace(data, relation=data.relation.as_counted())


def _of_all_values(hierarchy: Hierarchy, counted: CoarseColumn, missing: tuple[str, ...]) -> Hierarchy:
    """The hierarchy with rows for all values that were counted, which losses are shares of. Raises
    :class:`Refused` where it or the missing codes divide a group.
    """
    where = Place(key=f"data.hierarchies.{hierarchy.variable}", variable=hierarchy.variable)
    values = [value for group in counted.groups for value in group]
    found, place = codings(hierarchy, values, missing), 0
    rows: dict[str, tuple[str, ...]] = {}
    for group in counted.groups:
        places = range(place, place + len(group))
        place += len(group)
        coarser = {tuple(own[at] for own in found.labels[counted.level :]) for at in places}
        if len(coarser) > 1 or (len(group) > 1 and set(group) & set(missing)):
            raise Refused(error("counts.coarse_hierarchy", where, name=hierarchy.variable))
        rows |= {values[at]: tuple(own[at] for own in found.labels) for at in places}
    if hierarchy.rows or hierarchy.grouping is None:
        return hierarchy
    return replace(hierarchy, rows={value: row for value, row in rows.items() if value not in missing})
