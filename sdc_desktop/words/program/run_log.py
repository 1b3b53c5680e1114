"""run.log: what holds for one run only (times, detected settings); result.json is the same every time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.searches import repeated_by
from sdc_desktop.words.verdicts.verdict import verdict_lines
from sdc_desktop.words.words import N_, Words, escaped_in

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import PlanResult


def run_log(result: "PlanResult", seconds: float, words: Words, on_policy: Sequence[Problem] = ()) -> str:
    """The text of run.log: versions, detected settings of the data, notes, files, time taken. ``on_policy``:
    notes on the policy of the plan.
    """
    lines = [words.say(N_("SDC Desktop {version}"), version=ENGINE_VERSION)]
    opened = result.opened.opened
    if opened is not None:
        lines.append(
            words.say(
                N_("read {path}: {records} {records:record|records}"),
                path=opened.spec.path,
                records=opened.data.records,
            )
        )
        lines += [
            words.say(N_("guessed {key}: {found}"), key=key, found=found) for key, found in opened.detected
        ]
    lines += [sentence(note, words).line() for note in (*on_policy, *result.notes)]
    for job in result.jobs:
        lines.append(words.say(N_("job {name} ({kind}) done"), name=job.name, kind=job.kind))
        lines += repeated_by(job, words)
        lines += [words.say(N_("wrote {path}"), path=path) for path in sorted(job.files)]
        lines += [escaped_in(path, number, words) for path, number in sorted(job.escaped.items()) if number]
    lines += verdict_lines(result, words)
    lines.append(words.say(N_("took {seconds} s"), seconds=f"{seconds:.2f}"))
    return "\n".join(lines) + "\n"
