"""What a job works on: records and the hierarchies of their variables."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store import Store
from sdc_desktop.engine.microdata.hierarchy import Hierarchy

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Source:
    """The input of a job: the plan's data, or what an earlier job made of them. Immutable."""

    data: Microdata
    hierarchies: Mapping[str, Hierarchy]
    base: Path = Path()  # where the paths in a job's params begin

    @staticmethod
    def without_records(base: Path = Path()) -> "Source":
        """The source of jobs whose params tell all they work on: no variables, no records."""

        def fill(connection: "duckdb.DuckDBPyConnection", name: str) -> None:
            connection.execute(f"CREATE TABLE {name} (c0 VARCHAR)")

        return Source(Microdata(Store().load(1, fill), ()), {}, base)

    def with_data(self, data: Microdata) -> "Source":
        """The same hierarchies over other records."""
        return replace(self, data=data)

    def with_hierarchies_of(self, names: Collection[str]) -> "Source":
        """The same records with the hierarchies of these variables alone."""
        return replace(self, hierarchies={name: h for name, h in self.hierarchies.items() if name in names})
