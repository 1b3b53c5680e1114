"""What can be done about each reason of a verdict: code -> an imperative, at most 15 words, two alternatives.

A warning without a remedy of its own must be weighed.
"""

from collections.abc import Mapping, Sequence

from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, Words

_WEIGH = N_("Remove the cause of this warning, or accept it with a reason.")
_CLASSES = N_("Use coarser categories or suppress more values, so that classes become larger.")
_DIVERSE = N_("Require diversity of the sensitive variable, or use coarser categories.")
_RISK = N_("Change the values more strongly, or accept a higher tolerable risk with a reason.")
_TOLERABLE = N_("Set a tolerable risk, so that the released values are judged.")
_AUDIT = N_("Protect the table again, with more suppression or coarser categories.")
_CONTRIBUTORS = N_("Protect the table against contributors, and run it again.")
_UNIONS = N_("Protect unsafe unions in the table, and run it again.")
_REQUIRE = N_("Set a condition for the released file, and check it.")
_GROUPS = N_("Combine categories, or accept the group disclosure with a reason.")
_STATUS = N_("Remove the manual status or level, or accept it with a reason.")
_MODEL = N_("Choose other model terms, or measure against a population table.")
_ESTIMATES = N_("Use coarser categories, or accept the highest estimate with a reason.")
_PRESENCE = N_("Use coarser categories, or release a sample of these classes.")
_FOLLOW = N_("Omit the variables that reveal these values, or protect them together.")
_LATER = N_("Release fewer records, or release them later.")

