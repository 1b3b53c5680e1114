"""A process that starts writers to be killed: for each line `KIND FOLDER kill` on its input it forks one.

A writer does one thing over and over, by turns with new and with old content, until it is killed: it saves
a project, puts a project aside as the autosave does, or writes a protected file by one job or by a plan.
Lines `KIND FOLDER old` and `KIND FOLDER new` have one content written, and nobody killed.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path

from sdc_desktop.engine import runner
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Style
from sdc_desktop.engine.data.store import store
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.runner import open_plan
from sdc_desktop.project.project import Project, Step
from sdc_desktop.project.project_file import save_project
from sdc_desktop.project.with_data import rebased

RECORDS = 3000
NOTES = 20_000  # words, so that a file takes its time
FILES = {
    "save": ("work.sdcproj",),
    "autosave": ("work-1.sdcproj.recovery",),
    "job": ("out/protected.csv",),
    "plan": ("out/protected.csv", "out/result.json", "out/run.log"),
}


def write_data(folder: Path) -> None:
    """The records that are protected."""
    lines = (f"{number},{1920 + number % 80},{'fmu'[number % 3]}" for number in range(RECORDS))
    (folder / "people.csv").write_text("id,yob,sex\n" + "\n".join(lines) + "\n", encoding="utf-8")


def plan(widths: tuple[int, ...]) -> Plan:
    """A plan that recodes the year of birth; other widths give other bytes."""
    years = {"kind": "intervals", "start": 1920, "widths": list(widths), "end": 1999}
    variables = {"id": {"role": "direct_identifier"}, "yob": {"role": "key", "level": "ordinal"}}
    job = {
        "name": "recoded",
        "kind": "recode",
        "params": {"levels": {"yob": 1}},
        "output": {"path": "protected.csv"},
    }
    data = {"path": "people.csv", "variables": variables, "hierarchies": {"yob": years}}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


def plans() -> tuple[Plan, Plan]:
    """The old and the new."""
    return plan((5, 20)), plan((10, 40))


def projects() -> tuple[Project, Project]:
    """The old and the new: one that begins and one with a decision more and long notes."""
    old, new = plans()
    begun = Step("Opened", old)
    return Project((begun,)), Project((begun, Step("Notes", new, notes="coarse enough " * NOTES)), 1)


class Writers:
    """What writes the old and what writes the new content of each kind. The records are read once, before
    any fork, by a store without threads: a process that is forked has but one.
    """

    def __init__(self, folder: Path) -> None:
        store._SETTINGS = {**store._SETTINGS, "threads": 1}
        self._plans, self._projects = plans(), projects()
        self._opened = {id(one): open_plan(one, folder, JobContext()) for one in self._plans}
        runner.open_plan = lambda query, *_, **__: self._opened[id(query)]

    def turns(self, kind: str, folder: Path) -> tuple[Callable[[], object], ...]:
        """What to call for the old and for the new content in a folder."""
        if kind == "save":
            return tuple(partial(save_project, one, folder / FILES[kind][0]) for one in self._projects)
        if kind == "autosave":
            return tuple(partial(put_aside, one, folder) for one in self._projects)
        writer = self._one_job if kind == "job" else self._whole_plan
        return tuple(partial(writer, one, folder) for one in self._plans)

    def _one_job(self, query: Plan, folder: Path) -> None:
        """The export of the window: one job, one file."""
        source = self._opened[id(query)].source
        runner.write_job(query.jobs[0], source, Style(), folder / FILES["job"][0], (), JobContext())

    def _whole_plan(self, query: Plan, folder: Path) -> None:
        """The batch command: all files of a plan, the log included."""
        shown = query.data.hierarchies["yob"].model_dump_json()
        runner.run_plan(
            query, folder, folder / "out", JobContext(), runner.RunOptions(log=lambda _: f"{shown}\n" * 100)
        )


def put_aside(project: Project, folder: Path) -> None:
    """What `ui.recovery.Recovery.write` does with a project whose data lie elsewhere."""
    place = folder / FILES["autosave"][0]
    save_project(rebased(project, folder / "elsewhere", place.resolve().parent), place)


def work(writes: tuple[Callable[[], object], ...]) -> None:
    """Write until killed."""
    for write in cycle(reversed(writes)):
        write()


def main() -> None:
    """Answer each line: fork, say the process, wait for its end and say how it was; or write and say so."""
    writers = Writers(Path(sys.argv[1]))
    for line in sys.stdin:
        kind, folder, what = line.rstrip("\n").split("\t")
        writes = writers.turns(kind, Path(folder))
        if what != "kill":
            writes[what == "new"]()
            print("written", flush=True)
            continue
        child = os.fork()
        if child == 0:
            try:
                work(writes)
            finally:
                os._exit(1)
        print(child, flush=True)
        _, ended = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(ended), flush=True)


if __name__ == "__main__":
    main()
