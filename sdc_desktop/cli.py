"""The batch twin of the window: `sdc-desktop VERB`. Same engine, same bytes.

Exit codes: 0 done; 2 refused, with each problem on stderr and no file exported; 3 the verdict is below the
grade required, or a required policy is not met, and only result.json and run.log were exported; 1 failed;
130 interrupted.
"""

import argparse
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from sdc_desktop.cli_arguments import FIELD_HELP, parsed
from sdc_desktop.cli_output import Reporter
from sdc_desktop.cli_plan import data_path, given_plan, secrets_file
from sdc_desktop.engine.child_process import is_out_of_memory, memory_problem, with_limit
from sdc_desktop.engine.context import Cancelled, JobContext, State
from sdc_desktop.engine.data.store.temporary_folder import spilling
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.output.own_parts import drawn_folder, sweep_noted
from sdc_desktop.engine.plan import Plan, inputs_of, params_of, read_plan, schema, write_plan
from sdc_desktop.engine.plan import without_secrets as plan_without_secrets
from sdc_desktop.engine.plan_secrets import fresh
from sdc_desktop.engine.policy.policy import Policy, policy_problems, policy_schema
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.report_spec import FieldsSpec, fields_from_json
from sdc_desktop.engine.runner import RunOptions, check_plan, of_jobs, open_plan, run_plan, try_jobs
from sdc_desktop.engine.running.secrets_file import write_secrets
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.policy_location import active_policy
from sdc_desktop.project.project import KeptStrategy, ReportFields, heads_folder, without_secrets
from sdc_desktop.project.project_file import load_project, save_project
from sdc_desktop.project.report_fields import combined, read_fields
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.words import Words
from sdc_desktop.words.program.languages import SYSTEM, chosen_language, words_in
from sdc_desktop.words.program.run_log import run_log

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import PlanResult
    from sdc_desktop.engine.running.checking import OpenedPlan

DONE, FAILED, REFUSED, BELOW, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str], *, take_signals: bool = False) -> int:
    """Carry out one command; returns the exit code."""
    return carry_out(parsed(argv), take_signals=take_signals)


def carry_out(arguments: argparse.Namespace, *, take_signals: bool = False) -> int:
    """Carry out a command whose arguments are read; returns the exit code. ``take_signals``: SIGINT and
    SIGTERM end a search or the work. The program's entry sets it; any other caller keeps its own handlers, so
    a signal meant for the caller never becomes the exit code of a command.
    """
    words = words_in(chosen_language(getattr(arguments, "language", SYSTEM), os.environ))
    reporter = Reporter(words, arguments.problems, quiet=getattr(arguments, "quiet", False))
    with _interruptible(take_signals) as stopped:
        stopped.within = getattr(arguments, "enough_after", None)

        def watch(job: str, state: State | None) -> None:
            stopped.watch(job, state)
            if state is not None and job:
                reporter.searching(job, state)

        context = JobContext(
            on_progress=reporter.progress,
            is_cancelled=stopped.is_set,
            is_enough=stopped.is_enough,
            on_search=watch,
            cache=drawn_folder(),
        )
        sweep_noted()
        try:
            with spilling(getattr(arguments, "spill", None)) as folder:
                code = COMMANDS[arguments.verb](arguments, replace(context, spill=folder), reporter)
        except Refused as refusal:
            reporter.problems(with_limit(refusal.problems))
            return REFUSED
        except (Cancelled, KeyboardInterrupt):
            reporter.interrupted()
            return INTERRUPTED
        except Exception as fault:  # noqa: BLE001 - whatever else happens is reported without any value
            if is_out_of_memory(fault):
                reporter.problems([memory_problem()])
                return REFUSED
            reporter.failed(fault)
            return FAILED
    return code or DONE


