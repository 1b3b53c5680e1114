"""Where the administrator puts the site policy, which policy applies, and what deviates from it. No Qt."""

import os
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy, policy_problems, read_policy, weaker_than
from sdc_desktop.engine.problems import Place, Problem, Refused, Severity, error
from sdc_desktop.project.ready_policies import policy_file, ready_of

FILE = "policy.json"
VARIABLE = "SDC_DESKTOP_POLICY"


@dataclass(frozen=True)
class ActivePolicy:
    """The current policy, and whether the administrator set it; neither where there is none."""

    policy: Policy | None = None
    path: Path | None = None
    by_administrator: bool = False
    problems: tuple[Problem, ...] = ()  # of the administrator's file, which then cannot be held to


def system_folder(platform: str = sys.platform) -> Path:
    """The system's folder for settings of this program, which only an administrator can write to."""
    if platform.startswith("win"):
        return Path(os.environ.get("PROGRAMDATA", r"C:\ProgramData")) / "SDC Desktop"
    return Path("/etc/sdc-desktop")


def system_places() -> tuple[Path, ...]:
    """The places of an administrator's policy, in order of search; the first file found counts.

    The system's folder, the folder of a frozen program, the file that the environment names.
    """
    places = [system_folder() / FILE]
    if getattr(sys, "frozen", False):
        places.append(Path(sys.executable).resolve().parent / FILE)
    named = os.environ.get(VARIABLE, "")
    return (*places, Path(named)) if named else tuple(places)


def administrators() -> ActivePolicy:
    """The administrator's policy, or none. A file that cannot be read is reported with its problems, and so
    is a missing file that the environment names.
    """
    named = os.environ.get(VARIABLE, "")
    path = next((place for place in system_places() if place.is_file() or str(place) == named), None)
    if path is None:
        return ActivePolicy()
    try:
        return ActivePolicy(read_policy(path), path, by_administrator=True)
    except Refused as refusal:
        return ActivePolicy(None, path, by_administrator=True, problems=refusal.problems)


def with_file(known: ActivePolicy, path: Path) -> ActivePolicy:
    """Another policy as the current one, from a file opened by hand; beside an administrator's it has to ask
    for at least as much. Raises :class:`Refused`.
    """
    path = policy_file(path)
    policy = read_policy(path)
    if known.problems:
        raise Refused(known.problems)
    if known.by_administrator and known.policy is not None:
        weaker = weaker_than(policy.spec, known.policy.spec)
        if weaker:
            raise Refused(
                error(
                    "policy.beyond_administrators",
                    Place(file=path.name),
                    policy=known.policy.title,
                    other=policy.title,
                    weaker="; ".join(weaker),
                )
            )
    return ActivePolicy(policy, path)


def of_plan(plan: Plan, known: ActivePolicy) -> ActivePolicy:
    """The current policy; where there is none, the ready-made one that the plan was made under."""
    if known != ActivePolicy() or plan.policy is None:
        return known
    path = ready_of(plan.policy.sha256)
    return known if path is None else ActivePolicy(read_policy(path), path)


def active_policy(plan: Plan, path: Path | None = None) -> ActivePolicy:
    """The policy that a batch run of a plan is held to: that of a file, else the administrator's, else the
    ready-made one that the plan was made under. Raises :class:`Refused`.
    """
    known = administrators()
    if path is not None:
        return with_file(known, path)
    if known.problems:
        raise Refused(known.problems)
    return of_plan(plan, known)


_SOFTER = {Severity.ERROR: Severity.WARNING, Severity.WARNING: Severity.NOTE}


def deviations_of(plan: Plan, known: ActivePolicy) -> tuple[Problem, ...]:
    """The deviations while the work continues: what is still to be answered as warnings, what has a reason as
    notes; before them what is wrong with the policy itself.
    """
    found = policy_problems(plan, known.policy)
    softened = (replace(p, severity=_SOFTER.get(p.severity, p.severity)) for p in found)
    return (*known.problems, *softened)


def unanswered(plan: Plan, known: ActivePolicy, kinds: Collection[str] | None = None) -> tuple[Problem, ...]:
    """The deviations without a reason, of jobs of these `kinds` or of all."""
    found = (p for p in policy_problems(plan, known.policy) if p.severity is Severity.ERROR)
    return tuple(p for p in found if kinds is None or p.params.get("kind") in kinds)
