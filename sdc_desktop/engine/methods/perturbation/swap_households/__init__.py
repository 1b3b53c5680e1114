"""Household swapping between areas (Shlomo, Tudor and Groom 2010): its settings and facts."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEYS, Names, TolerableRisk, risk_limit
from sdc_desktop.engine.setting import SHARE, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

MOST_LEVELS = 6
SIZE = "size"  # in a profile: the number of members, where no variable has this name
Profiles = tuple[Annotated[tuple[str, ...], Field(min_length=0)], ...]
_AREAS = Pick(KEYS.levels, "", ())


class SwapHouseholdsParams(Settings):
    """Households of different areas exchange their areas: first those that are rare where they live."""

    hierarchy: Annotated[
        Names | None,
        Field(max_length=MOST_LEVELS),
        Setting(
            label=N_("Area variables, coarse to fine"),
            short=N_("Areas, coarse to fine"),
            absent=N_("none"),
            help=N_(
                "the variables that state where a household lives, the coarsest first, for example region, "
                "district, municipality. Each area lies in one area of the level before."
            ),
            secrecy="open",
            picks=_AREAS,
        ),
    ] = None
    household: Annotated[
        str | None,
        Setting(
            label=N_("Household"),
            help=N_("the variable that identifies households; without one, persons move."),
            secrecy="open",
            picks=Pick(KEYS.levels, N_("that with the role household"), ("household",)),
        ),
    ] = None
    k: Annotated[
        int,
        Field(ge=0),
        Setting(
            label=N_("Minimum class size in an area"),
            short=N_("Minimum, k"),
            help=N_(
                "a household is rare where one of its members shares the key values with fewer than k "
                "records of the area. Rare households are always swapped; 0: none is rare."
            ),
            secrecy="open",
            inherits="k",
        ),
    ] = 3
    rate: Annotated[
        Number,
        Field(ge=0, le=1),
        Setting(
            label=N_("Swapping rate"),
            short=N_("Rate"),
            help=N_("the share of households that move. Where more are rare, more move."),
            secrecy="internal",
            unit=SHARE,
        ),
    ] = 0.05
    similar: Annotated[
        Profiles,
        Field(min_length=1),
        Setting(
            label=N_("Variables equal between partners"),
            short=N_("Partners are equal in"),
            help=N_(
                "one set of variables per line, tried in turn until a household has a partner. size is the "
                "number of members, unless a variable has this name, and * any household. Tables of areas by "
                "what is in every line do not change."
            ),
            secrecy="open",
            other=N_("any household"),
        ),
    ] = ((SIZE,),)
    risk_variables: Annotated[
        Names | None,
        Setting(
            label=N_("Variables that make a household rare"),
            short=N_("Rare by"),
            help=N_("what an intruder knows of the members besides the area."),
            secrecy="open",
            picks=Pick(KEYS.levels, N_("all key variables that are not areas"), ("key",)),
            place="more",
        ),
    ] = None
    carry_along: Annotated[
        Names | None,
        Setting(
            label=N_("Further variables that move with the area"),
            short=N_("Also exchanged"),
            help=N_("variables that follow from the area, such as its postcode or type."),
            secrecy="open",
            picks=_AREAS,
            place="more",
        ),
    ] = None
    risk: Annotated[
        dict[str, str],
        Setting(
            label=N_("Variable with the risk, by area variable"),
            help=N_("given risks of the records instead of counts, one variable per level. In plans only."),
            secrecy="open",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    risk_threshold: Annotated[
        Number | None,
        Field(gt=0),
        Setting(
            label=N_("Risk above which a household is swapped"),
            help=N_("the limit for given risks, which replaces k. In plans only."),
            secrecy="open",
            absent=N_("not set"),
            place="plan",
        ),
    ] = None
    not_placed: Annotated[
        str | None,
        Field(min_length=1),
        Setting(
            label=N_("File of rare households without a partner"),
            help=N_(
                "an internal file with the identifiers of rare households that could not be swapped. It is "
                "saved in the folder of key files. In plans only."
            ),
            secrecy="internal",
            absent=N_("not set"),
            place="plan",
        ),
    ] = None
    tolerable_risk: Annotated[
        TolerableRisk | None,
        risk_limit(
            N_(
                "the largest re-identification risk that may be left open, as a share; in the window in "
                "percent. It is 1 by the size of the class: in the released area for households that stay, "
                "in the whole file for those that move. A larger risk is not safe."
            )
        ),
    ] = None


def _files(params: SwapHouseholdsParams) -> tuple[str, ...]:
    return () if params.not_placed is None else (params.not_placed,)


SWAP_HOUSEHOLDS = Method(
    kind="swap_households",
    params=SwapHouseholdsParams,
    title=N_("Household swapping"),
    meaning=N_("Exchanges the areas of similar households, first of those that are rare where they live."),
    done=N_(
        "Pairs of households, or of persons where there are none, exchange their areas. Those that are rare "
        "where they live are exchanged first. All other values stay unchanged, and so do tables "
        "without the area."
    ),
    source="Shlomo, Tudor and Groom 2010: rare households exchange their areas with similar ones.",
    package=__name__,
    chance=N_("the pairs of households"),
    uses=("household",),
    measures=("household_swapping",),
    writes=True,
    draws=always,
    by_record=always,
    why_records="draws",
    counts_persons=always,
    further=_files,
)
