"""Release queue: the stages."""

from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.release import release
from sdc_desktop.engine.verdicts import release as verdicts

STAGES = Stages(
    check=release.check,
    counts=release.counts,
    decide=release.decide,
    apply=release.apply,
    verdict=verdicts.tests_of_release,
    foresee=release.foresee,
)
