"""A table of counts or magnitudes: its facts; its params are in `engine/tables/specs/table.py`."""

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.marks import N_

TABLE = Method(
    kind="table",
    params=TableParams,
    title=N_("Table"),
    source="A table of counts or magnitudes: its unsafe cells, and what protects them.",
    package=__name__,
    problems=("linked", "tauargus", "redesign", "rounding", "adjustment", "cell_key", "ptable"),
    chance=N_("the way each cell was rounded"),
    measures=("sensitivity", "intervals", "disclosure_risk_table"),
    makes="table",
    writes=True,
    makes_cells=True,
    draws=TableParams.needs_secret,
    needs_data=lambda params: params.table is None,
    by_record=lambda params: params.protect is not None and params.protect.method == "cell_key",
    works_on_counts=lambda params: params.protect is None or params.protect.method != "cell_key",
    works_by_key=TableParams.keyed_counts,
    counts_persons=always,
    why_records="draws",
)
