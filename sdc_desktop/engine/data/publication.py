"""How a table is published: what stands around its figures, and the signs that stand for some of them."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.marks import N_

_Line = Annotated[str, Field(min_length=1, max_length=2000)]
_Sign = Annotated[str, Field(pattern=r"^\D{1,12}$")]
Lines = tuple[_Line, ...]
Headings = dict[str, _Line]  # by variable
ZERO = "0"


class PublicationSpec(Settings):
    """The form of a published table. Its numbers are those that the plan publishes, whatever the form."""

    title = N_("Publication")

    heading: Annotated[
        _Line | None,
        Setting(
            label=N_("Title"),
            help=N_("the title above the table."),
            secrecy="open",
            absent=N_("the variables of the table"),
        ),
    ] = None
    unit: Annotated[
        _Line | None,
        Setting(
            label=N_("Unit line"),
            help=N_("the line below the title, such as Million euros."),
            secrecy="open",
            absent=N_("none"),
        ),
    ] = None
    decimals: Annotated[
        int | None,
        Field(ge=0, le=9),
        Setting(
            label=N_("Decimals"),
            help=N_("how many decimals are shown; at least those of the published values."),
            secrecy="open",
            absent=N_("decimals of the values"),
        ),
    ] = None
    symbol: Annotated[
        _Sign,
        Setting(
            label=N_("Sign of suppressed cells"),
            short=N_("Suppressed cells"),
            help=N_("what is printed instead of a suppressed value."),
            secrecy="open",
        ),
    ] = "x"
    symbol_note: Annotated[
        str,
        Field(max_length=500),
        Setting(
            label=N_("Explanation of the sign of suppressed cells"),
            short=N_("Explained as"),
            help=N_("the footnote on the sign, printed where a cell is suppressed."),
            secrecy="open",
        ),
    ] = "value not shown to protect confidentiality"
    empty: Annotated[
        Annotated[str, Field(pattern=r"^(0|\D{1,12})$")],
        Setting(
            label=N_("Sign of empty cells"),
            short=N_("Empty cells"),
            help=N_("what is printed where no one contributes, such as – or 0."),
            secrecy="open",
        ),
    ] = "–"
    empty_note: Annotated[
        str,
        Field(max_length=500),
        Setting(
            label=N_("Explanation of the sign of empty cells"),
            short=N_("Explained as"),
            help=N_("the footnote on the sign, printed where a cell is empty."),
            secrecy="open",
            matters=lambda publication: publication.empty != ZERO,
        ),
    ] = "no cases"
    notes: Annotated[
        Lines,
        Setting(
            label=N_("Notes below the table"),
            help=N_("one per line."),
            secrecy="open",
        ),
    ] = ()
    source: Annotated[
        _Line | None,
        Setting(
            label=N_("Source line"),
            help=N_("the last line below the table, such as Source: Business Register 2025."),
            secrecy="open",
            absent=N_("none"),
        ),
    ] = None
    names: Annotated[
        Headings,
        Setting(
            label=N_("Headings of variables"),
            help=N_("what the variables of the table are called, one per line: variable: heading."),
            secrecy="open",
        ),
    ] = Field(default_factory=dict)
    labels: Annotated[
        dict[str, dict[str, str]],
        Setting(
            label=N_("Labels of codes"),
            help=N_("the label beside each code by variable, where the data file has none."),
            secrecy="names",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    missing: Annotated[
        _Line,
        Setting(
            label=N_("Label of records without a value"),
            short=N_("Without a value"),
            help=N_("how the category of records without a value is called."),
            secrecy="open",
            place="more",
        ),
    ] = "(missing)"
