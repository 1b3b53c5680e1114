"""The risks that remain after a change of values, each as a share from 0 to 1; the largest of them counts.

Of numbers: records linked by distance (`dld`) and by equal ranks (`pld`), and values in a narrow interval
(`id`), as in the score. Of categories: the largest posterior of a true value given what is released
(`true_share`). Of key variables that the job leaves unchanged: the maximum re-identification risk, 1 by the
size of the smallest class, or that of a person with several records (`kept_keys`). Exact matches of values
that were changed are not among them: they are few after any change, however small.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.recoding import Anonymity, anonymity_of_sizes
from sdc_desktop.engine.plan_secrets import IF_THERE

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.score import Score

KEPT_KEYS = "kept_keys"


@dataclass(frozen=True)
class KeptKeys:
    """The key variables that a job leaves unchanged, and how records hide on them together. Records with
    ``*`` in all of them form no class. ``risk``: the greatest of a person with several records; 1 where a
    class has only records without a person.
    """

    names: tuple[str, ...]
    anonymity: Anonymity
    risk: float | None = field(default=None, metadata=IF_THERE)


def kept_keys(data: Microdata, changed: Collection[str], context: JobContext) -> KeptKeys | None:
    """The key variables outside `changed`, and how records hide on them; None where there are none.

    Raises Cancelled.
    """
    names = tuple(v.name for v in data.with_role("key") if v.name not in changed)
    if not names:
        return None
    keys = data.counts(names, context)
    hidden = np.ones(len(keys.frequencies), dtype=np.bool_)
    for place, texts in enumerate(keys.categories):
        hidden &= np.array([text == SUPPRESSED for text in texts], dtype=np.bool_)[keys.codes[:, place]]
    if len(hidden) == 1:
        hidden[:] = False
    sizes, members = keys.frequencies[~hidden], keys.members
    if members is None:
        return KeptKeys(names, anonymity_of_sizes(sizes))
    members = members.chosen(np.flatnonzero(~hidden), len(hidden))
    found = anonymity_of_sizes(sizes, members)
    risks = found_by(members, sizes, context).risks
    return KeptKeys(names, found, float(risks.max(initial=0.0)) if found.k else 1.0)


def open_risks(
    score: "Score | None", kept: KeptKeys | None, true_shares: Collection[float] = ()
) -> Mapping[str, float]:
    """Share by name of the risk, those that apply."""
    risks: dict[str, float] = {}
    if score is not None:
        risks |= {"dld": score.dld / 100, "id": score.id / 100}
        risks |= {} if score.pld is None else {"pld": score.pld / 100}
    if true_shares:
        risks["true_share"] = max(true_shares)
    if kept is not None and kept.risk is not None:
        risks[KEPT_KEYS] = kept.risk
    elif kept is not None and kept.anonymity.k:
        risks[KEPT_KEYS] = 1 / kept.anonymity.k
    return risks


def largest_risk(risks: Mapping[str, float]) -> tuple[str, float] | None:
    """The name and share of the largest; None where nothing was measured."""
    return max(risks.items(), key=lambda item: item[1]) if risks else None
