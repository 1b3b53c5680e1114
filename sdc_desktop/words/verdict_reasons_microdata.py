"""Reasons against releasing records: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdict_said import Said
from sdc_desktop.words.words import N_

MICRODATA_REASONS: Mapping[str, Said] = {
    "disclosed_values": Said(
        N_("{share} of records are in classes with one value of {variable}, which is thereby disclosed."),
        N_("Some people are in classes with one value of {variable}."),
    ),
}
