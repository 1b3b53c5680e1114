"""Texts on counts files: their content, and the command that applies a plan at the site."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from shlex import quote
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.problems import error
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description

ENGINE_NAMES: Mapping[str, str] = {"duckdb": "DuckDB", "spark": "Apache Spark"}  # the same in all languages


def counted_text(counted: "Description", words: Words) -> str:
    """What a counts file is, in two sentences."""
    return words.say(
        N_(
            "Distinct combinations of {records} {records:record|records}, counted by "
            "{engine}. There are no records here."
        ),
        records=whole(counted.data.records),
        engine=ENGINE_NAMES[counted.on.engine],
    )


def refused_on_counts(methods: Iterable[Method[Any]], words: Words) -> Mapping[str, str]:
    """By kind why a method cannot be used on a counts file, in two sentences; those that can are absent."""
    return {
        one.kind: spoken(error("site.needs_records", title=one.title, reason=one.why_records), words)
        for one in methods
        if one.works_on_counts is never
    }


def apply_command(plan: str, counts: str, counted: "Description") -> str:
    """The command by which the site applies a plan to the records, in the names of these files."""
    given = f"--data {quote(counted.data.path)} --counts {quote(PurePath(counts).name)}"
    return f"sdc-desktop apply {quote(PurePath(plan).name)} {given} --out protected"
