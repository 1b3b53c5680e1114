"""Run in a process of its own, which may reach this computer's own sockets: Spark needs them.

``spark_child.py CONF TASK.json``: for each task of a list counts or applies the plan with one session of
Spark and writes the counts file or the protected files, or the codes of the problems beside it.
"""

import json
import sys
from contextlib import nullcontext
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.site.counting import count_plan, parts_folder
from sdc_desktop.engine.site.sampling import sample_plan
from sdc_desktop.engine.site.spark_engine import SparkEngine
from sdc_desktop.engine.site.spark_session import spark_conf, spark_session
from tests.support.site.executor_kill import one_killed

SAMPLED = 100  # records


def main(conf: Path, tasks: Path) -> None:
    """Carry out the tasks."""
    with spark_session(spark_conf(conf)) as session:
        for task in json.loads(tasks.read_text(encoding="utf-8")):
            session.conf.set("spark.sql.shuffle.partitions", str(task.get("partitions", 1)))
            session.conf.set("spark.sql.files.maxPartitionBytes", str(task.get("split", 2**27)))
            done = {"apply": _applied, "sample": _sampled}.get(task.get("verb"), _count)
            with one_killed(session) if task.get("kill") else nullcontext():
                done(session, Path(task["plan"]), task.get("data"), Path(task["out"]))


def _count(session: object, path: Path, data: str | None, out: Path) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging:
        engine = SparkEngine(session, plan, path.parent, data, staging)
        try:
            count_plan(plan, engine.begun, out, JobContext())
        except Refused as refusal:
            codes = [problem.code for problem in refusal.problems]
            out.with_suffix(".json").write_text(json.dumps(codes), encoding="utf-8")


def _applied(session: object, path: Path, data: str | None, out: Path) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging:
        engine = SparkEngine(session, plan, path.parent, data, staging, applies=True)
        try:
            opened = engine.begun(JobContext()).with_records(JobContext())
            run_plan(plan, path.parent, out, JobContext(), opened=opened)
        except Refused as refusal:
            codes = [problem.code for problem in refusal.problems]
            out.with_suffix(".json").write_text(json.dumps(codes), encoding="utf-8")


def _sampled(session: object, path: Path, data: str | None, out: Path) -> None:
    plan = parse_plan(path.read_text(encoding="utf-8"))
    with parts_folder(out.parent) as staging:
        bare = plan.model_copy(update={"jobs": ()})
        engine = SparkEngine(session, bare, path.parent, data, staging, applies=True)
        opened = engine.begun(JobContext()).with_records(JobContext())
        sample_plan(plan, opened, out, SAMPLED, JobContext())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
