"""The folders of a peer's sessions: their outputs and policy, read beside our own checks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from sdc_desktop.engine.submission.submission import PeerOutput, Session

RESULT_NAMES = ("outputs.json", "results.json")
_EVIDENCE = "DONT_RELEASE"
_SUMMARY = "session_summary."
# Our terms for the keys of its policy, each with what one is of the other.
_POLICY: Mapping[str, tuple[str, float]] = {
    "safe_threshold": ("threshold", 1),
    "safe_dof_threshold": ("dof", 1),
    "safe_nk_n": ("dominance_n", 1),
    "safe_nk_k": ("dominance_k", 100),
    "safe_pratio_p": ("p_percent", 100),
    "safe_round_base": ("round_base", 1),
    "survival_safe_threshold": ("survival", 1),
}


def session_of(folder: str, results: Mapping[str, Any], config: Mapping[str, Any]) -> Session:
    """A session from its result file and its policy; both may be of another version."""
    outputs: dict[str, PeerOutput] = {}
    for uid, result in results.get("results", {}).items():
        made = _output(uid, result)
        for file in result.get("files", ()):
            name = PurePosixPath(str(file.get("name", "")).replace("\\", "/"))
            flagged = {key: tuple(map(tuple, cells)) for key, cells in file.get("cells", {}).items()}
            path = (PurePosixPath(folder) / name).as_posix() if folder else name.as_posix()
            outputs[path] = replace(made, flagged=flagged, counts=file.get("summary", {}))
    version = results.get("tool") or results.get("version", "")
    return Session(folder, str(version), dict(_policy(config)), outputs)


def _output(uid: str, result: Mapping[str, Any]) -> PeerOutput:
    properties = result.get("properties", {})
    base, dof = properties.get("round_base"), properties.get("dof")
    return PeerOutput(
        uid,
        str(result.get("status", "")),
        str(result.get("type", "")),
        str(properties.get("method", "")),
        str(properties.get("mitigation", "")),
        int(base) if isinstance(base, int | float) and properties.get("mitigation") == "round" else 0,
        str(result.get("exception", "")),
        tuple(result.get("comments", ())),
        str(result.get("summary", "")),
        str(result.get("command", "")),
        int(dof) if isinstance(dof, int | float) and not isinstance(dof, bool) else None,
        {},
        evidence=_EVIDENCE in uid,
    )


def is_evidence(path: str) -> bool:
    """Whether a file of a session is for the checker alone, and is never packaged."""
    name = path.rpartition("/")[2]
    inner = f"/{path}"
    return name.startswith(_SUMMARY) or _EVIDENCE in name or "/checksums/" in inner


def hint_of(output: PeerOutput | None) -> str:
    """What the peer's session says that the figures are, read as a title is: Mean, Sum."""
    first = "" if output is None else output.summary.partition(":")[0].strip()
    names = {"Mean": "Mean", "Sum": "Sum", "StandardDeviation": "Standard deviation", "Median": "Median",
             "Maximum": "Maximum", "Minimum": "Minimum", "Mode": "Mode"}  # fmt: skip
    return names.get(first, "")


def counts_stated(output: PeerOutput | None) -> bool:
    """Whether a session says that an output is a table of counts: by its summary, or by a command that
    tabulates without values.
    """
    if output is None or output.type != "table":
        return False
    if output.summary.startswith("FrequencyTable"):
        return True
    command = output.command.replace(" ", "")
    return "crosstab(" in command and "values=" not in command and "aggfunc" not in command


def _policy(config: Mapping[str, Any]) -> Iterator[tuple[str, float | str]]:
    for key, value in config.items():
        if key == "zeros_are_disclosive":
            yield "zeros", "unsafe" if value else "safe"
        elif key in _POLICY and isinstance(value, int | float) and not isinstance(value, bool):
            name, factor = _POLICY[key]
            yield name, round(value * factor, 6)
