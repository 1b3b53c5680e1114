"""Settings that methods of the family have in common: what becomes of records that stay rare."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from sdc_desktop.engine.methods.settings import IMPORTANCE, SUPPRESSED_AS, Importance, Rule
from sdc_desktop.engine.setting import Choice, Setting, Settings
from sdc_desktop.marks import N_


def suppresses(params: Any) -> bool:
    """Whether rare records are suppressed."""
    return params.suppress_below is not None


def _by_cells(params: Any) -> bool:
    return suppresses(params) and params.suppress == "cells"


class SuppressionParams(Settings):
    """Suppress records whose key is rarer than ``suppress_below``: whole ones, or few cells."""

    suppress_below: Annotated[
        int | None,
        Field(ge=2),
        Setting(
            label=N_("Suppression below class size"),
            short=N_("Suppress below k"),
            help=N_("records whose key fewer than so many share are suppressed after recoding; 2 or more."),
            secrecy="open",
            card=N_("Rare records"),
            absent=N_("off"),
        ),
    ] = None
    suppress: Annotated[
        Literal["records", "cells"],
        Setting(
            label=N_("Suppression scope"),
            short=N_("Scope"),
            help=N_("the whole record, or as few cells as possible."),
            secrecy="open",
            choices={
                "records": Choice(
                    N_("whole records"), hint=N_("Each shows * in every identifying variable.")
                ),
                "cells": Choice(
                    N_("fewest values"), hint=N_("As few cells as can be become *, weighted by importance.")
                ),
            },
            matters=suppresses,
        ),
    ] = "records"
    suppressed_as: Annotated[Rule, replace(SUPPRESSED_AS, matters=_by_cells)] = "category"
    importance: Annotated[Importance, replace(IMPORTANCE, matters=_by_cells)] = Field(default_factory=dict)

    def figures(self) -> Mapping[str, Any]:
        return {**super().figures(), "k": self.suppress_below}
