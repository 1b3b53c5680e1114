"""What each measure says, and what it takes for granted: the data of a chapter of the report."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.words.words import N_


@dataclass(frozen=True)
class Measure:
    """A measure, what it says, and what it assumes and leaves unsaid; ``persons``: the same where persons
    have several records and are counted.
    """

    name: str
    says: str
    limits: str
    persons: str = ""


MEASURES: Mapping[str, Measure] = {
    "key_frequency": Measure(
        N_("Equivalence classes and uniqueness"),
        N_("Number of records that match no other record on the key variables."),
        N_(
            "Only the variables named count as known, and known without error. Being alone in the file is "
            "not being alone in the population; sharing one's values protects nobody where the whole "
            "group has the same sensitive value."
        ),
    ),
    "guess": Measure(
        N_("Average re-identification risk"),
        N_(
            "Number of classes divided by number of records: the expected success rate of an intruder who "
            "knows the key values."
        ),
        N_(
            "The intruder knows the key values of a person who is in the file for sure, and guesses evenly "
            "within the group. It is a mean: single records can be certain hits. It says nothing about what "
            "is learnt without finding a record."
        ),
        N_(
            "The intruder knows the key values of a person who is in the file for sure. A person with most "
            "records of a class is the likeliest owner of each. It is a mean: single persons can be certain "
            "hits. It says nothing about what is learnt without finding a record."
        ),
    ),
    "marketer": Measure(
        N_("Prosecutor, journalist and marketer"),
        N_("Re-identification risk by attacker model."),
        N_(
            "The prosecutor knows that a person is in the file, the journalist does not, "
            "the marketer wants many re-identifications. For the journalist, the weights "
            "must estimate the size of each class in the population."
        ),
    ),
    "individual_risk": Measure(
        N_("Individual risk"),
        N_("Probability that a record is re-identified, given its class size in the sample and its weight."),
        N_(
            "Model of Benedetti and Franconi: the weights are those of the sampling design, a group's "
            "size in the population follows a negative binomial law given its size in the sample, and "
            "the intruder's register covers the population without error. With wrong or missing weights "
            "it is wrong."
        ),
    ),
    "household_risk": Measure(
        N_("Household risk"),
        N_("The probability that at least one member of a household is re-identified."),
        N_(
            "Members count as identified independently of one another, and one "
            "identified member reveals the others."
        ),
    ),
    "population_model": Measure(
        N_("Population uniques by models"),
        N_("How many sample uniques are expected to be unique in the population."),
        N_(
            "A log-linear model assumes Poisson counts and equal sampling probabilities within a class. "
            "Models of class sizes can differ by factors, so none of them alone shows that a file is safe."
        ),
    ),
    "population_table": Measure(
        N_("k-map and presence"),
        N_("Number of people in the population table who share the key values of a record."),
        N_(
            "The table covers the population of the file without error, and its values are coded like those "
            "of the file. Anyone who knows that a person is in the file has the larger risk by class size."
        ),
    ),
    "close_records": Measure(
        N_("Records with close numbers (dRisk)"),
        N_("Share of records whose released numbers all lie close to their original ones."),
        N_(
            "Closeness is relative to the standard deviation of each released variable. A record that is not "
            "close in one number can still be found by the others."
        ),
    ),
    "dis": Measure(
        N_("Data intrusion simulation (DIS)"),
        N_("Probability that a unique match of a record is correct, from its special uniques."),
        N_(
            "It assumes a sampling fraction and equal sampling probabilities, and shares the overall "
            "probability out by score. It ranks records; it does not prove that any of them is safe."
        ),
    ),
    "special_uniques": Measure(
        N_("Special uniques"),
        N_("Records that are unique on few variables, none of which can be omitted."),
        N_(
            "They are unique in the sample; the fewer variables it takes, the likelier they are unique "
            "in the population, but the measure does not prove it."
        ),
    ),
    "attribution": Measure(
        N_("Correct attribution (DiSCO, TCAP)"),
        N_(
            "Share of persons whose key values have a single target value among the released records, and "
            "the right one."
        ),
        N_(
            "Only the keys and targets named count. A target that follows from the keys is attributed for "
            "anyone, also for persons who are not in the data: compare the records held back."
        ),
    ),
    "closest_record": Measure(
        N_("Distance to the closest record"),
        N_("Gower's distance of synthetic records to the nearest original, beside that among originals."),
        N_(
            "A mean or a quantile hides single records. Small distances are no disclosure where originals "
            "are as close to one another."
        ),
    ),
    "output_rules": Measure(
        N_("Output rules"),
        N_("Findings in submitted tables, by the class of each statistic."),
        N_(
            "Only tables that were found are judged, with the totals and counts that they state. What "
            "earlier releases outside the ledger reveal is not known."
        ),
    ),
    "household_swapping": Measure(
        N_("Household swapping"),
        N_("Class sizes by area and key variables, for swapped households in the whole file."),
        N_(
            "Only the area and the key variables named count as known. A swapped household has its true "
            "values in another area, and an intruder who ignores the area can still find it. Tables of "
            "areas change for variables in which partners differ."
        ),
    ),
    "table_distance": Measure(
        N_("Total variation and Hellinger distance"),
        N_("Distance of the shares of all cells of a table in two files, from 0 to 1."),
        N_(
            "Only the tables compared count. Small tables with many cells differ at random; numbers are "
            "compared in classes."
        ),
    ),
    "pmse": Measure(
        N_("Propensity score (pMSE)"),
        N_("How well a logistic regression distinguishes the released records from the original ones."),
        N_(
            "It finds only differences that its terms can show. Its expectation holds for records drawn "
            "again from the original's distribution; compare only files made the same way."
        ),
    ),
    "overlap": Measure(
        N_("Overlap of confidence intervals"),
        N_("Share of two confidence intervals of a coefficient that both have; negative where apart."),
        N_("It depends on the models stated and on the number of records."),
    ),
    "k_anonymity": Measure(
        N_("k-anonymity"),
        N_("Every record matches at least k − 1 others on the key variables."),
        N_(
            "It says nothing about attribute disclosure: where all records of a group have the same "
            "sensitive value, that value is learnt of each of them. It holds for the key variables named "
            "and for this release alone; several releases together can undo it."
        ),
        N_(
            "It says nothing about attribute disclosure: where all persons of a class have the same "
            "sensitive value, that value is learnt of each of them. It holds for the key variables and the "
            "intruder's knowledge stated, and for this release alone; several releases together can undo it."
        ),
    ),
    "k_map": Measure(
        N_("k-map (population size)"),
        N_("Every record matches at least k people of the population on the key variables."),
        N_(
            "It holds with the probability of error stated, if the file is a simple random sample and no one "
            "knows who is in it."
        ),
    ),
    "k_map_table": Measure(
        N_("k-map (population table)"),
        N_("Every record matches at least k people of the population table."),
        N_(
            "It holds against intruders who do not know that a person is in the file, and as far as the "
            "table is complete."
        ),
    ),
    "journalist_risk": Measure(
        N_("Journalist risk (population table)"),
        N_("1 divided by the people of the population table that match a record."),
        N_(
            "It holds against intruders who do not know that a person is in the file, and as far as the "
            "table is complete."
        ),
    ),
    "delta_presence": Measure(
        N_("δ-presence (population table)"),
        N_("Share of the people of each class of the population who are in the file."),
        N_(
            "It bounds what the file shows of presence, not which record belongs to a person. Suppressed "
            "records are counted for all classes without a released record together."
        ),
    ),
    "population_uniqueness": Measure(
        N_("Population uniqueness"),
        N_("Expected share of people who are unique on the key variables in the population."),
        N_("It is an estimate by a model from the class sizes; models can differ by factors."),
    ),
    "distinct_l_diversity": Measure(
        N_("Distinct l-diversity"),
        N_("Every class has at least l different values of the sensitive variable."),
        N_(
            "One value can still be far more frequent than the others, and different values can mean "
            "much the same. What is known beforehand of the person is left out of account."
        ),
    ),
    "entropy_l_diversity": Measure(
        N_("Entropy l-diversity"),
        N_("In every class the sensitive variable is as uncertain as l equally frequent values."),
        N_(
            "Entropies of small groups are estimated: the plain estimate is too small, the corrected one is "
            "right on average only. Values that mean much the same count as different."
        ),
    ),
    "alpha_k_anonymity": Measure(
        N_("(α, k)-anonymity"),
        N_("In every class of at least k records no sensitive value has more than the share α."),
        N_("It bounds an inference by the most common value, not what is excluded beforehand."),
    ),
    "recursive_cl_diversity": Measure(
        N_("Recursive (c, l)-diversity"),
        N_("In no class is the most common sensitive value too common beside the rarer ones."),
        N_("It bounds one wrong inference, not what two values excluded beforehand would leave."),
    ),
    "t_closeness": Measure(
        N_("t-closeness"),
        N_("In every class the sensitive variable is distributed much as in the whole file."),
        N_(
            "How far distributions are apart depends on the distance chosen between values. The distribution "
            "of the whole file counts as public."
        ),
    ),
    "p_sensitive": Measure(
        N_("p-sensitivity"),
        N_("Every class has at least p different values of the sensitive variable."),
        N_("As for distinct l-diversity: values are counted, not how frequent or how similar they are."),
    ),
    "beta_likeness": Measure(
        N_("β-likeness"),
        N_("In no class is a sensitive value relatively much more frequent than in the whole file."),
        N_(
            "It limits gains about values that are present. That a class has no record of a value can be "
            "learnt. The distribution of the whole file counts as public."
        ),
    ),
    "delta_disclosure": Measure(
        N_("δ-disclosure privacy"),
        N_("In every class shares of sensitive values differ from those in the file by a bounded factor."),
        N_(
            "Unless classes must have every value, a class without one passes, and that it does can be "
            "learnt. The distribution of the whole file counts as public."
        ),
    ),
    "average_risk": Measure(
        N_("Average risk as a criterion"),
        N_("Groups divided by records stay below what was called tolerable."),
        N_("A mean: it allows unique records where most classes are large."),
    ),
    "entropy": Measure(
        N_("Entropy kept"),
        N_("How much of the information of each variable is left, as a share."),
        N_(
            "Each variable is measured separately; associations between variables are not covered. "
            "Information counts equally whether or not an analysis needs it."
        ),
    ),
    "anopi": Measure(
        N_("Utility and privacy of ANOPI"),
        N_("Points times entropy released, and points times entropy held back."),
        N_(
            "Points and alpha are the officer's judgements. Of single records it says nothing: rare "
            "combinations can remain, so they are counted beside it."
        ),
    ),
    "loss": Measure(
        N_("Loss of a generalisation"),
        N_("How much coarser the released values are, by the loss chosen."),
        N_(
            "All levels of a hierarchy have the same weight whatever analyses need, unless "
            "weights are set. Suppressed records count as without information."
        ),
    ),
    "variation": Measure(
        N_("Variation lost (SSE of SST)"),
        N_("The part of the squared distances that lies within the groups, and is gone."),
        N_(
            "Means stay, variances shrink, and relations with variables outside a block change in "
            "ways this figure does not show."
        ),
    ),
    "score": Measure(
        N_("Score of a released file"),
        N_("The mean of information loss and disclosure risk, in percent."),
        N_(
            "Linkage and interval risks are shares of records. Where they are low, an extreme value can "
            "still be disclosed. The intruder links with the original values themselves. Information loss "
            "compares means, variances and correlations, not every analysis."
        ),
    ),
    "pram": Measure(
        N_("Largest probability of a true value"),
        N_("How reliably a true category is inferred from a released one and the transition probabilities."),
        N_(
            "Variables are changed independently: values that belong together, such as age "
            "and marital status, can reveal a change. Anyone who has the secret can repeat "
            "the draw and undo it."
        ),
    ),
    "ru_map": Measure(
        N_("R-U map"),
        N_("Risk and utility of every setting of a family, and those that no other one beats."),
        N_(
            "Both are single figures of settings as they are, without suppression; other families may do "
            "better."
        ),
    ),
    "diversity": Measure(
        N_("Plain and corrected entropy"),
        N_("What the choice of an estimate costs."),
        N_("It compares estimates on this file; it does not show which l is enough."),
    ),
    "intervals": Measure(
        N_("Feasibility intervals of suppressed cells"),
        N_("Interval that can be derived for a suppressed value from the published table."),
        N_(
            "The table is additive, values lie within the given bounds, and nothing else is "
            "known. Other tables of the same data, and what contributors know of themselves "
            "and others, narrow the intervals."
        ),
    ),
    "disclosure_risk_table": Measure(
        N_("Disclosure risk of a cell"),
        N_("1 / log2 of the number of values that are possible."),
        N_(
            "All values in the interval count as equally likely, and the unit in which values are "
            "counted matters."
        ),
    ),
    "sensitivity": Measure(
        N_("Rules for unsafe cells"),
        N_("Cells that disclose too much about a contributor."),
        N_(
            "Contributors know their own contribution and the published total; holdings and coalitions count "
            "only as far as the settings name them. The rules judge cells one by one."
        ),
    ),
    "linked": Measure(
        N_("Scenarios of linked tables"),
        N_("Disclosure of the detailed table by tables released together."),
        N_(
            "Only the tables of a scenario count as known; a table published elsewhere is a scenario of "
            "its own."
        ),
    ),
    "epsilon": Measure(
        N_("Privacy budget (epsilon)"),
        N_("How much the tables of a ledger change at most what an intruder thinks of any person."),
        N_(
            "It holds for a person with up to the stated number of records, and for the tables of the ledger "
            "alone. Facts about a whole group are not protected."
        ),
    ),
    "cae": Measure(
        N_("Risk curve (CAE)"),
        N_("Remaining uncertainty of an intruder in bits, by precision."),
        N_(
            "It assumes the probabilities the curve was built from: an intruder who knows more is left with "
            "less. It is a mean over cases, and single ones lie far below."
        ),
    ),
    "release": Measure(
        N_("Tests on released records"),
        N_("Tests whether the released records depart from the baseline."),
        N_(
            "The baseline counts as public and correct. No correction is made for many "
            "targets and repeated tests. Anyone who sees requests or refusals learns more."
        ),
    ),
    "prepared": Measure(
        N_("Records and variables that the steps leave"),
        N_("Records and variables after each step."),
        N_(
            "They say what the later jobs work on, not whether anybody is protected: who was filtered out is "
            "not in the figures of risk, and what was derived or renumbered still tells records apart."
        ),
    ),
    "test_MIS": Measure(
        N_("MIS: mutual information"),
        N_("Whether attribute and target go together in what was released."),
        N_("One figure for all targets: a single target can stand out without moving it."),
    ),
    "test_KLD": Measure(
        N_("KLD: distance from the baseline"),
        N_("How far the distribution of each target lies from the baseline."),
        N_("Critical values of the first records are drawn at random, then follow the chi-square law."),
    ),
    "test_CST": Measure(
        N_("CST: chi-square"),
        N_("Whether each target fits the baseline."),
        N_("Rare values are joined with their neighbours, so their order matters and their detail is lost."),
    ),
    "test_DQT": Measure(
        N_("DQT: Dixon's test"),
        N_("Whether one target is unlike the others."),
        N_("It tests the most extreme target only. Two similar targets can mask each other."),
    ),
}
