"""What a job works on: records and the hierarchies of their variables."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.store import Relation, Store

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Source:
    """The input of a job: the plan's data, or what an earlier job made of them. Immutable."""

    data: Microdata
    hierarchies: Mapping[str, Hierarchy]
    base: Path = Path()  # where the paths in a job's params begin
    dialect: Dialect = field(default_factory=Dialect)  # of the data; files of levels are read like it
    original: Microdata | None = None  # the plan's data, where `data` are what earlier jobs made of them

    @staticmethod
    def without_records(base: Path = Path()) -> "Source":
        """The source of jobs whose params state all that they need: no variables, no records."""

        return Source(Microdata(_no_records(1), ()), {}, base)

    def with_data(self, data: Microdata) -> "Source":
        """A copy with other records; the hierarchies stay."""
        return replace(self, data=data)

    def with_original(self) -> "Source":
        """A copy whose records count as the plan's own, to compare those of a job with."""
        return replace(self, original=self.original or self.data)

    def outlined(self, variables: tuple[Variable, ...], hierarchies: Mapping[str, Hierarchy]) -> "Source":
        """A source of these variables and hierarchies, without any record."""
        data = replace(self.data, relation=_no_records(len(variables)), variables=variables)
        return replace(self, data=data, hierarchies=hierarchies)

    def with_hierarchies_of(self, names: Collection[str]) -> "Source":
        """A copy with the hierarchies of these variables alone."""
        return replace(self, hierarchies={name: h for name, h in self.hierarchies.items() if name in names})


def _no_records(columns: int) -> Relation:
    def fill(connection: "duckdb.DuckDBPyConnection", name: str) -> None:
        listed = ", ".join(f"c{column} VARCHAR" for column in range(columns))
        run(connection, f"CREATE TABLE {name} ({listed})")

    return Store().load(columns, fill)
