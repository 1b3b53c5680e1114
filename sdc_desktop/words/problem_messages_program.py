"""What the problems of files and of the program itself say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

PROGRAM_MESSAGES: Mapping[str, tuple[str, str]] = {
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
        N_("a file stands where the results should go"),
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
        N_("put it back where the project expects it, or open it anew"),
    ),
    "project.folder_taken": (
        N_("the copy was not written: there is something of this name already"),
        N_("name a folder that does not exist yet"),
    ),
    "project.judged_differently": (
        N_("version {version} judged {job} {grade_was}; this version judges it {grade_now}"),
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
        N_("the project points to a step that its history of {steps} steps does not have"),
        N_("set position to a number from 0 to the number of steps less one"),
    ),
    "project.strategy_twice": (
        N_("the project keeps two strategies that are both called “{name}”"),
        N_("give one of them another name"),
    ),
    "strategy.no_key_variable": (
        N_("no variable is said to be identifying, so there is nothing to measure strategies by"),
        N_("say in the Data panel which variables an intruder may know"),
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
        N_("its records no longer have {names}, which the plan in force calls identifying"),
        N_("give the variables the same roles in both plans"),
    ),
    "report.suffix": (
        N_("a report cannot be written as “{suffix}”"),
        N_("give it a name that ends in .pdf or .html"),
    ),
    "program.no_window": (
        N_("the window is not installed: {package} is missing"),
        N_("install sdc-desktop[window], or use the batch command"),
    ),
}
