"""Balanced recoding (ANOPI)."""

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.marks import N_


def _by_groups(params: AnopiParams) -> bool:
    """Whether records are put into groups: recoding needs counts alone."""
    technique = params.technique
    return "microaggregation" in (technique.values() if isinstance(technique, dict) else (technique,))


ANOPI = Method(
    kind="anopi",
    params=AnopiParams,
    title=N_("Balanced recoding (ANOPI)"),
    source="Zielinski 2010: the recodings that balance information utility against privacy.",
    package=__name__,
    measures=("key_frequency", "guess", "entropy", "anopi"),
    by_record=_by_groups,
    judges_classes=lambda params: params.suppress_below is not None,
)
