"""Criteria that no class of any file can fail."""

from sdc_desktop.engine.microdata.criteria.spec import (
    AlphaKAnonymitySpec,
    BetaLikenessSpec,
    CriterionSpec,
    DeltaDisclosureSpec,
    DeltaPresenceSpec,
    DistinctLDiversitySpec,
    EntropyLDiversitySpec,
    KAnonymitySpec,
    KMapSpec,
    KMapTableSpec,
    PSensitiveSpec,
    RecursiveDiversitySpec,
    TClosenessSpec,
)


def is_met_by_any(spec: CriterionSpec) -> bool:
    """Whether no class of any file can fail the criterion, so that it requires nothing."""
    if isinstance(spec, KAnonymitySpec | KMapSpec | KMapTableSpec):
        return spec.k <= 1
    if isinstance(spec, DeltaPresenceSpec):
        return spec.min <= 0 and spec.max >= 1
    if isinstance(spec, DistinctLDiversitySpec | EntropyLDiversitySpec):
        return spec.l <= 1
    if isinstance(spec, AlphaKAnonymitySpec):
        return spec.k <= 1 and spec.alpha >= 1
    if isinstance(spec, RecursiveDiversitySpec):
        return spec.l <= 1 and spec.c > 1
    if isinstance(spec, PSensitiveSpec):
        return spec.p <= 1
    if isinstance(spec, BetaLikenessSpec | DeltaDisclosureSpec):
        return False
    return (spec.t if isinstance(spec, TClosenessSpec) else spec.max) >= 1
