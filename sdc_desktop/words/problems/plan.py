"""What the problems of a plan say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

# what was expected where a value is of the wrong type, by the validator's own name of the fault
EXPECTED: Mapping[str, str] = {
    "bool_type": N_("true or false"),
    "dict_type": N_("an object, in braces"),
    "float_type": N_("a number"),
    "int_type": N_("a whole number"),
    "list_type": N_("a list, in brackets"),
    "model_type": N_("an object, in braces"),
    "model_attributes_type": N_("an object, in braces"),
    "string_too_long": N_("a shorter text"),
    "string_too_short": N_("a text that is not empty"),
    "string_type": N_("a text, in quotation marks"),
    "too_short": N_("at least one entry"),
    "tuple_type": N_("a list, in brackets"),
}

MESSAGES: Mapping[str, tuple[str, str]] = {
    "output.few_decimals": (
        N_(
            "the values have {needed} {needed:decimal|decimals}, the form of the publication shows {decimals}"
        ),
        N_("show more decimals, or publish multiples of a larger unit"),
    ),
    "output.layout_ending": (
        N_("the name {path} does not suit the layout of the table; endings: {endings}"),
        N_("choose another name, or another layout"),
    ),
    "output.layout_is_text": (
        N_("this layout of a table is a text file, not a file in the format {format}"),
        N_("remove the format, or write the table as a list"),
    ),
    "output.layout_of_table": (
        N_("layouts and further files are for tables; this step does not make one"),
        N_("remove layout and also from the output"),
    ),
    "output.same_signs": (
        N_("suppressed and empty cells have the same sign {sign}"),
        N_("choose another sign for one of them"),
    ),
    "output.sheet_too_small": (
        N_(
            "the table has {rows} {rows:row|rows} and {columns} {columns:column|columns}, "
            "more than a sheet can hold"
        ),
        N_("write the publication as CSV, or make smaller tables"),
    ),
    "plan.choice": (
        N_("{value} is not one of the choices"),
        N_("choose one of {choices}"),
    ),
    "plan.doubled_key": (
        N_("this key occurs twice in the same object"),
        N_("keep one of the two"),
    ),
    "plan.half_character": (
        N_("a text of the file contains half a character (a lone \\ud800 to \\udfff)"),
        N_("write the character itself, or both of its halves"),
    ),
    "plan.input_is_itself": (
        N_("the job takes its input from {name}, which is the job itself"),
        N_("name an earlier job, or data"),
    ),
    "plan.input_is_later": (
        N_("the input {name} of this job is defined after it"),
        N_("put {name} before it"),
    ),
    "plan.input_unknown": (
        N_("the job takes its input from {name}, but no job has that name"),
        N_("name an earlier job, or data"),
    ),
    "plan.job_name": (
        N_("the name {name} has characters that a file name cannot have"),
        N_("use letters, digits, spaces, - and _"),
    ),
    "plan.job_name_taken": (
        N_("the name {name} is taken"),
        N_("give each job a name of its own; data always means the plan's data"),
    ),
    "plan.missing_key": (
        N_("this key is missing"),
        N_("add it"),
    ),
    "plan.newer_schema": (
        N_("the file has schema {number}; this program supports schemas up to {known}"),
        N_("open it with the newer program that wrote it"),
    ),
    "plan.no_data": (
        N_("the plan contains no data, but the job needs data"),
        N_("add data with a path"),
    ),
    "plan.charged_input": (
        N_("the job reads {name}, a table that a privacy budget is charged for"),
        N_("read the data, or use the exported table as a file"),
    ),
    "plan.no_such_job": (
        N_("no job is called {name}"),
        N_("check the names of the jobs in the plan"),
    ),
    "proposals.not_a_table": (
        N_("{name} is not a table, and protections are proposed for tables or for the file of records"),
        N_("name a table, or no job"),
    ),
    "proposals.nothing": (
        N_("the plan contains no table and no data to protect"),
        N_("add data with a path, or a table"),
    ),
    "plan.not_an_object": (
        N_("the file is not a plan (it contains no JSON object)"),
        N_("check that this is the right file"),
    ),
    "plan.not_finite": (
        N_("{value} is not a finite number"),
        N_("write a number with digits"),
    ),
    "plan.not_json": (
        N_("the file is not JSON: {reason}"),
        N_("correct the file at this position"),
    ),
    "plan.nul": (
        N_("a text of the file contains the character NUL (\\u0000)"),
        N_("remove it"),
    ),
    "plan.output_name": (
        N_("no file can be called {path} on every system"),
        N_('use no < > : " | ? *, no space or full stop at the end, and no name such as con or nul'),
    ),
    "plan.output_name_long": (
        N_(
            "a part of the file's path takes {number} {number:byte|bytes}, more than the "
            "{most} that a system allows"
        ),
        N_("shorten the name; letters outside ASCII take two to four bytes"),
    ),
    "plan.output_name_sign": (
        N_("the file name {path} contains characters that are invisible or look like others: {signs}"),
        N_("type the name again with plain letters, digits and punctuation"),
    ),
    "plan.output_outside": (
        N_("the file {path} would lie outside the output folder"),
        N_("give a path below the folder, without .. and without a drive or root"),
    ),
    "plan.output_over_input": (
        N_("the file {path} would be written over one that the plan reads"),
        N_("write to another folder, or give the output another name"),
    ),
    "plan.output_taken": (
        N_("the file {path} is already written by {name}"),
        N_("give each output a different name"),
    ),
    "plan.too_deep": (
        N_("the file is nested too deeply to be a plan"),
        N_("check that this is the right file"),
    ),
    "plan.too_large": (
        N_("{value} is above the largest value allowed, {bound}"),
        N_("give a smaller value"),
    ),
    "plan.too_many_digits": (
        N_("the file has a whole number of {digits} {digits:digit|digits}; at most {most} can be read"),
        N_("give a smaller number"),
    ),
    "plan.too_small": (
        N_("{value} is below the smallest value allowed, {bound}"),
        N_("give a larger value"),
    ),
    "plan.type": (
        N_("{value} is not valid here"),
        N_("write {expected}"),
    ),
    "plan.unknown_key": (
        N_("this key is unknown"),
        N_("remove it, or check its spelling"),
    ),
    "plan.unknown_schema": (
        N_("the file has schema {number}, which no version of this program has written"),
        N_("set schema to {known}"),
    ),
    "plan.unknown_variable": (
        N_("the data have no variable {name}"),
        N_("check the spelling; upper and lower case differ"),
    ),
}
