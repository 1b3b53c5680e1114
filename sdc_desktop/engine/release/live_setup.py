"""What a live release is set up with, and how its log's first line tells it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, get_args

import numpy as np

from sdc_desktop.engine.methods.release.release import TESTS, Join, Policy, Test
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.release.rules import Rules


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
