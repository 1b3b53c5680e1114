"""What is proposed for a file that was just opened: roles, and texts that are read as missing codes. Each is
one undo step; the plan before it has the file without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.proposed_roles import proposed_roles
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.missing_codes import read_as_missing
from sdc_desktop.words.program.variables import level_word, role_word

if TYPE_CHECKING:
    from sdc_desktop.engine.data.missing_codes import MissingCodes
    from sdc_desktop.engine.data.proposed_roles import ProposedRole
    from sdc_desktop.engine.data.reading import Opened


def with_declared(spec: DataSpec, names: Sequence[str], changes: Mapping[str, object]) -> DataSpec:
    """The data with roles, levels, orders or missing codes of some variables changed; the same where nothing
    changes. ValueError for what no plan can say.
    """
    variables = dict(spec.variables)
    for name in names:
        before = variables.get(name, VariableSpec()).model_dump()
        variables[name] = VariableSpec.model_validate(before | dict(changes))
    if all(given == spec.variables.get(name) for name, given in variables.items()):
        return spec
    return spec.model_copy(update={"variables": variables})


def step_name(names: Sequence[str], changes: Mapping[str, object], words: Words) -> str:
    """Name of such a step."""
    name = ", ".join(names)
    if "role" in changes:
        return words.say(N_("Role of {name}: {role}"), name=name, role=role_word(changes["role"], words))
    if "level" in changes:
        level = level_word(changes["level"], words)
        return words.say(N_("Level of {name}: {level}"), name=name, level=level)
    if "missing" in changes:
        return words.say(N_("Missing codes of {name}"), name=name)
    return words.say(N_("Order of {name}"), name=name)


def proposed_step(proposed: Mapping[str, ProposedRole], words: Words) -> str:
    """What the step with the roles proposed for a file is called."""
    return words.say(N_("Proposed roles: {names}"), names=", ".join(proposed))


def codes_in(opened: Opened | None) -> dict[str, MissingCodes]:
    """The texts that look like missing codes, by variable."""
    variables = () if opened is None else opened.data.variables
    return {variable.name: variable.codes for variable in variables if variable.codes is not None}


def roles_for(opened: Opened) -> Mapping[str, ProposedRole]:
    """Roles for variables that look like direct identifiers, key or sensitive variables, or weights."""
    from sdc_desktop.engine.data.hierarchies_beside import files_beside

    labels = {column.name: column.label or "" for column in opened.columns}
    beside = files_beside(opened.path, opened.data.names)
    return proposed_roles(opened.data.variables, opened.data.records, labels, beside)


def proposed_steps(
    opened: Opened, roles: Mapping[str, ProposedRole], data: DataSpec | None, words: Words
) -> Iterator[tuple[str, DataSpec]]:
    """The name of each step with proposals, and the data of the plan after it."""
    if data is None:
        return
    for name, proposal in roles.items():
        data = with_declared(data, (name,), {"role": proposal.role})
    if roles:
        yield proposed_step(roles, words), data
    codes = {name: one for name, one in codes_in(opened).items() if not one.ambiguous}
    if codes:
        yield read_as_missing(codes, words), with_codes(data, codes)


def as_read(spec: DataSpec, codes: Mapping[str, MissingCodes]) -> DataSpec:
    """The data of a plan with texts that look like missing codes as values, undecided."""
    return _declared(spec, codes, dict.fromkeys(codes), as_missing=False)


def with_codes(spec: DataSpec, codes: Mapping[str, MissingCodes]) -> DataSpec:
    """The data of a plan with these texts as missing codes, and the levels that the variables then have."""
    return _declared(
        spec, codes, {n: (*_base(spec, n, c), *c.codes) for n, c in codes.items()}, as_missing=True
    )


def reviewed(spec: DataSpec, codes: Mapping[str, MissingCodes], missing: Collection[str]) -> DataSpec:
    """The data of a plan after review: missing codes of the variables in `missing`, values of the others."""
    kept = {name: one for name, one in codes.items() if name not in missing}
    spec = _declared(
        spec, kept, {name: _base(spec, name, one) for name, one in kept.items()}, as_missing=False
    )
    return with_codes(spec, {name: one for name, one in codes.items() if name in missing})


def read_so(spec: DataSpec | None, codes: Mapping[str, MissingCodes]) -> tuple[str, ...]:
    """The variables where these texts are missing codes in a plan."""
    return () if spec is None else tuple(n for n, c in codes.items() if set(c.codes) <= set(_now(spec, n)))


def _now(spec: DataSpec, name: str) -> tuple[str, ...]:
    given = spec.variables.get(name, VariableSpec()).missing
    return spec.missing if given is None else given


def _base(spec: DataSpec, name: str, codes: MissingCodes) -> tuple[str, ...]:
    return tuple(code for code in _now(spec, name) if code not in codes.codes)


def _declared(
    spec: DataSpec,
    codes: Mapping[str, MissingCodes],
    missing: Mapping[str, tuple[str, ...] | None],
    *,
    as_missing: bool,
) -> DataSpec:
    """The data with other missing codes. A level that was found follows them, one that was chosen stays."""
    variables = dict(spec.variables)
    for name, one in codes.items():
        given = variables.get(name, VariableSpec())
        before, after = (one.as_read, one.level) if as_missing else (one.level, one.as_read)
        level = after if given.level in (None, before) else given.level
        variables[name] = given.model_copy(update={"missing": missing[name], "level": level})
    return spec.model_copy(update={"variables": variables})
