"""What checking a rule found: whether it is met, and if not, in which variables, values and records."""

from dataclasses import dataclass
from typing import Literal

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
    it was checked on.
    """

    rule: str
    state: State
    required: bool = True
    open: Open = ""
    variables: tuple[OfVariable, ...] = ()
    looked_at: tuple[str, ...] = ()

    @property
    def records(self) -> int:
        """The most records that one variable breaks the rule in."""
        return max((one.records for one in self.variables), default=0)
