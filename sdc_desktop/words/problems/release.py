"""What the problems of the release queue say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "release.baseline_not_positive": (
        N_("the baseline of {value} is {share}, and a baseline is more than 0"),
        N_("give it a share, or leave the value out: then it is never released"),
    ),
    "release.baseline_sum": (
        N_("the baseline sums to {total}, not to 1"),
        N_("give each value its share of the whole"),
    ),
    "release.critical_moved": (
        N_("entries whose critical values this version draws differently: {number}"),
        N_("no action needed: what was released was safe by the values of that day"),
    ),
    "release.direct_identifier": (
        N_("{name} has a role that is never released"),
        N_("choose another variable, or give it another role"),
    ),
    "release.key_of_several": (
        N_("{key} matches {number} {number:record|records}, not one"),
        N_("choose a variable that distinguishes records, or use the record's number"),
    ),
    "release.log_differs": (
        N_("the entry cannot be true: it does not follow from those before it"),
        N_("restore a copy of the log as this program wrote it; do not release any records until then"),
    ),
    "release.log_of_another": (
        N_("this is the log of another program or of a newer version"),
        N_("open it with the program that wrote it"),
    ),
    "release.log_without_head": (
        N_("the log was begun by an older version, without a head: {number} {number:line|lines}"),
        N_("compare it with a copy, then continue with the log as found"),
    ),
    "release.missing": (
        N_("records without a value or target, not requested: {number}"),
        N_("no action needed, or complete them in the file"),
    ),
    "release.no_baseline": (
        N_("records with a value outside the baseline, never safe: {number}"),
        N_("give these values a share of the baseline, or recode them"),
    ),
    "release.no_key": (
        N_("a request names no record"),
        N_("give each request the key of its record"),
    ),
    "release.no_order": (
        N_("the order of the values of {name} is not declared, and CST joins neighbours"),
        N_("declare the order of its values"),
    ),
    "release.no_requests": (
        N_("the file of requests has no line"),
        N_("list the requests in it, one per line"),
    ),
    "release.no_requests_file": (
        N_("the requests are to come from a file, but no file is named"),
        N_("choose the file of requests, or another request order"),
    ),
    "release.data_changed": (
        N_("the open file is not the one with which this release began: {name}"),
        N_("open that file as it was then, or close the file and enter what is required"),
    ),
    "release.no_records": (
        N_("no record has both a value and a target"),
        N_("check the two variables and what is declared as missing"),
    ),
    "release.one_value": (
        N_("the baseline has fewer than two values ({number}), so that nothing can depart from it"),
        N_("choose an attribute with several values"),
    ),
    "release.no_such_record": (
        N_("the file has no record {key}"),
        N_("check what is typed, and by which variable records are looked for"),
    ),
    "release.order_lacks": (
        N_("values missing from the declared order are put at its end: {number}"),
        N_("add them to the order"),
    ),
    "release.overtaken": (
        N_("{tests}: targets that fail in the end, though each release was safe when it was made: {targets}"),
        N_("no action needed: their records wait until the test passes again"),
    ),
    "release.rate_of_nobody": (
        N_("a rate is given for {name}, which is not a target of the data"),
        N_("check the spelling, or leave the rate out"),
    ),
    "release.request_differs": (
        N_("the record {key} was requested before with another target or value"),
        N_("give each record a key of its own, and ask for it with what is on file"),
    ),
    "release.requests_lack": (
        N_("the file of requests has no column {name}"),
        N_("name its columns as the variables are named"),
    ),
    "release.same_variable": (
        N_("{name} is attribute and target at once"),
        N_("name two variables"),
    ),
    "release.share_line": (
        N_("not a name with a number after it, or a repeated name: {text}"),
        N_("write one name and one number per line"),
    ),
    "release.stalled": (
        N_("{tests}: orders in which nothing was released after half of the requests: {number} of {orders}"),
        N_("examine their means separately; with the degrees of freedom of the baseline fewer orders stall"),
    ),
    "release.tests_of_a_run": (
        N_("a run has no test, or one of them twice"),
        N_("name each test of the run once"),
    ),
    "release.too_many_cells": (
        N_(
            "there {cells:is|are} {cells} {cells:cell|cells} to draw for the first records of "
            "MIS; {most} are possible"
        ),
        N_("make fewer draws, or recode attribute or target to fewer values"),
    ),
    "release.unknown_test": (
        N_("{name} is not a test"),
        N_("the tests are {tests}; put + between tests that must hold together"),
    ),
    "release.unknown_target": (
        N_("{name} is not a target declared at the start"),
        N_("check the spelling; a new target needs a new release"),
    ),
}
