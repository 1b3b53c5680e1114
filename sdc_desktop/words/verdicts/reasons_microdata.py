"""Reasons against releasing records: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import ReasonText
from sdc_desktop.words.words import N_

_ALONE = N_("Some records are unique on the key variables.")
_TOO_FEW = N_("Some classes have too few persons.")
_BELOW = N_("Some records are in equivalence classes that are too small.")

MICRODATA_REASONS: Mapping[str, ReasonText] = {
    "almost_disclosed_values": ReasonText(
        N_("{share} of records are in classes where at least 90 % have the same value of {variable}."),
        N_("Some records are in classes where almost all have the same value of {variable}."),
        persons=N_(
            "For {share} of persons, 90 % or more of those who fit what is known share a value of {variable}."
        ),
    ),
    "blocks_together": ReasonText(
        N_("Over all blocks, {number} records are in classes with fewer than {k} records."),
        _BELOW,
        N_("Over all blocks, {number} record is in a class with fewer than {k} records."),
        persons=N_("Persons in classes below {k} persons over all blocks: {persons} (records: {number})."),
        persons_external=_TOO_FEW,
    ),
    "classes_below": ReasonText(
        N_("{number} records are in classes with fewer than {k} records."),
        _BELOW,
        N_("{number} record is in a class with fewer than {k} records."),
        persons=N_("Persons in classes with fewer than {k} persons: {persons} (records: {number})."),
        persons_external=_TOO_FEW,
    ),
    "classes_below_kept": ReasonText(
        N_(
            "{number} {number:record is in a class|records are in classes} below {k} if a "
            "suppressed value counts as a category."
        ),
        N_("Some classes are too small if a suppressed value counts as a category."),
        persons=N_(
            "Persons in classes below {k} if a suppressed value counts as a category: {persons} "
            "(records: {number})."
        ),
    ),
    "classes_below_wildcard": ReasonText(
        N_(
            "{number} {number:record is in a class|records are in classes} below {k} if a "
            "suppressed value does not match every category."
        ),
        N_("Some classes are too small if a suppressed value does not match every category."),
    ),
    "classes_with_others": ReasonText(
        N_(
            "With the unchanged {variables}, {number} {number:record is in a class|records "
            "are in classes} with fewer than {k} records."
        ),
        N_("With the unchanged {variables}, some records are in classes that are too small."),
        persons=N_(
            "Persons in classes below {k} persons with the unchanged {variables}: {persons} (records: "
            "{number})."
        ),
        persons_external=N_("With the unchanged {variables}, some classes have too few persons."),
    ),
    "criterion_alpha_k_anonymity": ReasonText(
        N_(
            "(α, k)-anonymity of {variable} is not met (α = {asked}): {number} {number:record "
            "is in a failing class|records are in failing classes}."
        ),
        N_("(α, k)-anonymity of {variable} is not met."),
        persons=N_(
            "(α, k)-anonymity of {variable} is not met (α = {asked}). Persons in failing classes: {persons}."
        ),
    ),
    "criterion_average_risk": ReasonText(
        N_("The average re-identification risk is {worst}, above {asked}."),
        N_("The average re-identification risk is above the limit."),
    ),
    "inferred_numbers": ReasonText(
        N_(
            "{number} of {open} {open:protected number|protected numbers} of {variable} "
            "{number:follows|follow} from {by}, exactly or within 1 %."
        ),
        N_("Protected numbers of {variable} follow from {by}."),
    ),
    "k_map_by_size": ReasonText(
        N_(
            "k-map holds for a random sample. Anyone who knows that a person is in the file "
            "faces classes of {least} {least:record|records}."
        ),
        N_("k-map holds for a random sample, and not against those who know that a person is in the file."),
    ),
    "criterion_beta_likeness": ReasonText(
        N_(
            "β-likeness of {variable} is not met (β = {asked}): {number} {number:record is in "
            "a failing class|records are in failing classes}."
        ),
        N_("β-likeness of {variable} is not met."),
        persons=N_(
            "β-likeness of {variable} is not met (β = {asked}). Persons in failing classes: {persons}."
        ),
    ),
    "criterion_delta_disclosure": ReasonText(
        N_(
            "δ-disclosure privacy of {variable} is not met (δ = {asked}): {number} "
            "{number:record is in a failing class|records are in failing classes}."
        ),
        N_("δ-disclosure privacy of {variable} is not met."),
        persons=N_(
            "δ-disclosure privacy of {variable} is not met (δ = {asked}). Persons in failing classes: "
            "{persons}."
        ),
    ),
    "criterion_with_code": ReasonText(
        N_(
            "A condition on {variable} is met only because a missing code counts as a value: {as_read}, as "
            "missing {as_missing}, required {asked}."
        ),
        N_("A condition on {variable} is met only because a missing code counts as a value."),
    ),
    "criterion_distinct_l_diversity": ReasonText(
        N_(
            "Distinct l-diversity of {variable} is not met: {worst} {worst:value|values} in a "
            "class, fewer than {asked}."
        ),
        N_("Distinct l-diversity of {variable} is not met."),
    ),
    "criterion_entropy_l_diversity": ReasonText(
        N_(
            "Entropy l-diversity of {variable} is not met: {worst} {worst:effective "
            "value|effective values}, fewer than {asked}."
        ),
        N_("Entropy l-diversity of {variable} is not met."),
    ),
    "criterion_k_anonymity": ReasonText(
        N_("k-anonymity is not met: {number} records are in classes with fewer than {asked} records."),
        N_("k-anonymity is not met."),
        N_("k-anonymity is not met: {number} record is in a class with fewer than {asked} records."),
        persons=N_(
            "k-anonymity is not met. Persons whose known records fit fewer than {asked} persons: {persons} "
            "(records: {number})."
        ),
    ),
    "criterion_k_map": ReasonText(
        N_("k-map is not met: {number} records are in classes with fewer than the {asked} records needed."),
        N_("k-map is not met."),
        N_("k-map is not met: {number} record is in a class with fewer than the {asked} records needed."),
    ),
    "criterion_k_map_table": ReasonText(
        N_("k-map is not met: {number} records match fewer than {asked} people of the population table."),
        N_("k-map is not met."),
        N_("k-map is not met: {number} record matches fewer than {asked} people of the population table."),
    ),
    "criterion_journalist_risk": ReasonText(
        N_(
            "The journalist risk is {worst}, above {asked}: {number} {number:record is in a "
            "failing class|records are in failing classes}."
        ),
        N_("The journalist risk is above the limit."),
    ),
    "criterion_delta_presence": ReasonText(
        N_("δ-presence is not met: a presence of {worst} is outside the bounds."),
        N_("δ-presence is not met."),
    ),
    "criterion_population_uniqueness": ReasonText(
        N_("The expected share of population uniques is {worst}, above {asked}."),
        N_("The expected share of population uniques is above the limit."),
    ),
    "criterion_p_sensitive": ReasonText(
        N_(
            "p-sensitivity of {variable} is not met: {worst} {worst:value|values} in a class, "
            "fewer than {asked}."
        ),
        N_("p-sensitivity of {variable} is not met."),
    ),
    "criterion_recursive_cl_diversity": ReasonText(
        N_(
            "Recursive (c, l)-diversity of {variable} is not met: {number} {number:record is "
            "in a failing class|records are in failing classes}."
        ),
        N_("Recursive (c, l)-diversity of {variable} is not met."),
        persons=N_(
            "Recursive (c, l)-diversity of {variable} is not met. Persons in failing classes: {persons}."
        ),
    ),
    "criterion_t_closeness": ReasonText(
        N_(
            "t-closeness of {variable} is not met (t = {asked}): {number} {number:record is "
            "in a failing class|records are in failing classes}."
        ),
        N_("t-closeness of {variable} is not met."),
        persons=N_(
            "t-closeness of {variable} is not met (t = {asked}). Persons in failing classes: {persons}."
        ),
    ),
    "disclosed_values": ReasonText(
        N_("{share} of records are in classes with a single value of {variable}, which discloses it."),
        N_("Some records are in classes with a single value of {variable}."),
        persons=N_("What an intruder knows of {share} of persons discloses a value of {variable}."),
    ),
    "highest_model_risk": ReasonText(
        N_("By the population model the maximum risk of a record is {risk}, above the tolerable {limit}."),
        N_("By the population model the maximum risk of a record is {risk}, above the tolerable {limit}."),
    ),
    "highest_risk": ReasonText(
        N_("The maximum re-identification risk is {risk}, above the tolerable {limit}."),
        N_("The maximum re-identification risk is {risk}, above the tolerable {limit}."),
    ),
    "highest_table_risk": ReasonText(
        N_("By the population table the maximum re-identification risk is {risk}, above {limit}."),
        N_("By the population table the maximum re-identification risk is {risk}, above {limit}."),
    ),
    "inferred_by_order": ReasonText(
        N_(
            "{number} of {protected} {protected:suppressed value|suppressed values} of "
            "{variable} follow from the order of the records."
        ),
        N_("Suppressed values of {variable} follow from the order of the records."),
        N_(
            "{number} of {protected} {protected:suppressed value|suppressed values} of "
            "{variable} follows from the order of the records."
        ),
    ),
    "recoded_in_order": ReasonText(
        N_("The records are still sorted by the original values of {variable}, which was recoded."),
        N_("The records are still sorted by the original values of {variable}, which was recoded."),
    ),
    "inferred_classes": ReasonText(
        N_("With the values that other variables reveal, {number} records are in classes smaller than {k}."),
        N_("With the values that other variables reveal, some classes are too small."),
        N_("With the values that other variables reveal, {number} record is in a class smaller than {k}."),
        persons=N_(
            "Persons in classes below {k} persons with the values that other variables reveal: {persons}."
        ),
    ),
    "inferred_criterion": ReasonText(
        N_("With the values that other variables reveal, {criterion} is no longer met."),
        N_("With the values that other variables reveal, {criterion} is no longer met."),
    ),
    "inferred_unique": ReasonText(
        N_("With the values that other variables reveal, {number} records are unique on the key variables."),
        N_("With the values that other variables reveal, some records are unique on the key variables."),
        N_("With the values that other variables reveal, {number} record is unique on the key variables."),
        persons=N_("Unique persons with the values that other variables reveal: {persons}."),
        persons_external=N_("With the values that other variables reveal, some persons are unique."),
    ),
    "inferred_values": ReasonText(
        N_(
            "{number} of {protected} {protected:protected value|protected values} of "
            "{variable} follow from {by}."
        ),
        N_("Protected values of {variable} follow from {by}."),
        N_(
            "{number} of {protected} {protected:protected value|protected values} of "
            "{variable} follows from {by}."
        ),
    ),
    "inference_not_audited": ReasonText(
        N_("What released values reveal of {variables} was not audited: the records are not in memory."),
        N_("What released values reveal of others was not audited."),
    ),
    "inference_pending": ReasonText(
        N_("What released values reveal of others has not been audited yet."),
        N_("What released values reveal of others has not been audited yet."),
    ),
    "outlier_told": ReasonText(
        N_("{number} extreme values of {variable} can be estimated within 10 %."),
        N_("Extreme values of {variable} can be recognised."),
        N_("{number} extreme value of {variable} can be estimated within 10 %."),
    ),
    "key_variables_left_out": ReasonText(
        N_("Key variables not covered by the conditions: {variables}."),
        N_("Key variables not covered by the conditions: {variables}."),
    ),
    "numbers_not_judged": ReasonText(
        N_("No tolerable risk is set for the changed values of {variables}."),
        N_("No tolerable risk is set for the changed values of {variables}."),
    ),
    "population_model_not_tested": ReasonText(
        N_("The fit of the population model cannot be tested, so its risk may be understated."),
        N_("The fit of the population model cannot be tested, so its risk may be understated."),
    ),
    "population_model_too_rich": ReasonText(
        N_("The population model is too rich (z {z}): its risk is probably understated."),
        N_("The population model is too rich: its risk is probably understated."),
    ),
    "population_model_too_simple": ReasonText(
        N_("The population model is too simple (z {z}): its risk is probably overstated."),
        N_("The population model is too simple: its risk is probably overstated."),
    ),
    "population_model_without_solution": ReasonText(
        N_("Models of population uniqueness without a solution: {models}."),
        N_("Some models of population uniqueness have no solution."),
    ),
    "population_models_differ": ReasonText(
        N_("Models disagree on the records unique in the population: {fewest} to {greatest}."),
        N_("Models disagree on the number of records that are unique in the population."),
    ),
    "population_unique_records": ReasonText(
        N_("{number} records are unique in the population table."),
        N_("Some records are unique in the population."),
        N_("{number} record is unique in the population table."),
    ),
    "presence_possible": ReasonText(
        N_(
            "{number} records match classes whose people may all be in the file, as a suppressed value can "
            "be any value."
        ),
        N_("Some records match classes whose people may all be in the file."),
        N_(
            "{number} record matches a class whose people may all be in the file, as a suppressed value can "
            "be any value."
        ),
    ),
    "presence_of_suppressed": ReasonText(
        N_("The presence of {number} suppressed records is a mean over classes that an intruder may narrow."),
        N_("The presence of suppressed records is a mean over classes that an intruder may narrow."),
        N_("The presence of {number} suppressed record is a mean over classes that an intruder may narrow."),
    ),
    "presence_unknown": ReasonText(
        N_("k-map and journalist risk do not hold against those who know that a person is in the file."),
        N_("k-map and journalist risk do not hold against those who know that a person is in the file."),
    ),
    "presence_disclosed": ReasonText(
        N_("{number} records are in classes whose people are all in the file, which discloses presence."),
        N_("Some records are in classes whose people are all in the file, which discloses presence."),
        N_("{number} record is in a class whose people are all in the file, which discloses presence."),
    ),
    "privacy_missed": ReasonText(
        N_("{variable} is released below its lower bound on privacy."),
        N_("{variable} is released below its lower bound on privacy."),
    ),
    "records_alone": ReasonText(
        N_("{number} records are unique on the key variables."),
        _ALONE,
        N_("{number} record is unique on the key variables."),
        persons=N_("Unique persons on the key variables ({known}): {number} of {persons}."),
        persons_external=N_("Some persons are unique on the key variables."),
    ),
    "records_not_measured": ReasonText(
        N_("The risk of {number} records was not measured because of missing values."),
        N_("The risk of some records was not measured because of missing values."),
        N_("The risk of {number} record was not measured because of a missing value."),
    ),
    "condition_judges_nothing": ReasonText(
        N_("{criterion}: almost no file fails it at the value set, so that it judges nothing."),
        N_("{criterion}: almost no file fails it at the value set, so that it judges nothing."),
    ),
    "estimators_disagree": ReasonText(
        N_("{number} classes meet entropy l-diversity of {variable} only with the corrected entropy."),
        N_("Some classes meet entropy l-diversity of {variable} only with the corrected entropy."),
        N_("{number} class meets entropy l-diversity of {variable} only with the corrected entropy."),
    ),
    "l_below_two": ReasonText(
        N_("l-diversity of {variable} requires fewer than two values (l = {asked})."),
        N_("l-diversity of {variable} requires fewer than two values."),
    ),
    "household_as_read": ReasonText(
        N_("The {number} household numbers of {variable} are those of the data."),
        N_("The household numbers of {variable} are those of the data."),
        N_("The household number of {variable} comes from the data."),
    ),
    "released_identifies": ReasonText(
        N_("{variable} is unique in {share} of the records, as an identifier is."),
        N_("{variable} is unique in {share} of the records, as an identifier is."),
        persons=N_("{share} of persons have a value of {variable} that no other has, as of an identifier."),
    ),
    "released_nearly_unique": ReasonText(
        N_("{variable} is unique in {share} of the records."),
        N_("{variable} is unique in {share} of the records."),
        persons=N_("{share} of persons have a value of {variable} that no other person has."),
    ),
    "released_not_audited": ReasonText(
        N_("It was not counted how far {variables} identify records."),
        N_("It was not counted how far {variables} identify records."),
    ),
    "released_rare_values": ReasonText(
        N_("{number} records ({share}) are the only ones with their category of {variable}."),
        N_("{share} of the records are the only ones with their category of {variable}."),
        N_("{number} record ({share}) is the only one with its category of {variable}."),
        persons=N_("Persons who alone have their category of {variable}: {persons} ({share})."),
        persons_external=N_("{share} of persons alone have their category of {variable}."),
    ),
    "released_unique_together": ReasonText(
        N_("{variables} are together unique in {share} of the records."),
        N_("{variables} are together unique in {share} of the records."),
        persons=N_("{share} of persons have values of {variables} together that no other person has."),
    ),
    "risk_above_dld": ReasonText(
        N_("{risk} of records are linked to their original by distance, above the tolerable {limit}."),
        N_("{risk} of records are linked to their original by distance, above the tolerable {limit}."),
    ),
    "risk_above_id": ReasonText(
        N_("{risk} of original values lie close to the released ones, above the tolerable {limit}."),
        N_("{risk} of original values lie close to the released ones, above the tolerable {limit}."),
    ),
    "risk_above_kept_keys": ReasonText(
        N_(
            "On unchanged key variables, the re-identification risk is up to {risk}, above the "
            "tolerable {limit}."
        ),
        N_(
            "On unchanged key variables, the re-identification risk is up to {risk}, above the "
            "tolerable {limit}."
        ),
    ),
    "risk_above_pld": ReasonText(
        N_("{risk} of records are linked to their original by agreement, above the tolerable {limit}."),
        N_("{risk} of records are linked to their original by agreement, above the tolerable {limit}."),
    ),
    "risk_above_true_share": ReasonText(
        N_(
            "A value of {variable}, which {prior_share} of records have, can be inferred with probability "
            "{risk}, above the tolerable {limit}. No transition matrix leads below {least_share}."
        ),
        N_("A value of {variable} can be inferred with probability {risk}, above the tolerable {limit}."),
        by=N_(
            "From the draws of one household ({by}), a value of {variable} can be inferred with probability "
            "{risk}, above the tolerable {limit}."
        ),
    ),
    "risk_not_measured": ReasonText(
        N_("No risk was measured for the changed values of {variables}."),
        N_("No risk was measured for the changed values of {variables}."),
    ),
    "risk_open_dld": ReasonText(
        N_("No tolerable risk is set. {risk} of records are linked to originals by distance."),
        N_("No tolerable risk is set. {risk} of records are linked to originals by distance."),
    ),
    "risk_open_id": ReasonText(
        N_("No tolerable risk is set. {risk} of original values lie close to the released ones."),
        N_("No tolerable risk is set. {risk} of original values lie close to the released ones."),
    ),
    "risk_open_kept_keys": ReasonText(
        N_(
            "No tolerable risk is set. On unchanged key variables, the re-identification risk is up to "
            "{risk}."
        ),
        N_(
            "No tolerable risk is set. On unchanged key variables, the re-identification risk is up to "
            "{risk}."
        ),
    ),
    "risk_open_pld": ReasonText(
        N_("No tolerable risk is set. {risk} of records are linked to originals by agreement."),
        N_("No tolerable risk is set. {risk} of records are linked to originals by agreement."),
    ),
    "risk_open_true_share": ReasonText(
        N_("No tolerable risk is set. A true value can be inferred with probability {risk}."),
        N_("No tolerable risk is set. A true value can be inferred with probability {risk}."),
    ),
    "suppression_limit": ReasonText(
        N_("{number} records are suppressed, more than the limit of {limit} allows."),
        N_("More records are suppressed than the limit of {limit} allows."),
    ),
    "values_certain": ReasonText(
        N_("{number} released values of {variables} reveal the true one: no other value becomes them."),
        N_("Some released values of {variables} reveal the true one for certain."),
        N_("{number} released value of {variables} reveals the true one: no other value becomes it."),
        persons=N_("Persons whose true values of {variables} can be inferred with certainty: {persons}."),
    ),
    "risk_above_area_classes": ReasonText(
        N_("The re-identification risk by area and key variables is up to {risk}, above {limit}."),
        N_("The re-identification risk by area and key variables is above the limit."),
    ),
    "swap_not_placed": ReasonText(
        N_("{number} households are too rare where they live and have no partner."),
        N_("Some households are too rare where they live and have no partner."),
        N_("{number} household is too rare where it lives and has no partner."),
        persons=N_("Persons too rare where they live, without a partner: {persons}."),
    ),
    "swap_rare_after": ReasonText(
        N_("{number} records that stayed are in classes with fewer than {k} records of the released area."),
        N_("Some records that stayed are in small classes of their area."),
        N_("{number} record that stayed is in a class with fewer than {k} records of the released area."),
        persons=N_("Persons who stayed in classes below {k} persons of the released area: {persons}."),
        persons_external=N_("Some persons who stayed are in small classes of their area."),
    ),
    "swap_rare_everywhere": ReasonText(
        N_("{number} swapped records are in classes with fewer than {k} records of the whole file."),
        N_("Some swapped records are in small classes of the whole file."),
        N_("{number} swapped record is in a class with fewer than {k} records of the whole file."),
        persons=N_("Swapped persons in classes below {k} persons of the whole file: {persons}."),
        persons_external=N_("Some swapped persons are in small classes of the whole file."),
    ),
    "uniqueness_by_model": ReasonText(
        N_("Population uniqueness is estimated by a model, which can be wrong by a factor."),
        N_("Population uniqueness is estimated by a model, which can be wrong by a factor."),
    ),
    "suppressed_class": ReasonText(
        N_("{number} suppressed records are a class of their own, which is too small or too uniform."),
        N_("The suppressed records are a class of their own, which is too small or too uniform."),
        N_("{number} suppressed record is a class of its own, which keeps its other values."),
        persons=N_("Persons in the class of suppressed records, which is too small or uniform: {persons}."),
    ),
    "synthetic_attributed": ReasonText(
        N_("The values of {share} of persons are correctly attributed, above the limit of {limit}."),
        N_("More persons than allowed have a value that the released records attribute correctly."),
    ),
    "synthetic_attributed_open": ReasonText(
        N_("No limit is set for correct attributions, which hold for {share} of persons."),
        N_("No limit is set for correct attributions."),
    ),
    "synthetic_close": ReasonText(
        N_("{share} of synthetic records are closer to an original than 95 % of originals to another one."),
        N_("Synthetic records are closer to originals than originals are to one another."),
    ),
    "synthetic_identical": ReasonText(
        N_("{share} of synthetic records equal an original, more than originals equal another one."),
        N_("Synthetic records equal originals more often than originals equal one another."),
    ),
    "synthetic_replicated": ReasonText(
        N_("{number} synthetic records equal an original that is unique in all variables."),
        N_("Some synthetic records equal an original that is unique in all variables."),
        N_("{number} synthetic record equals an original that is unique in all variables."),
    ),
    "synthetic_replicated_uniques": ReasonText(
        N_("{share} of persons are replicated uniques, above the limit of {limit}."),
        N_("More persons than allowed are replicated uniques."),
    ),
    "synthetic_replicated_uniques_open": ReasonText(
        N_("No limit is set for replicated uniques, which are {share} of persons."),
        N_("No limit is set for replicated uniques."),
    ),
}
