"""What the problems of persons with several records say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "persons.cells_linked": (
        N_("a pseudonym links the records of a person, so that another one shows a suppressed value"),
        N_("suppress whole persons, or leave the pseudonym out"),
    ),
    "persons.missing_as_category": (
        N_("persons have several records, and missing key values count as a category"),
        N_("no action needed"),
    ),
    "persons.combinations": (
        N_(
            "what an intruder can know of several records makes {number} "
            "{number:combination|combinations}, which are too many"
        ),
        N_("use coarser key variables, or state that all records are known"),
    ),
    "persons.criterion_at_known": (
        N_("the criterion on {name} is not defined where 2 or 3 records of a person are known"),
        N_("remove the criterion, or state that one record is known, or all"),
    ),
    "persons.estimator": (
        N_("persons have several values of {name} in a class, so that its entropy cannot be corrected"),
        N_("choose the estimator shannon"),
    ),
    "persons.k_beyond": (
        N_("no class can have {k} persons, as there are {persons}"),
        N_("choose a smaller k"),
    ),
    "persons.known_without_role": (
        N_("the plan states what is known of persons, and no variable has the role person"),
        N_("give the variable that identifies persons this role, or remove the statement"),
    ),
    "persons.near_equal": (
        N_(
            "{number} {number:person has an identifier that differs|persons have identifiers "
            "that differ} from another only in case, blanks or zeros"
        ),
        N_("check that they are different persons, or correct the identifiers"),
    ),
    "persons.missing": (
        N_("{records} {records:record has|records have} no person"),
        N_("complete them, or state that they count as no person"),
    ),
    "persons.model_needs_one_record": (
        N_("models of a population need one class for each person, and persons have records in several"),
        N_("keep one record of each person when preparing the records"),
    ),
    "persons.no_suppression": (
        N_("where several records of a person are known, suppressed records do not hide the person"),
        N_("set the suppression limit to 0"),
    ),
    "persons.no_wildcard": (
        N_("that * matches any value is not defined here for persons with several records"),
        N_("choose another matching rule"),
    ),
    "persons.random_order": (
        N_("the records are written in random order, because some persons have several"),
        N_("set the order of the file to keep that of the data"),
    ),
    "persons.nothing_left": (
        N_(
            "fewer than {k} persons fit what is known of each person: {records:the only "
            "record|all {records} records} would leave"
        ),
        N_("use coarser levels, or reduce k (now {k})"),
    ),
    "persons.none_known": (
        N_("no variable has the role person, or no person has several records"),
        N_("suppress whole records, or set the role of the variable that says whose records they are"),
    ),
    "persons.none_in_table": (
        N_("{number} {number:row of the population table has|rows of the population table have} no person"),
        N_("complete these rows, or give numbers of people instead of rows of persons"),
    ),
    "persons.not_constant": (
        N_("{name} is stated to be of persons, and differs between records of a person"),
        N_("correct the records, or state that it is of records"),
    ),
    "persons.not_followed": (
        N_("the person of each record is not known here"),
        N_("read the records into memory, from a file of records"),
    ),
    "persons.not_one_record_each": (
        N_(
            "{persons} {persons:person has|persons have} several records, up to {most}, "
            "although each is stated as a person"
        ),
        N_("remove the statement"),
    ),
    "persons.not_yet": (
        N_("“{title}” would count records, and some persons have several"),
        N_("keep one record of each person when preparing the records"),
    ),
    "persons.suppress_persons": (
        N_("single values or records of a person do not hide the person here"),
        N_("suppress whole persons"),
    ),
    "persons.one_row_each": (
        N_("each person counts once in the models of the population"),
        N_("no action needed"),
    ),
    "persons.table_adds_up": (
        N_("persons have records with different key values, so that numbers of people do not add up"),
        N_("recode in an earlier job, and give a population table with the recoded values"),
    ),
    "persons.table_at_known": (
        N_("a population table has people by one record, and several records of a person are known"),
        N_("state that one record is known, or remove the table"),
    ),
    "persons.time_needs_all": (
        N_("the order of a person's records can be known only where all records are known"),
        N_("state that all records of a person are known, or remove the variable of time"),
    ),
    "persons.time_no_order": (
        N_("the values of {name} have no order, so that the records of a person have none"),
        N_("use numbers or dates (2024-01-31), or declare the order of the values"),
    ),
    "persons.two_households": (
        N_("{persons} {persons:person belongs|persons belong} to two households or more"),
        N_("correct the household numbers"),
    ),
    "persons.weight_varies": (
        N_("{persons} {persons:person has|persons have} records with different weights"),
        N_("use a weight of persons"),
    ),
    "persons.without_and_known": (
        N_(
            "{records} {records:record has|records have} no person, so that several records of "
            "a person cannot be recognised"
        ),
        N_("complete them, or state that one record is known"),
    ),
    "persons.cell_key_records": (
        N_("persons have several records, and the cell key method needs one key per person"),
        N_("count persons, or keep one record of each person when preparing the records"),
    ),
    "persons.contribution": (
        N_("persons with more than {limit} {limit:record|records}: {persons}; the largest number is {most}"),
        N_("raise the maximum records of a person, or prepare records with fewer"),
    ),
    "persons.count_alone": (
        N_("persons are counted only in a table of records, without values, weights or a shadow"),
        N_("remove these, or count records"),
    ),
    "persons.count_without_role": (
        N_("no variable has the role person, so that persons cannot be counted"),
        N_("set the role of the variable that identifies persons, or count records"),
    ),
    "persons.in_table": (
        N_("{name} identifies persons, and is never part of a table"),
        N_("choose another variable"),
    ),
    "persons.keys_vary": (
        N_(
            "the record keys of {persons} {persons:person|persons} are not known, or differ "
            "between their records"
        ),
        N_("use the keyed hash of the variable with the role person"),
    ),
    "persons.not_additive": (
        N_("numbers of persons do not add up over {variables}: one person may be in several categories"),
        N_("use the cell key method, count records, or use variables with one value per person"),
    ),
    "persons.not_linked": (
        N_("tables of persons are not protected together with other tables"),
        N_("protect the table separately, or count records"),
    ),
    "persons.two_holdings": (
        N_("{persons} {persons:person belongs|persons belong} to two holdings or more"),
        N_("correct the holdings, or use another holding variable"),
    ),
}
