"""The arguments of the batch command. Help and mistakes are answered before the engine is loaded."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from sdc_desktop import __version__
from sdc_desktop.engine.report_spec import ACCESS, DECISIONS
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.words.program.languages import LANGUAGES, SYSTEM

ENGINES = ("duckdb", "spark")
FIELD_HELP = {
    "officer": "who prepared the report",
    "reviewer": "who reviewed it",
    "head": "head of department",
    "organisation": "organisation that releases",
    "title": "title of the report",
    "reference": "reference number or name",
    "purpose": "purpose of the release",
    "recipient": "who receives the files",
    "reason": "reason for the decision",
}

_Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
_ABOUT = "The batch twin of the window: `sdc-desktop VERB`. Same engine, same bytes."


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """The verb of a command with its options. Raises SystemExit for help, the version, and mistakes."""
    return _parser().parse_args(argv)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sdc-desktop", description=_ABOUT)
    parser.add_argument("--version", action="version", version=f"SDC Desktop {__version__}")
    parser.set_defaults(problems="text")
    verbs = parser.add_subparsers(required=True, metavar="VERB", dest="verb")
    run = _plan_verb(verbs, "run", "run the jobs of a plan and write their files")
    _add_run_options(run)
    applied = _plan_verb(verbs, "apply", "run a plan that was decided on counts on the records")
    _add_apply_options(applied)
    _add_run_options(applied)
    report = _plan_verb(verbs, "report", "run a plan and write its report")
    report.add_argument("--out", type=Path, required=True, metavar="FILE", help="FILE.pdf or FILE.html")
    report.add_argument(
        "--edition",
        choices=("internal", "external"),
        help="instead of the project's; external: without exact rare counts, protection levels, seeds, "
        "fingerprints of secrets and checksums of what was read",
    )
    annex = report.add_mutually_exclusive_group()
    annex.add_argument(
        "--annex", type=Path, metavar="DIR", help="folder for annex files; else NAME-annex beside the report"
    )
    annex.add_argument("--no-annex", action="store_true", help="write no annex files")
    _add_field_options(report)
    report.add_argument("--quiet", action="store_true", help="no progress")
    check = _plan_verb(verbs, "check", "validate a plan and its data, run nothing")
    check.add_argument("--quiet", action="store_true", help="no progress")
    batch = verbs.add_parser("import-arb", help="a batch file of tau-ARGUS as a plan with its data")
    batch.add_argument("batch", type=Path, metavar="FILE", help="a .arb file; those it names lie beside it")
    batch.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the plan")
    batch.add_argument("--quiet", action="store_true", help="no progress")
    batch.add_argument(
        "--problems", choices=("text", "json"), default="text", help="form of the problems on stderr"
    )
    runs = verbs.add_parser("compare", help="what changed between the results of two runs")
    runs.add_argument("first", type=Path, metavar="FIRST", help="result.json of a run")
    runs.add_argument("second", type=Path, metavar="SECOND", help="result.json of another run")
    runs.add_argument("--language", choices=tuple(LANGUAGES), default=SYSTEM, help="of what is printed")
    _add_site_verbs(verbs)
    _add_ledger(verbs)
    verbs.add_parser("secret", help="print a fresh secret: 64 hexadecimal digits")
    passed_on = verbs.add_parser("without-secrets", help="copy a plan or project without its secrets")
    passed_on.add_argument("plan", type=Path, metavar="PLAN", help="a .sdcplan or .sdcproj file")
    passed_on.add_argument("--out", type=Path, required=True, metavar="FILE", help="the copy")
    passed_on.add_argument("--secrets", type=Path, metavar="FILE", help="new file for the secrets")
    noise = verbs.add_parser("perturbation-table", help="write the perturbation table of a job as CSV")
    noise.add_argument("plan", type=Path, metavar="PLAN", help="a .sdcplan or .sdcproj file")
    noise.add_argument("--job", metavar="NAME", help="the job; else the only one with cell keys")
    noise.add_argument("--out", type=Path, required=True, metavar="FILE", help="the CSV file")
    noise.set_defaults(secrets=None)
    plain = verbs.add_parser("schema", help="the JSON Schema of a plan")
    plain.add_argument("--policy", action="store_true", help="of a site policy instead")
    plain.add_argument("--rules", action="store_true", help="of published rules of output checks instead")
    return parser


def _add_run_options(run: argparse.ArgumentParser) -> None:
    run.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder for result.json and files"
    )
    run.add_argument("--job", action="append", metavar="NAME", help="only this job and those it needs")
    run.add_argument("--seed", type=_seed, metavar="N", help="replaces the seeds of simulations")
    run.add_argument(
        "--keys", type=Path, metavar="DIR", help="folder for key files of pseudonyms, outside --out"
    )
    run.add_argument(
        "--require",
        choices=(Grade.SAFE.value, Grade.RESERVATIONS.value),
        help="if the verdict is below this grade, write only result.json and run.log, and end with 3",
    )
    run.add_argument(
        "--require-policy",
        action="store_true",
        help="the same where a rule of the policy is not met or not checked",
    )
    run.add_argument("--no-codebook", action="store_true", help="write no codebooks beside protected files")
    run.add_argument(
        "--with-values",
        action="store_true",
        help="true values of suppressed cells in result.json, which then stays inside the organisation",
    )
    run.add_argument(
        "--enough-after",
        type=_seconds,
        metavar="SECONDS",
        help="end searches for the cheapest suppression then, with the best audited pattern",
    )
    run.add_argument("--quiet", action="store_true", help="no progress")


def _add_ledger(verbs: _Verbs) -> None:
    ledger = verbs.add_parser("ledger", help="verify a ledger of released outputs, print number and hash")
    ledger.add_argument("ledger", type=Path, metavar="LEDGER", help="the ledger of a project")
    ledger.add_argument("--head", type=Path, required=True, metavar="HEAD", help="its head, kept elsewhere")
    ledger.add_argument(
        "--seen", nargs=2, metavar=("N", "HASH"), help="end in the last report, where the head is missing"
    )
    ledger.add_argument("--withdraw", metavar="SHA256", help="enter that this package was withdrawn")
    ledger.add_argument("--reason", default="", metavar="TEXT", help="why it was withdrawn")
    ledger.add_argument("--by", default="", metavar="NAME", help="who withdraws it")
    ledger.add_argument("--problems", choices=("text", "json"), default="text", help="format of problems")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError
    return value


def _seed(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def _add_field_options(parser: argparse.ArgumentParser) -> None:
    """Add `--fields` and an option for each field that a line can hold. Options win over the file, the file
    over project and plan.
    """
    group = parser.add_argument_group("fields of the report")
    group.add_argument("--fields", type=Path, metavar="FILE", help="JSON file with fields of the report")
    for name, text in FIELD_HELP.items():
        group.add_argument(f"--{name}", metavar="TEXT", help=text)
    group.add_argument("--access", choices=ACCESS, help="how the recipient gets the files")
    group.add_argument("--decision", choices=DECISIONS, help="decision on the release")
    group.add_argument(
        "--date", metavar="YYYY-MM-DD", help="date of the report; else SOURCE_DATE_EPOCH, else today"
    )


def _plan_verb(verbs: _Verbs, name: str, text: str) -> argparse.ArgumentParser:
    """Add a verb on a plan, with the options that all such verbs have."""
    verb = verbs.add_parser(name, help=text)
    verb.add_argument("plan", type=Path, metavar="PLAN", help="a .sdcplan or .sdcproj file")
    verb.add_argument("--data", type=Path, metavar="FILE", help="instead of the plan's data file")
    verb.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="a site policy that requires at least what is set here, or the name of a ready-made one",
    )
    verb.add_argument(
        "--secrets", type=Path, metavar="FILE", help="file of secrets, used before those of the plan"
    )
    verb.add_argument(
        "--temp-folder",
        "--spill",
        type=Path,
        metavar="DIR",
        dest="spill",
        help="folder that may temporarily hold values of a file larger than memory",
    )
    verb.add_argument(
        "--problems", choices=("text", "json"), default="text", help="form of the problems on stderr"
    )
    verb.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default=SYSTEM,
        help="of reports, problems and the log, instead of the system's",
    )
    return verb


def _add_site_verbs(verbs: _Verbs) -> None:
    """Add the verbs of the site."""
    counts = _plan_verb(verbs, "counts", "count the data of a plan into a counts file")
    counts.add_argument("--on", choices=ENGINES, default="duckdb", help="the engine that counts")
    made = counts.add_mutually_exclusive_group(required=True)
    made.add_argument("--out", type=Path, metavar="FILE", help="FILE.sdccounts, for its owner alone")
    made.add_argument(
        "--print-sql",
        action="store_true",
        help="print what would be counted as SQL, with names of variables alone, and read no record",
    )
    counts.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="write N records to FILE.parquet instead, marked as a sample for trial: no verdict from it",
    )
    counts.add_argument("--job", action="append", metavar="NAME", help="only what this job needs")
    counts.add_argument(
        "--coarse",
        type=Path,
        metavar="FILE",
        help='levels that variables are counted from, as JSON: {"age": 1}, 0 being as is',
    )
    counts.add_argument(
        "--large", action="store_true", help="count on Spark even more than 268 million combinations"
    )
    _add_spark(counts)
    counts.add_argument("--quiet", action="store_true", help="no progress")


def _add_apply_options(verb: argparse.ArgumentParser) -> None:
    """Add the options of the verb `apply` that `run` does not have."""
    verb.add_argument("--on", choices=ENGINES, default="duckdb", help="the engine that applies")
    verb.add_argument(
        "--counts", type=Path, metavar="FILE", help="the counts file; else the one that the plan names"
    )
    _add_spark(verb)


def _add_spark(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--spark-conf", type=Path, metavar="FILE", help="settings of Spark, lines spark.NAME = VALUE"
    )
    verb.add_argument(
        "--staging",
        type=Path,
        metavar="DIR",
        help="folder that driver and executors of Spark share; else that of --out",
    )
