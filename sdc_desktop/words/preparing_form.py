"""What the dialog that prepares records says of its steps and choices."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

STEP_HELP: Mapping[str, str] = {
    "filter": N_("Only records that meet the condition stay. A missing number or date meets no comparison."),
    "keep_households": N_(
        "Right after a filter: what becomes of a household of which the filter took some records only."
    ),
    "drop": N_("These variables go."),
    "rename": N_("A hierarchy follows the new name."),
    "derive": N_("A new variable at the end of each record. Of a missing value comes a missing value."),
    "recode_missing": N_("Texts that mean “missing” become one text. Separate them by commas."),
    "shift_dates": N_(
        "All dates of a person move by the same secret number of days: the days between them stay true."
    ),
    "pseudonymise": N_(
        "Each value becomes a random number, the same for the same value. A batch run writes which is which "
        "to the file of the key; here a button does. Keep it where the data are kept."
    ),
}
PART_WORDS: Mapping[str, str] = {
    "year": N_("year (2024)"),
    "quarter": N_("quarter (2024-Q2)"),
    "month": N_("month (2024-05)"),
    "week": N_("week (2024-W18)"),
    "weekday": N_("day of the week (1 is Monday)"),
}
