"""Which settings the external edition may print. It fails closed: a setting that neither has a
:class:`Setting` with its secrecy nor is named here is internal.

Here a setting is named by its key, or as ``kind.key`` where a kind or a part of its params differs.
"""

from collections.abc import Mapping

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.setting import Secrecy
from sdc_desktop.words.setting_words import settings_on

# the last ones (c to t): figures of criteria, and what a policy requires besides settings
_OPEN = """
    alpha anopi attribute blocks criteria explore importance intruder_points k key_variables levels limits
    local_recoding loss max_risk method min_privacy min_utility missing override released repeats
    sensitive step steps suppress suppress_below suppressed_as suppression_limit technique user_points
    value variables weight weights c max order p risk t
"""
_COUNTED = """
    values labels
"""
_INTERNAL = "max_nodes"


def _named() -> dict[str, Secrecy]:
    named: dict[str, Secrecy] = dict.fromkeys(_OPEN.split(), "open")
    named |= dict.fromkeys(_COUNTED.split(), "counted")
    return named | dict.fromkeys(_INTERNAL.split(), "internal")


SECRECY: Mapping[str, Secrecy] = _named()


def secrecy_of(kind: str, key: str) -> Secrecy | None:
    """How secret a setting is, by its path; None where this is declared nowhere."""
    found = settings_on(METHODS[kind].params, key.split(".")) if kind in METHODS else []
    if found and found[-1] is not None:
        return found[-1].secrecy
    key = key.rpartition(".")[2]
    return SECRECY.get(f"{kind}.{key}", SECRECY.get(key))


def is_printed(kind: str, key: str, *, internal: bool) -> bool:
    """Whether an edition prints the setting: what is not declared is for the internal one alone."""
    return internal or secrecy_of(kind, key) in ("open", "counted", "by_variable")


def is_counted(kind: str, key: str) -> bool:
    """Whether only the number of entries is printed, for they can hold values of respondents."""
    return secrecy_of(kind, key) in ("counted", "internal_count")
