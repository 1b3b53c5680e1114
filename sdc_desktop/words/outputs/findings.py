"""What findings on outputs say: a name, why it is one, and what a researcher can do about it.

``why`` has the figures of a cell, for the checker; ``remedy`` has none, for the researcher: a request repeats
no unsafe or derived value.
"""

from collections.abc import Mapping

from sdc_desktop.words.outputs.findings_files import FILE_FINDINGS
from sdc_desktop.words.outputs.outputs import Finding
from sdc_desktop.words.words import N_, Words, listed, whole

_JOIN = N_("Join categories, or suppress the cells together with others that protect them.")
_COUNTS = N_("Give the unweighted number of contributors behind these figures.")
_OMIT = N_("Omit these figures, or give ones of more contributors.")
_PLAIN = N_("Give figures alone in their cells, or remove them.")

TABLE_FINDINGS: Mapping[str, Finding] = {
    "low_count": Finding(
        N_("Few contributors"), N_("Minimum count: {number}, fewer than {threshold}."), _JOIN
    ),
    "class_100": Finding(
        N_("All of a group"),
        N_("Group disclosure: the cell has {share} % of its row or column."),
        N_("Join categories, so that no row or column has all of its count in one cell."),
    ),
    "class_share": Finding(
        N_("Nearly all of a group"),
        N_("Group disclosure: the cell has {share} % of its row or column."),
        N_("Check whether it may be known that nearly all of the group share this property."),
    ),
    "percent_of_few": Finding(
        N_("Percentage of few"),
        N_("Percentage: its numerator or base is {number}, fewer than {threshold}."),
        _JOIN,
    ),
    "percent_rest_few": Finding(
        N_("All but few"),
        N_("Percentage: all but {number} of its base, fewer than {threshold}."),
        _JOIN,
    ),
    "rate_of_few": Finding(
        N_("Rate of few"),
        N_("Rate: with the base {base} its numerator is {number}, fewer than {threshold}."),
        _JOIN,
    ),
    "base_missing": Finding(
        N_("Base of percentages missing"),
        N_("No base is given for the percentage."),
        N_("Give the unweighted base of each percentage."),
    ),
    "base_differs": Finding(
        N_("Base does not fit"),
        N_("No count out of the base {number} gives this percentage."),
        N_("State the base of these percentages."),
    ),
    "few_stated": Finding(
        N_("Few stated"),
        N_("Head, label or title: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "few_in_text": Finding(
        N_("Few in a text"),
        N_("Contributors that the text states or reveals: {number}, fewer than {threshold}."),
        N_("Omit these figures from the text, or give ones of more contributors."),
    ),
    "cell_not_read": Finding(
        N_("Cell not read"), N_("The cell contains a figure with text that is not read."), _PLAIN
    ),
    "row_not_read": Finding(
        N_("Row not read"),
        N_("The row has more or fewer cells than the head."),
        N_("Give each row a cell for each column, with quotation marks around text."),
    ),
    "columns_unclear": Finding(
        N_("Columns not clear"),
        N_("Two figures of a line are below one column."),
        N_("Align the columns, or submit the table as .csv or .xlsx."),
    ),
    "mean_of_few": Finding(
        N_("Mean of few"),
        N_("Mean: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "sum_of_few": Finding(
        N_("Sum of few"),
        N_("Sum: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "magnitude_of_few": Finding(
        N_("Amount of few"),
        N_("Amount: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "weighted_of_few": Finding(
        N_("Weighted count of few"),
        N_("Weighted count: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _JOIN,
    ),
    "position_of_few": Finding(
        N_("Percentile of few"),
        N_("Percentile: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "sd_of_few": Finding(
        N_("Spread of few"),
        N_("Spread: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "p_value_of_few": Finding(
        N_("Test of few"),
        N_("Test: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "correlation_of_few": Finding(
        N_("Correlation of few"),
        N_("Correlation: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "gini_of_few": Finding(
        N_("Inequality of few"),
        N_(
            "Gini or Lorenz: {number} {number:contributor|contributors} below, above or in "
            "total, fewer than {threshold}."
        ),
        _OMIT,
    ),
    "mode_of_few": Finding(
        N_("Mode of few"),
        N_("Mode: {number} {number:contributor|contributors}, fewer than {threshold}."),
        _OMIT,
    ),
    "ratio_of_few": Finding(
        N_("Ratio of few"),
        N_("Ratio: a cell of the two-by-two table behind it has {number}, fewer than {threshold}."),
        N_("Give ratios only where every cell behind them has enough contributors."),
    ),
    "dominance": Finding(
        N_("Dominance"),
        N_("Dominance: the largest contributors have more than the rules allow."),
        N_("Join categories, or suppress the cell together with others that protect it."),
    ),
    "dominance_unknown": Finding(
        N_("Dominance not known"),
        N_("Dominance: the figures do not show the shares of the largest contributors."),
        N_("Give the shares of the one and two largest contributors, or the standard deviations."),
    ),
    "count_missing": Finding(
        N_("Number of contributors missing"), N_("The number of contributors is not known."), _COUNTS
    ),
    "count_suppressed": Finding(
        N_("Count suppressed, figure published"),
        N_("The count of this cell is suppressed in {where}, the figure is not."),
        N_("Suppress the figures where their count is suppressed."),
    ),
    "count_unsure": Finding(
        N_("Count rounded"),
        N_("The rounded count behind it may be {number} to {most}."),
        N_("State whether at least the minimum number contributes."),
    ),
    "endpoint": Finding(
        N_("Smallest or largest value"),
        N_("A minimum or maximum usually belongs to one person or firm."),
        N_("Omit minima, maxima and ranges, or give percentiles instead."),
    ),
    "position_tail": Finding(
        N_("Few beyond a percentile"),
        N_(
            "Percentile: of {number} {number:contributor|contributors}, fewer than {tail} are "
            "beyond the {share} % point."
        ),
        N_("Give percentiles with enough contributors below and above them."),
    ),
    "low_dof": Finding(
        N_("Few degrees of freedom"),
        N_("Degrees of freedom: {dof}, fewer than {least}."),
        N_("Fit the model to more observations, or with fewer variables."),
    ),
    "saturated": Finding(
        N_("Model equals a table"),
        N_(
            "{number:The only coefficient is of a category or an interaction|All {number} "
            "coefficients are of categories and their interactions}: the model may equal a "
            "table."
        ),
        N_("Confirm that the model has no coefficient for each cell, or give the counts of its cells."),
    ),
    "step_of_few": Finding(
        N_("Step of few"),
        N_("Survival step: {number}, fewer than {threshold} ({what})."),
        N_("Join time steps until each has enough events and persons at risk."),
    ),
    "hidden_by_format": Finding(
        N_("Figure hidden by its format"),
        N_("The cell shows {shown} and stores a figure."),
        N_("Replace the figures by marks: a number format does not remove them."),
    ),
    "disclosed": Finding(
        N_("Suppressed figure follows"),
        N_("Exactly disclosed: the suppressed figure follows from totals and other cells."),
        N_("Suppress further cells in the same rows and columns."),
    ),
    "narrow": Finding(
        N_("Narrow interval"),
        N_(
            "The suppressed figure has {possible} {possible:possible value|possible values}, "
            "{lower} to {upper}."
        ),
        N_("Suppress further cells, so that more values are possible."),
    ),
    "union_of_few": Finding(
        N_("Suppressed cells together few"),
        N_("The suppressed cells of a row or column are {number} together, fewer than {threshold}."),
        N_("Suppress a further cell in the same row or column."),
    ),
    "disclosed_if": Finding(
        N_("Suppressed figure may follow"),
        N_("The suppressed figure is {value} if {number} ({place}) is the total of these cells."),
        N_("Suppress a further cell, or state what the number counts."),
    ),
    "union_of_few_if": Finding(
        N_("Suppressed cells may be few"),
        N_("The suppressed cells are {few} together if {number} ({place}) is the total of these cells."),
        N_("Suppress a further cell, or state what the number counts."),
    ),
    "rest_of_few": Finding(
        N_("Few not shown"),
        N_("The total has {number} more than the cells shown, fewer than {threshold}."),
        N_("Join categories, so that no category without a line has few contributors."),
    ),
    "contradiction": Finding(
        N_("Figures contradict each other"),
        N_("No table fits the totals and the published cells."),
        N_("Check totals and cells."),
    ),
    "figures_too_large": Finding(
        N_("Figures too large"),
        N_("The figures are too large to derive suppressed cells from totals."),
        N_("Give the figures in larger units."),
    ),
    "rounding_base": Finding(
        N_("Small rounding base"),
        N_("Rounded to {base}, smaller than {least}."),
        N_("Round to a larger base."),
    ),
    "rounding_undone": Finding(
        N_("Rounding undone"),
        N_("Rounding: parts and total together give the count before rounding."),
        N_("Round the totals as sums of the rounded parts, or suppress them."),
    ),
    "difference_of_few": Finding(
        N_("Difference of few"),
        N_("Differs by {number}, fewer than {threshold}, from the same cell in {table}."),
        N_("Use the same population as before, or suppress the cells."),
    ),
    "disclosed_with_earlier": Finding(
        N_("Follows from two tables"),
        N_("A suppressed figure can be derived with {table}."),
        N_("Suppress the same cells in both tables."),
    ),
    "too_large_to_compare": Finding(
        N_("Too large to compare"),
        N_(
            "Too large to derive suppressed figures from several tables: {number} "
            "{number:cell|cells} together."
        ),
        N_("Submit smaller tables."),
    ),
    "kind_assumed": Finding(
        N_("Counts not confirmed"),
        N_("No word confirms that these are counts: {columns}."),
        N_("State in the title what the figures are."),
    ),
    "head_unclear": Finding(
        N_("Heads or figures"),
        N_("The first row or column may be headings or figures: nothing shows which."),
        N_("Give every column a heading in words."),
    ),
    "number_word": Finding(
        N_("Number in words"),
        N_("A count is written in words: {shown}."),
        N_("Write counts in digits."),
    ),
    "totals_without_suppressed": Finding(
        N_("Totals without suppressed cells"),
        N_("The totals equal the sums of the published cells: suppressed cells are not in them."),
        N_("State in a note that totals exclude suppressed cells."),
    ),
    "decimal_unknown": Finding(
        N_("Decimal mark not known"),
        N_("The file does not show whether a point or a comma is the decimal mark."),
        N_("State the decimal mark."),
    ),
    "not_reproduced": Finding(
        N_("Not reproduced"),
        N_("The open microdata give another figure, from {number} {number:record|records}."),
        N_("State population and definition of the table."),
    ),
    "variable_unclear": Finding(
        N_("Variable not clear"),
        N_("Several variables of the open microdata have the categories of {names}."),
        N_("State the variables of the table."),
    ),
    "records_too_many": Finding(
        N_("Not computed again"),
        N_("The open microdata are too large to compute this table again."),
        N_("State population and definition of the table."),
    ),
}
FINDINGS: Mapping[str, Finding] = {**TABLE_FINDINGS, **FILE_FINDINGS}


def finding_name(code: str, words: Words) -> str:
    """The name of a finding: a noun phrase."""
    return words.say(FINDINGS[code].name)


def finding_why(code: str, figures: Mapping[str, object], words: Words) -> str:
    """One sentence with the figures of a cell."""
    if code == "base_missing" and figures.get("number") is not None:
        message = N_("No base is given for the percentage. The smallest base that fits is {number}.")
        return words.say(message, number=_shown(figures["number"], words))
    shown = {name: _shown(value, words) for name, value in figures.items()}
    return words.say(FINDINGS[code].why, **shown)


def finding_remedy(code: str, words: Words) -> str:
    """What a researcher can do about it: no figure of the output is in it."""
    return words.say(FINDINGS[code].remedy)


def finding_reason(code: str, number: int, words: Words) -> str:
    """A reason of the verdict: the finding, and how often it was found."""
    name = finding_name(code, words)
    if number < 2:
        return words.say(N_("{finding}."), finding=name)
    return words.say(N_("{finding}: {number} {number:time|times}."), finding=name, number=whole(number))


def _shown(value: object, words: Words) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return whole(value)
    if isinstance(value, float):
        return words.short(value)
    if isinstance(value, tuple):
        return listed([str(one) for one in value], words)
    return words.say(_WHAT[value]) if value in _WHAT else str(value)


_WHAT: Mapping[object, str] = {
    "events": N_("events"),
    "censored": N_("censored"),
    "at_risk": N_("persons at risk"),
    "step": N_("events and censored"),
}
