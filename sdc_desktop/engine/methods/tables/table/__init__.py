"""Table."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.tables.table_job_spec import TableParams
from sdc_desktop.marks import N_

TABLE = Method(
    kind="table",
    params=TableParams,
    title=N_("Table"),
    source="A table of counts or magnitudes: its unsafe cells, and what protects them.",
    package=__name__,
    chance=N_("the way each cell was rounded"),
    measures=("sensitivity", "intervals", "disclosure_risk_table"),
    makes="table",
    writes=True,
    makes_cells=True,
    draws=TableParams.needs_secret,
    needs_data=lambda params: params.table is None,
    by_record=lambda params: params.protect is not None and params.protect.method == "cell_key",
)
