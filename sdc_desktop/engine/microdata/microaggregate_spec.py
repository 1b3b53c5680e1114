"""What a plan can say to a ``microaggregate`` job."""

from typing import Literal

from pydantic import Field

from sdc_desktop.engine.methods.settings import TolerableRisk
from sdc_desktop.engine.spec import Spec

Method = Literal["mdav", "optimal_univariate"]
MissingRule = Literal["keep", "patterns", "suppress"]


class MicroaggregateParams(Spec):
    """Groups of at least k records that are near one another get the same values.

    One block of ``variables`` or several ``blocks``; the key variables where neither is given.
    ``missing``: missing values are kept where they are (``keep``; k-anonymity is then not given), records are
    grouped with those that lack the same values (``patterns``), or records that lack a value are left out
    (``suppress``). ``tolerable_risk``: the largest risk of the numbers that may be left open, a share.
    """

    variables: tuple[str, ...] | None = None
    blocks: tuple[tuple[str, ...], ...] | None = None
    k: int = Field(ge=1)
    strata: tuple[str, ...] | str = ()
    method: Method = "mdav"
    standardise: bool = True
    missing: MissingRule = "keep"
    tolerable_risk: TolerableRisk | None = None
