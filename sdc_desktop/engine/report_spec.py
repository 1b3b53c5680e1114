"""The user's statements in the report, and which files are released: the `report` object of a plan.

A fields file, the form of the window and the options of the command line have the same names and the same
checks. Nothing of it changes a figure; `products` alone has an effect on the verdict.
"""

import datetime
import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, ValidationError, field_validator, model_validator

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.spec import Number, Spec, spec_problems

MOST_CHARACTERS = 300
MOST_ENTRIES = 20

Text = Annotated[str, Field(max_length=MOST_CHARACTERS)]
Needed = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS, pattern=r"\S")]
Access = Literal["public", "scientific", "secure", "internal"]
Decision = Literal["release", "conditions", "no"]
ScenarioMeasure = Literal["highest", "average", "disclosed", "cells"]
ACCESS: tuple[Access, ...] = get_args(Access)
DECISIONS: tuple[Decision, ...] = get_args(Decision)


class ScenarioSpec(Spec):
    """An intruder that is taken into account.

    ``measure``: highest or average re-identification risk, share of people with a disclosed sensitive value,
    or number of unsafe cells derived. ``tolerated``: a share from 0 to 1, of cells a number.
    """

    name: Needed
    knows: Text = ""
    measure: ScenarioMeasure
    tolerated: Annotated[Number, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _share_is_at_most_one(self) -> "ScenarioSpec":
        if self.tolerated is not None and self.tolerated > 1 and self.measure != "cells":
            raise ValueError("report.tolerated_share")
        return self


class AcceptedSpec(Spec):
    """A reservation that the user accepts, with its code in the verdict and the reason. ``job`` is the job
    that it was found in (empty: the plan as a whole), ``rule`` the policy's rule that it is about, if any.
    """

    job: Annotated[str, Field(max_length=100)] = ""
    code: Annotated[str, Field(min_length=1, max_length=100)]
    rule: Annotated[str, Field(max_length=50)] = ""
    reason: Needed


class FieldsSpec(Spec):
    """The fields of the report. ``date``: year, month and day as YYYY-MM-DD."""

    title: Text = ""
    reference: Text = ""
    purpose: Text = ""
    recipient: Text = ""
    access: Access | None = None
    organisation: Text = ""
    officer: Text = ""
    reviewer: Text = ""
    head: Text = ""
    date: str | None = None
    population: Text = ""
    sample: Text = ""
    safeguards: Text = ""
    keep_until: Text = ""
    next_review: Text = ""
    decision: Decision | None = None
    reason: Text = ""
    scenarios: tuple[ScenarioSpec, ...] = Field(default=(), max_length=MOST_ENTRIES)
    accepted: tuple[AcceptedSpec, ...] = Field(default=(), max_length=MOST_ENTRIES)

    @field_validator("date")
    @classmethod
    def _is_a_day(cls, text: str | None) -> str | None:
        if text is not None and day_of(text) is None:
            raise ValueError("report.not_a_date")
        return text

    @property
    def day(self) -> datetime.date | None:
        """The date of the report, if it is set."""
        return None if self.date is None else day_of(self.date)

    @property
    def given(self) -> Mapping[str, Any]:
        """The fields that are not empty, by name."""
        defaults = {name: info.default for name, info in FieldsSpec.model_fields.items()}
        return {name: getattr(self, name) for name in defaults if getattr(self, name) != defaults[name]}


class PlanReportSpec(FieldsSpec):
    """The `report` object of a plan. ``products``: the jobs whose files are released; absent: each job whose
    file no other job reads.
    """

    products: tuple[str, ...] | None = Field(default=None, min_length=1)


def day_of(text: str) -> datetime.date | None:
    """The day that a text of the form YYYY-MM-DD names; None where it names none."""
    try:
        return datetime.date.fromisoformat(text) if len(text) == 10 and text[4] == text[7] == "-" else None
    except ValueError:
        return None


def without_nulls(data: Any) -> Any:
    """The JSON object of fields without those that are null, which count as absent; other data unchanged."""
    if not isinstance(data, dict):
        return data
    known = PlanReportSpec.model_fields
    return {key: value for key, value in data.items() if value is not None or key not in known}


def fields_from_json(data: Any, root: str = "") -> FieldsSpec:
    """Builds fields from parsed JSON; `root` is the path of the object. Raises :class:`Refused`."""
    present = without_nulls(data)
    try:
        return FieldsSpec.model_validate_json(json.dumps(present), strict=True)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, present, root)) from None
