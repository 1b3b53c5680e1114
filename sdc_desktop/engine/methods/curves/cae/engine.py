"""Risk curve: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.scenarios import cae
from sdc_desktop.engine.scenarios.table_intervals import with_intervals_of
from sdc_desktop.engine.verdicts import records as verdicts

STAGES = Stages(
    check=cae.check,
    counts=cae.counts,
    decide=cae.decide,
    apply=cae.apply,
    verdict=verdicts.measured_only,
    foresee=cae.foresee,
    with_cells=with_intervals_of,
)
