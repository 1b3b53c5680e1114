"""The verbs for a site whose records outgrow one machine: they count and protect records where these are."""

import argparse
from pathlib import Path

from sdc_desktop.cli_output import Reporter
from sdc_desktop.cli_plan import data_path, given_plan, plan_verb, secrets_file
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.policy.policy import policy_problems
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.project.policy_location import active_policy

ENGINES = ("duckdb",)


def add_site_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs of the site."""
    counts = plan_verb(verbs, "counts", "count the data of a plan into a counts file", _counts)
    counts.add_argument("--on", choices=ENGINES, default="duckdb", help="the engine that counts")
    counts.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="FILE.sdccounts, for its owner alone"
    )
    counts.add_argument("--job", action="append", metavar="NAME", help="only what this job needs")
    counts.add_argument("--quiet", action="store_true", help="no progress")


def _counts(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> None:
    from sdc_desktop.engine.site.counting import count_plan
    from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine, large

    plan, _, noted = given_plan(arguments)
    held_to = active_policy(arguments.policy).policy
    told = refuse_errors(policy_problems(plan, held_to))
    base = arguments.plan.parent

    def begun(part: JobContext) -> DuckdbEngine:
        return DuckdbEngine(large(plan), base, data_path(arguments), part)

    inputs = [] if plan.data is None else [base / (data_path(arguments) or plan.data.path)]
    counted = count_plan(
        plan,
        begun,
        arguments.out,
        context,
        names=arguments.job or (),
        kept=(arguments.plan, *inputs, *secrets_file(arguments)),
        held_to=held_to,
        spill=context.spill,
    )
    reporter.done((*noted, *told, *counted.notes), arguments.out)
