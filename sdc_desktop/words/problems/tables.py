"""What the problems of tables say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "adjustment.infeasible": (
        N_("no additive table moves every unsafe cell far enough from its value"),
        N_("allow frozen cells to change, or ask for lower protection levels"),
    ),
    "adjustment.not_found": (
        N_("no adjusted table was found within the limit of the search (cells: {cells})"),
        N_("allow more effort, or choose another method or a smaller table"),
    ),
    "audit.base_no_multiple": (
        N_("the rounding base {base} is not a multiple of the unit {unit}"),
        N_("choose a base or a unit that fits"),
    ),
    "audit.bound_excludes_value": (
        N_("the a-priori bounds of {cell} exclude its true value; cells affected: {number}"),
        N_("set a-priori bounds that contain the true values"),
    ),
    "audit.bounds_cross": (
        N_("the lower bound {lower} of {cell} is greater than its upper bound {upper}"),
        N_("correct one of the two"),
    ),
    "audit.contradiction": (
        N_("the published values and the bounds are inconsistent"),
        N_("check the published values and the a-priori bounds"),
    ),
    "audit.contradiction_at": (
        N_("the published values and the bounds are inconsistent: the parts of {cell} cannot add up"),
        N_("check the values there, and what the intruder is granted"),
    ),
    "audit.dashes_suppressed": (
        N_("dashes are read as suppressed cells: the totals do not add up if they are zero"),
        N_("type 0 where a dash stands for zero"),
    ),
    "audit.dashes_zero": (
        N_("dashes are read as zero"),
        N_("type x where a dash stands for a suppressed cell"),
    ),
    "audit.negative_values": (
        N_("some values are below zero, so that the intruder is granted no bounds"),
        N_("grant a lower bound where one is known"),
    ),
    "audit.no_relations": (
        N_("the table has no additive relations, so there is nothing to audit"),
        N_("check that the totals are in the table under the code of the total"),
    ),
    "audit.own_no_multiple": (
        N_("the contribution {own} is not a multiple of the unit {unit}"),
        N_("give it with as many decimals as the table has"),
    ),
    "audit.own_too_large": (
        N_("the contribution {own} is more than the cell can be, {most}"),
        N_("choose another cell, or correct the contribution"),
    ),
    "audit.proofs_left_out": (
        N_("the derivation is given for the first cells only; others: {number}"),
        N_("protect the first ones and audit again"),
    ),
    "audit.solver_failed": (
        N_("the solver failed for a block of {number} {number:cell|cells}"),
        N_("use fewer decimals, or larger units such as thousands"),
    ),
    "jj.ends_early": (
        N_("the file ends before all the cells and relations that it announces"),
        N_("check that the file is complete"),
    ),
    "jj.malformed": (
        N_("this line does not fit the JJ format"),
        N_("correct the line, or choose another file"),
    ),
    "jj.numbering": (
        N_("the cells are not numbered one after the other from 0"),
        N_("number the cells in order"),
    ),
    "linked.already_published": (
        N_("unsafe cells are published in an earlier release: {cells}; cells affected: {number}"),
        N_("change the rules, or release the new table without these cells"),
    ),
    "linked.could_share": (
        N_("the tables {jobs} could share cells by their codes, but have different or rounded values there"),
        N_("check that they count different things, or build them from the same records"),
    ),
    "linked.differences_left_out": (
        N_("differences between cells of {jobs} are too many: not all were examined"),
        N_("use fewer categories, or examine these tables in smaller parts"),
    ),
    "linked.different_values": (
        N_(
            "{jobs} have different values of one cell, {value} and {other}: {cells} ({number} "
            "{number:cell|cells})"
        ),
        N_("build both from the same records, or protect them separately"),
    ),
    "linked.nested_unstated": (
        N_(
            "in all records the codes of {variables} nest, but no hierarchy states it, so no audit assumes it"
        ),
        N_("give the finer variable a hierarchy with these groups"),
    ),
    "linked.no_shared_cell": (
        N_("the tables {jobs} share no cell: the variables of one are {names}, of the other {others}"),
        N_("link tables that share cells, or protect these separately"),
    ),
    "linked.not_nested": (
        N_(
            "a hierarchy of the first of {variables} names codes of the second; records that differ: {number}"
        ),
        N_("check these records if each group should lie within one code"),
    ),
    "linked.other_method": (
        N_("the tables {jobs} publish nearly true values of related cells: suppressed values may follow"),
        N_("protect these tables by suppression as well, and together"),
    ),
    "linked.published_units": (
        N_("the tables {jobs} are protected together and have different published units"),
        N_("set the same published unit in all of them"),
    ),
    "linked.released_differs": (
        N_("the table {job} of the earlier release has another value in the cell {cell}"),
        N_("name a release of these data, made with the same preparation"),
    ),
    "linked.released_method": (
        N_("the table {job} of the earlier release has changed values, so it shares no cells"),
        N_("name tables that were protected by suppression"),
    ),
    "linked.released_no_definition": (
        N_("the result does not state what the cells of the table {job} are"),
        N_("run the earlier plan again with this version, and name the new result"),
    ),
    "linked.released_no_table": (
        N_("the file has no result of a table job {job}"),
        N_("name the result.json of a run and one of its table jobs"),
    ),
    "linked.released_other_data": (
        N_("the table {job} of the earlier release was made from other data"),
        N_("name a release of the data file of this plan"),
    ),
    "linked.released_other_records": (
        N_("the table {job} of the earlier release uses records or variables that this table does not have"),
        N_("name it in a table of the same records"),
    ),
    "linked.settings_differ": (
        N_("the tables {jobs} are protected together, but these settings differ: {keys}"),
        N_("set them equally, or protect the tables separately"),
    ),
    "linked.rounded_products": (
        N_("values of {jobs} add up but for the rounding of weighted values: their sums are not audited"),
        N_("round the weights to fewer decimals"),
    ),
    "linked.status_overruled": (
        N_("cells are suppressed whatever their manual status, as another table calls them unsafe: {cells}"),
        N_("set the same status in all tables; cells affected: {number}"),
    ),
    "linked.sum_not_additive": (
        N_(
            "{total} is not the sum of {parts}: the first difference is {difference}, in "
            "{cells} ({number} {number:cell|cells})"
        ),
        N_("correct the values, or remove the entry from the sums of the plan"),
    ),
    "linked.sum_unknown": (
        N_("{name} is neither a variable nor a job of the plan"),
        N_("name variables that add up, or jobs whose records do"),
    ),
    "linked.sum_without_variables": (
        N_("a sum with {name} cannot be examined: the records of {input} have no {variables}"),
        N_("keep these variables in the records"),
    ),
    "linked.unlabelled": (
        N_("of the tables {jobs}, one has cells with numbers alone: whether they share cells is not known"),
        N_("give the table with its codes, or compare the tables by hand"),
    ),
    "linked_audit.no_dimension": (
        N_("{name} is released but is not a dimension of the table"),
        N_("name dimensions of the table"),
    ),
    "linked_audit.no_total": (
        N_("a dimension has no total, so that nothing can be summed over it"),
        N_("omit it"),
    ),
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
        N_("give the codes of a cell, then status, cost, upper and lower protection level, reason"),
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
        N_("the file has more than {most} {most:character|characters}"),
        N_("choose a smaller table"),
    ),
    "pasted_table.too_short": (
        N_("there is no table of at least two lines"),
        N_("enter the codes of the columns, then one line per row, the totals last"),
    ),
    "pasted_table.uneven": (
        N_("the line has {number} {number:entry|entries} where the others have {expected}"),
        N_("give every line as many entries; leave those empty that are not published"),
    ),
    "redesign.apart": (
        N_("the categories {label} cannot become one: only some of them are parts of {parent}"),
        N_("merge categories of the same sum"),
    ),
    "redesign.cheapest_needs_records": (
        N_("the cheapest merge needs the records behind a table, but the table is given without them"),
        N_("name the categories to merge"),
    ),
    "redesign.hierarchy": (
        N_("{name} has a hierarchy, and categories of a tree are not merged automatically"),
        N_("leave the hierarchy of this table out, or name the categories to merge"),
    ),
    "redesign.instance": (
        N_("the cells of a file in JJ format have no categories that could be merged"),
        N_("suppress cells of it, or enter the table by its categories"),
    ),
    "redesign.no_merge": (
        N_("whatever categories of {name} are merged, some cell stays unsafe"),
        N_("merge another variable, or suppress cells"),
    ),
    "redesign.too_many": (
        N_("{name} has more categories than are merged automatically: {number}, at most {most}"),
        N_("name the categories to merge"),
    ),
    "redesign.twice": (
        N_("categories of {name} are named, and are to be found as well"),
        N_("leave one of the two out"),
    ),
    "rounding.base_below_level": (
        N_("the base {base} is smaller than the largest protection level, {level}"),
        N_("choose a base that is at least as large"),
    ),
    "rounding.infeasible": (
        N_(
            "no table of multiples adds up when cells go at most {steps} "
            "{steps:multiple|multiples} beyond the next"
        ),
        N_("allow one more step, or round each cell by itself"),
    ),
    "rounding.not_found": (
        N_("no rounding that adds up was found within the limit of the search (cells: {cells})"),
        N_("allow one more step or more effort, or choose a smaller table"),
    ),
    "rounding.relaxed": (
        N_("no rounding adds up without cells that go further than the next multiple; steps taken: {steps}"),
        N_("no action needed; each cell is known less exactly"),
    ),
    "suppression.blocked": (
        N_(
            "{cell} cannot be protected by suppression: its widest possible feasibility interval is {lower} "
            "to {upper}; required: {wanted_lower} to {wanted_upper}"
        ),
        N_("reduce its protection levels, merge its category or set its status to safe"),
    ),
    "suppression.blocked_by": (
        N_(
            "{cell} cannot be protected while these cells must not be suppressed: {cells}; feasibility "
            "interval {lower} to {upper}, required {wanted_lower} to {wanted_upper}"
        ),
        N_("allow these to be suppressed, or lower its protection levels"),
    ),
    "insiders.weights_known": (
        N_("each contributor is taken to know its value times its weight"),
        "",
    ),
    "suppression.contributors_by_default": (
        N_(
            "the table is protected against singletons and unsafe unions, as the plan does not state "
            "otherwise, which suppresses more cells"
        ),
        N_("to have them reported alone, set insiders and unions to tell"),
    ),
    "table.carries_unseen": (
        N_("the file has content that is not seen, which this audit does not examine (kinds: {number})"),
        N_("open the file in Output checking, which lists it"),
    ),
    "table.file_ending": (
        N_("a published table is read from a file that ends in {endings}"),
        N_("save the table as one of these"),
    ),
    "table.file_unread": (
        N_("no table could be read from the file"),
        N_("open it in Output checking, which says why, or save it again as .xlsx"),
    ),
    "table.labels_twice": (
        N_("two rows or two columns of the table have the same labels: {cells}"),
        N_("give each its own label in the file"),
    ),
    "table.loose_codes": (
        N_(
            "some categories of {name} are part of no sum that was recognised, so that intervals may be "
            "too wide: {codes} ({number})"
        ),
        N_("state the sums as additive relations, and what each is part of"),
    ),
    "table.no_figure": (
        N_("the cell {cell} has {text}, which is neither a number nor a sign"),
        N_("correct the cell in the file"),
    ),
    "table.no_table_in_file": (
        N_("the file has no table"),
        N_("choose another file"),
    ),
    "table.not_in_file": (
        N_("the file does not have the table of this sheet or number; its tables: {tables}"),
        N_("choose one of these by its sheet or number"),
    ),
    "table.range_default": (
        N_(
            "unsafe amounts of few contributors have a protection range of {range} %, as the plan states none"
        ),
        N_("state the range in the threshold rule"),
    ),
    "suppression.infeasible": (
        N_("no suppression pattern protects all unsafe cells"),
        N_("allow suppression of the excluded cells or reduce the protection levels"),
    ),
    "suppression.none_yet": (
        N_("the search stopped before finding a pattern that passes the audit"),
        N_("allow a longer search or use the heuristic"),
    ),
    "suppression.solver_died": (
        N_(
            "the solver ended before it had an answer (a program of {number} "
            "{number:inequality|inequalities})"
        ),
        N_("choose the fast solver, or a smaller table"),
    ),
    "suppression.unprotectable": (
        N_("cells that suppression cannot protect: {number}, including {cells}"),
        N_("allow cells beside them to be suppressed, lower their levels, or merge categories"),
    ),
    "table.category_twice": (
        N_("{label} occurs twice in {name}"),
        N_("name each category once"),
    ),
    "table.cell_twice": (
        N_("the cell {cell} is given twice"),
        N_("name each cell once"),
    ),
    "table.cost_variable": (
        N_("costs are to come from a variable, or a variable for costs is named, and the other is missing"),
        N_("choose the costs of a variable and name it, or omit both"),
    ),
    "table.costs_negative": (
        N_("{name} is below zero in some records, and costs cannot be: {number}"),
        N_("choose another variable for the costs"),
    ),
    "table.dimension_twice": (
        N_("{name} is a dimension twice"),
        N_("name each variable once"),
    ),
    "table.has_gaps": (
        N_("cells without a value: {number}"),
        N_("enter all values to protect the table, or audit it as published"),
    ),
    "table.hierarchy_cycle": (
        N_("in {name} the category {label} would be a part of itself"),
        N_("correct what is the sum of what"),
    ),
    "table.instance_and_more": (
        N_("an instance file is named, and the table is described as well"),
        N_("give one of the two: the file has cells, unit and relations"),
    ),
    "table.label_ambiguous": (
        N_("in {name} the label {label} means different categories at different levels"),
        N_("give each category a label of its own in the hierarchy"),
    ),
    "table.lacks_parts": (
        N_("the table is not complete"),
        N_("give rows, columns and values, or dimensions and cells, or name an instance file"),
    ),
    "table.merge_unknown": (
        N_("categories of {name} are merged, but it is not a dimension of the table"),
        N_("name dimensions of the table"),
    ),
    "table.method_needs_records": (
        N_("this method needs the records behind a table, but the table is given without them"),
        N_("build the table from data, or choose another method"),
    ),
    "table.read_from": (
        N_("the table was read from {cells}: {rows} {rows:row|rows}, {columns} {columns:column|columns}"),
        "",
    ),
    "table.several_in_file": (
        N_("the file has {number} {number:table|tables} to choose from: {tables}"),
        N_("choose one by its sheet or number"),
    ),
    "table.signs_read": (
        N_("signs read as suppressed cells: {signs} ({number} {number:cell|cells})"),
        N_("type a number where a sign stands for one"),
    ),
    "table.sums_read": (
        N_("sums recognised in {name}: {number}"),
        N_("state other sums as additive relations, which replace these"),
    ),
    "table.two_holdings": (
        N_("the table and its suppression name different holding variables"),
        N_("keep one of the two: with both it is not clear who the contributors are"),
    ),
    "table.name_taken": (
        N_("a dimension is called {name}, which is a column of the table written"),
        N_("rename the variable"),
    ),
    "table.no_hierarchy": (
        N_("the plan has no hierarchy called {name}"),
        N_("add it to the data's hierarchies, or name another"),
    ),
    "table.no_multiple": (
        N_("the value {value} of the cell {cell} is not a multiple of the unit {unit}"),
        N_("choose a unit of which all values are multiples, or correct the value"),
    ),
    "table.no_records": (
        N_("there are no records to build a table from: {name}"),
        N_("check the data, and which values mean missing"),
    ),
    "table.no_such_cell": (
        N_("the table has no cell {cell}"),
        N_("name a category of each dimension, in the order of the dimensions"),
    ),
    "table.no_table": (
        N_("no table is defined"),
        N_("choose dimensions to build a table from the data, or enter the table"),
    ),
    "table.not_additive": (
        N_("{cell} is {value}, which differs by {difference} from the sum of its parts: {cells}"),
        N_(
            "correct the cells, enter subtotals as additive relations, state what the values are rounded to "
            "(rounded_to), or recompute the totals of a table to be protected (totals); relations that do "
            "not add up: {number}"
        ),
    ),
    "table.not_numbers": (
        N_("some of the different values of {name} are not numbers: {number}"),
        N_("declare these texts as missing, or choose another variable"),
    ),
    "table.one_cell_two_values": (
        N_("the cell {cell} is the same as another by its relations, but has another value"),
        N_("correct one of the two"),
    ),
    "table.totals_of_audit": (
        N_("an audit examines the totals that are published, so they are not recomputed"),
        N_("leave the setting out; where values were rounded, state what to (rounded_to)"),
    ),
    "table.totals_of_instance": (
        N_("totals of a table in JJ format are not recomputed"),
        N_("leave the setting out, or give the table as a table file"),
    ),
    "table.totals_recomputed": (
        N_("totals recomputed from their parts: {number}, by up to {most}: {cells}"),
        N_("no action needed"),
    ),
    "table.published_unit": (
        N_("a publication unit fits suppression or an unprotected table, not this method"),
        N_("leave the unit out, or choose suppression"),
    ),
    "table.read_as_records": (
        N_("it would read {name}, which is a table and no file of records"),
        N_("let it read the data"),
    ),
    "table.relation_unknown": (
        N_("no dimension has {label} and all its parts"),
        N_("write the codes as in the table"),
    ),
    "table.rounded_contradiction": (
        N_("the values cannot be those of a table that adds up, each rounded to {base}"),
        N_("correct the values, or what they are rounded to"),
    ),
    "table.rounded_contradiction_at": (
        N_("the parts of {cell} cannot add up to it, each rounded to {base}"),
        N_("correct the values there, or what the values are rounded to"),
    ),
    "table.rounded_instance": (
        N_("a file in JJ format has exact values, which are not rounded"),
        N_("remove what the values are rounded to"),
    ),
    "table.rounded_link": (
        N_("a table with rounded values cannot be protected together with others"),
        N_("protect it alone, or enter exact values"),
    ),
    "table.rounded_method": (
        N_("this method needs values that add up, and those of the table are rounded"),
        N_("choose suppression, or enter exact values"),
    ),
    "table.rounded_to": (
        N_("the values were rounded to {base}: each stands for an interval of half of it either side"),
        N_("no action needed"),
    ),
    "table.rounded_twice": (
        N_("the table states already what its values are rounded to"),
        N_("keep one of the two"),
    ),
    "table.rounded_unit": (
        N_("values rounded to {base} cannot be distinguished in units of {unit}"),
        N_("choose a finer unit"),
    ),
    "table.rules_need_records": (
        N_("rules need contributions, which a table given without its records does not have"),
        N_("build the table from data, or specify which cells are unsafe"),
    ),
    "table.shadow_missing": (
        N_("records without a value of the shadow variable {name} are judged as 0: {number}"),
        N_("complete the values, or choose another shadow variable"),
    ),
    "table.too_large": (
        N_("values exceed {most} units, the limit for exact computation"),
        N_("use fewer decimals, or larger units such as thousands"),
    ),
    "table.too_many_cells": (
        N_("the table would have {number} {number:cell|cells}; the limit is {most}"),
        N_("use fewer dimensions, or coarser ones"),
    ),
    "table.too_many_figures": (
        N_("numbers of {name} have too many figures: more than {most}"),
        N_("round them, or declare them as missing"),
    ),
    "table.total_code_taken": (
        N_("{name} has a category named {label}, the code of the total"),
        N_("choose another code for the total"),
    ),
    "table.two_statuses": (
        N_(
            "{cell} and {other} are one cell, since a category is the only part of another, and have "
            "different manual statuses"
        ),
        N_("remove one of the two statuses"),
    ),
    "table.two_tables": (
        N_("both a finished table and variables to build one from are given"),
        N_("give one of the two"),
    ),
    "table.unknown_category": (
        N_("{name} has no category {label}"),
        N_("write the codes as in the table"),
    ),
    "table.finer_values": (
        N_(
            "values of {name} with more decimals than nearly all others were rounded to {unit}: {number} "
            "(records {records})"
        ),
        N_("correct these records, or set a finer published unit"),
    ),
    "table.products_rounded": (
        N_("values weighted by {name} were rounded to {unit}, which changes the total by {loss}"),
        N_("round the weights to fewer decimals for exact sums"),
    ),
    "table.weight_left_out": (
        N_("the table does not use the weights of the records ({variables})"),
        N_("set the weight of the table if its cells should estimate the population"),
    ),
    "table.value_missing": (
        N_("records without a value of {name} were excluded: {number}"),
        N_("no action needed"),
    ),
    "table.wrong_length": (
        N_("there {number:is|are} {number} {number:entry|entries} where {expected} are needed"),
        N_("give as many entries as the table has rows, columns or dimensions"),
    ),
    "tauargus.batch_incomplete": (
        N_("the batch file names no data, no metadata or no table"),
        N_("it needs OPENMICRODATA or OPENTABLEDATA, OPENMETADATA and SPECIFYTABLE"),
    ),
    "tauargus.code_twice": (
        N_("the code {label} is in the hierarchy twice; the first time in line {first}"),
        N_("keep one of the two"),
    ),
    "tauargus.different_statuses": (
        N_(
            "a-priori entries give a cell different statuses, the last one is used; cells: {number} ({cells})"
        ),
        N_("keep one status for each cell in the a-priori file"),
    ),
    "tauargus.done_otherwise": (
        N_("{part} is done here in another way: {instead}"),
        N_("check that the result is what you need"),
    ),
    "tauargus.fields": (
        N_("the line has {number} {number:field|fields} where the metadata name {expected}"),
        N_("check the separator, and that metadata and data belong together"),
    ),
    "tauargus.malformed": (
        N_("unexpected text in such a file: {text}"),
        N_("correct the line, or choose another file"),
    ),
    "tauargus.no_file": (
        N_("there is no file {name} beside the one that names it"),
        N_("put it there"),
    ),
    "tauargus.no_cells": (
        N_("the file has no lines"),
        N_("choose another file"),
    ),
    "tauargus.no_codes": (
        N_("the metadata name no variable whose codes identify the cell of a line"),
        N_("mark such variables as RECODEABLE"),
    ),
    "tauargus.no_metadata": (
        N_("a table in a .tab file needs its metadata"),
        N_("put the .rda file of the same name beside it, or name that file in the plan"),
    ),
    "tauargus.frequencies": (
        N_(
            "the frequencies {name} do not add up: that of {cell}, {value}, differs by {difference} from the "
            "sum of its parts; relations: {number}"
        ),
        N_("correct the frequencies: threshold rules judge them unchanged"),
    ),
    "tauargus.no_frequencies": (
        N_(
            "rules need the number of contributors of each cell, and the metadata name no frequencies "
            "(FREQUENCY); read: {read}"
        ),
        N_("add the frequencies, or specify which cells are unsafe"),
    ),
    "tauargus.rule_needs_records": (
        N_("this rule needs the records behind a table, which a file of cells does not have"),
        N_("choose another rule, or build the table from data"),
    ),
    "tauargus.no_response": (
        N_("the metadata name no numeric variable {name}"),
        N_("choose one of the numeric variables as the response"),
    ),
    "tauargus.no_such_cell": (
        N_("a-priori entries without effect: {number}; the table has no cell {cells}"),
        N_("check the codes and the separator of the a-priori file"),
    ),
    "tauargus.no_such_tag": (
        N_("a rule needs a variable with the tag {tag}; the metadata have none"),
        N_("add the tag to the metadata, or remove the rule"),
    ),
    "tauargus.no_table": (
        N_("there is no table {number} so far in the batch file"),
        N_("tables are numbered from 1 in the order of SPECIFYTABLE"),
    ),
    "tauargus.no_variables": (
        N_("the metadata name no variable"),
        N_("choose another file"),
    ),
    "tauargus.part_left_out": (
        N_("{part} cannot be done here and is omitted"),
        N_("do it manually, or remove it"),
    ),
    "tauargus.recode_needs_hierarchy": (
        N_("{name} has no hierarchy that could be cut"),
        N_("recode it by groups of codes"),
    ),
    "tauargus.recode_needs_records": (
        N_("a table that is read unchanged cannot be recoded"),
        N_("begin with records, or remove the command"),
    ),
    "tauargus.several_hierarchies": (
        N_("{name} has several hierarchies; such a file holds one tree"),
        N_("build the table with one of them, or choose another layout"),
    ),
    "tauargus.short_line": (
        N_("the line ends before {name} begins"),
        N_("check that metadata and data belong together"),
    ),
    "tauargus.too_deep": (
        N_("the code {label} lies more than one level below the line before it"),
        N_("correct the lead strings of the hierarchy"),
    ),
    "tauargus.too_few_largest": (
        N_(
            "the rules use {expected:the largest contribution|the {expected} largest "
            "contributions}; the file has {number} of them"
        ),
        N_("choose other rules, or a file with more of the largest contributions"),
    ),
    "tauargus.two_data_files": (
        N_("the batch file opens a second data file"),
        N_("make a batch file for each"),
    ),
    "tauargus.unknown_command": (
        N_("the command {command} is not supported and was skipped"),
        N_("do it manually, or remove it"),
    ),
    "tauargus.unknown_tag": (
        N_("the tag {tag} is not known here and has no effect"),
        N_("check whether the table depends on it"),
    ),
    "tauargus.unknown_wish": (
        N_("a-priori entries of the kind {kind} are not supported; entries without effect: {number}"),
        N_("use u, s, p, c or pl"),
    ),
}
