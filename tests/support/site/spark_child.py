"""Run in a process of its own, which may reach this computer's own sockets: Spark needs them.

``spark_child.py CONF TASK.json``: for each task of a list counts or applies the plan with one session of
Spark and writes the counts file or the protected files, or the problems beside these.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.site import spark_engine
from sdc_desktop.engine.site.counting import count_plan, parts_folder
from sdc_desktop.engine.site.sampling import sample_plan
from sdc_desktop.engine.site.spark_engine import SparkEngine
from sdc_desktop.engine.site.spark_session import spark_conf, spark_session
from tests.support.site.executor_kill import one_killed

SAMPLED = 100  # records
# what Spark spends its time on where records are few; a task that is run `as_installed` has its own settings
BARE = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


def main(conf: Path, tasks: Path) -> None:
    """Carry out the tasks."""
    with spark_session(spark_conf(conf)) as session:
        for task in json.loads(tasks.read_text(encoding="utf-8")):
            session.conf.set("spark.sql.shuffle.partitions", str(task.get("partitions", 1)))
            session.conf.set("spark.sql.files.maxPartitionBytes", str(task.get("split", 2**27)))
            for name, value in BARE.items():
                session.conf.unset(name) if task.get("as_installed") else session.conf.set(name, value)
            spark_engine.MOST_COMBINATIONS = task.get("most", 2**28)
            done = {"apply": _applied, "sample": _sampled}.get(task.get("verb"), _count)
            context = JobContext(memory=task.get("memory"))
            with one_killed(session) if task.get("kill") else nullcontext():
                done(session, Path(task["plan"]), Path(task["out"]), context)


@contextmanager
def _written(out: Path) -> Iterator[None]:
    """The problems of a refusal go to a file beside what was not written."""
    try:
        yield
    except Refused as refusal:
        found = [(problem.code, dict(problem.params)) for problem in refusal.problems]
        out.with_suffix(".json").write_text(json.dumps(found), encoding="utf-8")


def _count(session: object, path: Path, out: Path, context: JobContext) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging, _written(out):
        engine = SparkEngine(session, plan, path.parent, None, staging)
        count_plan(plan, engine.begun, out, context)


def _applied(session: object, path: Path, out: Path, context: JobContext) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging, _written(out):
        engine = SparkEngine(session, plan, path.parent, None, staging, applies=True)
        opened = engine.begun(context).with_records(context)
        run_plan(plan, path.parent, out, context, RunOptions(opened=opened))


def _sampled(session: object, path: Path, out: Path, context: JobContext) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging:
        bare = plan.model_copy(update={"jobs": ()})
        engine = SparkEngine(session, bare, path.parent, None, staging, applies=True)
        opened = engine.begun(context).with_records(context)
        sample_plan(plan, opened, out, SAMPLED, context)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
