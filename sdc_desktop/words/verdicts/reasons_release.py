"""Reasons against releasing records one at a time: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import Said
from sdc_desktop.words.words import N_

RELEASE_REASONS: Mapping[str, Said] = {
    "release_none": Said(
        N_("No record has been released."),
        N_("No record has been released."),
    ),
    "release_overtaken": Said(
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
    ),
    "release_not_tested": Said(
        N_("{tests} had too few records or targets to test."),
        N_("{tests} had too few records or targets to test."),
    ),
    "release_simulated": Said(
        N_("{number} orders of requests were simulated. No release of this file was assessed."),
        N_("Orders of requests were simulated. No release of this file was assessed."),
        one=N_("{number} order of requests was simulated. No release of this file was assessed."),
    ),
    "release_test_failed": Said(
        N_("Tests failed with all {records} records released: {tests}. Targets exposed: {targets}."),
        N_("Tests failed with all records released: {tests}."),
    ),
    "release_targets_untested": Said(
        N_("{tests} had too few records of some targets to test them."),
        N_("{tests} had too few records of some targets to test them."),
    ),
}
