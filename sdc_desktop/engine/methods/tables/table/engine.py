"""Table: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.tables import table_job
from sdc_desktop.engine.verdicts import tables as verdicts

STAGES = Stages(
    check=table_job.check,
    counts=table_job.counts,
    decide=table_job.decide,
    apply=table_job.apply,
    verdict=verdicts.table,
    foresee=table_job.foresee,
)
