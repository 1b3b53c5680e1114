"""Results as far as counts show them: what only single records show is left out on both sides."""

from typing import Any

ONLY_OF_RECORDS = (
    "inference_",
    "inferred_",
    "outlier_",
    "linked.differences_left_out",
    "linked.unsafe_differences",
)
_RANKS = ["unsafe", "open", "reservations", "safe"]


def as_counts_show(found: Any) -> Any:
    """A result without audits of single records and what these give; grades follow from the other reasons."""
    if isinstance(found, list):
        kept = [one for one in found if not (isinstance(one, dict) and _is_of_records(one))]
        return [as_counts_show(one) for one in kept]
    if not isinstance(found, dict):
        return found
    left = {key: as_counts_show(value) for key, value in found.items() if key not in ("inference", "safe")}
    if left.keys() >= {"grade", "reasons"}:
        grades = [reason["grade"] for reason in left["reasons"]]
        left["grade"] = min(grades, key=_RANKS.index, default="safe")
    return left


def _is_of_records(entry: dict[str, Any]) -> bool:
    return str(entry.get("code", "")).startswith(ONLY_OF_RECORDS)
