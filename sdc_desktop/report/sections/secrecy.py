"""Which settings the external edition may print. It fails closed: a setting that neither has a
:class:`Setting` with its secrecy nor is named here is internal.

Here a setting is named by its key, or as ``kind.key`` where a kind or a part of its params differs.
"""

from collections.abc import Mapping

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.setting import Secrecy, setting_of

# the last ones (c to t): figures of criteria, and what a policy requires besides settings
_OPEN = """
    anopi attribute base blocks cheapest controlled cost
    cost_variable criteria dimensions exact_count
    holding insiders integer
    k key_variables
    max_risk maximum method missing missing_safe most_certain
    power protect published_unit random released repeats
    rounding rules scenarios sensitive
    singletons solver step steps
    table technique
    total_code unions
    unit value variables variance waiver weight weights zeros_unsafe apriori c max
    order p risk t
"""
_COUNTED = """
    merge values relations suppressed waiver_codes
"""
_LEVELS = "cells lower upper"
_INTERNAL = """
    record_key cell_key.hash cell_key.parts cell_key.repeats cell_key.variable
    insider max_nodes nodes insider.kind insider.cell insider.own
    insider.contributors_known insider.second audit.own audit.cell audit.kind audit.second
    audit.contributors_known
"""


def _named() -> dict[str, Secrecy]:
    named: dict[str, Secrecy] = dict.fromkeys(_OPEN.split(), "open")
    named |= dict.fromkeys(_COUNTED.split(), "counted")
    named |= dict.fromkeys(_LEVELS.split(), "internal_count")
    return named | dict.fromkeys(_INTERNAL.split(), "internal")


SECRECY: Mapping[str, Secrecy] = _named()


def secrecy_of(kind: str, key: str) -> Secrecy | None:
    """How secret a setting is; None where this is declared nowhere."""
    setting = setting_of(METHODS[kind].params, key) if kind in METHODS else None
    if setting is not None:
        return setting.secrecy
    return SECRECY.get(f"{kind}.{key}", SECRECY.get(key))


def is_printed(kind: str, key: str, *, internal: bool) -> bool:
    """Whether an edition prints the setting: what is not declared is for the internal one alone."""
    return internal or secrecy_of(kind, key) in ("open", "counted", "by_variable")


def is_counted(kind: str, key: str) -> bool:
    """Whether only the number of entries is printed, for they can hold values of respondents."""
    return secrecy_of(kind, key) in ("counted", "internal_count")
