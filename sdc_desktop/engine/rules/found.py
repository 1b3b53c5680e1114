"""What checking a rule found: whether it is met, and if not, in which variables, values and records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sdc_desktop.engine.rules.spec import RuleSpec

State = Literal["met", "not_met", "not_checked"]
Open = Literal["", "not_answered", "not_stated", "no_populations", "not_counted", "no_key_variables"]


@dataclass(frozen=True)
class OfVariable:
    """A variable that breaks a rule: the number of its different ``values`` that do, and of ``records``."""

    variable: str
    values: int
    records: int


@dataclass(frozen=True)
class RuleFound:
    """``state`` of a rule on what leaves. ``open``: why it was not checked; ``looked_at``: the variables that
    it was checked on; ``units``: the records or persons in classes that are too small.
    """

    rule: str
    state: State
    required: bool = True
    open: Open = ""
    variables: tuple[OfVariable, ...] = ()
    looked_at: tuple[str, ...] = ()
    units: int = 0

    @property
    def records(self) -> int:
        """The most records that one variable breaks the rule in."""
        return max((one.records for one in self.variables), default=0)


def of_state(
    rule: RuleSpec,
    *,
    met: bool = True,
    broken: Sequence[OfVariable] = (),
    looked_at: tuple[str, ...] = (),
    units: int = 0,
) -> RuleFound:
    """A rule that was checked; it is not met where a variable breaks it."""
    state: State = "met" if met and not broken else "not_met"
    return RuleFound(rule.name, state, rule.required, "", tuple(broken), looked_at, units)


def not_checked(rule: RuleSpec, why: Open, looked_at: tuple[str, ...] = ()) -> RuleFound:
    """A rule that was not checked, and why."""
    return RuleFound(rule.name, "not_checked", rule.required, open=why, looked_at=looked_at)
