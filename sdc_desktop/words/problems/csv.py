"""What the problems of delimited files say: code -> (what happened, what to do). Sorted by code."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_SAVE_AGAIN = N_("correct this place in the program the file comes from, and save it again")
_CHOOSE_ENCODING = N_("choose the encoding the file was saved with, or save it again as UTF-8")
_CHOOSE_OUTPUT_ENCODING = N_("choose UTF-8 as the encoding of the data, or recode these values")

MESSAGES: Mapping[str, tuple[str, str]] = {
    "data.role_missing": (
        N_("{name} has no role and a different value in most records, so it may be a direct identifier"),
        N_("give it a role: direct_identifier removes it, other keeps it and lowers the verdict"),
    ),
    "data.role_missing_name": (
        N_("{name} has no role, and its name suggests a direct identifier"),
        N_("give it a role: direct_identifier removes it, other keeps it and lowers the verdict"),
    ),
    "data.role_other": (
        N_("{name} looks like a direct identifier and has the role “other”: it is released unchanged"),
        N_("make sure that it identifies no person, or make it a direct identifier"),
    ),
    "data.missing_code": (
        N_("texts of {name} that may mean “missing” are read as values: {codes} ({number})"),
        N_("add them to the missing codes of {name}, or declare its missing codes without them"),
    ),
    "data.code_in_numbers": (
        N_("{name} is not numeric: texts that may mean “missing” are read as values: {codes} ({number})"),
        N_("add them to the missing codes of {name}"),
    ),
    "data.free_text": (
        N_("{name} contains free text, which may name persons"),
        N_("make it a direct identifier, or replace it with categories"),
    ),
    "csv.bad_delimiter": (
        N_("this cannot be a separator"),
        N_("give one character other than a line end, such as a comma, a semicolon or a tab"),
    ),
    "csv.bad_quote": (
        N_("this cannot be a quotation mark"),
        N_("give one plain character other than the separator, or none at all"),
    ),
    "csv.blank_at_end": (
        N_("blank lines at the end of the file were ignored ({number})"),
        N_("no action needed"),
    ),
    "csv.blank_line": (
        N_("this line is blank"),
        N_("delete the line; a missing value in a file of one column is written as two quotation marks"),
    ),
    "csv.cannot_encode": (
        N_("the records contain characters that the encoding {encoding} cannot write"),
        _CHOOSE_OUTPUT_ENCODING,
    ),
    "csv.cannot_quote": (
        N_("this value contains a separator or a line end, or is empty, and the file has no quotation marks"),
        N_("choose a quotation mark for the data, or recode these values"),
    ),
    "csv.cannot_write_nul": (
        N_("this value contains a NUL character, which no text file can hold"),
        N_("recode this value"),
    ),
    "csv.changed": (
        N_("the file changed while it was being read"),
        N_("wait until no other program is writing to it, then open it again"),
    ),
    "csv.disagreement": (
        N_("the file passed all checks, but the number of records loaded differs from the number counted"),
        N_("nothing was opened; please report this, with how the file is written but without the file"),
    ),
    "csv.duplicate_name": (
        N_("the column name {name} was already given to field {first}"),
        N_("give each column a different name"),
    ),
    "csv.empty": (
        N_("the file is empty"),
        N_("check that this is the right file"),
    ),
    "csv.empty_name": (
        N_("this column has no name"),
        N_("give each column a name, or state that the file has no header"),
    ),
    "csv.encoding_doubtful": (
        N_("texts read as {encoding} have unusual characters and may be in another encoding ({others})"),
        N_("check names with accents; if they are wrong, set the encoding"),
    ),
    "csv.encoding_unclear": (
        N_("texts read as {encoding} have unusual characters and may be in another encoding"),
        N_("check names with accents; if they are wrong, set the encoding"),
    ),
    "csv.first_lines": (
        N_("lines before the header are not read ({number})"),
        N_("if they are records, set data.first_row to 1"),
    ),
    "csv.header_only": (
        N_("the file has column names but no records"),
        N_("check that this is the right file, or state that it has no header"),
    ),
    "csv.long_record": (
        N_("the record that begins here is longer than {limit} {limit:byte|bytes}"),
        N_("look for a quotation mark that is never closed, and check the separator and the line ends"),
    ),
    "csv.mixed_line_ends": (
        N_("the file has mixed line endings; all of them were accepted"),
        N_("no action needed"),
    ),
    "csv.more": (
        N_("{number} {number:more fault|more faults} of the same kind as the one on line {line}"),
        N_("if there are very many, check the separator, the quotation mark and the encoding"),
    ),
    "csv.na_emptied": (
        N_("variables with NA in quotation marks as a text: {names}; NA without them is read as empty"),
        N_("no action needed"),
    ),
    "csv.no_memory": (
        N_("there is not enough memory for these records"),
        N_(
            "allow a temporary folder (Tools menu, or --temp-folder DIR on the command line), close other "
            "programs or omit unneeded columns"
        ),
    ),
    "csv.no_such_file": (
        N_("the file does not exist"),
        N_("check its name and its folder"),
    ),
    "csv.no_row_names": (
        N_("the header names every column, so there are no row names"),
        N_("remove data.row_names from the plan"),
    ),
    "csv.not_a_file": (
        N_("this is a folder or a device, not a file"),
        N_("choose a file"),
    ),
    "csv.not_encodable": (
        N_("this value contains the character {sign}, which the encoding {encoding} cannot write"),
        _CHOOSE_OUTPUT_ENCODING,
    ),
    "csv.nul": (
        N_("the file contains a NUL character, which is not allowed in text"),
        N_("the file is damaged, is not a text file or has a different encoding such as UTF-16"),
    ),
    "csv.ragged": (
        N_("this record has {found} {found:field|fields}; the first record has {wanted}"),
        N_("correct the record, or check the separator and the quotation mark"),
    ),
    "csv.row_names": (
        N_("the header has no name for the first column, which is read as the variable row_names"),
        N_("no action needed"),
    ),
    "csv.stray_quote": (
        N_("a field contains a quotation mark but does not start with one"),
        N_("double it and put the field in quotation marks, or state that the file has none"),
    ),
    "csv.text_after_quote": (
        N_("text follows the closing quotation mark of this field"),
        N_("double quotation marks within a field, or state that the file has none"),
    ),
    "csv.too_many_fields": (
        N_("the record has {found} {found:field|fields}; at most {limit} can be read"),
        N_("check the separator and the line ends, or omit columns that are not needed"),
    ),
    "csv.unclosed_quote": (
        N_("the opening quotation mark of this field is not closed"),
        _SAVE_AGAIN,
    ),
    "csv.undecodable": (
        N_("some bytes are not valid in the encoding {encoding}"),
        _CHOOSE_ENCODING,
    ),
    "csv.unknown_encoding": (
        N_("{encoding} is not a known encoding"),
        N_("name one such as utf-8, cp1252, latin-1 or utf-16"),
    ),
    "csv.wrong_encoding": (
        N_("the file cannot be read in the encoding {encoding}"),
        _CHOOSE_ENCODING,
    ),
    "data.closing_lines": (
        N_(
            "{number} {number:line|lines} at the end {number:looks|look} like totals or notes below the "
            "table, and {number:is|are} read as {number:a record|records}"
        ),
        N_("delete these lines from the file, or filter them out"),
    ),
    "data.not_numbers": (
        N_(
            "the variable is declared continuous, but {number} {number:record "
            "contains|records contain} no number (lines {lines}; decimal mark: {decimal})"
        ),
        N_("correct the values, declare them as missing codes or change the measurement level"),
    ),
    "data.not_numbers_many": (
        N_(
            "the variable is declared continuous, but {number} {number:record "
            "contains|records contain} no number (first {listed}: lines {lines}; decimal "
            "mark: {decimal})"
        ),
        N_("check the decimal mark, name missing codes, or declare another level"),
    ),
    "data.follows_circle": (
        N_("{name} follows {followed}, which follows it in turn"),
        N_("let one of them follow the other"),
    ),
    "data.follows_identifier": (
        N_("{name} is in no released file by its role and cannot follow another variable"),
        N_("give it another role, or let it follow none"),
    ),
    "data.follows_itself": (
        N_("{name} cannot follow itself"),
        N_("name the variable to protect it with"),
    ),
    "data.follows_treated": (
        N_("the step changes {followed}, and also {name}, which follows it"),
        N_("let the step change one of them, or let {name} follow none"),
    ),
    "data.follows_unknown": (
        N_("{name} follows {followed}, which the data do not have"),
        N_("check the name"),
    ),
    "data.weight_values_not_positive": (
        N_(
            "{number} different {number:value|values} of the weight {name} {number:is|are} missing, zero "
            "or below"
        ),
        N_("correct the weights, or choose another variable"),
    ),
    "data.weights_not_positive": (
        N_(
            "{number} {number:record has|records have} no number above zero as weight in {name}, first "
            "record {record}"
        ),
        N_("correct the weights, filter these records out, or choose another variable"),
    ),
    "follows.left_out": (
        N_("{name} is left out of the file, because it follows {followed}, which is changed"),
        N_("set a level for {name} to release it"),
    ),
    "data.unknown_variable": (
        N_("the data have no variable {name}"),
        N_("check the name, and whether the file has a header"),
    ),
    "data.unknown_variable_near": (
        N_("the data have no variable {name}"),
        N_("did you mean {near}?"),
    ),
    "forms.ambiguous": (
        N_("the values of {name} can be read in several forms ({forms}) and are read as text"),
        N_("choose one when opening the file, or set data.forms in the plan"),
    ),
    "forms.contradicted": (
        N_(
            "{name} is read as text: its first records have the form {form}, but {number} "
            "{number:record has|records have} another value (lines {lines})"
        ),
        N_("correct them, make them missing codes or choose a form when opening the file"),
    ),
    "forms.dates": (
        N_("{name} is read as dates ({form}); the records have them as 2024-03-01"),
        N_("no action needed"),
    ),
    "forms.misfits": (
        N_(
            "{number} {number:value|values} of {name} {number:does|do} not have the form "
            "{form} ({number:line|lines} {lines})"
        ),
        N_("correct them, make them missing codes or choose another form"),
    ),
    "forms.misfits_many": (
        N_(
            "{number} {number:value|values} of {name} {number:does|do} not have the form "
            "{form} (first {listed}: lines {lines})"
        ),
        N_("correct them, make them missing codes or choose another form"),
    ),
    "forms.not_at_site": (
        N_("Spark reads no forms of dates and numbers"),
        N_("remove data.forms, or count without Spark"),
    ),
    "forms.numbers": (
        N_("{name} is read as numbers ({form}); the records have them without thousands separators"),
        N_("no action needed"),
    ),
}
