"""Problems of what is pasted: entries of cells and published tables."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

PASTED_MESSAGES: Mapping[str, tuple[str, str]] = {
    "pasted_cells.figure": (
        N_("line {line}: {text} is not a cost or protection level"),
        N_("enter numbers of at least 0: cost, upper level, lower level"),
    ),
    "pasted_cells.nothing": (
        N_("the pasted text has no entry of a cell"),
        N_("give each line the codes of a cell, its status, and its cost and levels where wanted"),
    ),
    "pasted_cells.status": (
        N_("line {line}: {text} is not a status"),
        N_("enter unsafe, safe or never suppressed, or leave the status blank"),
    ),
    "pasted_cells.too_long": (
        N_("line {line} has too many entries"),
        N_("give the codes of a cell, then status, cost, upper and lower protection level"),
    ),
    "pasted_table.code_twice": (
        N_("the code {label} occurs twice in the table"),
        N_("give each row and each column a code of its own"),
    ),
    "pasted_table.malformed": (
        N_("the text cannot be read as a table: {reason}"),
        N_("copy the table again, with tabs between its entries"),
    ),
    "pasted_table.no_figure": (
        N_("{text} is neither a number nor a sign for a value that is not published"),
        N_("write a number, or leave the cell empty"),
    ),
    "pasted_table.no_relation": (
        N_("{text} does not state what is the sum of what"),
        N_("write the code of the sum, an equals sign, and its parts with plus signs between"),
    ),
    "pasted_table.too_long": (
        N_("the file has more than {most} characters"),
        N_("choose a smaller table"),
    ),
    "pasted_table.too_short": (
        N_("there is no table of at least two lines"),
        N_("enter the codes of the columns, then one line per row, the totals last"),
    ),
    "pasted_table.uneven": (
        N_("the line has {number} entries where the others have {expected}"),
        N_("give every line as many entries; leave those empty that are not published"),
    ),
}
