"""What a plan can say of a variable."""

from typing import Literal

from sdc_desktop.engine.spec import Spec

Role = Literal["direct_identifier", "key", "sensitive", "weight", "household", "other"]
Level = Literal["continuous", "ordinal", "nominal"]
ROLES: tuple[Role, ...] = (
    "direct_identifier",
    "key",
    "sensitive",
    "weight",
    "household",
    "other",
)
LEVELS: tuple[Level, ...] = ("continuous", "ordinal", "nominal")


class VariableSpec(Spec):
    """What the officer says of one variable; all of it may be left out. A role that is left out counts as
    `other`, but a variable that looks like a direct identifier is not written without one.
    """

    role: Role | None = None
    level: Level | None = None  # guessed where absent
    order: tuple[str, ...] | None = None  # values of an ordinal variable from low to high
    missing: tuple[str, ...] | None = None  # texts that mean "missing"; the data's where absent

    @property
    def settled_role(self) -> Role:
        """The current role."""
        return "other" if self.role is None else self.role
