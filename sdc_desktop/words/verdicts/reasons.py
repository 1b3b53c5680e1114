"""What each reason of a verdict says: code -> a sentence for either edition.

The external sentence names no cell, record or small count; its shares are whole per cent. A warning that has
no sentence here is said by its problem's message.
"""

from collections.abc import Mapping

from sdc_desktop.words.verdicts.grades import ReasonText
from sdc_desktop.words.verdicts.reasons_microdata import MICRODATA_REASONS
from sdc_desktop.words.verdicts.reasons_tables import TABLE_REASONS
from sdc_desktop.words.words import N_

OF_A_WARNING = N_("A warning that concerns disclosure was raised.")


REASONS: Mapping[str, ReasonText] = {
    "measured_only": ReasonText(
        N_("The step measures and sets no limit."),
        N_("The step measures and sets no limit."),
    ),
    "measures_not_run": ReasonText(
        N_("The steps {files} judge this file and have not been run. The report includes them."),
        N_("Steps that judge this file have not been run."),
    ),
    "no_product": ReasonText(
        N_("The plan writes no file that could be released."),
        N_("The plan writes no file that could be released."),
    ),
    "not_checked": ReasonText(
        N_("The conditions were not checked on the released values."),
        N_("The conditions were not checked on the released values."),
    ),
    "rule_not_met": ReasonText(
        N_("A rule of the policy is not met: {says}"),
        N_("A rule of the policy is not met: {says}"),
    ),
    "rule_not_checked": ReasonText(
        N_("A rule of the policy was not checked: {says}"),
        N_("A rule of the policy was not checked: {says}"),
    ),
    "not_yet": ReasonText(
        N_("The plan has not been run."),
        N_("The plan has not been run."),
    ),
    "nothing_required": ReasonText(
        N_("No condition is set for the released file."),
        N_("No condition is set for the released file."),
    ),
    "earlier_not_run": ReasonText(
        N_("The earlier step {files} has not been run: what it leaves open is not known."),
        N_("An earlier step has not been run: what it leaves open is not known."),
    ),
    "handed_on": ReasonText(
        N_("Later steps change these records. The verdict on the exported file is in Steps."),
        N_("Later steps change these records, which are not the exported file."),
    ),
    "several_files": ReasonText(
        N_("The files of {files} protect the same records. Compared, they can undo the protection."),
        N_("Several files protect the same records. Compared, they can undo the protection."),
    ),
    "records_beside_tables": ReasonText(
        N_("The records of {files} and the tables {tables} are of the same data and were not compared."),
        N_("Records and tables of the same data are released and were not compared."),
    ),
    "file_not_named": ReasonText(
        N_("The files of {files} are written, but they are not among the files named for release."),
        N_("Further files are written that are not among the files named for release."),
    ),
    "step_files": ReasonText(
        N_("The files of the earlier steps {files} are written too, and they are graded worse."),
        N_("Files of earlier steps are written too, and they are graded worse."),
    ),
    "work_files": ReasonText(
        N_("The files {files} hold true values or the rules of cells. They are not for publication."),
        N_("Some files hold true values or the rules of cells. They are not for publication."),
    ),
    "several_tables": ReasonText(
        N_("The tables {tables} use the same records and have not been audited together."),
        N_("Several tables use the same records and have not been audited together."),
    ),
    "scenario_exceeded": ReasonText(
        N_("In the scenario {scenario}, more is reached than is tolerated."),
        N_("In a scenario, more is reached than is tolerated."),
    ),
    "scenario_not_measured": ReasonText(
        N_("The measure that the scenario {scenario} limits was not computed."),
        N_("The measure that a scenario limits was not computed."),
    ),
    "weak_secret": ReasonText(
        N_("The secret {name} is weak: its draws could be reproduced by trying secrets."),
        N_("Random draws could be reproduced by trying secrets."),
    ),
    "outputs_undecided": ReasonText(
        N_("{number} tables and files are without a decision."),
        N_("Tables and files are without a decision."),
        one=N_("{number} table or file is without a decision."),
    ),
    "outputs_waiting": ReasonText(
        N_("The decisions are recorded and wait for the approval by a second person."),
        N_("The decisions wait for the approval by a second person."),
    ),
    "outputs_exceptions": ReasonText(
        N_("{number} tables or files are released by exception."),
        N_("Tables or files are released by exception."),
        one=N_("{number} table or file is released by exception."),
    ),
    "outputs_examined": ReasonText(
        N_("{number} tables or files are released with findings that were examined."),
        N_("Tables or files are released with findings that were examined."),
        one=N_("{number} table or file is released with findings that were examined."),
    ),
    "outputs_one_person": ReasonText(
        N_("One person decides, without an approval by a second one."),
        N_("One person decides, without an approval by a second one."),
    ),
    "outputs_none_released": ReasonText(
        N_("No table or file is released."),
        N_("No table or file is released."),
    ),
    "outputs_nothing": ReasonText(
        N_("No file is submitted for release."),
        N_("No file is submitted for release."),
    ),
    "data.missing_code": ReasonText(
        N_("Texts of {where_variable} that may mean “missing” are read as values: {codes} ({number})."),
        N_("Some texts that may mean “missing” are read as values."),
    ),
    "data.sample": ReasonText(
        N_(
            "The data are a sample for trial, {records} of {of} {of:record|records}. Nothing "
            "found on it is a verdict."
        ),
        N_("The data are a sample for trial. Nothing found on it is a verdict."),
    ),
    **MICRODATA_REASONS,
    "persons.statement_contradicted": ReasonText(
        N_(
            "{variable} has {values} {values:value|values} in {records} "
            "{records:record|records}, stated to be one person each."
        ),
        N_("{variable} repeats, although each record is stated as a person."),
    ),
    "persons.dominated": ReasonText(
        N_("One person has {share} of the records of a class, and is likely to be meant by any of them."),
        N_("One person has most records of a class."),
    ),
    "persons.intervals": ReasonText(
        N_("{number} of {persons} persons have days between dates of {variables} that no other person has."),
        N_("Days between dates of {variables} are unique to some persons."),
        N_("{number} of {persons} persons has days between dates of {variables} that no other person has."),
    ),
    "persons.linked": ReasonText(
        N_(
            "Records of one person can be linked. Unique persons: {two} if two of their records are known, "
            "{all} if all are."
        ),
        N_("Records of one person can be linked."),
    ),
    "persons.without": ReasonText(
        N_("{records} {records:record has no person, and counts|records have no person, and count} as none."),
        N_("Some records have no person."),
    ),
    "persons.unsaid": ReasonText(
        N_(
            "{variable} has {values} {values:value|values} in {records} "
            "{records:record|records}. It is not stated whether records that share one are of "
            "one person."
        ),
        N_("{variable} repeats, and it is not stated whether records that share a value are of one person."),
    ),
    "release_none": ReasonText(
        N_("No record has been released."),
        N_("No record has been released."),
    ),
    "release_overtaken": ReasonText(
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
        N_("Tests failing at the end because critical values changed after the releases: {tests}."),
    ),
    "release_not_tested": ReasonText(
        N_("{tests} had too few records or targets to test."),
        N_("{tests} had too few records or targets to test."),
    ),
    "release_simulated": ReasonText(
        N_("{number} orders of requests were simulated. No release of this file was assessed."),
        N_("Orders of requests were simulated. No release of this file was assessed."),
        one=N_("{number} order of requests was simulated. No release of this file was assessed."),
    ),
    "release_test_failed": ReasonText(
        N_(
            "Tests failed with {records:the only record|all {records} records} released: "
            "{tests}. Targets exposed: {targets}."
        ),
        N_("Tests failed with all records released: {tests}."),
    ),
    "release_targets_untested": ReasonText(
        N_("{tests} had too few records of some targets to test them."),
        N_("{tests} had too few records of some targets to test them."),
    ),
    **TABLE_REASONS,
}
