"""Map of risk and utility: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.microdata import ru_map
from sdc_desktop.engine.verdicts import records as verdicts

STAGES = Stages(
    check=ru_map.check,
    counts=ru_map.counts,
    decide=ru_map.decide,
    apply=ru_map.apply,
    verdict=verdicts.measured_only,
    foresee=ru_map.foresee,
)
