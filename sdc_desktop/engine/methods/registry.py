"""The one list of methods. A kind of job exists by its method being listed in its family."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods import (
    curves,
    experiments,
    grouping,
    outputs,
    perturbation,
    preparing,
    recoding,
    release,
    risk,
    suppression,
    tables,
)

METHODS: Mapping[str, Method[Any]] = MappingProxyType(
    {
        method.kind: method
        for family in (
            perturbation,
            recoding,
            grouping,
            suppression,
            risk,
            experiments,
            tables,
            curves,
            release,
            outputs,
            preparing,
        )
        for method in family.METHODS
    }
)


def method_of(kind: str) -> Method[Any]:
    """The method of a kind of job; KeyError where there is none."""
    return METHODS[kind]
