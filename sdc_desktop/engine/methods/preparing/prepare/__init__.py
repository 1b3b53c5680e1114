"""Preparing the records."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.preparing.prepare_spec import PrepareParams, by_record, key_files
from sdc_desktop.marks import N_

PREPARE = Method(
    kind="prepare",
    params=PrepareParams,
    title=N_("Preparing the records"),
    source=(
        "Records made fit for the work: variables dropped, renamed and derived, records filtered, and so on."
    ),
    package=__name__,
    chance=N_("the days that dates are moved by, and the numbers in place of identifiers"),
    measures=("prepared",),
    draws=PrepareParams.needs_secret,
    further=key_files,
    by_record=by_record,
)
