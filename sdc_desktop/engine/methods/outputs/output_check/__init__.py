"""Output checking: its settings and facts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.methods.outputs.output_check.rules import RulesSpec
from sdc_desktop.engine.setting import Choice, Secrecy, Setting, Settings
from sdc_desktop.marks import N_

Text = Annotated[str, Field(min_length=1, max_length=4000)]
Line = Annotated[str, Field(max_length=400)]
Path = Annotated[str, Field(min_length=1, max_length=4096)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
TableId = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Verdict = Literal["release", "change", "refuse"]
Meaning = Literal["hidden", "zero", "none"]
Kind = Literal[
    "count", "sum", "mean", "percent", "sd", "position", "endpoint", "mode", "ratio", "gini", "concentration",
    "correlation", "cumulative", "weighted", "magnitude", "p_value", "none",
]  # fmt: skip
_VERDICTS = {
    "release": Choice(N_("release")),
    "change": Choice(N_("ask for a change")),
    "refuse": Choice(N_("refuse")),
}
MEANINGS: Mapping[str, Choice] = {
    "hidden": Choice(N_("suppressed")),
    "zero": Choice(N_("zero")),
    "none": Choice(N_("not applicable")),
}
KINDS: Mapping[str, Choice] = {
    "count": Choice(N_("counts")),
    "sum": Choice(N_("sums")),
    "mean": Choice(N_("means")),
    "percent": Choice(N_("percentages")),
    "sd": Choice(N_("standard deviations")),
    "position": Choice(N_("medians and percentiles")),
    "endpoint": Choice(N_("minima and maxima")),
    "mode": Choice(N_("modes")),
    "ratio": Choice(N_("ratios")),
    "gini": Choice(N_("Gini coefficients")),
    "concentration": Choice(N_("concentration indices")),
    "correlation": Choice(N_("correlations")),
    "cumulative": Choice(N_("cumulative figures")),
    "weighted": Choice(N_("weighted counts")),
    "magnitude": Choice(N_("other amounts")),
    "p_value": Choice(N_("test statistics")),
    "none": Choice(N_("not judged")),
}


def _plan(
    label: str, help: str, secrecy: Secrecy = "internal_count", absent: str = "", **more: Any
) -> Setting:
    """A setting that only the plan shows."""
    return Setting(label=label, help=help, secrecy=secrecy, absent=absent, place="plan", **more)


class TotalSpec(Settings):
    """A line of a table that is the sum of others. Rows and columns are named as in the sheet: 8, F."""

    title = N_("a total")

    line: Annotated[Line, _plan(N_("Total"), N_("the row or column that is the sum."))]
    parts: Annotated[
        tuple[Line, ...], Field(min_length=2), _plan(N_("Parts"), N_("the rows or columns whose sum it is."))
    ]


class CorrectionSpec(Settings):
    """What a checker corrects of a table that was found. Rows and columns are named as in the sheet."""

    title = N_("a correction")

    file: Annotated[Path, _plan(N_("File"), N_("the path of the file, as submitted."))]
    sheet: Annotated[Line, _plan(N_("Sheet"), N_("the sheet of a workbook."))] = ""
    body: Annotated[
        Line, _plan(N_("Body as found"), N_("the range of figures that was found, such as B4:F8."))
    ]
    outline: Annotated[Line, _plan(N_("Body as corrected"), N_("the range of figures instead."))] = ""
    header: Annotated[
        int | None,
        Field(ge=0, le=100),
        _plan(N_("Header rows"), N_("number of rows above the body."), absent=N_("as detected")),
    ] = None
    labels: Annotated[
        int | None,
        Field(ge=0, le=100),
        _plan(N_("Label columns"), N_("number of columns left of the body."), absent=N_("as detected")),
    ] = None
    kinds: Annotated[
        dict[str, Kind],
        _plan(N_("Kinds of columns"), N_("what the figures of a column are."), choices=KINDS),
    ] = Field(default_factory=dict)
    row_kinds: Annotated[
        dict[str, Kind], _plan(N_("Kinds of rows"), N_("what the figures of a row are."), choices=KINDS)
    ] = Field(default_factory=dict)
    row_totals: Annotated[
        tuple[TotalSpec, ...] | None,
        _plan(N_("Totals among rows"), N_("rows that are sums of others."), absent=N_("as detected")),
    ] = None
    column_totals: Annotated[
        tuple[TotalSpec, ...] | None,
        _plan(N_("Totals among columns"), N_("columns that are sums of others."), absent=N_("as detected")),
    ] = None
    counts: Annotated[
        dict[str, str],
        _plan(N_("Columns of counts"), N_("for a column of figures the one that has its counts.")),
    ] = Field(default_factory=dict)
    n: Annotated[
        int | None,
        Field(ge=0),
        _plan(
            N_("Contributors"),
            N_("the number behind every figure of the table."),
            "internal",
            N_("not stated"),
        ),
    ] = None
    rounded: Annotated[
        int | None,
        Field(ge=0, le=1_000_000),
        _plan(
            N_("Rounded to"), N_("the base of rounding; 0 for not rounded."), "internal", N_("as detected")
        ),
    ] = None
    population: Annotated[
        Line | None,
        _plan(N_("Population of the table"), N_("who is counted."), "internal", N_("that of the project")),
    ] = None
    title_text: Annotated[
        Line | None,
        Field(alias="title"),
        _plan(
            N_("Title of the table"),
            N_("the title instead of the one detected."),
            "internal",
            N_("as detected"),
        ),
    ] = None
    variables: Annotated[
        dict[str, str],
        _plan(
            N_("Variables of dimensions"),
            N_("for a dimension, by its name or first category, the variable of the open microdata."),
        ),
    ] = Field(default_factory=dict)
    filter: Annotated[
        dict[str, tuple[str, ...]],
        _plan(
            N_("Records of the population"), N_("values that records of the population have, by variable.")
        ),
    ] = Field(default_factory=dict)
    not_table: Annotated[
        Line, _plan(N_("Not a table"), N_("why these cells are not a table that is released."))
    ] = ""


class ExceptionSpec(Settings):
    """A release against findings: the reason, and each rule with its exact cells."""

    title = N_("an exception")

    reason: Annotated[
        Text, _plan(N_("Reason for the exception"), N_("why the release is safe nevertheless."))
    ]
    findings: Annotated[
        dict[str, tuple[Line, ...]],
        _plan(N_("Findings excepted"), N_("the cells of each rule, exactly as found.")),
    ] = Field(default_factory=dict)


class DecisionSpec(Settings):
    """The decision on a table, or on what else a file holds."""

    title = N_("a decision")

    table: Annotated[TableId, _plan(N_("Table"), N_("the id of the table, from the result."))]
    verdict: Annotated[
        Verdict, _plan(N_("Decision"), N_("release, change or refuse."), "internal", choices=_VERDICTS)
    ]
    reason: Annotated[Line, _plan(N_("Reason"), N_("required unless the table is released."))] = ""
    exception: Annotated[
        ExceptionSpec | None,
        _plan(N_("Exception"), N_("required to release a table against findings."), absent=N_("none")),
    ] = None
    by: Annotated[Line, _plan(N_("Checker"), N_("the name of the person who decided."), "internal")] = ""
    account: Annotated[
        Line,
        _plan(N_("Account named"), N_("not used: the ledger has the account of the system."), "internal"),
    ] = ""


class ApprovalSpec(Settings):
    """The approval of all decisions by a second person."""

    title = N_("an approval")

    by: Annotated[Text, _plan(N_("Approved by"), N_("another person than the checker."), "internal")]
    account: Annotated[
        Line,
        _plan(
            N_("Approving account named"),
            N_("not used: the ledger has the account of the system."),
            "internal",
        ),
    ] = ""
    decisions: Annotated[
        Digest,
        _plan(N_("Decisions approved"), N_("the SHA-256 of the decisions, from the result."), "internal"),
    ]


class PackageSpec(Settings):
    """The package of what is released."""

    title = N_("a package")
    paths = ("path", "key")

    path: Annotated[Path, _plan(N_("Package file"), N_("a new .zip file; never written over."), "internal")]
    form: Annotated[
        Literal["as_is", "anew", "csv"],
        _plan(
            N_("Form of files"),
            N_(
                "unchanged where a file is wholly released and has no hidden content, otherwise written "
                "again."
            ),
            "open",
            choices={
                "as_is": Choice(N_("unchanged where possible")),
                "anew": Choice(N_("written again as workbooks")),
                "csv": Choice(N_("written again as CSV")),
            },
        ),
    ] = "as_is"
    key: Annotated[
        Path | None,
        _plan(N_("Key file of the seal"), N_("a key of the organisation."), "secret", N_("not sealed")),
    ] = None


class OutputCheckParams(Settings):
    """Outputs of a researcher, judged against rules and earlier releases."""

    outputs: Annotated[
        tuple[Path, ...],
        Field(min_length=1, max_length=5000),
        _plan(
            N_("Outputs"),
            N_("files, folders and zip archives that are submitted."),
            "counted",
            first=("outputs",),
        ),
    ]
    evidence: Annotated[
        tuple[Path, ...],
        _plan(N_("Evidence"), N_("files that help the check and are never packaged."), "counted"),
    ] = ()
    project: Annotated[
        Line,
        Setting(
            label=N_("Project"),
            help=N_("the project whose ledger holds earlier releases."),
            secrecy="internal",
            card=N_("Submission"),
        ),
    ] = ""
    researcher: Annotated[
        Line,
        Setting(label=N_("Researcher"), help=N_("who submits the outputs."), secrecy="internal"),
    ] = ""
    population: Annotated[
        Line,
        Setting(
            label=N_("Population"),
            help=N_("who is counted in tables whose title states nothing else."),
            secrecy="internal",
        ),
    ] = ""
    rules: Annotated[
        RulesSpec,
        Setting(
            label=N_("Rules"),
            help=N_("the limits by which figures are judged."),
            secrecy="open",
            card=N_("Rules"),
        ),
    ] = Field(default_factory=RulesSpec)
    decimal: Annotated[
        Literal["auto", ".", ","],
        Setting(
            label=N_("Decimal mark"),
            help=N_("of figures that are written as text."),
            secrecy="open",
            place="more",
            choices={
                "auto": Choice(N_("detected for each file")),
                ".": Choice(N_("point")),
                ",": Choice(N_("comma")),
            },
        ),
    ] = "auto"
    empty: Annotated[
        Meaning,
        Setting(
            label=N_("Empty cells"),
            help=N_("what an empty cell within a table means."),
            secrecy="open",
            place="more",
            choices=MEANINGS,
        ),
    ] = "hidden"
    marks: Annotated[
        dict[str, Meaning], _plan(N_("Marks"), N_("what a mark of the project means."), choices=MEANINGS)
    ] = Field(default_factory=dict)
    synonyms: Annotated[
        dict[str, str],
        _plan(N_("Synonyms"), N_("texts of categories that mean the same, each with the one to use.")),
    ] = Field(default_factory=dict)
    published: Annotated[
        Path | None,
        _plan(
            N_("Published rules"),
            N_("a file of rules that the plan must have, published for the project."),
            "internal",
            N_("none"),
        ),
    ] = None
    ledger: Annotated[
        Path | None,
        _plan(N_("Ledger"), N_("the file of all releases of the project."), "internal", N_("none")),
    ] = None
    head: Annotated[
        Path | None,
        _plan(
            N_("Head of the ledger"),
            N_("the file that shows whether the ledger is complete, kept elsewhere."),
            "internal",
            N_("in the folder of the policy or of the settings"),
        ),
    ] = None
    tables: Annotated[
        tuple[CorrectionSpec, ...],
        _plan(N_("Corrections"), N_("what was corrected of the tables found.")),
    ] = ()
    decisions: Annotated[
        tuple[DecisionSpec, ...], _plan(N_("Decisions"), N_("what was decided on tables and files."))
    ] = ()
    approval: Annotated[
        ApprovalSpec | None,
        _plan(N_("Approval"), N_("the approval by a second person."), "internal", N_("none")),
    ] = None
    four_eyes: Annotated[
        bool,
        Setting(
            label=N_("Approval by a second person"),
            help=N_("a package needs another person with another account."),
            secrecy="open",
            place="more",
        ),
    ] = True
    package: Annotated[
        PackageSpec | None,
        _plan(N_("Package"), N_("the package that a run writes."), "internal", N_("none")),
    ] = None

    def files(self) -> Iterator[str]:
        """No files that a plan reads as its inputs: the check hashes what it reads."""
        yield from ()

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """The params with every path changed by `moved`; the files of corrections are below outputs."""
        package = self.package
        update: dict[str, Any] = {
            "outputs": tuple(map(moved, self.outputs)),
            "evidence": tuple(map(moved, self.evidence)),
            "package": None if package is None else package.with_files(moved),
            "tables": tuple(one.model_copy(update={"file": moved(one.file)}) for one in self.tables),
        }
        for key in ("published", "ledger", "head"):
            value = getattr(self, key)
            update[key] = None if value is None else moved(value)
        return self.model_copy(update=update)


OUTPUT_CHECK = Method(
    kind="output_check",
    params=OutputCheckParams,
    title=N_("Output checking"),
    source="Brandt et al. 2010 and Griffiths et al. 2019: outputs of researchers, checked before release.",
    package=__name__,
    problems=("ledger",),
    measures=("output_rules",),
    makes="measures",
    releases=True,
    texts=("findings.csv", "request.txt"),
    needs_data=never,
)
