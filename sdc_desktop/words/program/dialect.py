"""What separators, quotes and encodings of text files are called."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

DELIMITER_WORDS: Mapping[str, str] = {
    ",": N_("comma"),
    ";": N_("semicolon"),
    "\t": N_("tab"),
    "|": N_("vertical bar"),
    " ": N_("space"),
    ":": N_("colon"),
}
QUOTE_WORDS: Mapping[str, str] = {
    '"': N_("double quotes"),
    "'": N_("single quotes"),
    "": N_("no quotes"),
}
DECIMAL_WORDS: Mapping[str, str] = {".": N_("point"), ",": N_("comma")}
ENCODING_WORDS: Mapping[str, str] = {  # by Python's names of them
    "utf-8": N_("UTF-8"),
    "utf-8-sig": N_("UTF-8 with byte-order mark"),
    "cp1252": N_("Windows-1252"),
    "iso8859-15": N_("ISO 8859-15"),
    "cp1250": N_("Windows-1250"),
    "utf-16": N_("UTF-16"),
}
FORMAT_WORDS: Mapping[str, str] = {
    "csv": N_("delimited text"),
    "fixed": N_("text in fixed width"),
    "parquet": N_("Parquet"),
    "arrow": N_("Arrow"),
    "xlsx": N_("sheet of a workbook"),
    "sav": N_("SPSS data file"),
    "dta": N_("Stata data file"),
    "sas7bdat": N_("SAS data set"),
    "xpt": N_("SAS transport file"),
    "rds": N_("data frame of R"),
    "rda": N_("ARGUS records with their .rda file"),
}


def delimiter_word(delimiter: str, words: Words) -> str:
    """The separator's name; a rare one stands for itself."""
    known = DELIMITER_WORDS.get(delimiter)
    return words.say(known) if known else delimiter


def encoding_word(encoding: str, words: Words) -> str:
    """The encoding's name; a rare one stands for itself."""
    known = ENCODING_WORDS.get(encoding)
    return words.say(known) if known else encoding


def format_word(format: str, words: Words) -> str:
    """What a format of files is called."""
    return words.say(FORMAT_WORDS[format])


def preview_text(variables: int, uneven: int, words: Words, *, is_fixed: bool, alone: bool) -> str:
    """What a preview of a text file shows: how many variables, and in how many records their number is
    another. `alone`: the only variable of a file that may be of fixed width.
    """
    found = words.say_many(N_("{number} variable found."), N_("{number} variables found."), variables)
    if alone:
        found = f"{found} {words.say(N_('If the file has fixed-width fields, select this above.'))}"
    if not uneven:
        return found
    one = N_("{number} record in the preview has a different number of fields. Check the separator.")
    many = N_("{number} records in the preview have a different number of fields. Check the separator.")
    if is_fixed:
        one = N_("{number} line in the preview ends before its last field starts.")
        many = N_("{number} lines in the preview end before their last field starts.")
    return f"{found} {words.say_many(one, many, uneven)}"