def _run(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> int:
    return _run_on(given_plan(arguments), data_path(arguments), arguments, context, reporter)


def _apply(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> int:
    from sdc_desktop.cli_site import plan_on_records

    plan, fields, noted = given_plan(arguments)
    with plan_on_records(plan, arguments, context.within(0.0, 0.5)) as found:
        given = (found.plan, fields, noted)
        rest = context.within(0.5, 1.0)
        return _run_on(given, found.data, arguments, rest, reporter, found.opened)


def _run_on(
    given: tuple[Plan, ReportFields, tuple[Problem, ...]],
    data: str | None,
    arguments: argparse.Namespace,
    context: JobContext,
    reporter: Reporter,
    opened: "OpenedPlan | None" = None,
) -> int:
    plan, project, noted = given
    held_to = active_policy(arguments.policy).policy
    context = replace(context, heads=heads_folder(held_to))
    names = arguments.job or ()
    problems = refuse_errors(of_jobs(policy_problems(plan, held_to), plan, names))
    if arguments.require_policy and held_to is None:
        raise Refused(error("policy.none_active"))
    required = None if arguments.require is None else Grade(arguments.require)
    options = RunOptions(
        names=names,
        seed=arguments.seed,
        kept=(arguments.plan, *secrets_file(arguments)),
        log=lambda done: run_log(done, time.perf_counter() - started, reporter.words, problems),
        data=data,
        held_to=held_to,
        required=required,
        policy_required=arguments.require_policy,
        keys=arguments.keys,
        codebooks=_codebooks(arguments, combined(plan, project), reporter.words),
        texts=_texts(plan, combined(plan, project), reporter.words, held_to),
        opened=opened,
        with_values=arguments.with_values,
    )
    started = time.perf_counter()
    result = run_plan(plan, arguments.plan.parent, arguments.out, context, options)
    below = not options.met_by(result.verdict)
    reporter.done((*noted, *problems, *result.notes), arguments.out)
    reporter.verdict(
        result, required if below else None, policy_missed=below and result.verdict.breaks_policy
    )
    return BELOW if below else DONE


def _codebooks(
    arguments: argparse.Namespace, fields: ReportFields, words: Words
) -> "Callable[[PlanResult], Mapping[str, str]] | None":
    """What makes the codebooks of a run; None where none are wanted."""
    if arguments.no_codebook:
        return None

    return lambda result: codebook_texts(result, fields, words)


def _texts(
    plan: Plan, fields: ReportFields, words: Words, held_to: Policy | None
) -> "Callable[[PlanResult], Mapping[str, str | bytes]]":
    """What makes the texts on outputs of researchers that a plan has checked."""
    if all(params_of(job, OUTPUT_CHECK) is None for job in plan.jobs):
        return lambda result: {}
    from sdc_desktop.report.decision_report import decision_reports
    from sdc_desktop.words.outputs.request import evidence_texts

    return lambda result: {
        **evidence_texts(result, words),
        **decision_reports(result, fields, words, held_to),
    }


def _report(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.report.annex.files import annex_folder
    from sdc_desktop.report.assemble import report_plan

    plan, project, noted = given_plan(arguments)
    options = _given_options(arguments)
    file = None if arguments.fields is None else read_fields(arguments.fields)
    fields = combined(plan, project, file, options)
    held_to = active_policy(arguments.policy).policy
    notes = report_plan(
        plan,
        arguments.plan.parent,
        arguments.out,
        fields,
        reporter.words,
        replace(context, heads=heads_folder(held_to)),
        edition=arguments.edition or project.edition,
        held_to=held_to,
        data=data_path(arguments),
        strategies=_strategies(arguments),
        annex=None if arguments.no_annex else arguments.annex or annex_folder(arguments.out),
    )
    reporter.done((*noted, *notes), arguments.out)


def _check(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    plan, _, noted = given_plan(arguments)
    held_to = active_policy(arguments.policy).policy
    context = replace(context, heads=heads_folder(held_to))
    problems = refuse_errors(policy_problems(plan, held_to))
    opened = open_plan(plan, arguments.plan.parent, context, data=data_path(arguments))
    found = refuse_errors(check_plan(opened))
    reporter.sound(refuse_errors((*noted, *problems, *found, *try_jobs(opened, context))))


def _counts(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.cli_site import counts

    counts(arguments, context, reporter)


def _import_arb(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.engine.running.arb_import import PLAN, import_arb

    imported = import_arb(arguments.batch, arguments.out, context)
    reporter.done(imported.notes, arguments.out / PLAN)


def _perturbation_table(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.engine.running.perturbation import export_table, keyed_job

    plan, base = given_plan(arguments)[0], arguments.plan.parent
    kept = (arguments.plan, *(base / path for path in inputs_of(plan)))
    export_table(keyed_job(plan, arguments.job), base, arguments.out, kept)
    reporter.done((), arguments.out)


def _ledger(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    """Verify the ledger of a project's outputs against its head, and print where it ends."""
    from sdc_desktop.engine.methods.outputs.output_check.engine import withdraw
    from sdc_desktop.engine.output.ledger import Seen
    from sdc_desktop.engine.submission.releasing.project_ledger import open_project_ledger

    if not arguments.ledger.is_file():
        raise Refused(error("file.unreadable", Place(file=str(arguments.ledger)), reason="no file"))
    seen = None if arguments.seen is None else Seen(int(arguments.seen[0]), arguments.seen[1])
    with open_project_ledger(arguments.ledger, arguments.head, "", seen) as ledger:
        if arguments.withdraw is not None:
            withdraw(ledger, arguments.withdraw, arguments.by, arguments.reason)
        head = ledger.head
        assert head is not None
        reporter.problems(ledger.notes)
        sys.stdout.write(f"{head.n} {head.hash}\n")


def _compare(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    """Print what changed between the results of two runs."""
    from sdc_desktop.engine.running.compared_results import compare_results
    from sdc_desktop.words.program.compared_results import comparison_lines

    found = compare_results(arguments.first, arguments.second)
    sys.stdout.write("\n".join(comparison_lines(found, reporter.words)) + "\n")


def _schema(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.engine.methods.outputs.output_check.rules import rules_schema

    document = policy_schema() if arguments.policy else rules_schema() if arguments.rules else schema()
    sys.stdout.write(json.dumps(document, indent=1, sort_keys=True) + "\n")


def _secret(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    sys.stdout.write(fresh() + "\n")


def _without_secrets(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    """Write a plan or project for passing on, and with --secrets its secrets into a file of their own."""
    from sdc_desktop.project.with_data import rebased, rebased_plan

    source: Path = arguments.plan
    given: list[Path] = [one for one in (arguments.out, arguments.secrets) if one is not None]
    for target in given:
        if target.exists() or target.resolve() == source.resolve():
            raise Refused(error("file.exists", Place(file=target.name)))
    if source.suffix.lower() == ".sdcproj":
        project = load_project(source)
        found = project.plan.secrets
        moved = rebased(without_secrets(project), source.resolve().parent, arguments.out.resolve().parent)
        save_project(moved, arguments.out)
    else:
        plan = read_plan(source)
        found = plan.secrets
        folders = source.resolve().parent, arguments.out.resolve().parent
        write_plan(rebased_plan(plan_without_secrets(plan), *folders), arguments.out)
    if arguments.secrets is not None:
        write_secrets(arguments.secrets, found)
    reporter.done((), arguments.out)


def _strategies(arguments: argparse.Namespace) -> tuple[KeptStrategy, ...]:
    """Those that a project keeps; with other data than its own there is nothing to compare."""
    path: Path = arguments.plan
    if path.suffix.lower() != ".sdcproj" or arguments.data is not None:
        return ()
    return load_project(path).strategies


class _Stops:
    """What ends the work from outside. While a job has an audited pattern, the first signal ends its search,
    and the job continues with the pattern; so does the time set. Any other signal ends the job.
    """

    def __init__(self) -> None:
        self.within: float | None = None  # seconds from now on after which a search is to end
        self._started = time.monotonic()
        self._stopped = threading.Event()
        self._enough: str | None = None  # the job whose search is to end
        self._job = ""
        self._has_pattern = False

    def watch(self, job: str, state: State | None) -> None:
        """Record the state of a search; a job keeps its pattern until the next one begins. It keeps it
        between searches, while contributors or the further cells of linked tables are examined, and while its
        result is saved. No job: all have their results, and are examined together.
        """
        kept = self._has_pattern and self._job == job
        self._job, self._has_pattern = job, state is not None and (kept or state.gap is not None)

    def signal(self) -> None:
        """Take up a signal. Raises KeyboardInterrupt where the job was to stop already."""
        if self._stopped.is_set():
            raise KeyboardInterrupt
        if self._has_pattern and self._enough != self._job:
            self._enough = self._job
        else:
            self._stopped.set()

    def is_set(self) -> bool:
        """Whether the job is to stop."""
        return self._stopped.is_set()

    def is_enough(self) -> bool:
        """Whether the search at work is to end."""
        if not self._has_pattern:
            return False
        late = self._job and self.within is not None and time.monotonic() - self._started >= self.within
        return bool(late) or self._enough == self._job


@contextmanager
def _interruptible(take_signals: bool) -> Iterator[_Stops]:
    """Ctrl+C and termination ask the job to stop; a second time they stop the program at once. The handlers
    from before are restored in any case.
    """
    stopped = _Stops()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.signal()

    if not take_signals:
        yield stopped
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, stop) for number in numbers]
    try:
        yield stopped
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _given_options(arguments: argparse.Namespace) -> FieldsSpec:
    """The fields that options give. Raises :class:`Refused` with the option as the place."""
    names = (*FIELD_HELP, "access", "decision", "date")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    try:
        return fields_from_json(given)
    except Refused as refusal:
        raise Refused([_of_option(problem) for problem in refusal.problems]) from None


def _of_option(problem: Problem) -> Problem:
    where = Place(key=f"--{problem.where.key}")
    return Problem(problem.code, where, problem.params, problem.severity)


COMMANDS: Mapping[str, Callable[[argparse.Namespace, JobContext, Reporter], int | None]] = {
    "run": _run,
    "apply": _apply,
    "report": _report,
    "check": _check,
    "counts": _counts,
    "compare": _compare,
    "schema": _schema,
    "secret": _secret,
    "without-secrets": _without_secrets,
    "import-arb": _import_arb,
    "ledger": _ledger,
    "perturbation-table": _perturbation_table,
}
