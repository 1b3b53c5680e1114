"""The verbs for a site whose records outgrow one machine: they count and protect records where these are."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.cli_output import Reporter
from sdc_desktop.cli_plan import data_path, given_plan, secrets_file
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.policy.policy import policy_problems
from sdc_desktop.engine.problems import Problem, refuse_errors
from sdc_desktop.engine.site.coarse import coarse_levels
from sdc_desktop.engine.site.needed import needs_records
from sdc_desktop.engine.site.spark_session import spark_conf, spark_session
from sdc_desktop.project.policy_location import active_policy

if TYPE_CHECKING:
    from sdc_desktop.engine.running.checking import OpenedPlan
    from sdc_desktop.engine.site.counting import Engine


@dataclass(frozen=True)
class OnRecords:
    """A plan on records instead of its counts file, the path that still replaces that of its data, and the
    plan opened, where another engine holds its data.
    """

    plan: Plan
    data: str | None
    opened: "OpenedPlan | None" = None


@contextmanager
def plan_on_records(plan: Plan, arguments: argparse.Namespace, context: JobContext) -> Iterator[OnRecords]:
    """The plan on its records, as long as the block lasts. Raises :class:`Refused` where the records are not
    those that were counted.
    """
    from sdc_desktop.engine.site.applying import counts_of, on_records, refuse_other_data
    from sdc_desktop.engine.site.sampling import refuse_sample

    base, data, named = arguments.plan.parent, data_path(arguments), counts_of(plan)
    counts = arguments.counts or (None if named is None else base / named)
    plan = on_records(plan, data)
    if plan.data is not None:
        refuse_sample(base / (data or plan.data.path), data or plan.data.path, plan.data.format, context)
    if named is not None:
        data = None
    if arguments.on == "spark":
        refuse_errors(tuple(needs_records(plan, plan.jobs, elsewhere=True)))  # before Spark is started
        with _spark(arguments) as (session, staging):
            from sdc_desktop.engine.site.spark_engine import SparkEngine

            held = SparkEngine(session, plan, base, data, staging, applies=True)
            held.begun(context.within(0.0, 0.4))
            if counts is not None:
                refuse_other_data(counts, held, arguments.out, context.within(0.4, 0.8))
            yield OnRecords(plan, data, held.with_records(context.within(0.8, 1.0)))
        return
    from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine, large

    plan = large(plan)
    if counts is not None:
        engine = DuckdbEngine(plan, base, data, context.within(0.0, 0.4))
        refuse_other_data(counts, engine, arguments.out, context.within(0.4, 1.0))
    yield OnRecords(plan, data)


def counts(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    """Count the data of a plan into a counts file, or sample them, or print the queries."""
    from sdc_desktop.engine.site.counting import chosen_jobs, count_plan

    plan, _, noted = given_plan(arguments)
    if arguments.print_sql:
        from sdc_desktop.engine.site.query import count_queries

        jobs = chosen_jobs(plan, arguments.job or ())
        sys.stdout.write(count_queries(plan, arguments.plan.parent, data_path(arguments), jobs))
        return
    if arguments.sample is not None:
        reporter.done((*noted, *_sampled(plan, arguments, context)), arguments.out)
        return
    held_to = active_policy(plan, arguments.policy).policy
    warnings = refuse_errors(policy_problems(plan, held_to))
    inputs = [] if plan.data is None else [arguments.plan.parent / (data_path(arguments) or plan.data.path)]
    coarse = {} if arguments.coarse is None else coarse_levels(arguments.coarse)
    with _engine(arguments, plan) as begun:
        counted = count_plan(
            plan,
            begun,
            arguments.out,
            context,
            names=arguments.job or (),
            kept=(arguments.plan, *inputs, *secrets_file(arguments)),
            held_to=held_to,
            spill=context.spill,
            coarse=coarse,
        )
    reporter.done((*noted, *warnings, *counted.notes), arguments.out)


def _sampled(plan: Plan, arguments: argparse.Namespace, context: JobContext) -> tuple[Problem, ...]:
    """Write a sample of the plan's records; gives the notes on these."""
    from sdc_desktop.engine.site.counting import refuse_kept
    from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine, large
    from sdc_desktop.engine.site.sampling import sample_plan

    base, data = arguments.plan.parent, data_path(arguments)
    inputs = [] if plan.data is None else [base / (data or plan.data.path)]
    refuse_kept(arguments.out, (arguments.plan, *inputs, *secrets_file(arguments)))
    part, rest = context.within(0.0, 0.5), context.within(0.5, 1.0)
    if arguments.on == "duckdb":
        opened = DuckdbEngine(large(plan), base, data, part).opened
        sample_plan(plan, opened, arguments.out, arguments.sample, rest)
        return opened.notes
    from sdc_desktop.engine.site.spark_engine import SparkEngine

    with _spark(arguments) as (session, staging):
        bare = plan.model_copy(update={"jobs": ()})
        held = SparkEngine(session, bare, base, data, staging, applies=True).begun(part)
        opened = held.with_records(part)
        sample_plan(plan, opened, arguments.out, arguments.sample, rest)
    return opened.notes


@contextmanager
def _engine(arguments: argparse.Namespace, plan: Plan) -> "Iterator[Callable[[JobContext], Engine]]":
    """What opens the data of a plan on the engine that the arguments name."""
    base, data = arguments.plan.parent, data_path(arguments)
    if arguments.on == "duckdb":
        from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine, large

        yield lambda part: DuckdbEngine(large(plan), base, data, part)
        return
    from sdc_desktop.engine.site.spark_engine import SparkEngine

    with _spark(arguments) as (session, staging):
        jobs, big = _jobs(arguments, plan), bool(arguments.large)
        yield lambda part: SparkEngine(session, plan, base, data, staging, jobs=jobs, large=big).begun(part)


@contextmanager
def _spark(arguments: argparse.Namespace) -> Iterator[tuple[Any, Path]]:
    """A session of Spark, and the folder that it shares with its executors."""
    from sdc_desktop.engine.site.counting import parts_folder

    conf = {} if arguments.spark_conf is None else spark_conf(arguments.spark_conf)
    parent = arguments.staging or arguments.out.absolute().parent
    with parts_folder(parent) as staging, spark_session(conf) as session:
        yield session, staging


def _jobs(arguments: argparse.Namespace, plan: Plan) -> tuple[Job, ...]:
    return tuple(job for job in plan.jobs if job.name in (arguments.job or ()))
