"""Reasons against releasing a table: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import ReasonText
from sdc_desktop.words.words import N_

TABLE_REASONS: Mapping[str, ReasonText] = {
    "audit.disclosed": ReasonText(
        N_("{number} suppressed cells are exactly disclosed."),
        N_("Suppressed cells are exactly disclosed."),
        N_("{number} suppressed cell is exactly disclosed."),
    ),
    "audit.insider_derives": ReasonText(
        N_("The insider given in the settings derives another contribution or cell exactly."),
        N_("A contributor can derive another contribution or cell exactly."),
    ),
    "audit.insider_risk": ReasonText(
        N_("The disclosure risk to the insider is {dr}, more than the {allowed} allowed."),
        N_("The disclosure risk to a contributor exceeds the limit."),
    ),
    "linked.contributors_derive": ReasonText(
        N_("{number} unsafe cells are exactly disclosed to singletons who know all of {tables}."),
        N_("A singleton who knows all of {tables} can derive unsafe cells of others exactly."),
        N_("{number} unsafe cell is exactly disclosed to a singleton who knows all of {tables}."),
    ),
    "linked.contributors_estimate": ReasonText(
        N_(
            "Singletons who know all of {tables} can estimate {number} {number:unsafe "
            "cell|unsafe cells} too closely."
        ),
        N_("A singleton who knows all of {tables} can estimate unsafe cells of others too closely."),
        N_("A singleton who knows all of {tables} can estimate {number} unsafe cell too closely."),
    ),
    "linked.fine_cells_left_out": ReasonText(
        N_(
            "Safe as far as shared cells show: {number} {number:further cell links|further "
            "cells link} {tables} and {number:was|were} not examined."
        ),
        N_("Safe as far as shared cells show: further cells link {tables} and were not examined."),
    ),
    "linked.not_examined": ReasonText(
        N_("Not yet audited with: {tables}."),
        N_("Not yet audited with: {tables}."),
    ),
    "linked.over_risk": ReasonText(
        N_("The disclosure risk of {number} cells is above the limit for one who has all of {tables}."),
        N_("The disclosure risk of cells is above the limit for one who has all of {tables}."),
        N_("The disclosure risk of {number} cell is above the limit for one who has all of {tables}."),
    ),
    "linked.sums_not_judged": ReasonText(
        N_("{number} sums over several tables can be computed, and no rule judges them."),
        N_("Sums over several tables can be computed, and no rule judges them."),
        N_("{number} sum over several tables can be computed, and no rule judges it."),
    ),
    "linked.unsafe_differences": ReasonText(
        N_("{number} differences between cells of this table and of {tables} are unsafe."),
        N_("Differences between cells of this table and of {tables} are unsafe."),
        N_("{number} difference between cells of this table and of {tables} is unsafe."),
    ),
    "linked.unsafe_sums": ReasonText(
        N_("{number} unsafe unions in {tables}: sums of cells not shown that can be computed."),
        N_("Unsafe unions in {tables}: sums of cells not shown that can be computed."),
        N_("{number} unsafe union in {tables}: a sum of cells not shown that can be computed."),
    ),
    "linked.unsafe_together": ReasonText(
        N_("{tables} together disclose {number} unsafe cells, {exactly} exactly. Protect them together."),
        N_("{tables} together disclose unsafe cells."),
        N_("{tables} together disclose {number} unsafe cell, {exactly} exactly. Protect them together."),
    ),
    "linked_audit.disclosed": ReasonText(
        N_("Up to {number} detailed cells are exactly disclosed, in {scenarios} of the scenarios."),
        N_("The tables released together disclose detailed cells exactly."),
        N_("{number} detailed cell is exactly disclosed, in {scenarios} of the scenarios."),
    ),
    "private_table.beside": ReasonText(
        N_("The privacy budget does not cover what {files} release of the same persons."),
        N_("The privacy budget does not cover other files released of the same persons."),
    ),
    "private_table.budget": ReasonText(
        N_("All tables together have epsilon {epsilon}: an even guess can become {share} certain."),
        N_("An even guess about a person can become {share} certain."),
    ),
    "private_table.over_limit": ReasonText(
        N_("All tables together have epsilon {epsilon}; the maximum is {maximum}."),
        N_("The maximum of the privacy budget is exceeded."),
    ),
    "private_table.weak_secret": ReasonText(
        N_("Without a strong secret the noise can be removed."),
        N_("Without a strong secret the noise can be removed."),
    ),
    "table.adjusted_not_audited": ReasonText(
        N_("The adjusted table was not audited: its feasibility intervals are not known."),
        N_("The adjusted table was not audited: its feasibility intervals are not known."),
    ),
    "table.amounts_by_key": ReasonText(
        N_("The feasibility intervals assume the maximum noise; most cells have less."),
        N_("The feasibility intervals assume the maximum noise; most cells have less."),
    ),
    "table.contributors_derive": ReasonText(
        N_("{number} unsafe cells are exactly disclosed to singletons, contributors alone in another cell."),
        N_("A singleton, a contributor alone in a cell, can derive unsafe cells of others exactly."),
        N_("{number} unsafe cell is exactly disclosed to a singleton, a contributor alone in another cell."),
    ),
    "table.contributors_estimate": ReasonText(
        N_(
            "Singletons, each alone in another cell, can estimate {number} {number:unsafe "
            "cell|unsafe cells} too closely."
        ),
        N_("A singleton, a contributor alone in a cell, can estimate unsafe cells of others too closely."),
        N_("A singleton, alone in another cell, can estimate {number} unsafe cell too closely."),
    ),
    "table.contributors_not_examined": ReasonText(
        N_("What singletons can derive about others was not examined (insiders: ignore)."),
        N_("What contributors can derive about others was not examined."),
    ),
    "table.counts_guessed": ReasonText(
        N_(
            "With the rest of their rows and columns, {number} of {cells} {cells:small "
            "count|small counts} can be guessed with a probability of up to {share}; the "
            "limit is {limit}."
        ),
        N_("Small counts can be guessed too often from the rest of their rows and columns."),
    ),
    "table.counts_stay": ReasonText(
        N_("A count of {count} stays unchanged with a probability of {share}; the limit is {limit}."),
        N_("Small counts stay unchanged too often."),
    ),
    "table.disclosed": ReasonText(
        N_("{number} cells are exactly disclosed."),
        N_("Cells of the table are exactly disclosed."),
        N_("{number} cell is exactly disclosed."),
    ),
    "table.group_amounts": ReasonText(
        N_("{number} rows or columns have all of their amount in one cell (group disclosure)."),
        N_("Rows or columns have all of their amount in one cell (group disclosure)."),
        N_("{number} row or column has all of its amount in one cell (group disclosure)."),
    ),
    "table.group_disclosure": ReasonText(
        N_("{number} rows or columns have up to {share} of their count in one cell (group disclosure)."),
        N_("Rows or columns have up to {share} of their count in one cell (group disclosure)."),
        N_("{number} row or column has {share} of its count in one cell (group disclosure)."),
    ),
    "table.levels": ReasonText(
        N_("{number} unsafe cells can be estimated more closely than their protection levels allow."),
        N_("Unsafe cells can be estimated too closely."),
        N_("{number} unsafe cell can be estimated more closely than its protection level allows."),
    ),
    "table.lowered": ReasonText(
        N_("{number} cells have manual protection levels below those of the rule."),
        N_("Cells have manual protection levels below those of the rule."),
        N_("{number} cell has manual protection levels below those of the rule."),
    ),
    "table.lowest_unknown": ReasonText(
        N_("By the settings intruders know no lowest value: {number} suppressed cells have no bounds."),
        N_("Suppressed cells have no bounds if intruders know no lowest value."),
        N_("By the settings intruders know no lowest value: {number} suppressed cell has no bounds."),
    ),
    "table.no_lowest": ReasonText(
        N_("Values are below zero and no lowest value is set: {number} suppressed cells have no bounds."),
        N_("Values are below zero and no lowest value is set: suppressed cells have no bounds."),
        N_("Values are below zero and no lowest value is set: {number} suppressed cell has no bounds."),
    ),
    "table.max_risk": ReasonText(
        N_("The highest disclosure risk is {dr}, more than the {allowed} allowed."),
        N_("The highest disclosure risk exceeds the limit."),
    ),
    "table.no_range": ReasonText(
        N_("{number} unsafe amounts have no protection range: estimates may come close to their values."),
        N_("Unsafe amounts have no protection range: estimates may come close to their values."),
        N_("{number} unsafe amount has no protection range: an estimate may come close to its value."),
    ),
    "table.not_judged": ReasonText(
        N_("No rule states {number:whether the only cell is|which of the {number} cells are} unsafe."),
        N_("No rule states which cells are unsafe."),
    ),
    "table.overruled": ReasonText(
        N_("{number} cells that are unsafe by rule have the status safe or never suppressed."),
        N_("Cells that are unsafe by rule have the status safe or never suppressed."),
        N_("{number} cell that is unsafe by rule has the status safe or never suppressed."),
    ),
    "table.ratios_by_key": ReasonText(
        N_("The intervals of ratios assume the maximum noise; most cells have less."),
        N_("The intervals of ratios assume the maximum noise; most cells have less."),
    ),
    "table.small_counts_certain": ReasonText(
        N_(
            "A published {count} is a true {count} with a probability of {share}; the limit "
            "is {limit} ({number} {number:cell|cells})."
        ),
        N_("Published small counts are too likely to be the true ones."),
        N_(
            "A published {count} is a true {count} with a probability of {share}; the limit is {limit} "
            "({number} cell)."
        ),
    ),
    "table.rounded_amounts": ReasonText(
        N_("What contributors can derive from rounded amounts and their own part was not examined."),
        N_("What contributors can derive from the rounded amounts was not examined."),
    ),
    "table.sums_not_examined": ReasonText(
        N_("Unsafe unions (sums of suppressed cells) were not examined (unions: ignore)."),
        N_("Unsafe unions (sums of suppressed cells) were not examined."),
    ),
    "table.unsafe_published": ReasonText(
        N_("{number} unsafe cells are published."),
        N_("Unsafe cells are published."),
        N_("{number} unsafe cell is published."),
    ),
    "table.unsafe_sums": ReasonText(
        N_("{number} unsafe unions: sums of suppressed cells can be computed and are unsafe by rule."),
        N_("Unsafe unions: sums of suppressed cells can be computed and are unsafe by rule."),
        N_("{number} unsafe union: a sum of suppressed cells can be computed and is unsafe by rule."),
    ),
    "table.zero_codes": ReasonText(
        N_("{number} categories have zeros only: that they are listed shows that someone has them."),
        N_("Categories have zeros only: that they are listed shows that someone has them."),
        N_("{number} category has zeros only: that it is listed shows that someone has it."),
    ),
    "table.zero_sums": ReasonText(
        N_("{number} sums of 0 are published: they show that each of their contributors has nothing."),
        N_("Sums of 0 are published: they show that each of their contributors has nothing."),
        N_("{number} sum of 0 is published: it shows that each of its contributors has nothing."),
    ),
}
