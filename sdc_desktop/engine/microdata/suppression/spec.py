"""The params of the suppression of rare records."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Importance = dict[str, Annotated[Number, Field(gt=0)]]  # by variable: the cost of a suppressed value
Rule = Literal["category", "kept", "wildcard"]  # what a suppressed value counts as
SuppressedRecords = Literal["keep", "blank", "delete"]  # the treatment of records without any key value

SUPPRESSED_AS = Setting(
    label=N_("Matching rule for suppressed values"),
    short=N_("Suppressed values"),
    help=N_("what `*` counts as: a value of its own (the strictest), nothing, or any value (the weakest)."),
    secrecy="open",
    choices={
        "category": Choice(
            N_("* is a category"),
            hint=N_("At least {k} records share all values, * included."),
            persons_hint=N_("At least {k} persons share all values, * included."),
        ),
        "kept": Choice(
            N_("* is ignored"),
            hint=N_("The values still shown are shared by {k} records."),
            persons_hint=N_("The values still shown are shared by {k} persons."),
        ),
        "wildcard": Choice(
            N_("* matches any value"),
            hint=N_("* agrees with all: {k} fit each record. Weak."),
            persons_hint=N_("* agrees with all: {k} persons fit each record. Weak."),
        ),
    },
)
SUPPRESSED_RECORDS = Setting(
    label=N_("Suppressed records"),
    help=N_(
        "the treatment of records that show `*` in every key variable. Kept, they are a class of their own, "
        "which needs the size and diversity of the others."
    ),
    secrecy="open",
    choices={
        "keep": Choice(
            N_("keep them"),
            hint=N_("They keep their other values and are judged as a class."),
            effect=N_("Suppressed records keep their other values and form a class of their own."),
        ),
        "blank": Choice(
            N_("suppress their sensitive values"),
            hint=N_("Their sensitive values become * as well."),
            effect=N_("The sensitive values of suppressed records are suppressed as well."),
        ),
        "delete": Choice(
            N_("remove them"),
            hint=N_("The file has fewer records."),
            effect=N_("Suppressed records are left out of the file."),
        ),
    },
    begins="delete",
    place="more",
)
IMPORTANCE = Setting(
    label=N_("Importance (suppression cost) by variable"),
    short=N_("Importance (cost of suppressing a value)"),
    help=N_("what a cell of a variable costs; give more to what users need."),
    secrecy="open",
    unit=Unit(decimals=1),
    first=1,
    place="more",
)


def suppresses(params: Any) -> bool:
    """Whether rare records are suppressed."""
    return params.suppress_below is not None


def _by_cells(params: Any) -> bool:
    return suppresses(params) and params.suppress == "cells"


def _keeps_records(params: Any) -> bool:
    return suppresses(params) and params.suppress != "persons"


class SuppressionParams(Settings):
    """Suppress records whose key is less frequent than ``suppress_below``: whole ones, or few cells."""

    suppress_below: Annotated[
        int | None,
        Field(ge=2),
        Setting(
            label=N_("Suppression below class size"),
            short=N_("Suppress below k"),
            help=N_(
                "the minimum class size; records in smaller classes are suppressed after recoding; 2 or more."
            ),
            secrecy="open",
            card=N_("Rare records"),
            absent=N_("off"),
        ),
    ] = None
    suppress: Annotated[
        Literal["records", "cells", "persons"],
        Setting(
            label=N_("Suppression scope"),
            short=N_("Scope"),
            help=N_("the whole record, or as few values as possible."),
            secrecy="open",
            choices={
                "records": Choice(N_("whole records"), hint=N_("Each shows * in every key variable.")),
                "cells": Choice(
                    N_("fewest values"), hint=N_("As few cells as can be become *, weighted by importance.")
                ),
                "persons": Choice(N_("whole persons"), hint=N_("All records of a person leave the file.")),
            },
            matters=suppresses,
        ),
    ] = "records"
    suppressed_as: Annotated[Rule, replace(SUPPRESSED_AS, matters=_by_cells)] = "category"
    importance: Annotated[Importance, replace(IMPORTANCE, matters=_by_cells)] = Field(default_factory=dict)
    suppressed_records: Annotated[SuppressedRecords, replace(SUPPRESSED_RECORDS, matters=_keeps_records)] = (
        "keep"
    )

    def figures(self) -> Mapping[str, Any]:
        return {**super().figures(), "k": self.suppress_below}
