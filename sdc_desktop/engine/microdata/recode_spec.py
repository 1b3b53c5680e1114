"""What a plan can say to a ``recode`` job."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.microdata.suppression_spec import SuppressionParams


class RecodeParams(SuppressionParams):
    """Global recoding: for each variable the steps above "as is" (0) of its hierarchy."""

    levels: dict[str, Annotated[int, Field(ge=0)]]
