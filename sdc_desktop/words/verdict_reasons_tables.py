"""Reasons against releasing a table: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdict_said import Said
from sdc_desktop.words.words import N_

TABLE_REASONS: Mapping[str, Said] = {
    "audit.disclosed": Said(
        N_("{number} unpublished cells can be derived exactly."),
        N_("Unpublished cells can be derived exactly."),
        N_("{number} unpublished cell can be derived exactly."),
    ),
    "audit.insider_derives": Said(
        N_("The insider given in the settings derives another contribution exactly."),
        N_("A contributor can derive another contribution exactly."),
    ),
    "linked_audit.disclosed": Said(
        N_("Up to {number} detailed cells can be derived exactly, in {scenarios} of the scenarios."),
        N_("Detailed cells can be derived exactly from the tables released together."),
        N_("{number} detailed cell can be derived exactly, in {scenarios} of the scenarios."),
    ),
    "table.adjusted_not_audited": Said(
        N_("The adjusted table was not audited: what an intruder derives from it is not known."),
        N_("The adjusted table was not audited: what an intruder derives from it is not known."),
    ),
    "table.amounts_by_key": Said(
        N_("The intervals assume the largest noise; most cells have less."),
        N_("The intervals assume the largest noise; most cells have less."),
    ),
    "table.contributors_derive": Said(
        N_("{number} unsafe cells can be derived exactly by a contributor who is alone in another cell."),
        N_("A contributor who is alone in a cell can derive unsafe cells of others exactly."),
        N_("{number} unsafe cell can be derived exactly by a contributor who is alone in another cell."),
    ),
    "table.contributors_not_examined": Said(
        N_("It was not examined what lone contributors derive: insiders are set to ignore."),
        N_("It was not examined what contributors can derive of others."),
    ),
    "table.disclosed": Said(
        N_("{number} cells can be derived exactly."),
        N_("Cells of the table can be derived exactly."),
        N_("{number} cell can be derived exactly."),
    ),
    "table.group_disclosure": Said(
        N_("{number} rows or columns have up to {share} of their count in one cell (group disclosure)."),
        N_("Rows or columns have up to {share} of their count in one cell (group disclosure)."),
        N_("{number} row or column has {share} of its count in one cell (group disclosure)."),
    ),
    "table.levels": Said(
        N_("{number} unsafe cells can be derived more closely than their protection levels allow."),
        N_("Unsafe cells can be derived too closely."),
        N_("{number} unsafe cell can be derived more closely than its protection level allows."),
    ),
    "table.lowered": Said(
        N_("{number} cells have protection levels by hand that are below those of the rule."),
        N_("Cells have protection levels by hand that are below those of the rule."),
        N_("{number} cell has protection levels by hand that are below those of the rule."),
    ),
    "table.max_risk": Said(
        N_("The highest disclosure risk is {dr}, more than the {allowed} allowed."),
        N_("The highest disclosure risk exceeds the limit."),
    ),
    "table.not_judged": Said(
        N_("No rule states which of the {number} cells are unsafe."),
        N_("No rule states which cells are unsafe."),
    ),
    "table.overruled": Said(
        N_("{number} cells that a rule calls unsafe are set to safe or never suppressed."),
        N_("Cells that a rule calls unsafe are set to safe or never suppressed."),
        N_("{number} cell that a rule calls unsafe is set to safe or never suppressed."),
    ),
    "table.small_counts_certain": Said(
        N_(
            "A published {count} is a true {count} with a probability of {share}; the limit is {limit} "
            "({number} cells)."
        ),
        N_("Published small counts are too likely to be the true ones."),
        N_(
            "A published {count} is a true {count} with a probability of {share}; the limit is {limit} "
            "({number} cell)."
        ),
    ),
    "table.rounded_amounts": Said(
        N_("It was not examined what contributors derive from rounded amounts with their own parts."),
        N_("It was not examined what contributors can derive from the rounded amounts."),
    ),
    "table.sums_not_examined": Said(
        N_("It was not examined whether sums of suppressed cells are unsafe: unions are set to ignore."),
        N_("It was not examined whether sums of suppressed cells are unsafe."),
    ),
    "table.unsafe_published": Said(
        N_("{number} unsafe cells are published."),
        N_("Unsafe cells are published."),
        N_("{number} unsafe cell is published."),
    ),
    "table.unsafe_sums": Said(
        N_("{number} sums of suppressed cells can be computed and are unsafe by rule."),
        N_("Sums of suppressed cells can be computed and are unsafe by rule."),
        N_("{number} sum of suppressed cells can be computed and is unsafe by rule."),
    ),
}
