"""What the problems of files of other programs say: code -> (what happened, what to do). Sorted by code."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

FORMAT_WORDS: Mapping[str, str] = {  # names, which are the same in all languages
    "arrow": "Arrow",
    "counts": "SDC counts",
    "csv": "CSV",
    "dta": "Stata",
    "fixed": "TXT",
    "ods": "OpenDocument",
    "parquet": "Parquet",
    "rda": "ARGUS",
    "rds": "R",
    "sas7bdat": "SAS",
    "sav": "SPSS",
    "xlsx": "Excel",
    "xpt": "SAS transport",
    "zsav": "SPSS",
}
_NOTHING_WRITTEN = N_("nothing was written; write the file in another format")

MESSAGES: Mapping[str, tuple[str, str]] = {
    "argus.group_is_missing": (
        N_("the recoding gives groups the codes of missing values: {values}"),
        N_("give the groups other codes, or correct the missing codes of the variable"),
    ),
    "argus.groups_not_missing": (
        N_("the recoding calls groups missing, which are categories here: {values}"),
        N_("declare the codes of these groups as missing codes of the variable"),
    ),
    "argus.groups_overlap": (
        N_("the groups {group} and {other} share codes"),
        N_("leave each code in one group"),
    ),
    "argus.hierarchy_gone": (
        N_("the hierarchy of {name} is not there: the description names the file {file}"),
        N_("put the file beside the description and open the data again, or give {name} a hierarchy here"),
    ),
    "argus.hierarchy_taken": (
        N_("the hierarchy of {name} was taken over from the description"),
        N_("check it, and change it where necessary"),
    ),
    "argus.hierarchy_unread": (
        N_("the hierarchy of {name} cannot be read: the file {file} is malformed"),
        N_("correct the file and open the data again, or give {name} a hierarchy here"),
    ),
    "argus.labels_unread": (
        N_("the code list {file} is not there or cannot be read, so the groups have no labels"),
        N_("put the code list beside the recode file"),
    ),
    "argus.line_end": (
        N_("a value of this variable contains a line end, which no file of fixed width can hold"),
        _NOTHING_WRITTEN,
    ),
    "argus.missing_kept": (
        N_("missing values keep their codes; the new ones of the recoding are not used: {values}"),
        N_("no action needed where the variable has its missing codes"),
    ),
    "argus.names_differ": (
        N_("the first line names {name} where the description has {described}"),
        N_("bring the variables of the .rda file into the order of the records"),
    ),
    "argus.no_metadata": (
        N_("there is no .rda file of the same name beside it that says where its fields are"),
        N_("put the description beside the file, or name it in the plan as metadata"),
    ),
    "argus.no_records": (
        N_("the file describes records, but no file of the same name (.asc, .dat, .txt, .csv) is beside it"),
        N_("put the records beside their description, under the same name"),
    ),
    "argus.of_r": (
        N_("this .rda file is one of R, not a description of ARGUS"),
        N_("open that file by its own name, or replace it by the description of the records"),
    ),
    "argus.tree_recoding": (
        N_("this is a tree recoding: it cuts off branches of a hierarchy and has no groups"),
        N_("use the hierarchy file (.hrc), and choose the level or edit its groups"),
    ),
    "data.arrow_inflates": (
        N_("the file expands to more than {megabytes} MB, far more than its size declares"),
        N_("save it without compression, or as Parquet"),
    ),
    "data.arrow_order": (
        N_("the numbers are in the byte order of other processors (big-endian)"),
        N_("save it on this kind of computer, or as Parquet or CSV"),
    ),
    "data.arrow_unended": (
        N_("the Arrow stream has no end mark, so records may be missing"),
        N_("compare the number of records with the source"),
    ),
    "data.beyond_names": (
        N_("this record has a value in a column without a name"),
        N_("name the column in the first row, or delete the value"),
    ),
    "data.by_record": (
        N_(
            "this method needs about {wanted} GB of memory for {records} "
            "{records:record|records}; {memory} GB is available"
        ),
        N_("recode or generalise instead, which need counts alone, or work on a sample or on fewer records"),
    ),
    "data.changed_since_opened": (
        N_("the file has changed since it was opened, so a new file or report would describe other data"),
        N_("open the data again, check the results and repeat this step"),
    ),
    "data.catalog": (
        N_("the catalogue {name} cannot be read"),
        N_("select another catalogue, or remove it to open the data without labels"),
    ),
    "data.damaged": (
        N_("the file is damaged or has a different format"),
        N_("open it in the program it comes from and save it again"),
    ),
    "data.feather_1": (
        N_("this is a file of Feather version 1"),
        N_("save it as Feather version 2, Parquet or CSV"),
    ),
    "data.gone_since_opened": (
        N_("the file that was opened can no longer be read"),
        N_("put the file back, or open the data again from its new place"),
    ),
    "data.inflates": (
        N_("the file expands to more than {megabytes} MB, far more than its size declares"),
        N_("unpack it and open what is in it"),
    ),
    "data.name_twice": (
        N_("the name {name} is given twice"),
        N_("give each column a different name"),
    ),
    "data.nameless": (
        N_("this column has no name"),
        N_("give each column a name in the first row"),
    ),
    "data.nested": (
        N_("this variable has values of the type {type}, which cannot be read as single values"),
        N_("leave the variable out, or take its values apart where the file is made"),
    ),
    "data.no_results": (
        N_("formulas have no results in the file ({number}): the software that wrote it computed none"),
        N_("open the workbook in a spreadsheet program, save it and open it here again"),
    ),
    "data.no_columns": (
        N_("the file has no variables"),
        N_("check that this is the right file and, of a workbook, the right sheet"),
    ),
    "data.no_reader": (
        N_("the part of the program that reads this format is missing or cannot be loaded"),
        N_("install the program again, and try it with --self-test"),
    ),
    "data.no_records": (
        N_("the file has no records"),
        N_("check that this is the right file and, of a workbook, the right sheet"),
    ),
    "data.no_sheet": (
        N_("the workbook has no sheet called {name}; it has {names}"),
        N_("choose one of its sheets"),
    ),
    "data.not_of_format": (
        N_("the file is not a {format} file, despite its name, or it is damaged"),
        N_("check that this is the right file, or choose its format"),
    ),
    "data.not_writable": (
        N_("the records cannot be written in this format"),
        _NOTHING_WRITTEN,
    ),
    "data.nul": (
        N_("a value contains a NUL character"),
        N_("correct the value in the program the file comes from, and save it again"),
    ),
    "data.other_count": (
        N_("the header states {told} {told:record|records}, but the file has room for {found}"),
        N_("transfer the file again, without conversion of line ends"),
    ),
    "data.packed_format": (
        N_("only delimited and fixed-width text is read from a compressed file, not {format}"),
        N_("unpack the file and open what is in it"),
    ),
    "data.password": (
        N_("the workbook is password-protected"),
        N_("save it without the password, and open it again"),
    ),
    "data.reader_died": (
        N_("the file could not be read because it is damaged"),
        N_("open it in the program it comes from and save it again"),
    ),
    "data.sas_only_read": (
        N_("{path} would be a SAS data set, which this program reads but cannot write"),
        N_("write a SAS transport file, which SAS reads: a name that ends in .xpt"),
    ),
    "data.several_data_sets": (
        N_("the file has {number} {number:data set|data sets}: {names}"),
        N_("name one of them in the plan as data.sheet"),
    ),
    "data.renamed": (
        N_("names that the file gives to two variables were changed ({number})"),
        N_("give each variable a different name where the file is made"),
    ),
    "data.several_sheets": (
        N_("the workbook has {number} {number:sheet|sheets} with values: {names}"),
        N_("select a sheet, or name it in the plan as data.sheet"),
    ),
    "data.sheet_extent": (
        N_(
            "a sheet extends to row {rows} and column {columns} but holds only {cells} "
            "{cells:cell|cells}: reading it would exhaust memory"
        ),
        N_("delete the cells far from the records and the repeated rows, or save the sheet as CSV"),
    ),
    "data.sheet_full": (
        N_(
            "the file has {records} {records:record|records}; a sheet can hold at most {most} "
            "{most:record|records} and {columns} {columns:variable|variables}"
        ),
        N_("write the file in another format, such as CSV or Parquet"),
    ),
    "data.sheet_digits": (
        N_("whole numbers of more than 15 digits are not exact in a sheet ({number})"),
        N_("if they are identifiers, enter them in the sheet as text"),
    ),
    "data.sheet_errors": (
        N_("cells with errors such as #N/A were read as missing ({number})"),
        N_("correct them in the sheet if they have values"),
    ),
    "data.sheet_notes": (
        N_("rows below the table have one value each and were read as records ({number})"),
        N_("delete them from the sheet if they are notes"),
    ),
    "data.sheet_only_read": (
        N_("{path} would be a workbook of a format that is read but not written"),
        N_("enter a name that ends in .xlsx or .ods"),
    ),
    "data.sheet_sign": (
        N_("a value of this row contains a control character, which no sheet can hold"),
        _NOTHING_WRITTEN,
    ),
    "data.sheet_text": (
        N_(
            "a value of this row is longer than {most} {most:character|characters}, the most "
            "that a cell of a sheet holds"
        ),
        _NOTHING_WRITTEN,
    ),
    "data.texts_cut": (
        N_("texts end within a character, and what is left of it was omitted ({number})"),
        N_("give the variable more bytes where the file is made"),
    ),
    "data.texts_undecodable": (
        N_("some texts are not valid in the encoding that the file states"),
        N_("choose the encoding the file was saved with, or save it again as UTF-8"),
    ),
    "data.unsupported": (
        N_("files of {whose} ({ending}) are not read"),
        N_("save the data there as CSV, Parquet or SPSS, and open that file"),
    ),
    "data.unsupported_written": (
        N_("{path} would be a file of {whose}, which is not written"),
        N_("enter a name that ends in .csv, .parquet, .sav, .dta, .xpt or .rds"),
    ),
    "data.workbook_inflates": (
        N_("the workbook expands to more than {megabytes} MB, far more than its size or its headers declare"),
        N_("open it in the program it comes from and save it again, or save the sheet as CSV"),
    ),
    "data.writer_died": (
        N_("writing the file failed"),
        _NOTHING_WRITTEN,
    ),
    "data.zip_entries": (
        N_("the archive has {number} {number:file|files} instead of one"),
        N_("unpack the archive and open one of its files"),
    ),
    "fixed.no_fields": (
        N_("no fields are defined and none could be detected"),
        N_("specify where each field begins and how wide it is, or check that this is the right file"),
    ),
    "fixed.not_chosen": (
        N_("no separator found; the lines look like {number} fixed-width fields: {fields}"),
        N_("set data.format to fixed, or data.delimiter if the file is delimited"),
    ),
    "fixed.not_given": (
        N_("the plan names fields of fixed width, but the file is read in another format"),
        N_("give the data the format fixed, or leave the fields out"),
    ),
    "fixed.outside": (
        N_("lines with characters outside all fields: {number} (here from character {place})"),
        N_("make sure that no field is too narrow for its values"),
    ),
    "fixed.overlap": (
        N_("the fields {name} and {other} both hold the characters {first} to {last}"),
        N_("let each field end before the next begins"),
    ),
    "fixed.short_line": (
        N_("the line has {found} {found:character|characters}; the field {name} begins at character {start}"),
        N_("correct the line or the fields; blanks at the end of lines may have been cut off on the way"),
    ),
    "spill.no_folder": (
        N_("the folder for files beyond memory is not there"),
        N_("make it, or choose another"),
    ),
    "write.amounts_kept": (
        N_("{format} cannot hold numbers of this size; written as text: {listed}"),
        N_("check them, or export in another format"),
    ),
    "write.blanks_cut": (
        N_("{format} drops spaces at the end of texts: {listed}"),
        N_("export as CSV or Parquet if they matter"),
    ),
    "write.codes": (
        N_("missing codes have new codes ({number}): {listed}"),
        N_("pass the new codes on with the file"),
    ),
    "write.codes_emptied": (
        N_("missing codes became empty values in {format}: {listed}"),
        N_("export in another format if they must be distinguished"),
    ),
    "write.codes_unmarked": (
        N_("{format} cannot mark missing codes; they are ordinary values: {listed}"),
        N_("pass the codes on with the file"),
    ),
    "write.csv_unnamed": (
        N_("the plan names no file for these records, so they are CSV, without the types of the data file"),
        N_("name a file as output.path: its ending states the format (.parquet, .sav, .dta, .xlsx)"),
    ),
    "write.dates_kept": (
        N_("{format} cannot hold dates this early or late; written as text: {listed}"),
        N_("check them, or export in another format"),
    ),
    "write.figures_kept": (
        N_("{format} would round numbers with that many digits; written as text: {listed}"),
        N_("round them first if they are amounts"),
    ),
    "write.labels_cut": (
        N_("labels are too long for {format} and were shortened: {listed}"),
        N_("pass the full labels on with the file"),
    ),
    "write.labels_left": (
        N_("{format} has no such labels; omitted: {listed}"),
        N_("export to SPSS to keep them, or pass a codebook on"),
    ),
    "write.labels_unused": (
        N_("labels of values that no record has were omitted: {listed}"),
        N_("they might name values that were protected; the codebook has those of the released ones"),
    ),
    "write.renamed": (
        N_("names were changed to fit the format ({number}): {listed}"),
        N_("use the new names in scripts"),
    ),
    "write.text_too_long": (
        N_("the longest text has {longest} {longest:character|characters}; the format holds {most}"),
        N_("shorten or omit the variable, or export in another format"),
    ),
    "write.times_kept": (
        N_("{format} cannot hold spans of a day or longer; written as text: {listed}"),
        N_("check them, or export in another format"),
    ),
    "write.too_many_missing": (
        N_(
            "the variable has {number} {number:missing code|missing codes}; the format can "
            "declare three, or a range"
        ),
        N_("recode some of them, or export in another format"),
    ),
    "write.too_many_variables": (
        N_("the file would have {number} {number:variable|variables}; the format holds {most}"),
        N_("omit variables, or export in another format"),
    ),
    "write.zeros_kept": (
        N_("written as text to keep leading zeros: {listed}"),
        N_("set the level to continuous if they are amounts"),
    ),
}
