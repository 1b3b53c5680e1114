"""Output checking: its settings and facts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.methods.outputs.output_check.rules import RulesSpec
from sdc_desktop.engine.setting import Choice, Setting, Settings
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.spec import CorrectionSpec, Line, Path, of_plan
from sdc_desktop.marks import N_

Text = Annotated[str, Field(min_length=1, max_length=4000)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
TableId = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Verdict = Literal["release", "change", "refuse"]
Meaning = Literal["hidden", "zero", "none"]
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

WholeNumbers = Literal["ask", "counts", "sums"]
WHOLE_NUMBERS: Mapping[str, Choice] = {
    "ask": Choice(N_("not known")),
    "counts": Choice(N_("counts")),
    "sums": Choice(N_("sums")),
}


class ExceptionSpec(Settings):
    """A release against findings: the reason, and each rule with its exact cells."""

    title = N_("an exception")

    reason: Annotated[
        Text, of_plan(N_("Reason for the exception"), N_("why the release is safe nevertheless."))
    ]
    findings: Annotated[
        dict[str, tuple[Line, ...]],
        of_plan(N_("Findings excepted"), N_("the cells of each rule, exactly as found.")),
    ] = Field(default_factory=dict)


class DecisionSpec(Settings):
    """The decision on a table, or on what else a file holds."""

    title = N_("a decision")

    table: Annotated[TableId, of_plan(N_("Table"), N_("the id of the table, from the result."))]
    verdict: Annotated[
        Verdict, of_plan(N_("Decision"), N_("release, change or refuse."), "internal", choices=_VERDICTS)
    ]
    reason: Annotated[Line, of_plan(N_("Reason"), N_("required unless the table is released."))] = ""
    exception: Annotated[
        ExceptionSpec | None,
        of_plan(N_("Exception"), N_("required to release a table against findings."), absent=N_("none")),
    ] = None
    by: Annotated[Line, of_plan(N_("Checker"), N_("the name of the person who decided."), "internal")] = ""
    file: Annotated[
        Line,
        of_plan(
            N_("File decided on"), N_("its name within the submission; names what made a decision lapse.")
        ),
    ] = ""
    place: Annotated[
        Line, of_plan(N_("Place in the file"), N_("sheet and cells when the decision was made."))
    ] = ""
    account: Annotated[
        Line,
        of_plan(N_("Account named"), N_("not used: the ledger has the account of the system."), "internal"),
    ] = ""


class ApprovalSpec(Settings):
    """The approval of all decisions by a second person."""

    title = N_("an approval")

    by: Annotated[Text, of_plan(N_("Approved by"), N_("another person than the checker."), "internal")]
    account: Annotated[
        Line,
        of_plan(
            N_("Approving account named"),
            N_("not used: the ledger has the account of the system."),
            "internal",
        ),
    ] = ""
    decisions: Annotated[
        Digest,
        of_plan(N_("Decisions approved"), N_("the SHA-256 of the decisions, from the result."), "internal"),
    ]


class PackageSpec(Settings):
    """The package of what is released."""

    title = N_("a package")
    paths = ("path", "key")

    path: Annotated[Path, of_plan(N_("Package file"), N_("a new .zip file; never written over."), "internal")]
    form: Annotated[
        Literal["as_is", "anew", "csv"],
        of_plan(
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
        of_plan(N_("Key file of the seal"), N_("a key of the organisation."), "secret", N_("not sealed")),
    ] = None


class CaseSpec(Settings):
    """A researcher with the files that are theirs."""

    title = N_("a case")

    researcher: Annotated[
        Line, of_plan(N_("Researcher of the case"), N_("who submits these outputs."), "internal")
    ]
    outputs: Annotated[
        tuple[Path, ...],
        Field(min_length=1, max_length=5000),
        of_plan(N_("Outputs of the case"), N_("files and folders among the outputs."), "internal_count"),
    ]


class OutputCheckParams(Settings):
    """Outputs of a researcher, judged against rules and earlier releases."""

    outputs: Annotated[
        tuple[Path, ...],
        Field(min_length=1, max_length=5000),
        of_plan(
            N_("Outputs"),
            N_("files, folders and zip archives that are submitted."),
            "counted",
            first=("outputs",),
        ),
    ]
    evidence: Annotated[
        tuple[Path, ...],
        of_plan(N_("Evidence"), N_("files that help the check and are never packaged."), "counted"),
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
    cases: Annotated[
        tuple[CaseSpec, ...],
        Field(max_length=500),
        of_plan(
            N_("Cases"),
            N_("several researchers, each with the outputs that are theirs."),
            "internal_count",
            N_("one researcher"),
        ),
    ] = ()
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
    whole_numbers: Annotated[
        WholeNumbers,
        Setting(
            label=N_("Whole numbers"),
            help=N_("what whole numbers are that no word in the submission calls counts."),
            secrecy="internal",
            place="more",
            choices=WHOLE_NUMBERS,
        ),
    ] = "ask"
    marks: Annotated[
        dict[str, Meaning], of_plan(N_("Marks"), N_("what a mark of the project means."), choices=MEANINGS)
    ] = Field(default_factory=dict)
    synonyms: Annotated[
        dict[str, str],
        of_plan(N_("Synonyms"), N_("texts of categories that mean the same, each with the one to use.")),
    ] = Field(default_factory=dict)
    published: Annotated[
        Path | None,
        of_plan(
            N_("Published rules"),
            N_("a file of rules that the plan must have, published for the project."),
            "internal",
            N_("none"),
        ),
    ] = None
    ledger: Annotated[
        Path | None,
        of_plan(N_("Ledger"), N_("the file of all releases of the project."), "internal", N_("none")),
    ] = None
    head: Annotated[
        Path | None,
        of_plan(
            N_("Head of the ledger"),
            N_("the file that shows whether the ledger is complete, kept elsewhere."),
            "internal",
            N_("in the folder of the policy or of the settings"),
        ),
    ] = None
    shared: Annotated[
        bool,
        Setting(
            label=N_("Ledger shared by the group"),
            help=N_("the group of its folder can continue the ledger, for an approval by another account."),
            secrecy="open",
            card=N_("Ledger"),
        ),
    ] = False
    tables: Annotated[
        tuple[CorrectionSpec, ...],
        of_plan(N_("Corrections"), N_("what was corrected of the tables found.")),
    ] = ()
    decisions: Annotated[
        tuple[DecisionSpec, ...], of_plan(N_("Decisions"), N_("what was decided on tables and files."))
    ] = ()
    approval: Annotated[
        ApprovalSpec | None,
        of_plan(N_("Approval"), N_("the approval by a second person."), "internal", N_("none")),
    ] = None
    four_eyes: Annotated[
        bool,
        Setting(
            label=N_("Approval by a second person"),
            help=N_("a package needs another person with another account."),
            secrecy="open",
        ),
    ] = True
    package: Annotated[
        PackageSpec | None,
        of_plan(N_("Package"), N_("the package that a run writes."), "internal", N_("none")),
    ] = None

    def by_researcher(self) -> tuple[Case, ...]:
        """The cases. Without any, all files are of the one researcher that is named."""
        found = tuple(Case(one.researcher, one.outputs) for one in self.cases)
        return found or (Case(self.researcher),)

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
            "cases": tuple(
                one.model_copy(update={"outputs": tuple(map(moved, one.outputs))}) for one in self.cases
            ),
        }
        for key in ("published", "ledger", "head"):
            value = getattr(self, key)
            update[key] = None if value is None else moved(value)
        return self.model_copy(update=update)


def texts_of(params: OutputCheckParams) -> tuple[str, ...]:
    """Endings of the texts and decision reports that a run writes: of each researcher their own."""
    endings = [case.ending for case in params.by_researcher()]
    reports = [f"decisions{ending}" for ending in endings if params.decisions]
    return (
        "findings.csv",
        *(f"request{ending}.txt" for ending in endings),
        *(f"{name}.{edition}.pdf" for name in reports for edition in ("external", "internal")),
    )


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
    texts=texts_of,
    needs_data=never,
)
