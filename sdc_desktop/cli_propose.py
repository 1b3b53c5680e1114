"""The verb `propose`: protections for the file of records or for the tables of a plan, a plan for each."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sdc_desktop import __version__
from sdc_desktop.cli_output import Reporter
from sdc_desktop.cli_plan import data_path, given_plan
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Plan, params_of, write_plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.proposals.proposal import Proposal, Proposals
from sdc_desktop.engine.proposals.tables import propose_table
from sdc_desktop.engine.runner import open_plan, verdict_json
from sdc_desktop.engine.running.links import chosen_jobs
from sdc_desktop.engine.running.outputs import move_into, temporary_folder, write_texts
from sdc_desktop.engine.running.result_json import to_json
from sdc_desktop.engine.running.secrets_file import read_secrets
from sdc_desktop.project.policy_location import active_policy
from sdc_desktop.project.project import heads_folder
from sdc_desktop.project.with_data import rebased_plan
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import problem_json
from sdc_desktop.words.proposals import proposal_line

LIST = "proposals.json"
_SCHEMA = 1
_SUFFIX = ".sdcplan"


@dataclass(frozen=True)
class _Found:
    """What is proposed for a table job, or for the file of records (no job)."""

    job: str | None
    proposals: Proposals

    @property
    def passes(self) -> bool:
        """Whether a proposal passes."""
        return any(one.passes for one in self.proposals.found)


def propose(arguments: argparse.Namespace, context: JobContext, reporter: Reporter) -> bool:
    """Find the proposals, print them, and save a plan for each and their list, all or none. Returns whether
    one passes, of each table where there are several. Raises :class:`Refused`, Cancelled.
    """
    out: Path = arguments.out
    _refuse_existing(out, [LIST])
    plan, _, noted = given_plan(arguments)
    reporter.problems(noted)
    held_to = active_policy(arguments.policy).policy
    context = replace(context, heads=heads_folder(held_to))
    found = tuple(_found(plan, arguments, context, held_to))
    reporter.problems([problem for one in found for problem in one.proposals.problems])
    named = _named(found)
    _refuse_existing(out, named)
    text = _list(found, named, held_to, reporter.words)
    kept = {} if arguments.secrets is None else read_secrets(arguments.secrets)[0]
    _save(arguments.plan, out, named, text, kept)
    if arguments.json:
        sys.stdout.write(text)
    else:
        lines = (
            f"{name.removesuffix(_SUFFIX)}: {proposal_line(one, reporter.words)}"
            for name, one in named.items()
        )
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    reporter.done((), out)
    return all(one.passes for one in found)


def _found(
    plan: Plan, arguments: argparse.Namespace, context: JobContext, held_to: Policy | None
) -> Iterator[_Found]:
    """For the job named; else for each table, or for the records where the plan has no table."""
    base: Path = arguments.plan.parent
    tables = [job.name for job in plan.jobs if params_of(job, TABLE) is not None and not job.off]
    if arguments.job is not None:
        chosen_jobs(plan, [arguments.job])  # refuses a name that is not in the plan
        tables = [arguments.job]
    if not tables and plan.data is None:
        raise Refused(error("proposals.nothing", Place(key="data")))
    plan, read = _opened(plan, base, data_path(arguments), context.within(0.0, 0.2))
    if not tables:
        yield _Found(None, _of_records(plan, base, context.within(0.2, 1.0), held_to, read))
    for place, name in enumerate(tables):
        part = context.within(0.2 + 0.8 * place / len(tables), 0.2 + 0.8 * (place + 1) / len(tables))
        yield _Found(name, propose_table(plan, name, base, part, held_to, read=read))


def _opened(plan: Plan, base: Path, data: str | None, context: JobContext) -> tuple[Plan, Opened | None]:
    """The plan on the data of `--data` where given, and its file, which is read once. Raises
    :class:`Refused`.
    """
    read = open_plan(plan.model_copy(update={"jobs": (), "report": _NO_REPORT}), base, context, data=data)
    if read.opened is None or data is None:
        return plan, read.opened
    return plan.model_copy(update={"data": read.opened.spec}), read.opened


_NO_REPORT = Plan().report


def _of_records(
    plan: Plan, base: Path, context: JobContext, held_to: Policy | None, read: Opened | None
) -> Proposals:
    from sdc_desktop.engine.proposals.records import propose_records

    return propose_records(plan, base, context, held_to, read=read)


def _named(found: Sequence[_Found]) -> dict[str, Proposal]:
    """The proposals by the name of the file of each."""
    listed = [one for own in found for one in own.proposals.found]
    return {
        f"{number} {one.family.replace('_', ' ')}{_SUFFIX}": one for number, one in enumerate(listed, start=1)
    }


def _refuse_existing(out: Path, names: Sequence[str] | Mapping[str, Any]) -> None:
    """Raises :class:`Refused` where a file of an earlier call would be replaced, or the folder is a file."""
    if out.exists() and not out.is_dir():
        raise Refused(error("file.not_a_folder", Place(file=str(out))))
    taken = [name for name in names if (out / name).exists()]
    if taken:
        raise Refused([error("file.exists", Place(file=name)) for name in taken])


def _list(
    found: Sequence[_Found], named: Mapping[str, Proposal], held_to: Policy | None, words: Words
) -> str:
    """The text of the list of proposals; no value of a record or cell is in it."""
    files = {id(one): name for name, one in named.items()}
    data = {
        "schema": _SCHEMA,
        "engine": __version__,
        "policy": None if held_to is None else held_to.title,
        "searches": [
            {
                "job": own.job,
                "passes": own.passes,
                "tried": own.proposals.tried,
                "sampled": own.proposals.sampled,
                "ended": own.proposals.ended,
                "problems": [problem_json(problem, words) for problem in own.proposals.problems],
                "proposals": [_entry(one, files[id(one)]) for one in own.proposals.found],
            }
            for own in found
        ],
    }
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _entry(proposal: Proposal, file: str) -> dict[str, Any]:
    return {
        "file": file,
        "family": proposal.family,
        "steps": list(proposal.steps),
        "passes": proposal.passes,
        "verdict": verdict_json(proposal.verdict),
        "risk": proposal.risk,
        **to_json(proposal.cost),
        "limit": proposal.limit,
        "gap": proposal.gap,
        "seconds": round(proposal.seconds, 2),
    }


def _save(source: Path, out: Path, named: Mapping[str, Proposal], text: str, kept: Mapping[str, str]) -> None:
    """Save the plans and their list, all or none. ``kept``: the secrets of a file of their own, which get
    into no plan.
    """
    folders = source.resolve().parent, out.resolve()
    with temporary_folder(out) as folder:
        for name, proposal in named.items():
            own = {job: one for job, one in proposal.plan.secrets.items() if kept.get(job) != one}
            plan = proposal.plan.model_copy(update={"secrets": own})
            write_plan(rebased_plan(plan, *folders), folder / name)
        write_texts(folder, {LIST: text})
        move_into((folder, out))
