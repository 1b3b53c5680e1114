"""Variables that follow others: suppressed wherever these are, moved with them, or else left out of the file.

Sources: mu-ARGUS (related variables); Templ, Kowarik and Meindl 2015 (ghost variables).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.chosen import chosen
from sdc_desktop.engine.microdata.classes.key_classes import Integers
from sdc_desktop.engine.microdata.suppression.suppressed_records import starred
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.problems import Place, Problem, error, note
from sdc_desktop.engine.running.codebook import compared
from sdc_desktop.engine.spec import NEVER_RELEASED


def following_problems(variables: Sequence[Variable]) -> Iterator[Problem]:
    """What is wrong with the variables that others follow."""
    by_name = {one.name: one for one in variables}
    for one in variables:
        where = Place(key=f"data.variables.{one.name}.follows", variable=one.name)
        for name in one.follows:
            if name == one.name:
                yield error("data.follows_itself", where, name=name)
            elif name not in by_name:
                yield error("data.follows_unknown", where, name=one.name, followed=name)
            elif one.name in _all_followed(name, by_name):
                yield error("data.follows_circle", where, name=one.name, followed=name)
        if one.follows and one.role in NEVER_RELEASED:
            yield error("data.follows_identifier", where, name=one.name)


def treated_problems(job: Job, data: Microdata) -> Iterator[Problem]:
    """Variables that a job would change separately, and the variable that they follow as well."""
    by_name = {one.name: one for one in data.variables}
    changed = _treated(job, data) if any(one.follows for one in data.variables) else frozenset()
    for name in data.names:
        both = changed & _all_followed(name, by_name)
        if name in changed and both:
            where = Place(key=f"data.variables.{name}.follows", variable=name)
            yield error("data.follows_treated", where, name=name, followed=min(both, key=data.names.index))


def _all_followed(name: str, by_name: Mapping[str, Variable]) -> frozenset[str]:
    """The variables that one follows, directly or by way of others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        known = by_name.get(waiting.pop())
        new = set(() if known is None else known.follows) - found
        found |= new
        waiting += new
    return frozenset(found)


def _treated(job: Job, data: Microdata) -> frozenset[str]:
    """The variables that a job changes. A level for a variable is set on purpose."""
    method, params = method_of(job.kind), job.params
    if not _keeps_records(job):
        return frozenset()
    levels = params_of(job, RECODE)
    keys = frozenset(one.name for one in data.with_role("key"))
    if levels is not None:
        return keys - set(levels.levels) if levels.suppress_below is not None else frozenset()
    if not method.picks:
        return keys
    together = getattr(params, "blocks", None) or ()
    further = getattr(params, "carry_along", None) or ()
    own = [name for block in together for name in block] or chosen(params, data)
    return frozenset([*own, *further])


def _keeps_records(job: Job) -> bool:
    """Whether the records of a job are those of its input, in their order, with values changed."""
    method = method_of(job.kind)
    if method.makes != "records" or method.stages.outline is not None:
        return False
    return not (method.synthetic or method.own_order)


def followed(
    job: Job, result: Any, counted: Any, before: Microdata, made: Microdata, context: JobContext
) -> tuple[Microdata, tuple[Problem, ...]]:
    """The records that a job made of those `before`, one by one, with the variables that follow others; a
    note for those that are not released. Raises Cancelled and :class:`Refused`.
    """
    followers = [one for one in _in_order(before.variables) if one.follows and one.name in made.names]
    if not followers or not _keeps_records(job):
        return made, ()
    names = {name for one in followers for name in one.follows if name in before.names}
    changes = _changes(before, made, sorted(names & set(made.names), key=made.names.index), context)
    partners = dict(_partners(job, result, counted, context)) if "changed" in changes.values() else {}
    levels = params_of(job, RECODE)
    gone: dict[str, str] = {}
    for one in followers:
        context.checkpoint()
        changed = [name for name in one.follows if changes.get(name) == "changed" or name in gone]
        moves = [partners[name] for name in changed if name in partners]
        is_set = levels is not None and one.name in levels.levels
        if changed and not is_set:
            if len(moves) < len(changed) or any((other != moves[0]).any() for other in moves):
                gone[one.name] = changed[0]
                continue
            made = _moved(made, one.name, moves[0], context)
            partners[one.name], changes[one.name] = moves[0], "changed"
        for name in one.follows:
            if name in made.names and name not in gone:
                made = starred(made, (name,), (one.name,), context)
    notes = tuple(
        note("follows.left_out", Place(variable=name), name=name, followed=other)
        for name, other in gone.items()
    )
    return _without(made, gone, context), notes


def _in_order(variables: Sequence[Variable]) -> list[Variable]:
    """Each variable after those that it follows."""
    by_name = {one.name: one for one in variables}
    return sorted(variables, key=lambda one: len(_all_followed(one.name, by_name)))


def _changes(before: Microdata, made: Microdata, names: Sequence[str], context: JobContext) -> dict[str, str]:
    """By variable that changed whether values are changed, or only suppressed."""
    if before.relation.has_records:
        return dict(compared(before, made, names, context))
    found = {}
    for name in names:
        place = made.index(name)
        if before.relation.holds(before.index(name)) and made.relation.holds(place):
            own = set(before.relation.frequencies(before.index(name), context)[0])
            shown = set(made.relation.frequencies(place, context)[0])
            if not shown <= own | {SUPPRESSED}:
                found[name] = "changed"
        else:
            found[name] = "changed"
    return found


def _partners(job: Job, result: Any, counted: Any, context: JobContext) -> Mapping[str, Integers]:
    found = method_of(job.kind).stages.partners
    return {} if found is None else found(job.params, result, counted, context.of_job(job.name))


def _moved(made: Microdata, name: str, partner: Integers, context: JobContext) -> Microdata:
    """The records with each record's value of a variable from its partner."""
    place = made.index(name)
    codes = made.relation.codes(place, context)[partner]
    return made.replaced({name: (codes, made.relation.frequencies(place, context)[0])}, context)


def _without(data: Microdata, names: Mapping[str, str], context: JobContext) -> Microdata:
    if not names:
        return data
    kept = [place for place, name in enumerate(data.names) if name not in names]
    relation = data.relation.store.selected(data.relation, kept, context)
    return replace(data, relation=relation, variables=tuple(data.variables[place] for place in kept))
