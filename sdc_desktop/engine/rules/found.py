"""What checking a rule found: whether it is met, and if not, in which variables, values and records."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sdc_desktop.engine.rules.spec import CheckSpec, Figure, RuleSpec

State = Literal["met", "not_met", "not_checked"]
Open = Literal[
    "", "not_answered", "not_stated", "no_populations", "not_counted", "not_found_out", "no_key_variables"
]


@dataclass(frozen=True)
class RuleSet:
    """The rules of a policy, and the SHA-256 of its file: answers to another one do not count."""

    rules: tuple[RuleSpec, ...] = ()
    sha256: str = ""


NO_RULES = RuleSet()


@dataclass(frozen=True)
class OfVariable:
    """A variable that breaks a rule: the number of its different ``values`` that do, and of ``records``."""

    variable: str
    values: int
    records: int


@dataclass(frozen=True)
class RuleFound:
    """``state`` of a rule on what leaves, with its ``kind``, ``figure`` and own ``text``.

    ``open``: why it was not checked; ``looked_at``: the variables that it was checked on; ``units``: the
    records or persons in classes that are too small; ``check``: how it was checked.
    """

    rule: str
    kind: str
    state: State
    figure: Figure = None
    text: str = ""
    required: bool = True
    open: Open = ""
    variables: tuple[OfVariable, ...] = ()
    looked_at: tuple[str, ...] = ()
    units: int = 0
    check: CheckSpec | None = field(default=None, metadata={"redacted": True})

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
    found = _of(rule, state)
    return replace(found, variables=tuple(broken), looked_at=looked_at, units=units)


def not_checked(rule: RuleSpec, why: Open, looked_at: tuple[str, ...] = ()) -> RuleFound:
    """A rule that was not checked, and why."""
    return replace(_of(rule, "not_checked"), open=why, looked_at=looked_at)


def _of(rule: RuleSpec, state: State) -> RuleFound:
    check = rule.check
    return RuleFound(rule.name, check.kind, state, check.figure, rule.text, rule.required, check=check)
