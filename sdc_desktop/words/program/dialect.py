"""What separators, quotes and encodings of text files are called."""

from collections.abc import Mapping, Sequence

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
    "cp1252": N_("Windows-1252 (Western)"),
    "iso8859-15": N_("ISO 8859-15 (Western)"),
    "cp1250": N_("Windows-1250 (Central European)"),
    "iso8859-2": N_("ISO 8859-2 (Central European)"),
    "cp1257": N_("Windows-1257 (Baltic)"),
    "cp1254": N_("Windows-1254 (Turkish)"),
    "cp1251": N_("Windows-1251 (Cyrillic)"),
    "koi8-u": N_("KOI8-U (Cyrillic)"),
    "cp1253": N_("Windows-1253 (Greek)"),
    "cp1255": N_("Windows-1255 (Hebrew)"),
    "cp1256": N_("Windows-1256 (Arabic)"),
    "gb18030": N_("GB 18030, GBK (Chinese)"),
    "big5": N_("Big5 (Chinese)"),
    "cp932": N_("Shift-JIS (Japanese)"),
    "euc_jp": N_("EUC-JP (Japanese)"),
    "cp949": N_("EUC-KR (Korean)"),
    "cp850": N_("DOS 850 (Western)"),
    "mac-roman": N_("Macintosh (Western)"),
    "utf-16": N_("UTF-16"),
    "utf-16-le": N_("UTF-16 LE"),
    "utf-16-be": N_("UTF-16 BE"),
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


def encoding_text(
    encoding: str, words_shown: Sequence[str], doubt: Sequence[str] | None, words: Words
) -> str:
    """How some words of a text read in its encoding, and which others they suggest where it is doubtful."""
    name, shown = encoding_word(encoding, words), ", ".join(words_shown)
    if doubt is None:
        text = N_("Read as {encoding}: {shown}. If these words look wrong, choose another encoding.")
        return words.say(text, encoding=name, shown=shown) if shown else ""
    text = N_("Read as {encoding}, the text looks wrong: {shown}. Choose another encoding.")
    if not doubt:
        return words.say(text, encoding=name, shown=shown)
    others = ", ".join(encoding_word(one, words) for one in doubt)
    text = N_("Read as {encoding}, the text looks wrong: {shown}. Choose another encoding, such as {others}.")
    return words.say(text, encoding=name, shown=shown, others=others)


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