REMEDIES: Mapping[str, str] = {
    "almost_disclosed_values": _DIVERSE,
    "audit.disclosed": _AUDIT,
    "audit.insider_derives": _CONTRIBUTORS,
    "audit.insider_risk": _CONTRIBUTORS,
    "blocks_together": _CLASSES,
    "classes_below": _CLASSES,
    "classes_below_kept": _CLASSES,
    "classes_below_wildcard": _CLASSES,
    "classes_with_others": _CLASSES,
    "criterion_alpha_k_anonymity": _DIVERSE,
    "criterion_average_risk": _CLASSES,
    "criterion_beta_likeness": _DIVERSE,
    "criterion_delta_disclosure": _DIVERSE,
    "criterion_with_code": N_("Declare the missing codes of the variable, and run the plan again."),
    "data.missing_code": N_("Declare the missing codes of the variable, or that these texts are values."),
    "criterion_distinct_l_diversity": _DIVERSE,
    "criterion_entropy_l_diversity": _DIVERSE,
    "criterion_k_anonymity": _CLASSES,
    "criterion_k_map": _CLASSES,
    "criterion_k_map_table": _CLASSES,
    "criterion_journalist_risk": _CLASSES,
    "criterion_delta_presence": _PRESENCE,
    "criterion_population_uniqueness": _CLASSES,
    "criterion_p_sensitive": _DIVERSE,
    "criterion_recursive_cl_diversity": _DIVERSE,
    "criterion_t_closeness": _DIVERSE,
    "data.sample": N_("Run the plan on all records, or on their counts."),
    "disclosed_values": _DIVERSE,
    "earlier_not_run": N_("Run the whole plan."),
    "condition_judges_nothing": N_("Set a stricter value, or remove this condition."),
    "estimators_disagree": N_("Require it of the plain entropy, or accept the corrected one with a reason."),
    "l_below_two": N_("Require l = 2 or more, or accept this with a reason."),
    "file_not_named": N_("Name the file for release, or do not write it."),
    "handed_on": N_("Open Steps."),
    "household_as_read": N_("Give households new numbers: Prepare, step Replace identifiers."),
    "highest_model_risk": _CLASSES,
    "highest_risk": _CLASSES,
    "highest_table_risk": _CLASSES,
    "inferred_by_order": N_("Write the records in random order."),
    "inferred_classes": _FOLLOW,
    "inferred_criterion": _FOLLOW,
    "inferred_numbers": _FOLLOW,
    "inferred_unique": _FOLLOW,
    "inferred_values": _FOLLOW,
    "inference_not_audited": N_("Protect the records where they are, and audit the file there."),
    "inference_pending": N_("Wait for the audit of the released values."),
    "outlier_told": N_("Top-code extreme values before other changes, or suppress them."),
    "key_variables_left_out": N_("Include these key variables in the conditions, or give them another role."),
    "k_map_by_size": N_("Require k-anonymity as well, or accept this assumption with a reason."),
    "linked.unsafe_differences": N_("Suppress one of the cells, or use one classification in all tables."),
    "linked_audit.disclosed": N_("Release fewer of these tables, or protect them together."),
    "measures_not_run": N_("Run the whole plan."),
    "not_checked": N_("Check the conditions on the released values."),
    "not_yet": N_("Run the plan."),
    "nothing_required": _REQUIRE,
    "numbers_not_judged": _TOLERABLE,
    "population_model_not_tested": _MODEL,
    "population_model_too_rich": _MODEL,
    "population_model_too_simple": _MODEL,
    "population_model_without_solution": _ESTIMATES,
    "population_models_differ": _ESTIMATES,
    "population_unique_records": _CLASSES,
    "persons.statement_contradicted": N_(
        "Give the repeating variable the role person, or confirm one record per person on the card Roles."
    ),
    "persons.dominated": N_("Suppress whole persons, or keep fewer records of each person."),
    "persons.intervals": N_(
        "Derive the days between dates, such as a length of stay, in bands in Prepare, and drop the dates."
    ),
    "persons.linked": N_(
        "Remove what links the records, or meet the condition where two records or all are known."
    ),
    "persons.unsaid": N_(
        "Give the repeating variable the role person, or state one record per person in the data."
    ),
    "persons.without": N_("Complete the missing persons, or remove records without a person."),
    "presence_disclosed": _PRESENCE,
    "presence_possible": _PRESENCE,
    "presence_of_suppressed": N_(
        "Use coarser categories, so that no record is suppressed, or accept this assumption with a reason."
    ),
    "presence_unknown": N_("Require k-anonymity as well, or accept this assumption with a reason."),
    "uniqueness_by_model": N_("Require k-anonymity as well, or accept this estimate with a reason."),
    "privacy_missed": N_("Release the variable at a coarser level, or lower its bound."),
    "records_alone": _CLASSES,
    "records_not_measured": N_("Complete the missing values, or suppress these records."),
    "release_none": N_("Release records, or do not release this file."),
    "release_not_tested": N_("Use tests that suit this number of records."),
    "release_overtaken": _LATER,
    "release_simulated": N_("Assess the requests that were made."),
    "release_targets_untested": N_("Use tests that suit this number of records."),
    "release_test_failed": _LATER,
    "released_identifies": N_("Drop the variable, or replace its values."),
    "released_nearly_unique": N_("Round the values or form classes, or drop the variable."),
    "released_rare_values": N_("Combine rare categories, or suppress these values."),
    "released_unique_together": N_("Recode one of these variables, or drop it."),
    "risk_above_dld": _RISK,
    "risk_above_id": _RISK,
    "risk_above_kept_keys": N_("Recode or suppress the unchanged key variables as well."),
    "risk_above_pld": _RISK,
    "risk_above_true_share": _RISK,
    "risk_not_measured": N_("Measure the risk of the changed values."),
    "risk_open_dld": _TOLERABLE,
    "risk_open_id": _TOLERABLE,
    "risk_open_kept_keys": _TOLERABLE,
    "risk_open_pld": _TOLERABLE,
    "risk_open_true_share": _TOLERABLE,
    "rule_not_checked": N_("Answer the question, or have it answered by whom it concerns."),
    "rule_not_met": N_("Remove what breaks the rule, or release under another policy."),
    "scenario_exceeded": N_("Protect the released values more strongly, or accept the risk with a reason."),
    "scenario_not_measured": N_("Measure the released file by the scenario, or remove the limit."),
    "records_beside_tables": N_("Release either the records or the tables, or compare them first."),
    "recoded_in_order": N_("Write the records in random order."),
    "step_files": N_("Write the file of the last step alone, or protect the earlier ones too."),
    "several_files": N_("Release one of these files alone, or compare them as an intruder would."),
    "private_table.beside": N_("Release these files without it, or weigh what they reveal together."),
    "private_table.budget": N_("Use a smaller budget, or accept this certainty with a reason."),
    "private_table.over_limit": N_("Use a smaller budget."),
    "private_table.weak_secret": N_("Use a new secret of 64 hexadecimal digits, and run the plan again."),
    "several_tables": N_("Protect these tables together, or audit them as linked tables."),
    "suppression_limit": N_("Use coarser categories, or raise the suppression limit with a reason."),
    "suppressed_class": N_("Leave out suppressed records, or use coarser categories, so that they are more."),
    "table.adjusted_not_audited": N_("Audit the adjusted table."),
    "table.amounts_by_key": N_("Increase the noise, or accept that feasibility intervals are narrower."),
    "table.contributors_derive": _CONTRIBUTORS,
    "table.contributors_estimate": _CONTRIBUTORS,
    "table.contributors_not_examined": _CONTRIBUTORS,
    "table.disclosed": _AUDIT,
    "table.group_amounts": _GROUPS,
    "table.group_disclosure": _GROUPS,
    "table.levels": _AUDIT,
    "table.lowered": _STATUS,
    "table.lowest_unknown": N_("Set the lowest possible value, or accept this assumption with a reason."),
    "table.max_risk": _AUDIT,
    "table.no_lowest": N_("Set the lowest possible value in the settings, or state that it is unknown."),
    "table.no_range": N_("Set a protection range, such as 30 %."),
    "table.not_judged": N_("Set sensitivity rules for the table."),
    "table.overruled": _STATUS,
    "table.rounded_amounts": N_("Round with a larger base, or examine the largest contributors yourself."),
    "table.small_counts_certain": N_("Increase the variance of the noise."),
    "table.sums_not_examined": _UNIONS,
    "table.unsafe_published": N_("Protect the table before it is released."),
    "table.unsafe_sums": _UNIONS,
    "table.zero_codes": N_("Merge these categories with others, or accept this with a reason."),
    "table.zero_sums": N_("Treat zeros with contributors as unsafe, or accept this with a reason."),
    "values_certain": N_("Change the transition probabilities of these values."),
    "work_files": N_("Keep these files inside the organisation."),
    "weak_secret": N_("Use a new secret of 64 hexadecimal digits, and run the plan again."),
}


def remedy_text(code: str, words: Words) -> str:
    """What can be done about a reason."""
    return words.say(REMEDIES.get(code, _WEIGH))


_ACTIONS: Mapping[str, str] = {
    "omit": N_("Omit {variables}"),
    "together": N_("Protect {variables} together"),
    "delete_suppressed": N_("Delete suppressed records"),
    "random_order": N_("Use a random order"),
    "of_persons": N_("Records of persons: {variables}"),
    "one_record_each": N_("One record per person"),
    "known_two": N_("Assume two known records"),
    "known_all": N_("Assume all records known"),
    "rule_variables": N_("It is about {variables} alone"),
    "rule_of_none": N_("There is no such variable"),
    "rule_stated": N_("State it"),
    "rule_populations": N_("Choose file of inhabitants…"),
    "rule_years": N_("Coarser dates: {variables}"),
    "rule_top_class": N_("Top class of ages: {variables}"),
    "rule_first_figures": N_("First figures alone: {variables}"),
}


def action_text(code: str, variables: Sequence[str], words: Words) -> str:
    """What a click does that removes the cause of a reason; the name of the step of the history."""
    return words.say(_ACTIONS[code], variables=few(tuple(variables), words))
