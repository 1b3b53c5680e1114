"""What the problems of preparing records say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "prepare.bands_must_rise": (
        N_("the bounds of the bands are not in ascending order"),
        N_("write them from low to high, each once"),
    ),
    "prepare.beyond_calendar": (
        N_(
            "{number} {number:date would lie beyond the calendar if it was|dates would lie "
            "beyond the calendar if they were} moved, first in record {record}"
        ),
        N_("correct these dates, or shift by fewer days"),
    ),
    "prepare.born_later": (
        N_(
            "{number} {number:record has|records have} a date of birth after the day of the "
            "age, first record {record}"
        ),
        N_("correct these dates, or choose a later day"),
    ),
    "prepare.coarsen_one_way": (
        N_("it is not clear how the values become coarser"),
        N_("give exactly one of dates, ages_from and first"),
    ),
    "prepare.comparison_incomplete": (
        N_("the comparison does not fit what it is compared with"),
        N_("give one value; for “in” and “not in” a list of values; for “missing” and “not missing” nothing"),
    ),
    "prepare.dates_in_several_forms": (
        N_("the dates of {name} can be read in several ways that differ in the year or month"),
        N_("set the form of its dates among the forms of the file, or drop the variable"),
    ),
    "prepare.derive_one_way": (
        N_("it is not clear how the new variable is made"),
        N_("give exactly one of age_at, age_at_variable, days_since, within_person, part and bands"),
    ),
    "prepare.households_without_filter": (
        N_("there is no filter just before this step, so no household can have been broken"),
        N_("put it right after a filter"),
    ),
    "prepare.join_ambiguous": (
        N_(
            "the second file has {number} {number:key|keys} twice or more, one of them {most} "
            "{most:time|times}"
        ),
        N_("keep one row per key in the second file, or join by more variables"),
    ),
    "prepare.join_role": (
        N_("the variable {name} of the second file has no role"),
        N_("set its role"),
    ),
    "prepare.join_unknown": (
        N_("the second file has no variable {name}"),
        N_("check the spelling, or rename the variable of the records in an earlier step"),
    ),
    "prepare.key_exists": (
        N_("there is another file {path} already; it may be the only key to records handed on before"),
        N_("move it to a safe place, or give the new key another name"),
    ),
    "prepare.labels_doubled": (
        N_("two bands have the same label"),
        N_("give each a label of its own"),
    ),
    "prepare.labels_number": (
        N_("there {labels:is|are} {labels} {labels:label|labels} for {wanted} {wanted:band|bands}"),
        N_("give one label for each band, that is one more than there are bounds"),
    ),
    "prepare.labels_unused": (
        N_("there are labels, but no bands"),
        N_("give the bounds of the bands, or remove the labels"),
    ),
    "prepare.lists_are_texts": (
        N_("a list of values is compared as texts, not as numbers or dates"),
        N_("remove the type, or compare with one value"),
    ),
    "prepare.name_taken": (
        N_("there would be two variables called {name}"),
        N_("choose another name"),
    ),
    "prepare.no_household": (
        N_("no variable has the role household"),
        N_("name it in this step, or give a variable the role household"),
    ),
    "prepare.no_person": (
        N_(
            "{number} {number:record does not state whose it is|records do not state whose "
            "they are}, first record {record}"
        ),
        N_("filter them out in an earlier step, or choose another variable for the person"),
    ),
    "prepare.no_person_role": (
        N_("no variable of the data has the role person"),
        N_("give the variable that says whose the records are the role person"),
    ),
    "prepare.no_records_left": (
        N_("this step removes all records"),
        N_("change the condition"),
    ),
    "prepare.not_dates": (
        N_(
            "{number} {number:record has|records have} a value that is not a date (written as "
            "2024-05-31), first record {record}"
        ),
        N_(
            "correct them, declare the text as a missing code, or remove these "
            "records with a filter in an earlier step"
        ),
    ),
    "prepare.not_numbers": (
        N_("{number} {number:record has|records have} a value that is not a number, first record {record}"),
        N_(
            "correct them, declare the text as a missing code, or remove these "
            "records with a filter in an earlier step"
        ),
    ),
    "prepare.nothing_left": (
        N_("this step removes all variables"),
        N_("keep at least one"),
    ),
    "prepare.person_too_late": (
        N_("the variable {name} gets the role person only after the records were prepared"),
        N_("give it this role among the variables of the file"),
    ),
    "prepare.persons_without_filter": (
        N_("no filter is directly before this step, so no person lost a record"),
        N_("put it right after a filter"),
    ),
    "prepare.unknown_step": (
        N_("this is not a known step"),
        N_(
            "write an object with one of the keys drop, rename, filter, derive, shift_dates, pseudonymise, "
            "keep_households, keep_persons, keep_one, recode_missing, coarsen and join"
        ),
    ),
    "prepare.unknown_variable": (
        N_("there is no variable {name} at this step"),
        N_("check the spelling, and the steps before it, which may have dropped or renamed it"),
    ),
    "prepare.value_no_date": (
        N_("{value} is not a date"),
        N_("write year, month and day, as 2024-05-31"),
    ),
    "prepare.value_no_number": (
        N_("{value} is not a number, but numbers are compared"),
        N_("write a number, or compare texts"),
    ),
    "prepare.value_no_text": (
        N_("{value} is a number, but texts are compared"),
        N_("write it in quotation marks, or compare numbers"),
    ),
    "prepare.variable_gone": (
        N_("the job {job}, whose records this one works on, leaves no variable {name}"),
        N_("use the name that the variable has then, or change the steps of {job}"),
    ),
}
