"""What a plan can say about records that stay rare after recoding."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Rule = Literal["category", "kept", "wildcard"]


class SuppressionParams(Spec):
    """Suppress records whose key is rarer than ``suppress_below``: whole ones, or as few cells as possible.

    ``suppressed_as`` says what a suppressed cell counts as when the records that agree are counted:
    `category`, a value of its own (real k-anonymity); `kept`, only the values still shown count; `wildcard`,
    any value. ``importance`` is the cost of suppressing a cell of a variable (1 where absent).
    """

    suppress_below: int | None = Field(default=None, ge=2)
    suppress: Literal["records", "cells"] = "records"
    suppressed_as: Rule = "category"
    importance: dict[str, Annotated[Number, Field(gt=0)]] = Field(default_factory=dict)
