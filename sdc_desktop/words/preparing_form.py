"""What the dialog that prepares records says of its steps and choices."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

STEP_HELP: Mapping[str, str] = {
    "filter": N_("Keeps the records that meet the condition. A missing number or date meets none."),
    "keep_households": N_(
        "Use directly after a filter. Sets what happens to households that lost some of their members."
    ),
    "drop": N_("Drops these variables."),
    "rename": N_("Hierarchies follow the new name."),
    "derive": N_("Adds a variable at the end of each record. Missing values stay missing."),
    "recode_missing": N_("Replaces several missing codes with one. Separate codes by commas."),
    "shift_dates": N_(
        "Shifts all dates of a person by the same secret number of days. Intervals between dates are "
        "preserved."
    ),
    "pseudonymise": N_(
        "Replaces each value with a random number, the same for equal values. A batch run saves the mapping "
        "to the key file; here, choose Export key. Store it with the data."
    ),
}
PART_WORDS: Mapping[str, str] = {
    "year": N_("year (2024)"),
    "quarter": N_("quarter (2024-Q2)"),
    "month": N_("month (2024-05)"),
    "week": N_("week (2024-W18)"),
    "weekday": N_("day of the week (1 is Monday)"),
}
