"""How a plan says a dimension of a table that is built from records."""

from typing import TYPE_CHECKING

from sdc_desktop.engine.spec import Spec

if TYPE_CHECKING:  # the source needs the plan, and the plan this
    from sdc_desktop.engine.source import Source


class DimensionSpec(Spec):
    """A variable of a table. `hierarchy`: the name of one of the plan's hierarchies, several names, or false
    for none; absent: the variable's own hierarchy where the plan has one.
    """

    variable: str
    hierarchy: str | tuple[str, ...] | bool | None = None

    def hierarchies(self, source: "Source") -> tuple[str, ...]:
        """The names of the hierarchies to use."""
        if self.hierarchy is None:
            return (self.variable,) if self.variable in source.hierarchies else ()
        if isinstance(self.hierarchy, bool):
            return (self.variable,) if self.hierarchy else ()
        return (self.hierarchy,) if isinstance(self.hierarchy, str) else self.hierarchy
