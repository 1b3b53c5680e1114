"""Samples for trial: records picked from a larger file to try settings on, and the mark that says so.

A sample's unique records are not those of the population. So nothing that was found on a sample is a verdict:
its mark becomes a warning of the data, and every judgement on it is *not judged*. No file of a job is
exported, as it would have lost the mark.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.verdict import Grade, Reason, Verdict

SAMPLE = "data.sample"
MARK = "sdc_sample"  # the key of a Parquet file's metadata


@dataclass(frozen=True)
class Sampled:
    """How many records a sample has, and how many those have that it was picked from."""

    records: int
    of: int

    @property
    def text(self) -> str:
        """The mark."""
        return json.dumps({"of": self.of, "records": self.records}, sort_keys=True)

    @staticmethod
    def read(text: str) -> "Sampled":
        """The sample of a mark. Any other text marks a sample of no known size."""
        try:
            found: Any = json.loads(text)
            records, of = found["records"], found["of"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return Sampled(0, 0)
        known = type(records) is int and type(of) is int and 0 < records <= of
        return Sampled(records, of) if known else Sampled(0, 0)

    def note(self, shown: str) -> Problem:
        """The warning on a file that is a sample."""
        return warning(SAMPLE, Place(file=shown), records=self.records, of=self.of)


def sampled_of(notes: Iterable[Problem]) -> Sampled | None:
    """The sample that the notes on data name; None for all other data."""
    found = next((one for one in notes if one.code == SAMPLE), None)
    if found is None:
        return None
    records, of = found.params["records"], found.params["of"]
    return Sampled(records if isinstance(records, int) else 0, of if isinstance(of, int) else 0)


def refuse_sampled(notes: Iterable[Problem], shown: str) -> None:
    """Raises :class:`Refused` where the notes on data name a sample: nothing made of it is exported."""
    if sampled_of(notes) is not None:
        raise Refused(error("site.sampled", Place(file=shown)))


def verdict_on_sample(sampled: Sampled) -> Verdict:
    """The only verdict on what was found on a sample, without any of its figures."""
    figures = {"records": sampled.records, "of": sampled.of}
    return Verdict(Grade.OPEN, (Reason(SAMPLE, Grade.OPEN, figures),))
