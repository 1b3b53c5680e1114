"""What is declared of variables, as a step of the plan with its name."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.variables import level_word, role_word

if TYPE_CHECKING:
    from sdc_desktop.engine.data.proposed_roles import ProposedRole


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


def proposed_step(proposed: Mapping[str, "ProposedRole"], words: Words) -> str:
    """What the step with the roles proposed for a file is called."""
    return words.say(N_("Proposed roles: {names}"), names=", ".join(proposed))
