"""What the problems of the score and the R-U map say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

SCORE_MESSAGES: Mapping[str, tuple[str, str]] = {
    "ru_map.range_reversed": (
        N_("the range of k ends before it begins"),
        N_("exchange its two ends"),
    ),
    "ru_map.too_many": (
        N_("there are {points} combinations of levels; a map shows at most {most}"),
        N_("limit the levels of some variables"),
    ),
    "score.lacks_variable": (
        N_("{name} is not in both files, so it cannot be compared"),
        N_("leave it out, or choose another file"),
    ),
    "score.no_variables": (
        N_("there is no continuous variable to compare"),
        N_("say which variables are continuous"),
    ),
    "score.not_numbers": (
        N_("{name} is not continuous, and the score compares numbers"),
        N_("leave it out, or declare it as continuous"),
    ),
    "score.other_records": (
        N_("the files have {records} and {released} records; the score compares record by record"),
        N_("choose a file made from these records, in their order, with none left out"),
    ),
    "score.too_few": (
        N_("records with all values in both files: {records}; at least two are needed"),
        N_("leave out the variables with many missing values"),
    ),
}
