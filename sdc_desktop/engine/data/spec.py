"""What a plan says of its data and of the files that its jobs write."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.data.fixed_spec import FixedField
from sdc_desktop.engine.data.formats import Format, WrittenFormat
from sdc_desktop.engine.data.forms.forms import Form
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.data.limits import MOST_ROWS
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.table_layouts import TableLayout
from sdc_desktop.engine.spec import Spec, VariableSpec

Known = Literal[1, 2, 3, "all"]  # records of a person whose key values an intruder knows


class PersonsSpec(Spec):
    """Whose the records are. ``one_record_each``: each record is of a person of its own. ``repeats``: direct
    identifiers with values that repeat all the same, for another reason, as names do. ``known``: of how many
    records of a person an intruder knows the key values; absent: of one, or of two where a pseudonym is
    released. ``missing``: whether records without a person are refused or count as no person. ``time``: the
    variable by which the order of a person's records is known too, where all are known.
    """

    one_record_each: bool = False
    repeats: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    known: Known | None = None
    missing: Literal["refuse", "nobody"] = "refuse"
    time: str | None = Field(default=None, min_length=1)


class DataSpec(Spec):
    """Where the records are, the form of their file, and the meaning of the variables."""

    path: str = Field(min_length=1)
    format: Format | None = None  # absent: by the ending of the name
    metadata: str | None = Field(default=None, min_length=1)  # the .rda file of ARGUS records
    catalog: str | None = Field(default=None, min_length=1)  # the .sas7bcat file of a SAS data set's labels
    sheet: str | None = Field(default=None, min_length=1)  # or data set (.xpt); absent: the only one
    first_row: int | None = Field(
        default=None, ge=1, le=MOST_ROWS
    )  # of a sheet or text, where its names begin
    header_rows: int | None = Field(default=None, ge=1, le=10)  # of a sheet, that its names take
    fields: tuple[FixedField, ...] | None = Field(default=None, min_length=1)  # of a text in fixed width
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    quote: str | None = Field(default=None, max_length=1)
    encoding: str | None = None
    decimal: Literal[".", ","] | None = None
    header: bool | None = None
    row_names: bool | None = (
        None  # whether the first column is the names of the rows, without one in the header
    )
    na_unquoted: bool | None = None  # whether NA is missing, and "NA" in quotation marks a text
    large: bool | None = None  # records stay in a file (CSV, Parquet); absent: if there are very many
    forms: dict[str, Form] | None = None  # by variable, of dates and numbers: records hold what they mean
    missing: tuple[str, ...] = ("",)
    sha256: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")  # of the file the plan was made with
    persons: PersonsSpec | None = None
    variables: dict[str, VariableSpec] = Field(default_factory=dict)
    hierarchies: dict[str, HierarchySpec] = Field(default_factory=dict)


class FurtherOutputSpec(Spec):
    """Another file of the same table, in a layout of its own."""

    path: str = Field(min_length=1)
    layout: TableLayout | None = None  # absent: a line per cell, with names


class OutputSpec(Spec):
    """The file a job writes, relative to the output folder."""

    path: str = Field(min_length=1)
    format: WrittenFormat | None = None  # absent: by the ending of the name
    order: Literal["as_is", "random"] | None = None  # absent: as is, of persons with several records random
    escape_formulas: bool = True  # texts that a spreadsheet would run are written with a leading apostrophe
    layout: TableLayout | None = None  # of a table; absent: a line per cell, with names
    also: tuple[FurtherOutputSpec, ...] = ()  # further files of the same table
    publication: PublicationSpec | None = None  # the form of a table in the layout of a publication
