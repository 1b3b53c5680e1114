"""What the problems of output checking say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "output_check.approval_lapsed": (
        N_("the approval is for other decisions"),
        N_("approve the current decisions"),
    ),
    "output_check.case_twice": (
        N_("two cases have the name {name}"),
        N_("give each researcher a name of their own"),
    ),
    "output_check.case_without_file": (
        N_("none of the outputs is of {name}"),
        N_("name the files and folders of this researcher among the outputs"),
    ),
    "output_check.case_without_name": (
        N_("a case has no name of a researcher"),
        N_("enter the name of the researcher"),
    ),
    "output_check.changed": (
        N_("the file changed after it was checked"),
        N_("check the outputs again"),
    ),
    "output_check.decided_twice": (
        N_("two decisions on {table}"),
        N_("keep one of them"),
    ),
    "output_check.exception_differs": (
        N_("the exception for {table} is not for the current findings: {codes}"),
        N_("decide on the table again"),
    ),
    "output_check.file_changed": (
        N_("the decision on {table} lapsed: the file {file} changed since"),
        N_("decide on its tables again"),
    ),
    "output_check.file_gone": (
        N_("the decision on {table} lapsed: the file {file} is not submitted any more"),
        N_("decide on the current files, or add the file again"),
    ),
    "output_check.file_of_no_case": (
        N_("the file is of no researcher"),
        N_("add it to the outputs of a case, or remove it"),
    ),
    "output_check.file_of_two_cases": (
        N_("the file is of several researchers: {names}"),
        N_("leave it in the case of one of them"),
    ),
    "output_check.head_beside": (
        N_("the head is in the folder of the ledger"),
        N_("keep the head in another place"),
    ),
    "output_check.newer_ledger": (
        N_("the ledger is of version {version}"),
        N_("open it with the program that wrote it"),
    ),
    "output_check.no_exception": (
        N_("{table} is released against findings without an exception: {codes}"),
        N_("state the exception with its reason, or ask for a change"),
    ),
    "output_check.no_file": (
        N_("the file or folder cannot be read: {reason}"),
        N_("check its path"),
    ),
    "output_check.no_head": (
        N_("the plan names no head of the ledger"),
        N_("name the head in the plan, or use a policy with a folder for heads"),
    ),
    "output_check.no_name": (
        N_("the approval has no name"),
        N_("enter the name of the second person"),
    ),
    "output_check.no_reason": (
        N_("the decision on {table} has no reason"),
        N_("enter a reason"),
    ),
    "output_check.not_approved": (
        N_("the ledger has no approval of these decisions by a second account"),
        N_("let a second person approve them"),
    ),
    "output_check.not_limited": (
        N_("this system sets readers no memory limit: files are limited only by the size that they declare"),
        N_("check files of unknown origin on Linux or Windows"),
    ),
    "output_check.not_rewritable": (
        N_("the file cannot be written again without what it carries"),
        N_("ask the researcher for another format"),
    ),
    "output_check.not_rules": (
        N_("the file does not contain published rules"),
        N_("choose a file that this program exported"),
    ),
    "output_check.not_shared": (
        N_("only the account {by} can read the ledger, so no other account can approve"),
        N_("set “Ledger shared by the group” under Rules, and choose Write package again"),
    ),
    "output_check.not_submitted": (
        N_("the ledger has no decisions to approve"),
        N_("let the first person record the decisions"),
    ),
    "output_check.not_zip": (
        N_("a package is a .zip file"),
        N_("give it a name that ends in .zip"),
    ),
    "output_check.nothing_to_package": (
        N_("nothing is released"),
        N_("release a table first"),
    ),
    "output_check.other_ledger": (
        N_("the ledger is of another kind"),
        N_("choose the output ledger of the project"),
    ),
    "output_check.other_project": (
        N_("the ledger is of the project {project}, the check of {asked}"),
        N_("choose the ledger of the project"),
    ),
    "output_check.package_carries": (
        N_("the package would carry unseen content: {codes}"),
        N_("write the files again instead of unchanged"),
    ),
    "output_check.package_differs": (
        N_("the package read again is not what was approved"),
        N_("check the outputs again; no package was written"),
    ),
    "output_check.package_without_ledger": (
        N_("a package needs a ledger"),
        N_("name the ledger of the project"),
    ),
    "output_check.read_otherwise": (
        N_("the decision on {table} lapsed: {file} has no table there any more"),
        N_("decide on its tables again"),
    ),
    "output_check.rules_differ": (
        N_("the rules of the plan are not the published ones: {keys}"),
        N_("load the published rules"),
    ),
    "output_check.same_account": (
        N_("the account {account} also decided"),
        N_("let a second person approve under another account"),
    ),
    "output_check.same_name": (
        N_("{name} also decided"),
        N_("let a second person approve"),
    ),
    "output_check.same_file": (
        N_("the file is the same as {other} of another researcher"),
        N_("remove one of them"),
    ),
    "output_check.short_key": (
        N_("the key file has fewer than {least} {least:byte|bytes}"),
        N_("use the key file of your organisation"),
    ),
    "output_check.since_decision": (
        N_("the decision on {table} was changed after {by} signed the decisions on {at}"),
        N_("choose Write package: it enters the current decisions, which are then approved"),
    ),
    "output_check.since_file": (
        N_("the file {file} changed after {by} signed the decisions on {at}"),
        N_("decide on its tables, then choose Write package: it enters the current decisions"),
    ),
    "output_check.since_finding": (
        N_("{table} has other findings than when {by} signed the decisions on {at}: {codes}"),
        N_("decide on it again, then choose Write package: it enters the current decisions"),
    ),
    "output_check.since_gone_file": (
        N_("the file {file} was removed after {by} signed the decisions on {at}"),
        N_("add it again, or choose Write package: it enters the current decisions"),
    ),
    "output_check.since_new_file": (
        N_("the file {file} was added after {by} signed the decisions on {at}"),
        N_("decide on its tables, then choose Write package: it enters the current decisions"),
    ),
    "output_check.since_others": (
        N_("{by} signed decisions on another submission on {at}, after those on this one"),
        N_("choose Write package: it enters the current decisions again"),
    ),
    "output_check.since_unknown": (
        N_("the decisions or findings are not those that {by} signed on {at}"),
        N_("choose Write package: it enters the current decisions, which are then approved"),
    ),
    "output_check.too_many_files": (
        N_("more than {most} {most:file|files}"),
        N_("submit smaller folders"),
    ),
    "output_check.undecided": (
        N_("tables and files without a decision: {number}"),
        N_("decide on them before the package is written"),
    ),
    "output_check.unknown_package": (
        N_("the ledger has no package {package}"),
        N_("enter the SHA-256 of a package"),
    ),
    "output_check.unknown_table": (
        N_("no table or file has the id {table}"),
        N_("decide on it again: the file may have changed"),
    ),
    "output_check.waiting": (
        N_("waits for the approval of another account; decided by {name} (account {by})"),
        N_("as another user, choose Approve or run this plan with an approval"),
    ),
    "output_check.withdrawn_before": (
        N_("the package {package} was withdrawn before"),
        N_("no action needed"),
    ),
    "outputs.no_statement": (
        N_("no number of persons is stated at {place}"),
        N_("enter the place of a stated number, or remove it: the file may have changed"),
    ),
}
