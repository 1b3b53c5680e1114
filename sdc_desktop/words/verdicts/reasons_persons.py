"""Reasons on whose the records are, and what links those of a person: a sentence by code."""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import ReasonText
from sdc_desktop.words.words import N_

PERSONS_REASONS: Mapping[str, ReasonText] = {
    "persons.statement_contradicted": ReasonText(
        N_("{variable} has {values} values in {records} records, stated to be one person each."),
        N_("{variable} repeats, although each record is stated as a person."),
    ),
    "persons.dominated": ReasonText(
        N_("One person has {share} of the records of a class, and is likely to be meant by any of them."),
        N_("One person has most records of a class."),
    ),
    "persons.intervals": ReasonText(
        N_("{number} of {persons} persons have days between dates of {variables} that no other person has."),
        N_("Days between dates of {variables} are unique to some persons."),
        N_("{number} of {persons} persons has days between dates of {variables} that no other person has."),
    ),
    "persons.linked": ReasonText(
        N_(
            "Records of one person can be linked. Unique persons: {two} if two of their records are known, "
            "{all} if all are."
        ),
        N_("Records of one person can be linked."),
    ),
    "persons.without": ReasonText(
        N_("{records} records have no person, and count as none."),
        N_("Some records have no person."),
    ),
    "persons.unsaid": ReasonText(
        N_("{variable} has {values} values in {records} records. Whose records they are is not stated."),
        N_("{variable} repeats, and whose records they are is not stated."),
    ),
}
