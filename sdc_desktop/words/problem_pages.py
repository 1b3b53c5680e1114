"""Which page of the guide speaks of what a problem is about."""

from collections.abc import Mapping
from types import MappingProxyType

from sdc_desktop.engine.problems import Problem

_PAGES: Mapping[str, str] = MappingProxyType(
    {
        "csv": "data",
        "data": "data",
        "file": "data",
        "fixed": "data",
        "hierarchy": "hierarchies",
        "plan": "plans",
        "tauargus": "table",
        "jj": "audit",
        "pasted_table": "audit",
        "redesign": "table",
        "rounding": "table",
        "adjustment": "table",
        "cell_key": "table",
        "suppression": "recode",
        "criteria": "generalise",
        "ledger": "release",
        "score": "risk",
        "experiment": "cae_experiment",
        **{
            kind: kind
            for kind in (
                "anopi",
                "audit",
                "cae",
                "generalise",
                "linked_audit",
                "microaggregate",
                "recode",
                "release",
                "risk",
                "ru_map",
                "table",
            )
        },
    }
)


def page_of(problem: Problem) -> str:
    """The name of the page that fits a problem by the first part of its code; empty where none does."""
    return _PAGES.get(problem.code.partition(".")[0], "")
