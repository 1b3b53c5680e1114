"""What a live release is set up with, and how its log's first line tells it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, get_args

import numpy as np

from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.release.release_spec import TESTS, Join, Policy, Test
from sdc_desktop.engine.release.rules import Rules

_SUM = 1e-9


@dataclass(frozen=True)
class LiveSetup:
    """The variables asked for, the rules, the tests that must all hold, and what becomes of the others.

    ``data_name`` and ``data_sha256`` tell the file whose records are asked for; empty where there is none.
    """

    attribute: str
    target: str
    rules: Rules
    tests: tuple[Test, ...]
    policy: Policy = "oldest_first"
    data_name: str = ""
    data_sha256: str = ""


def refuse_other_data(setup: LiveSetup, sha256: str) -> None:
    """Raise :class:`Refused` where the release began with another file than that with this SHA-256."""
    if setup.data_sha256 not in ("", sha256):
        raise Refused(error("release.data_changed", name=setup.data_name))


def live_setup(
    attribute: str,
    target: str,
    baseline: Mapping[str, float],
    targets: tuple[str, ...],
    tests: tuple[Test, ...],
    alpha: Mapping[Test, float],
    shares: Mapping[str, float] | None = None,
    **choices: Any,
) -> LiveSetup:
    """A setup from what the user enters: all targets are declared, with equal shares unless given.

    ``choices``: policy, degrees, draws, seed, dixon_on, join. Raises :class:`Refused`.
    """
    problems = _problems(baseline, targets, tests, shares)
    refuse_errors(problems)
    weights = np.ones(len(targets)) if shares is None else np.array([float(shares[name]) for name in targets])
    values = np.array([float(share) for share in baseline.values()])
    policy: Policy = choices.pop("policy", "oldest_first")
    rules = Rules(
        tuple(baseline),
        tuple(targets),
        values / values.sum(),
        weights / weights.sum(),
        dict(alpha),
        **choices,
    )
    return LiveSetup(attribute, target, rules, tests, policy)


def _problems(
    baseline: Mapping[str, float],
    targets: tuple[str, ...],
    tests: tuple[Test, ...],
    shares: Mapping[str, float] | None,
) -> list[Problem]:
    problems = []
    for value, share in baseline.items():
        if not share > 0:
            problems.append(
                error("release.baseline_not_positive", Place(key="baseline"), value=value, share=share)
            )
    total = float(sum(baseline.values()))
    if abs(total - 1) > _SUM:
        problems.append(error("release.baseline_sum", Place(key="baseline"), total=total))
    if len(baseline) < 2:
        problems.append(error("release.one_value", Place(key="baseline"), name="", number=len(baseline)))
    if not targets or len(set(targets)) < len(targets):
        problems.append(error("release.targets", Place(key="targets")))
    if not tests or len(set(tests)) < len(tests):
        problems.append(error("release.tests_of_a_run", Place(key="tests")))
    wrong = shares is not None and (set(shares) != set(targets) or not all(s > 0 for s in shares.values()))
    if wrong:
        problems.append(error("release.shares", Place(key="shares")))
    return problems


def setup_to_json(setup: LiveSetup) -> dict[str, Any]:
    """Plain JSON data; floats in full."""
    rules = asdict(setup.rules)
    rules |= {key: rules[key].tolist() for key in ("baseline", "shares")}
    told = {"attribute": setup.attribute, "target": setup.target}
    data = {"data": {"name": setup.data_name, "sha256": setup.data_sha256}} if setup.data_sha256 else {}
    return {**told, "rules": rules, "tests": list(setup.tests), "policy": setup.policy, **data}


def setup_from_json(data: Mapping[str, Any]) -> LiveSetup:
    """The setup that was told so. KeyError, TypeError or ValueError where it is none."""
    rules: dict[str, Any] = {"join": "forwards", **data["rules"]}  # the only rule before it was a setting
    rules |= {key: tuple(map(str, rules[key])) for key in ("values", "targets")}
    rules |= {key: np.array(rules[key], dtype=np.float64) for key in ("baseline", "shares")}
    tests = tuple(data["tests"])
    if (
        rules["join"] not in get_args(Join)
        or data["policy"] not in get_args(Policy)
        or not tests
        or not set(tests) <= set(TESTS)
    ):
        raise ValueError
    of_file = data.get("data", {"name": "", "sha256": ""})
    return LiveSetup(
        data["attribute"],
        data["target"],
        Rules(**rules),
        tests,
        data["policy"],
        str(of_file["name"]),
        str(of_file["sha256"]),
    )
