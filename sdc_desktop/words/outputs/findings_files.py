"""What findings on files say: what is refused, what needs a look, and what a file carries unseen."""

from collections.abc import Mapping

from sdc_desktop.words.outputs.outputs import Finding
from sdc_desktop.words.words import N_

FILE_FINDINGS: Mapping[str, Finding] = {
    "damaged": Finding(
        N_("Damaged file"),
        N_("The file is damaged."),
        N_("Save the file again and submit it."),
    ),
    "too_many_parts": Finding(
        N_("Too many parts"),
        N_("The file has more than 10 000 parts."),
        N_("Submit smaller files."),
    ),
    "password": Finding(
        N_("Password"),
        N_("The file has a password."),
        N_("Submit it without a password."),
    ),
    "name_twice": Finding(
        N_("Doubled name"),
        N_("Two parts of the archive have the same name."),
        N_("Pack the archive again."),
    ),
    "too_large": Finding(
        N_("Too large"),
        N_("The file or a part of it is too large to be read."),
        N_("Submit smaller files."),
    ),
    "unsafe_name": Finding(
        N_("Unsafe name"),
        N_("A part of the archive has a name that leads elsewhere."),
        N_("Pack the archive again."),
    ),
    "link": Finding(
        N_("Link"),
        N_("A link is not followed."),
        N_("Submit the file itself."),
    ),
    "inflates": Finding(
        N_("Inflating part"),
        N_("A part of the file is more than 100 times as large as it is packed."),
        N_("Save the file again and submit it."),
    ),
    "too_deep": Finding(
        N_("Nested too deeply"),
        N_("The content of the file is nested too deeply."),
        N_("Save the file again and submit it."),
    ),
    "document_type": Finding(
        N_("Document type declaration"),
        N_("The file declares a document type, as no office program does."),
        N_("Save the file again and submit it."),
    ),
    "too_many_cells": Finding(
        N_("Too many cells"),
        N_("The file has more than 2 000 000 cells."),
        N_("Submit smaller tables."),
    ),
    "too_many_blocks": Finding(
        N_("Too many blocks"),
        N_("The sheet has more blocks of cells than are examined."),
        N_("Submit tables, one below the other."),
    ),
    "not_its_format": Finding(
        N_("Content of another format"),
        N_("The content does not match the ending of the name."),
        N_("Submit the file with the ending of its format."),
    ),
    "save_as": Finding(
        N_("Format not read"),
        N_("This format is not read."),
        N_("Save it as .xlsx, .csv, .html, .docx or text."),
    ),
    "unknown_format": Finding(
        N_("Format not known"),
        N_("This format is not known."),
        N_("Save it as .xlsx, .csv, .html, .docx or text."),
    ),
    "unjudged_format": Finding(
        N_("Content not judged"),
        N_("JSON that is not the result of a session is not judged."),
        N_("Submit tables as .csv or .xlsx."),
    ),
    "reader_died": Finding(
        N_("Not readable"),
        N_("Reading the file failed or took too long."),
        N_("Save the file again and submit it."),
    ),
    "zip_in_zip": Finding(
        N_("Archive in an archive"),
        N_("An archive within an archive is not opened."),
        N_("Submit the files of the inner archive."),
    ),
    "two_sessions": Finding(
        N_("Two session files"),
        N_("The folder contains the result files of two sessions."),
        N_("Submit one session per folder."),
    ),
    "checksum_differs": Finding(
        N_("Checksum differs"),
        N_("The file is not the one whose checksum the session has."),
        N_("Submit the session unchanged."),
    ),
    "no_table": Finding(
        N_("No table found"),
        N_("No table was found in the file."),
        N_("No change is needed if the checker agrees."),
    ),
    "plot_by_eye": Finding(
        N_("Picture"),
        N_("Pictures are not judged: check bars, ends and outliers."),
        N_("Give the counts behind the picture."),
    ),
    "text_by_eye": Finding(
        N_("Text with figures"),
        N_("Text outside of tables states a minimum or maximum, which is not judged."),
        N_("Give the counts behind figures in the text."),
    ),
    "figure_not_read": Finding(
        N_("Figure not read"),
        N_("A figure outside of tables and texts is not read."),
        N_("Give the figure in a table or a sentence, or remove it."),
    ),
    "too_many_statements": Finding(
        N_("Too many stated numbers"),
        N_("Stated numbers of persons or lines of a table are too large or too many to be tried."),
        N_("Submit smaller files."),
    ),
    "loose_figure": Finding(
        N_("Single figure"),
        N_("A single figure that is part of no table is not judged."),
        N_("Give the count behind the figure, or remove it."),
    ),
    "far_cell": Finding(
        N_("Distant cell"),
        N_("The cell is far from every table."),
        N_("Remove cells that are part of no table."),
    ),
    "formula_without_value": Finding(
        N_("Formula without a value"),
        N_("The formula has no stored result."),
        N_("Calculate the workbook and save it, or paste values."),
    ),
    "records": Finding(
        N_("Records of single persons or firms"),
        N_("Rows of single persons or firms are in the file."),
        N_("Remove records from the file."),
    ),
    "not_compared": Finding(
        N_("Not compared with earlier releases"),
        N_("No ledger is given: earlier releases are not known."),
        N_("No change is needed."),
    ),
    "whole_numbers": Finding(
        N_("Counts or sums"),
        N_("No word says whether whole numbers are counts or sums. Tables: {number}."),
        N_("State in titles what the figures are."),
    ),
    "hidden_sheet": Finding(
        N_("Hidden sheet"),
        N_("A sheet is hidden."),
        N_("Remove hidden sheets."),
    ),
    "hidden_row": Finding(
        N_("Hidden row"),
        N_("A row with content is hidden."),
        N_("Remove hidden rows."),
    ),
    "hidden_column": Finding(
        N_("Hidden column"),
        N_("A column with content is hidden."),
        N_("Remove hidden columns."),
    ),
    "white_text": Finding(
        N_("Invisible text"),
        N_("Text has the colour of its ground."),
        N_("Remove invisible text."),
    ),
    "comment": Finding(
        N_("Comment"),
        N_("The file has comments or notes."),
        N_("Remove comments."),
    ),
    "persons": Finding(
        N_("Names of persons"),
        N_("The file lists the persons who commented."),
        N_("Remove comments and their authors."),
    ),
    "pivot_cache": Finding(
        N_("Cache of a pivot table"),
        N_("A pivot table keeps the records it was made from."),
        N_("Paste the values of pivot tables."),
    ),
    "data_model": Finding(
        N_("Data model"),
        N_("The workbook contains a data model."),
        N_("Paste values into a new workbook."),
    ),
    "connection": Finding(
        N_("Connection or query"),
        N_("The workbook contains a connection to data."),
        N_("Paste values into a new workbook."),
    ),
    "external_link": Finding(
        N_("External link"),
        N_("The file links to another file and may keep its cells."),
        N_("Break links, keeping values."),
    ),
    "embedded_file": Finding(
        N_("Embedded file"),
        N_("Another file is embedded."),
        N_("Remove embedded files."),
    ),
    "macros": Finding(
        N_("Macros"),
        N_("The file has macros."),
        N_("Save it without macros."),
    ),
    "chart": Finding(
        N_("Figures behind a chart"),
        N_("A chart keeps the figures it was made from."),
        N_("Paste charts as pictures."),
    ),
    "unused_strings": Finding(
        N_("Texts of deleted cells"),
        N_("The file stores texts that no cell shows."),
        N_("Copy the tables into a new workbook."),
    ),
    "constant_name": Finding(
        N_("Named constant"),
        N_("A name of the workbook contains a constant."),
        N_("Remove defined names."),
    ),
    "hidden_name": Finding(
        N_("Hidden name"),
        N_("A name of the workbook is hidden."),
        N_("Remove defined names."),
    ),
    "link_target": Finding(
        N_("Target of a link"),
        N_("A link has a target or a tip that is not shown."),
        N_("Remove links."),
    ),
    "filter_criterion": Finding(
        N_("Criterion of a filter"),
        N_("A filter keeps the values that it selects by."),
        N_("Clear all filters."),
    ),
    "format_text": Finding(
        N_("Text in a conditional format"),
        N_("A conditional format contains a text of its own."),
        N_("Remove conditional formats."),
    ),
    "style_name": Finding(
        N_("Name of a cell style"),
        N_("A cell style has a name that is not built in."),
        N_("Copy the values into a new workbook."),
    ),
    "sheet_name": Finding(
        N_("Name of an empty sheet"),
        N_("A sheet without cells has a name of its own."),
        N_("Delete empty sheets."),
    ),
    "custom_xml": Finding(
        N_("Custom XML"),
        N_("The file contains XML of another program."),
        N_("Copy the tables into a new file."),
    ),
    "custom_properties": Finding(
        N_("Custom properties"),
        N_("The file has properties of its own."),
        N_("Remove the properties of the file."),
    ),
    "revisions": Finding(
        N_("Revisions"),
        N_("The file keeps earlier versions."),
        N_("Accept all changes and save a copy."),
    ),
    "header_footer": Finding(
        N_("Header or footer"),
        N_("Headers or footers have text."),
        N_("Remove headers and footers."),
    ),
    "alt_text": Finding(
        N_("Alternative text"),
        N_("A picture or table has a description that is not shown."),
        N_("Remove descriptions."),
    ),
    "hidden_drawing": Finding(
        N_("Hidden drawing"),
        N_("A drawing is hidden."),
        N_("Remove hidden drawings."),
    ),
    "drawing_text": Finding(
        N_("Text in a drawing"),
        N_("A drawing has text, which is not judged."),
        N_("Remove text boxes."),
    ),
    "drawing": Finding(
        N_("Drawing"),
        N_("The file has a drawing that is not read."),
        N_("Remove drawings."),
    ),
    "phonetic_text": Finding(
        N_("Phonetic text"),
        N_("A cell has phonetic text that is not shown."),
        N_("Copy the tables into a new workbook."),
    ),
    "conditional_format": Finding(
        N_("Conditional format"),
        N_("A conditional format can hide figures."),
        N_("Remove conditional formats, and replace figures by marks."),
    ),
    "validation_list": Finding(
        N_("List of allowed values"),
        N_("A cell keeps a list of allowed values."),
        N_("Remove data validation."),
    ),
    "formula_constants": Finding(
        N_("Formula with constants"),
        N_("A formula contains figures or texts of its own."),
        N_("Paste values instead of formulas."),
    ),
    "thumbnail": Finding(
        N_("Preview picture"),
        N_("The file has a preview picture of its content."),
        N_("Save it without a preview."),
    ),
    "printer_settings": Finding(
        N_("Printer settings"),
        N_("The file keeps the settings of a printer."),
        N_("Copy the tables into a new workbook."),
    ),
    "rich_data": Finding(
        N_("Linked data"),
        N_("Cells keep linked data."),
        N_("Paste values."),
    ),
    "unknown_part": Finding(
        N_("Unknown part"),
        N_("The file has a part of unknown kind."),
        N_("Copy the tables into a new file."),
    ),
    "picture": Finding(
        N_("Picture in the file"),
        N_("The file has pictures, which are not judged."),
        N_("Submit pictures as files of their own."),
    ),
    "metadata": Finding(
        N_("Author and other properties"),
        N_("The file names an author, a company or a title."),
        N_("No change is needed if the name may be known."),
    ),
    "stored_precision": Finding(
        N_("More digits than shown"),
        N_("Figures are stored with more digits than are shown."),
        N_("Round the figures themselves."),
    ),
    "deleted_text": Finding(
        N_("Deleted text"),
        N_("Deleted text is kept in the file."),
        N_("Accept all changes."),
    ),
    "inserted_text": Finding(
        N_("Inserted text"),
        N_("Inserted text is marked as a change."),
        N_("Accept all changes."),
    ),
    "hidden_text": Finding(
        N_("Hidden text"),
        N_("The file has text that is not shown."),
        N_("Remove hidden text."),
    ),
    "field_code": Finding(
        N_("Field code"),
        N_("A field has an instruction that is not shown."),
        N_("Replace fields by their text."),
    ),
    "alternate_text": Finding(
        N_("Alternative content"),
        N_("The file contains content for other programs."),
        N_("Remove text boxes and drawings."),
    ),
    "script": Finding(
        N_("Script"),
        N_("The file has scripts or active content."),
        N_("Remove scripts."),
    ),
    "style_hides": Finding(
        N_("Style that hides"),
        N_("A style of the page can hide content."),
        N_("Submit the table without styles."),
    ),
    "data_attribute": Finding(
        N_("Data attribute"),
        N_("Elements carry data that are not shown."),
        N_("Submit the table without data attributes."),
    ),
    "picture_text": Finding(
        N_("Text in a picture file"),
        N_("The picture file carries text."),
        N_("Export the picture without metadata."),
    ),
    "picture_data": Finding(
        N_("Data in a picture file"),
        N_("The picture file carries data, such as a preview."),
        N_("Export the picture without metadata."),
    ),
    "bytes_after_end": Finding(
        N_("Bytes after the end"),
        N_("The file continues after its end."),
        N_("Export the file again."),
    ),
    "bytes_between": Finding(
        N_("Bytes between parts"),
        N_("The archive has bytes or comments that belong to no part."),
        N_("Save the file again and submit it."),
    ),
    "packed_objects": Finding(
        N_("Packed objects"),
        N_("Parts of the PDF are packed and not examined."),
        N_("Submit the picture as PNG."),
    ),
}
