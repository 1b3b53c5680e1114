"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.verdict import MEASURED_ONLY, NOTHING_REQUIRED, Limits, Reason, unjudged


def nothing_required(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """A file goes out, and no condition was set for it."""
    yield unjudged(NOTHING_REQUIRED)


def measured_only(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """The job measures and sets no limit to what it finds."""
    yield unjudged(MEASURED_ONLY)
