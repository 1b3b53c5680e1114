"""Differences between the file a plan was made with and another one: code -> (what happened, what to do).

Sorted by code. None contains a value, because what is reported of a run may be kept in its log.
"""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_ADD_TO_HIERARCHY = N_(
    "add the values to the hierarchy, or correct them in the file; a job that recodes by it stops otherwise"
)
_AS_BEFORE = N_(
    "check how its values are written; have them written as before, or declare the variable again"
)

MESSAGES: Mapping[str, tuple[str, str]] = {
    "next_file.changed": (
        N_("the file has changed since the plan was created"),
        N_("review the differences before running the jobs"),
    ),
    "next_file.format": (
        N_("the file is of the format {found}; the plan was made with one of the format {said}"),
        N_("no action needed if this is intended: the records are read in this format"),
    ),
    "next_file.hierarchy_lacks": (
        N_("values of {name} that its hierarchy lacks: {number}; records that have them: {records}"),
        _ADD_TO_HIERARCHY,
    ),
    "next_file.households_alone": (
        N_("each record has another value of {name}: no two are of one household"),
        N_("check that this variable still identifies the households"),
    ),
    "next_file.identifier_gone": (
        N_(
            "in the plan {name} is a direct identifier; the file has no such variable, but others "
            "that the plan does not name, such as {near}, which would be released unchanged"
        ),
        N_(
            "restore the old name of the variable in the file, or give the direct "
            "identifiers among them their role in the plan"
        ),
    ),
    "next_file.withheld_gone": (
        N_(
            "in the plan {name} is not released; the file has no such variable, but others "
            "that the plan does not name, such as {near}, which would be released unchanged"
        ),
        N_("restore the old name of the variable in the file, or give the others their roles in the plan"),
    ),
    "next_file.needed": (
        N_("variable {name} is missing from the file; jobs that need it: {jobs}"),
        N_("add it to the file, or take it out of the jobs"),
    ),
    "next_file.needed_near": (
        N_("the file has no variable {name}, which these jobs need: {jobs}; it has {near}"),
        N_("if it is the same under another name, give it its old name in the file"),
    ),
    "next_file.new": (
        N_("the variable {name} is new and has no role in the plan; it would be released unchanged"),
        N_("set its role in the plan or remove it from the file"),
    ),
    "next_file.new_near": (
        N_(
            "the variable {name} is new, and {near} is gone; the plan does not name it, so it would "
            "be released unchanged"
        ),
        N_(
            "if it is the same variable, give it its old name in the file; otherwise declare its "
            "role in the plan"
        ),
    ),
    "next_file.no_household": (
        N_("records that name no household in {name}: {records}"),
        N_("check that all records should belong to one"),
    ),
    "next_file.not_numbers": (
        N_("{name} is continuous in the plan; records without a number now: {records}"),
        N_("correct them or name their texts as missing codes; the decimal mark was taken to be {decimal}"),
    ),
    "next_file.not_there": (
        N_("the file has no variable {name}; no job needs it"),
        N_("no action needed, unless it should be released"),
    ),
    "next_file.now_dates": (
        N_("the values of {name} are dates now (2026-11-30), which they were not before"),
        _AS_BEFORE,
    ),
    "next_file.now_numbers": (
        N_("the values of {name} are numbers now, which they were not before"),
        _AS_BEFORE,
    ),
    "next_file.now_texts": (
        N_("the values of {name} are texts now: before they were numbers, or dates such as 2026-11-30"),
        _AS_BEFORE,
    ),
    "next_file.order_lacks": (
        N_("values of {name} that its order lacks: {number}; records that have them: {records}"),
        N_("put the values in their places in the order, or correct them in the file"),
    ),
    "next_file.read_anew": (
        N_("the file cannot be read with the settings in the plan; its format was detected again"),
        N_("check that its separator, encoding and decimal mark were found rightly"),
    ),
    "next_file.weights": (
        N_("records whose weight in {name} is not a number above 0: {records}"),
        N_("correct them in the file; what is weighted stops otherwise"),
    ),
}
