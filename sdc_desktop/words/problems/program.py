"""What the problems of program, site policy, secrets and ledgers say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_REMEDY = N_("follow the policy or enter a reason for {key}")

MESSAGES: Mapping[str, tuple[str, str]] = {
    "file.disk_full": (
        N_("the file was not saved: the disk is full"),
        N_("free disk space or choose another folder; existing files are unchanged"),
    ),
    "file.exists": (
        N_("a file of this name exists already"),
        N_("choose another name"),
    ),
    "file.is_folder": (
        N_("the file was not written: a folder has this name"),
        N_("choose another name"),
    ),
    "file.name_too_long": (
        N_("the file was not written: its name or path is too long for this system"),
        N_("choose a shorter name or a folder nearer to the top"),
    ),
    "file.kept_beside": (
        N_("the file is open in another program, so the new one was written beside it as “{kept}”"),
        N_("close the old file, then give the new one its name"),
    ),
    "file.network": (
        N_("the file is not there, or {share} on the network cannot be reached"),
        N_("check the network and your right to read there, or name the file where it is now"),
    ),
    "file.no_drive": (
        N_("drive {drive} is not connected"),
        N_("connect the drive, or name the file where it is now"),
    ),
    "file.no_folder": (
        N_("the file was not saved: the folder does not exist"),
        N_("make the folder first, or choose another"),
    ),
    "file.not_a_folder": (
        N_("a file has the name of the results folder"),
        N_("name another folder"),
    ),
    "file.not_utf8": (
        N_("the file is not UTF-8 text: byte {byte} cannot be read"),
        N_("save it as UTF-8, without changing anything else"),
    ),
    "file.not_writable": (
        N_("the file was not saved: the file or its folder is write-protected"),
        N_("close it in other programs, or choose a folder where you may write"),
    ),
    "file.not_written": (
        N_("the file was not saved: {reason}"),
        N_("choose another folder; what was there before is unchanged"),
    ),
    "file.address": (
        N_("this is an address ({scheme}), and the program opens no connection"),
        N_("give the path of a file or folder, such as a mounted one, which all workers see as well"),
    ),
    "file.unreadable": (
        N_("the file cannot be read: {reason}"),
        N_("check its name, its folder and your right to read it"),
    ),
    "program.fault": (
        N_(
            "an internal error stopped this operation ({fault} at {place}); your data and settings are "
            "unchanged"
        ),
        N_("try again; if it happens again, please report it with the log"),
    ),
    "program.memory_limit": (
        N_("this process may use only {megabytes} MB of memory, less than the {least} MB required"),
        N_("raise the limit (ulimit -v, or the scheduler's memory request) and start again"),
    ),
    "program.no_memory": (
        N_("this computer ran out of memory; nothing was written"),
        N_("close other programs, omit columns or records, or use a computer with more memory"),
    ),
    "program.no_memory_limited": (
        N_("the {megabytes} MB of memory allowed for this process were not enough; nothing was written"),
        N_("raise the limit (ulimit -v, or the scheduler's memory request) and try again"),
    ),
    "project.data_missing": (
        N_("the file is not there, so no copy of the project with its data was written"),
        N_("restore it where the project expects it, or open it again"),
    ),
    "project.folder_taken": (
        N_("the copy was not written: there is something of this name already"),
        N_("name a folder that does not exist yet"),
    ),
    "project.judged_differently": (
        N_("by the rules of version {version} {job} was {grade_was}; by the current rules it is {grade_now}"),
        N_("read the reasons at the top of its tab before releasing anything"),
    ),
    "project.judged_newly": (
        N_(
            "the project was saved by version {version}, which judged by weaker rules; now {job} is "
            "{grade_now}"
        ),
        N_("read the reasons at the top of its tab before releasing anything"),
    ),
    "project.plan_differs": (
        N_("the plan of the project is not the one of step {step} of its history"),
        N_("open an earlier copy of the project, or take the plan out into a .sdcplan file"),
    ),
    "project.position": (
        N_("the project points to a step that its history of {steps} {steps:step|steps} does not have"),
        N_("set position to a number from 0 to the number of steps less one"),
    ),
    "project.strategy_twice": (
        N_("the project keeps two strategies that are both called “{name}”"),
        N_("give one of them another name"),
    ),
    "strategy.no_key_variable": (
        N_("no variable has the role key, so strategies cannot be measured"),
        N_("set on the card Roles which variables an intruder may know"),
    ),
    "strategy.no_job": (
        N_("the plan has no job that recodes, groups or suppresses records"),
        N_("choose a way to protect in the tab Microdata, and keep the strategy again"),
    ),
    "strategy.not_comparable": (
        N_("the job {name} may release false values, which these figures cannot judge"),
        N_("judge it by its score and linkage in the tab Microdata"),
    ),
    "strategy.variable_gone": (
        N_("its records no longer have {names}, which are key variables of the current plan"),
        N_("give the variables the same roles in both plans"),
    ),
    "report.against_verdict": (
        N_("the decision is to release, but the verdict is {grade_now}"),
        N_("change the decision, accept each reservation, or give a reason"),
    ),
    "report.no_such_reservation": (
        N_("{reservation} is accepted, but it is not a reservation of this verdict"),
        N_("check job and code, or remove the entry"),
    ),
    "report.annex_over_result": (
        N_("the folder for the annex files holds the result.json of a run"),
        N_("choose another folder"),
    ),
    "compare.not_a_result": (
        N_("the file {name} is not the result of a run"),
        N_("choose the result.json that a run wrote"),
    ),
    "report.dated_today": (
        N_("the report is dated today, {date}, so another run gives another file"),
        N_("enter a date, or set SOURCE_DATE_EPOCH, to get the same bytes again"),
    ),
    "report.not_a_date": (
        N_("{value} is not a date"),
        N_("write year, month and day as in 2026-01-31"),
    ),
    "report.not_fields": (
        N_("the file contains no JSON object with fields of a report"),
        N_("check that this is the right file"),
    ),
    "report.product_without_file": (
        N_("the job {name} is named for release, but it writes no file"),
        N_("give the job an output, or remove its name from products"),
    ),
    "report.source_date": (
        N_("SOURCE_DATE_EPOCH is not a number of seconds: {value}"),
        N_("set it to whole seconds since 1970, or remove it"),
    ),
    "report.tolerated_share": (
        N_("a tolerated share is above 1"),
        N_("write a share from 0 to 1, for example 0.2"),
    ),
    "report.suffix": (
        N_("a report cannot be written as “{suffix}”"),
        N_("give it a name that ends in .pdf or .html"),
    ),
    "program.no_window": (
        N_("the window is not installed: {package} is missing"),
        N_("install sdc-desktop[window], or use the batch command"),
    ),
    "policy.another": (
        N_("the plan was created under the policy {made}; the active policy is {policy}"),
        N_("check whether earlier decisions are still valid"),
    ),
    "policy.beyond_administrators": (
        N_("the policy {other} is weaker than the administrator's policy {policy}: {weaker}"),
        N_("open a policy that is at least as strict, or contact your administrator"),
    ),
    "policy.changed": (
        N_("the file of the policy {made} is not the one that the plan was made under"),
        N_("check whether earlier decisions are still valid"),
    ),
    "policy.cover": (
        N_("the policy {policy} requires this field on the report cover: {field}"),
        N_("write it on the line that the report leaves for it"),
    ),
    "policy.font": (
        N_("the font that the policy {policy} names cannot be read: {path}"),
        N_("correct report.font in the policy, or install the font; the report shows codes of characters"),
    ),
    "policy.empty_range": (
        N_("nothing is at least {least} and at most {most}"),
        N_("exchange the two, or omit one"),
    ),
    "policy.no_bound": (
        N_("the limit has neither at_least nor at_most nor one_of"),
        N_("add one of them"),
    ),
    "policy.no_criterion": (
        N_("the policy {policy} requires the criterion {asked}, which is absent"),
        _REMEDY,
    ),
    "policy.no_rule": (
        N_("the policy {policy} requires the {asked} rule, which is absent"),
        _REMEDY,
    ),
    "policy.not_a_number": (
        N_("{param} is not a number, so it has no minimum and no maximum"),
        N_("use one_of"),
    ),
    "policy.not_an_object": (
        N_("the file is not a policy: it is not a JSON object"),
        N_("check that this is the right file"),
    ),
    "policy.populations_columns": (
        N_("a file of inhabitants has two variables, the area and their number; this one has {number}"),
        N_("keep these two variables alone"),
    ),
    "policy.populations_numbers": (
        N_("record {record} states no number of inhabitants"),
        N_("enter a number for each area"),
    ),
    "policy.none_active": (
        N_("--require-policy was given, but no policy is active"),
        N_("name one with --policy"),
    ),
    "policy.not_here": (
        N_("the plan was created under the policy {made}, which is not active here"),
        N_("open that policy to have the plan held against it"),
    ),
    "policy.not_measured": (
        N_("the policy {policy} requires a risk measurement of every exported file"),
        N_("add a risk job that takes its input from this one, or give a reason for {key}"),
    ),
    "policy.known": (
        N_("the policy {policy} requires that an intruder is taken to know more records of a person"),
        _REMEDY,
    ),
    "policy.persons_unsaid": (
        N_("the policy {policy} requires a statement of whose records these are"),
        N_("give a variable the role person, or state one_record_each of the data"),
    ),
    "policy.order": (
        N_("the policy {policy} requires exported records in random order"),
        _REMEDY,
    ),
    "policy.reasoned": (
        N_("{path}: the policy {policy} requires {asked}; the plan has {found}: {reason}"),
        N_("make sure that the person who decides on the release knows this"),
    ),
    "policy.relative_folder": (
        N_("the path is not absolute: {path}"),
        N_("enter the whole path, or one that begins with ~"),
    ),
    "policy.unknown_kind": (
        N_("{kind} is not a kind of job"),
        N_("choose one of {kinds}"),
    ),
    "policy.unknown_param": (
        N_("jobs of the kind {kind} have no single value {param}"),
        N_("check the path; entries of a list are named by their kind: criteria[k_anonymity].k"),
    ),
    "policy.weaker": (
        N_("{path}: the policy {policy} requires {asked}; the plan has {found}"),
        _REMEDY,
    ),
    "cell_key.identifiers": (
        N_(
            "record keys cannot be derived from {names}; records without an identifier: "
            "{missing}, with a repeated one: {repeated}"
        ),
        N_("specify other identifiers or a variable with keys, or set repeats to allow"),
    ),
    "cell_key.keys_too_fine": (
        N_("the record keys of {name} have too many digits for exact sums"),
        N_("store them with fewer decimals"),
    ),
    "cell_key.not_keys": (
        N_("{name} has values that are not record keys in {number} {number:record|records}"),
        N_("use decimals from 0 to less than 1, or whole numbers below parts"),
    ),
    "prepare.key_beside_data": (
        N_("the key file {path} would be in the folder of the protected file"),
        N_("choose a folder outside it for key files (--keys DIR)"),
    ),
    "prepare.no_key_folder": (
        N_("no folder is set for the key file {path}, and it must not be beside the protected file"),
        N_("set a folder for key files (--keys DIR)"),
    ),
    "secret.file": (
        N_("the file of secrets is not a JSON object of names and hexadecimal digits"),
        N_("write each name with its digits in quotation marks; “sdc-desktop secret” prints digits"),
    ),
    "secret.made": (
        N_(
            "the plan had no secret for {names}; new ones were created, so the draws differ from earlier ones"
        ),
        N_("save the project to keep them"),
    ),
    "secret.missing": (
        N_("the plan has no secret for {name}, which protects by random draws"),
        N_("add one to secrets in the plan or in a file for --secrets; “sdc-desktop secret” prints one"),
    ),
    "secret.missing_order": (
        N_("the plan has no secret for {name}, the random order of the records"),
        N_("add one to secrets in the plan or in a file for --secrets; “sdc-desktop secret” prints one"),
    ),
    "secret.not_hexadecimal": (
        N_("a secret does not consist of an even number of hexadecimal digits"),
        N_("use the 64 digits that “sdc-desktop secret” prints"),
    ),
    "secret.readable": (
        N_("other users of this computer can read the file of secrets {path}"),
        N_("make it readable for you alone (chmod 600)"),
    ),
    "secret.weak": (
        N_("the secret {name} is weak: it could be found by trial and error"),
        N_("use the 64 digits that “sdc-desktop secret” prints"),
    ),
    "table.keys_by_order": (
        N_("the record keys follow the order of the file: sorting it again changes the noise"),
        N_("specify identifiers or a variable with keys for the record keys"),
    ),
    "ledger.adopted": (
        N_("the log had no head here and was compared with line {number}; later cuts will be detected"),
        N_("compare it with a copy if lines could have been cut before"),
    ),
    "ledger.ahead": (
        N_("lines added to the log since its head was last updated: {number}"),
        N_("no action needed if colleagues use this log, or the program was stopped while writing"),
    ),
    "ledger.changed": (
        N_("another program wrote to the log while it was open here"),
        N_("open the log again; only one program may write to it at a time"),
    ),
    "ledger.closed": (
        N_("the log is closed, and no more entries can be written"),
        N_("open the log again; it holds all earlier entries"),
    ),
    "ledger.damaged": (
        N_("a line of the log was changed or damaged"),
        N_("restore an undamaged copy of the log; release nothing until then"),
    ),
    "ledger.exists": (
        N_("a file of this name exists already"),
        N_("continue that log, or choose another name"),
    ),
    "ledger.folder_not_shared": (
        N_("the group {group} may not write in the folder of the ledger, so no other account can approve"),
        N_("use a folder that your group may write in (chmod 2770), or do not share the ledger"),
    ),
    "ledger.handed": (
        N_(
            "the account {account} had no head of this log and began with the one beside it, at line "
            "{number}; later cuts will be detected here"
        ),
        N_("compare the number of lines with the last report if lines could have been cut before"),
    ),
    "ledger.head_damaged": (
        N_("the head of this log was changed or damaged: {head}"),
        N_("restore the head, or enter lines and checksum from the last report"),
    ),
    "ledger.in_use": (
        N_("the log is open in another program"),
        N_("close it there first; only one program may write to it at a time"),
    ),
    "ledger.in_use_by": (
        N_("{by} has had the log open since {at} (UTC)"),
        N_("have it closed there first; only one program may write to it at a time"),
    ),
    "ledger.missing": (
        N_("an earlier log of this name, with {number} {number:line|lines}, is missing"),
        N_("restore that log and continue it, or choose another name"),
    ),
    "ledger.no_folder": (
        N_("the folder for heads of logs is missing"),
        N_("connect its drive, or correct the folder in the site policy"),
    ),
    "ledger.no_head": (
        N_("the log has no head here, so a cut at its end cannot be detected"),
        N_("enter lines and checksum from the last report on this log"),
    ),
    "ledger.not_in_group": (
        N_("the folder of the ledger is of the group {group}, and this account is not in it"),
        N_("have the account added to the group, or use another folder"),
    ),
    "ledger.of_owner": (
        N_("the log is for the account {owner} alone, and this is {account}"),
        N_("set “Ledger shared by the group” in the project under {owner}, and choose Write package there"),
    ),
    "ledger.other": (
        N_("line {number} differs from the last line written here"),
        N_("restore the right copy of the log; release nothing until then"),
    ),
    "ledger.shorter": (
        N_("the log has {number} {number:line|lines}, but {known} were written: its end is missing"),
        N_("restore a complete copy of the log; release nothing until then"),
    ),
    "ledger.torn": (
        N_("an incomplete last line of the log was removed: {number} {number:byte|bytes}"),
        N_("no action needed: its decision had not been shown"),
    ),
}
