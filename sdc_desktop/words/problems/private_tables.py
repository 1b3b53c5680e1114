"""What the problems of differentially private tables say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "private_table.codes_of_other": (
        N_("codes are given for {name}, which is not a dimension"),
        N_("remove them, or choose the variable as a dimension"),
    ),
    "private_table.contributions": (
        N_("persons with more than {limit} {limit:record|records}: {number}; the largest number is {most}"),
        N_("raise the maximum records of a person, or prepare records with fewer"),
    ),
    "private_table.earlier_limit": (
        N_("an earlier table was drawn with a maximum epsilon of {limit}, which applies"),
        "",
    ),
    "private_table.head_beside": (
        N_("the head of the ledger is in the folder of the ledger"),
        N_("keep it in another folder, where it shows whether the ledger is complete"),
    ),
    "private_table.newer_ledger": (
        N_("the ledger was written by a newer program (version {version})"),
        N_("use the newer program"),
    ),
    "private_table.no_codes": (
        N_("the codes of {name} are not declared, and codes found in the data would reveal them"),
        N_("enter its codes, or declare a hierarchy file or an order"),
    ),
    "private_table.no_detailed_share": (
        N_("the detailed cells ({name}) have no share of the budget"),
        N_("name them among the shares"),
    ),
    "private_table.no_head": (
        N_("there is no folder for the head of the ledger"),
        N_("name the head in the plan"),
    ),
    "private_table.no_person": (
        N_(
            "{number} {number:record has|records have} no value of {name}, so that {number:its "
            "person is|their persons are} not known"
        ),
        N_("complete the values, or exclude these records"),
    ),
    "private_table.not_zero": (
        N_(
            "{number} {number:record is in a cell that is declared to be a structural "
            "zero|records are in cells that are declared to be structural zeros}"
        ),
        N_("remove these cells from the structural zeros, or correct the records"),
    ),
    "private_table.one_hierarchy": (
        N_("{name} has several hierarchies; a private table uses one"),
        N_("choose one of them"),
    ),
    "private_table.other_ledger": (
        N_("the file is not a ledger of a privacy budget"),
        N_("choose another file name for the ledger"),
    ),
    "private_table.over_limit": (
        N_("the table is not drawn: all tables together would have epsilon {epsilon}, more than {limit}"),
        N_("use a smaller budget"),
    ),
    "private_table.shares": (
        N_("the shares of the marginals add up to {share}, not to 1"),
        N_("correct the shares"),
    ),
    "private_table.too_many_cells": (
        N_("the table has {number} {number:detailed cell|detailed cells}; the maximum is {most}"),
        N_("use fewer dimensions or coarser codes"),
    ),
    "private_table.too_many_marginals": (
        N_("the table has more than {most} {most:marginal|marginals}"),
        N_("use fewer dimensions or fewer levels of hierarchies"),
    ),
    "private_table.too_many_sums": (
        N_("the table has {number} {number:subtotal|subtotals}; the maximum is {most}"),
        N_("use fewer dimensions or coarser codes"),
    ),
    "private_table.unchecked": (
        N_("it was not checked that no person has more than {number} {number:record|records}"),
        "",
    ),
    "private_table.undeclared": (
        N_(
            "{number} {number:record has an undeclared code|records have undeclared codes} of {name}: {codes}"
        ),
        N_("declare these codes, or recode the records"),
    ),
    "private_table.unknown_marginal": (
        N_("{name} is not a marginal of the table, or is named twice; marginals: {names}"),
        N_("correct the shares"),
    ),
    "private_table.zero_codes": (
        N_("a structural zero needs a code for {number:the only dimension|each of the {number} dimensions}"),
        N_("use the code of totals where all codes are meant"),
    ),
}
