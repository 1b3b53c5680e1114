"""What roles and levels of variables are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.roles import unsaid
from sdc_desktop.words.words import N_, Words, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.data.foreign.texts import Column
    from sdc_desktop.engine.data.microdata import Variable
    from sdc_desktop.engine.data.proposed_roles import ProposedRole

ROLE_WORDS: Mapping[str, str] = {
    "direct_identifier": N_("direct identifier"),
    "person": N_("person"),
    "key": N_("key variable"),
    "sensitive": N_("sensitive"),
    "weight": N_("weight"),
    "household": N_("household"),
    "not_released": N_("not released"),
    "other": N_("other"),
}
ROLE_HELP: Mapping[str, str] = {
    "direct_identifier": N_("Identifies a person directly, such as a name or number. Never released."),
    "person": N_("Says whose record it is, where persons have several records. Never released."),
    "key": N_("Quasi-identifier that an intruder may know, such as age, place or occupation. Recoded."),
    "sensitive": N_(
        "Confidential information about a person, such as a diagnosis or income. Released unchanged."
    ),
    "weight": N_("Number of population units that the record represents."),
    "household": N_("Household or other cluster that the record belongs to."),
    "not_released": N_("In no released file. Preparation, hierarchies and tables may use it."),
    "other": N_("Not declared as identifying or sensitive. Released unchanged."),
}
LEVEL_WORDS: Mapping[str, str] = {
    "continuous": N_("continuous"),
    "ordinal": N_("ordinal"),
    "nominal": N_("nominal"),
}


def role_word(role: object, words: Words) -> str:
    """A role's name, and `no role` for None; KeyError for what is not a role."""
    if role is None:
        return words.say(N_("no role"))
    return words.say(ROLE_WORDS[str(role)])


def role_help(role: object, words: Words) -> str:
    """What a role means, in a sentence; KeyError for what is not a role."""
    if role is None:
        return words.say(N_("May be a direct identifier: choose a role before it is exported."))
    return words.say(ROLE_HELP[str(role)])


def suspected_text(variables: Iterable[Variable], words: Words) -> str:
    """Which variables are direct identifiers by proposal or need a role, each with the reason; empty where
    there are none.
    """
    suspected = [v for v in variables if v.suspicion is not None]
    proposed = [_suspected(v, words) for v in suspected if v.role == "direct_identifier"]
    without = [_suspected(v, words) for v in unsaid(suspected)]
    lines = []
    if proposed:
        text = N_("Direct identifiers, not released: {variables}.")
        lines.append(words.say(text, variables=listed(proposed, words)))
    if without:
        text = N_("Without a role, not exported: {variables}. Choose a role.")
        lines.append(words.say(text, variables=listed(without, words)))
    return "\n".join(lines)


def _suspected(variable: Variable, words: Words) -> str:
    found = variable.suspicion
    assert found is not None
    if found.by == "name":
        return words.say(N_("{variable} (by its name)"), variable=variable.name)
    share = words.percent(found.share, 0)
    return words.say(N_("{variable} ({share} different values)"), variable=variable.name, share=share)


_MOST_NAMED = 3  # variables of a role in a sentence; the rest are counted
PROPOSED_BY: Mapping[str, str] = {
    "values": N_("Proposed by the share of different values."),
    "numbers": N_("Proposed because every value is different."),
    "name": N_("Proposed by its name."),
    "label": N_("Proposed by its label."),
    "hierarchy": N_("Proposed because a hierarchy file lies beside the data."),
    "categories": N_("Proposed because it has few different values."),
    "row_names": N_("Proposed because it has the names of the rows."),
    "row_numbers": N_("Proposed because it only numbers the rows."),
}
_PROPOSED = (
    ("key", N_("Proposed key variables: {variables}.")),
    ("sensitive", N_("Proposed as sensitive: {variables}.")),
    ("weight", N_("Proposed as weight: {variables}.")),
    ("household", N_("Proposed as household: {variables}.")),
)


def proposed_text(proposed: Mapping[str, ProposedRole], variables: Iterable[Variable], words: Words) -> str:
    """The proposed roles that still apply, but for direct identifiers; empty where there are none."""
    current = {variable.name: variable.role for variable in variables}
    lines = []
    for role, text in _PROPOSED:
        names = [name for name, one in proposed.items() if one.role == role == current.get(name)]
        if names:
            lines.append(words.say(text, variables=few(names, words)))
    return "\n".join(lines)


def few(names: Sequence[str], words: Words) -> str:
    """Names in a sentence, of many the first three and how many more there are."""
    if len(names) <= _MOST_NAMED + 1:
        return listed(names, words)
    first, more = ", ".join(names[:_MOST_NAMED]), len(names) - _MOST_NAMED
    return words.say(N_("{first} and {number} more"), first=first, number=more)


def proposed_by(proposal: ProposedRole, words: Words) -> str:
    """Why a role was proposed, in a sentence."""
    return words.say(PROPOSED_BY[proposal.by])


def level_word(level: object, words: Words) -> str:
    """A level's name, and `as found` for None; KeyError for what is no level."""
    return words.say(N_("detected")) if level is None else words.say(LEVEL_WORDS[str(level)])


_LABELS = 40  # of values that are listed


def file_labels(described: Column | None, words: Words) -> tuple[tuple[str, str] | str, ...]:
    """What the file calls a variable and its values; of very many only the first."""
    if described is None:
        return ()
    rows: list[tuple[str, str] | str] = []
    if described.label:
        rows.append(words.say(N_("Variable label: {label}"), label=described.label))
    if described.labels:
        rows.append(words.say(N_("Value labels:")))
        rows += described.labels[:_LABELS]
    if len(described.labels) > _LABELS:
        more = len(described.labels) - _LABELS
        rows.append(words.say_many(N_("and {number} more"), N_("and {number} more"), more))
    return tuple(rows)


def step_name(names: Sequence[str], changes: Mapping[str, object], words: Words) -> str:
    """Name of the step that declares roles, levels, orders or missing codes of some variables."""
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
