"""The rules of an output check as a part of a plan, and as a file of their own that a project publishes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number, spec_problems
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.marks import N_

FORMAT, VERSION = "sdc-desktop output rules", 1
_PERCENT = Unit(suffix=N_("\u2009%"), decimals=1)
Whole = Annotated[int, Field(ge=0, le=1_000_000)]


class DominanceRule(Settings):
    """The n largest contributors have over k per cent of a cell, in absolute values."""

    title = N_("dominance")
    phrase = N_("dominance ({n}, {k} %)")

    n: Annotated[
        int,
        Field(ge=1, le=100),
        Setting(
            label=N_("Number of largest contributors"),
            short=N_("n"),
            help=N_("how many of the largest contributors count together."),
            secrecy="internal",
            first=1,
        ),
    ]
    k: Annotated[
        Number,
        Field(gt=0, le=100),
        Setting(
            label=N_("Maximum share of the largest"),
            short=N_("k"),
            help=N_("in per cent. Above it the cell needs a change."),
            secrecy="internal",
            unit=_PERCENT,
            first=50,
        ),
    ]


def _limit(label: str, short: str, help: str, place: Literal["main", "more"] = "main") -> Setting:
    return Setting(label=label, short=short, help=help, secrecy="open", place=place)


def _share(label: str, short: str, help: str) -> Setting:
    return Setting(label=label, short=short, help=help, secrecy="open", unit=_PERCENT, place="more")


class RulesSpec(Settings):
    """The limits by which figures are judged."""

    title = N_("rules")

    threshold: Annotated[
        int,
        Field(ge=1, le=1_000_000),
        _limit(
            N_("Minimum number of contributors"),
            N_("Minimum count"),
            N_("counts from 1 to one below it are few, also behind means, sums and percentages."),
        ),
    ] = 10
    dof: Annotated[
        Whole,
        _limit(
            N_("Minimum degrees of freedom"),
            N_("Degrees of freedom"),
            N_("of models, tests, correlations and standard deviations."),
        ),
    ] = 10
    dominance: Annotated[
        tuple[DominanceRule, ...],
        Setting(
            label=N_("Dominance rules"),
            help=N_("shares of the largest contributors above which a sum or mean needs a change."),
            secrecy="internal_count",
            card=N_("Dominance"),
        ),
    ] = (DominanceRule(n=1, k=50), DominanceRule(n=2, k=90))
    p_percent: Annotated[
        Number | None,
        Field(gt=0, le=1000),
        Setting(
            label=N_("p% rule"),
            help=N_("the rest without the two largest must be at least this share of the largest."),
            secrecy="internal",
            absent=N_("none"),
            unit=_PERCENT,
        ),
    ] = 10
    zeros: Annotated[
        Literal["class", "unsafe", "safe"],
        Setting(
            label=N_("Cells with a count of 0"),
            short=N_("Zeros"),
            help=N_("whether zeros reveal that a whole group shares a property."),
            secrecy="open",
            card=N_("Groups"),
            choices={
                "class": Choice(N_("judge groups that share a property")),
                "unsafe": Choice(N_("zeros need a change")),
                "safe": Choice(N_("zeros are safe")),
            },
        ),
    ] = "class"
    class_share: Annotated[
        Number,
        Field(gt=0, le=100),
        _share(
            N_("Share of a row or column that needs a change"),
            N_("Share to change"),
            N_("a cell with this share of its row or column needs a change."),
        ),
    ] = 100
    group_share: Annotated[
        Number,
        Field(gt=0, le=100),
        _share(
            N_("Share of a row or column to examine"),
            N_("Share to examine"),
            N_("a cell with this share of its row or column must be examined."),
        ),
    ] = 90
    tail: Annotated[
        Whole,
        _limit(
            N_("Minimum number beyond a percentile"),
            N_("Beyond percentiles"),
            N_("contributors below a low and above a high percentile."),
            "more",
        ),
    ] = 10
    survival: Annotated[
        Whole,
        _limit(
            N_("Minimum number per survival step"),
            N_("Survival steps"),
            N_("events, events and censored, and persons at risk in each line of a survival table."),
            "more",
        ),
    ] = 10
    possible: Annotated[
        Whole,
        _limit(
            N_("Minimum possible values of a suppressed cell"),
            N_("Possible values"),
            N_("below it a suppressed cell must be examined; with one value it needs a change."),
            "more",
        ),
    ] = 10
    round_base: Annotated[
        Whole,
        _limit(
            N_("Minimum rounding base"),
            N_("Rounding base"),
            N_("tables that are rounded to a smaller base need a change."),
            "more",
        ),
    ] = 5
    endpoints: Annotated[
        Literal["change", "look"],
        Setting(
            label=N_("Minimum and maximum values"),
            short=N_("Minima and maxima"),
            help=N_("the smallest and largest value usually belong to one person or firm."),
            secrecy="open",
            place="more",
            choices={"change": Choice(N_("need a change")), "look": Choice(N_("must be examined"))},
        ),
    ] = "change"
    plots: Annotated[
        Literal["look", "change", "refuse"],
        Setting(
            label=N_("Pictures"),
            help=N_("pictures are never judged by the program."),
            secrecy="open",
            place="more",
            choices={
                "look": Choice(N_("must be examined")),
                "change": Choice(N_("need a change")),
                "refuse": Choice(N_("are refused")),
            },
        ),
    ] = "look"

    def rules(self) -> Rules:
        """The rules as the engine takes them."""
        return Rules(
            self.threshold,
            self.dof,
            self.zeros,
            self.class_share,
            self.group_share,
            tuple((one.n, one.k) for one in self.dominance),
            self.p_percent,
            self.tail,
            self.survival,
            self.possible,
            self.round_base,
            self.endpoints,
            self.plots,
        )


def rules_from_json(data: Any, where: Place) -> tuple[RulesSpec, str]:
    """Rules and project of published rules. Raises :class:`Refused`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise Refused(error("output_check.not_rules", where))
    try:
        rules = RulesSpec.model_validate_json(json.dumps(data.get("rules")), strict=True)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, data.get("rules"), "rules")) from None
    return rules, str(data.get("project", ""))


def read_rules(path: Path, shown: str) -> tuple[RulesSpec, str]:
    """Rules and project from a file of published rules. Raises :class:`Refused`."""
    where = Place(file=shown)
    try:
        data = json.loads(path.read_bytes())
    except OSError as failure:
        raise Refused(error("file.unreadable", where, reason=failure.strerror or "")) from None
    except (ValueError, RecursionError):
        raise Refused(error("output_check.not_rules", where)) from None
    return rules_from_json(data, where)


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of published rules."""
    inner = RulesSpec.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": inner.pop("$defs", {}),
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "project": {"type": "string"},
            "rules": inner,
        },
        "required": ["format", "version", "rules"],
        "additionalProperties": False,
    }


def differing_rules(rules: RulesSpec, published: RulesSpec) -> Iterator[str]:
    """The keys in which rules differ from published ones."""
    for key in RulesSpec.model_fields:
        if getattr(rules, key) != getattr(published, key):
            yield key


def rules_problem(rules: RulesSpec, published: RulesSpec, path: str) -> tuple[Problem, ...]:
    """Why rules are not those that were published; nothing where they are."""
    keys = tuple(differing_rules(rules, published))
    return (error("output_check.rules_differ", Place(file=path), keys=keys),) if keys else ()
