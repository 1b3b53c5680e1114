"""What the problems of ledgers and their heads say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

LEDGER_MESSAGES: Mapping[str, tuple[str, str]] = {
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
        N_("an earlier log of this name, with {number} lines, is missing"),
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
    "ledger.other": (
        N_("line {number} differs from the last line written here"),
        N_("restore the right copy of the log; release nothing until then"),
    ),
    "ledger.shorter": (
        N_("the log has {number} lines, but {known} were written: its end is missing"),
        N_("restore a complete copy of the log; release nothing until then"),
    ),
    "ledger.torn": (
        N_("an incomplete last line of the log was removed: {number} bytes"),
        N_("no action needed: its decision had not been shown"),
    ),
}
