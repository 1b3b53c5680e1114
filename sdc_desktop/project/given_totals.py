"""What one click does about totals of a given table that do not add up."""

from collections.abc import Sequence

from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.tables.specs.settings import TableSpec


def recomputing_totals(table: TableSpec | None, problems: Sequence[Problem]) -> TableSpec | None:
    """The table with its totals computed from their parts, where that removes a problem; else None."""
    if table is None or table.totals is not None:
        return None
    removable = any(one.code == "table.not_additive" and "recomputable" in one.params for one in problems)
    return table.model_copy(update={"totals": "recomputed"}) if removable else None
