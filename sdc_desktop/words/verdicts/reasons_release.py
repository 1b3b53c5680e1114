"""Reasons against releasing records one at a time: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import ReasonText
from sdc_desktop.words.words import N_

RELEASE_REASONS: Mapping[str, ReasonText] = {
    "release_none": ReasonText(
        N_("No record has been released."),
        N_("No record has been released."),
    ),
    "release_overtaken": ReasonText(
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
    ),
    "release_not_tested": ReasonText(
        N_("{tests} had too few records or targets to test."),
        N_("{tests} had too few records or targets to test."),
    ),
    "release_simulated": ReasonText(
        N_("{number} orders of requests were simulated. No release of this file was assessed."),
        N_("Orders of requests were simulated. No release of this file was assessed."),
        one=N_("{number} order of requests was simulated. No release of this file was assessed."),
    ),
    "release_test_failed": ReasonText(
        N_("Tests failed with all {records} records released: {tests}. Targets exposed: {targets}."),
        N_("Tests failed with all records released: {tests}."),
    ),
    "release_targets_untested": ReasonText(
        N_("{tests} had too few records of some targets to test them."),
        N_("{tests} had too few records of some targets to test them."),
    ),
}
