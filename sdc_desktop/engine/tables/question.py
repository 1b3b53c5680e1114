"""What a table is made of: its dimensions, what its cells hold, and what is behind them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.dimension import TOTAL, Dimension
from sdc_desktop.engine.tables.specs.cell_key import HashKeySpec, RecordKeySpec, VariableKeySpec
from sdc_desktop.engine.tables.specs.settings import DimensionSpec


@dataclass(frozen=True)
class Question:
    """What a table is built from: its dimensions, and the variables with a part in its cells."""

    dimensions: tuple[DimensionSpec, ...]
    value: str | None = None  # absent: counts
    weight: str | None = None
    holding: str | None = None
    waiver: str | None = None
    waiver_codes: tuple[str, ...] = ()
    request: str | None = None
    request_codes: tuple[str, ...] = ()
    total: str = TOTAL
    merges: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)  # codes that become one
    keys: bool = False  # whether each record has a key
    without_zeros: bool = False  # whether the keys of records with the amount 0 are no part of cell keys
    record_key: RecordKeySpec | None = None  # where it comes from, if the plan says so
    cost: str | None = None  # what suppressing a cell costs is summed of it
    per: str | None = None  # its sums are the denominators of ratios
    beside: tuple[str, ...] = ()  # variables that tell records of a file beyond memory apart besides
    made: tuple[Dimension, ...] = ()  # the dimensions where they are known; else they are made
    shadow: str | None = None  # the rules judge its contributions
    unit: Number | None = None  # the values have at least its decimals
    persons: bool = False  # whether persons are counted instead of records

    @property
    def variables(self) -> Iterator[tuple[str, str]]:
        """(key below params, name) of every variable named."""
        yield from ((f"dimensions[{i}].variable", d.variable) for i, d in enumerate(self.dimensions))
        named = {
            "value": self.value,
            "weight": self.weight,
            "holding": self.holding,
            "protect.waiver": self.waiver,
            "rules": self.request,
            "protect.cost_variable": self.cost,
            "protect.ratio.per": self.per,
            "shadow": self.shadow,
        }
        if isinstance(self.record_key, VariableKeySpec):
            named["protect.record_key.variable"] = self.record_key.variable
        elif isinstance(self.record_key, HashKeySpec):
            named |= {f"protect.record_key.hash[{i}]": name for i, name in enumerate(self.record_key.hash)}
        yield from ((key, name) for key, name in named.items() if name is not None)

    @property
    def written(self) -> Iterator[tuple[str, str]]:
        """(key below params, name) of the variables whose codes or sums the cells show."""
        shown = ("value", "weight", "shadow", "protect.cost_variable", "protect.ratio.per")
        yield from (one for one in self.variables if one[0] in shown or one[0].startswith("dimensions"))

    @property
    def distinguished(self) -> list[str]:
        """The variables by whose values records are distinguished, but for those of their keys."""
        named = [name for key, name in self.variables if not key.startswith("protect.record_key")]
        return list(dict.fromkeys([*named, *self.beside]))


def question_problems(question: Question, source: Source) -> Iterator[Problem]:
    """What can be refused before any record is counted."""
    data = source.data
    for key, name in question.variables:
        if name not in data.names:
            yield error("plan.unknown_variable", Place(key=f"params.{key}", variable=name), name=name)
    own = {variable.name for variable in data.with_role("person")}
    for key, name in question.written:
        if name in own:
            yield error("persons.in_table", Place(key=f"params.{key}", variable=name), name=name)
    seen: set[str] = set()
    for index, dimension in enumerate(question.dimensions):
        where = Place(key=f"params.dimensions[{index}]", variable=dimension.variable)
        if dimension.variable in seen:
            yield error("table.dimension_twice", where, name=dimension.variable)
        seen.add(dimension.variable)
        for name in dimension.hierarchies(source):
            if name not in source.hierarchies:
                yield error("table.no_hierarchy", where, name=name)
