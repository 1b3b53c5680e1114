"""What the problems of risk curves and their experiments say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "cae.attribute_known": (
        N_("{name} is the confidential attribute, and cannot be known as well"),
        N_("remove it from the attributes that may be known"),
    ),
    "cae.bounded": (
        N_("curves of which only bounds are computed: {number}"),
        N_("no action needed; compute more points to narrow the bounds"),
    ),
    "cae.domain_ends": (
        N_("the domain ends at {highest}, below its beginning at {lowest}"),
        N_("give the lowest value first"),
    ),
    "cae.doubled": (
        N_("an attribute occurs here twice"),
        N_("name each attribute once"),
    ),
    "cae.input_no_table": (
        N_("intervals of a table are required, but the job's input is not a table"),
        N_("let the job take a table or an audit as input, or give the intervals"),
    ),
    "cae.interval_ends": (
        N_("the interval ends at {highest}, below its beginning at {lowest}"),
        N_("give the lower bound first"),
    ),
    "cae.known_size": (
        N_("{size} known attributes are requested, but only {number} may be known"),
        N_("give a smaller number, or name more attributes"),
    ),
    "cae.known_unknown": (
        N_("{name} is not among the attributes that may be known"),
        N_("add it to them, or check its spelling"),
    ),
    "cae.labels": (
        N_(
            "there {intervals:is|are} {intervals} {intervals:interval|intervals}, but "
            "{labels} {labels:label|labels}"
        ),
        N_("give each interval one label"),
    ),
    "cae.large_domain": (
        N_("the domain has {number} {number:value|values}, more than the {most} that can be computed with"),
        N_("give the domain a wider step; values are then rounded to it"),
    ),
    "cae.large_interval": (
        N_("the interval holds more than {most} {most:possible value|possible values}"),
        N_("give a wider step between them"),
    ),
    "cae.left_out": (
        N_("records without a confidential value take no part: {number}"),
        N_("no action needed"),
    ),
    "cae.lengths": (
        N_("the numbers of values ({values}) and of probabilities ({probabilities}) differ"),
        N_("give each value one probability"),
    ),
    "cae.many_cases": (
        N_(
            "there {number:is|are} {number} {number:combination|combinations} of known "
            "values, more than {most}"
        ),
        N_("name fewer known variables, or give the values of one person"),
    ),
    "cae.many_subsets": (
        N_("{number} {number:set|sets} of known attributes would have to be examined, more than {most}"),
        N_("name fewer attributes, or only some numbers of known ones"),
    ),
    "cae.needs_attribute": (
        N_("known variables apply only to an attribute of the data"),
        N_("name the attribute, or omit what is known"),
    ),
    "cae.needs_intervals": (
        N_("labels belong to intervals, and there are none"),
        N_("give the intervals, or leave the labels out"),
    ),
    "cae.needs_values": (
        N_("{name} belongs to values, and there are none"),
        N_("give the values, or leave {name} out"),
    ),
    "cae.negative": (
        N_("probabilities below 0: {number}"),
        N_("correct them; no probability is below 0"),
    ),
    "cae.no_attribute": (
        N_("no confidential variable is set"),
        N_("name it, or declare one variable as sensitive"),
    ),
    "cae.no_chain": (
        N_("there are fewer records than a query of {size} needs, so no query is answered"),
        N_("choose smaller queries"),
    ),
    "cae.no_intervals": (
        N_("no interval has both a lower and an upper bound"),
        N_("give at least one interval with both bounds"),
    ),
    "cae.no_match": (
        N_("no record matches the intruder's knowledge"),
        N_("check the values; they are compared letter by letter"),
    ),
    "cae.no_open_cells": (
        N_("no uncertainty remains: every cell of the table is published unchanged"),
        N_("protect the table first, or choose another"),
    ),
    "cae.no_records": (
        N_("this job measures risk and makes no records that could be written"),
        N_("omit its output, and let no other job take it as input"),
    ),
    "cae.no_source": (
        N_("the possible values are not given"),
        N_("give values, intervals of a table, or an attribute of the data"),
    ),
    "cae.no_values": (
        N_("{name} has no values, only missing ones"),
        N_("choose another confidential attribute"),
    ),
    "cae.not_finite": (
        N_("some values or probabilities are not finite numbers, or are too large to compute with"),
        N_("omit them, or write them in a larger unit"),
    ),
    "cae.not_for_technique": (
        N_("{name} does not apply to this technique"),
        N_("omit it, or choose the technique it belongs to"),
    ),
    "cae.not_numbers": (
        N_("some different values of {name} are not numbers, or are too large: {number}"),
        N_("declare these texts as missing, or choose a variable with numbers"),
    ),
    "cae.nothing": (
        N_("there is no value with a probability above 0"),
        N_("give at least one possible value and its probability"),
    ),
    "cae.outside_domain": (
        N_("records with a value outside the domain: {number}"),
        N_("make the domain wide enough for every value"),
    ),
    "cae.pasted": (
        N_("line {line} has {text}, which is not a number"),
        N_("write one value per line, with its probability after it"),
    ),
    "cae.pasted_likely": (
        N_("line {line} has no probability, but other lines have one"),
        N_("write a probability after every value, or after none"),
    ),
    "cae.pasted_values": (
        N_("line {line} has {number} {number:number|numbers}"),
        N_("write one value per line, with its probability after it"),
    ),
    "cae.pasted_bounds": (
        N_("line {line} has more than two numbers"),
        N_("write the lower and the upper bound of a cell on each line"),
    ),
    "cae.pasted_steps": (
        N_("a domain in steps needs three numbers, and there are {number}"),
        N_("write the lowest value, the highest, and the step: 0 250 10"),
    ),
    "cae.query_condition": (
        N_("the condition on {name} fits no value"),
        N_("write values with | between them, a range as 20..30, or nothing for any value"),
    ),
    "cae.query_record": (
        N_("this is not the number of a record; there are {records}"),
        N_("count the records from 1, in the order of the data"),
    ),
    "cae.query_size": (
        N_("{value} is not the size of a query: chains need an even number of records"),
        N_("give 2, 4, 6 and so on"),
    ),
    "cae.released_absent": (
        N_("no released file is named"),
        N_("give the path of the file to compare with the original"),
    ),
    "cae.released_empty": (
        N_("the released file has no records"),
        N_("check that this is the right file"),
    ),
    "cae.released_lacks": (
        N_("the released file has no variable {name}"),
        N_("remove it from the attributes, or choose another file"),
    ),
    "cae.released_values": (
        N_("records released with a value of {name} that is neither a number nor a label: {number}"),
        N_("give {name} the hierarchy with which it was recoded"),
    ),
    "cae.rounded": (
        N_("records whose confidential value was rounded into the domain: {number}"),
        N_("no action needed; a narrower step rounds less"),
    ),
    "cae.several_sources": (
        N_("the possible values are given in more than one way: {names}"),
        N_("keep one of them"),
    ),
    "cae.sum": (
        N_("the probabilities add up to {total} instead of 1"),
        N_("correct them, or let them be normalised: each is then divided by the sum"),
    ),
    "cae.synthetic_file": (
        N_("files of queries or released records cannot belong to synthetic data"),
        N_("take the plan's data, or leave the file out"),
    ),
    "cae.widths": (
        N_(
            "the uncertainty is computed at {number} {number:precision|precisions}; the area "
            "is given as bounds"
        ),
        N_("no action needed; a domain with fewer values is computed exactly"),
    ),
    "cae.unbounded": (
        N_("cells without a bound on one side are excluded: {number}"),
        N_("no action needed, or enter the bounds that an intruder could know"),
    ),
    "cae.unweighted": (
        N_("records whose weight is missing or 0 take no part: {number}"),
        N_("no action needed"),
    ),
    "cae.weights_need_attribute": (
        N_("a weight variable applies only to an attribute of the data"),
        N_("name the attribute, or leave the weights out"),
    ),
    "cae.weights_taken": (
        N_("{name} is the attribute or known already, and cannot be the weights as well"),
        N_("choose another variable of weights, or none"),
    ),
}
