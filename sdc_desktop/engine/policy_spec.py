"""What a site policy can say, and what a plan says of the policy it was made under. Typed as plans are."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.rules.spec import AnswerSpec, RuleSpec
from sdc_desktop.engine.spec import Number, Spec
from sdc_desktop.engine.upgrades import POLICY_SCHEMA

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
Choice = str | bool | Number | None
CriterionName = Literal[
    "k_anonymity",
    "k_map",
    "k_map_table",
    "journalist_risk",
    "delta_presence",
    "population_uniqueness",
    "distinct_l_diversity",
    "entropy_l_diversity",
    "alpha_k_anonymity",
    "recursive_cl_diversity",
    "t_closeness",
    "p_sensitive",
    "beta_likeness",
    "delta_disclosure",
    "average_risk",
]
# the others are about an attribute
OF_RECORDS: tuple[CriterionName, ...] = (
    "k_anonymity",
    "k_map",
    "k_map_table",
    "journalist_risk",
    "delta_presence",
    "population_uniqueness",
    "average_risk",
)
RuleName = Literal["threshold", "dominance", "p_percent", "pq", "request"]
CoverName = Literal[
    "title",
    "reference",
    "purpose",
    "recipient",
    "access",
    "organisation",
    "officer",
    "reviewer",
    "head",
    "date",
    "population",
    "sample",
    "safeguards",
    "keep_until",
    "next_review",
    "decision",
    "reason",
]


class LimitSpec(Spec):
    """Bounds of one parameter in every job of a kind.

    ``param`` is its path in the job's params: ``k``, ``protect.base``; of an entry in a list by the entry's
    kind: ``criteria[k_anonymity].k``, ``rules[p_percent].p``. A limit asks nothing of entries that are not
    there; ``required`` requires them. ``one_of`` may hold null: that nothing is given.
    """

    kind: str = Field(min_length=1)
    param: str = Field(min_length=1)
    at_least: Number | None = None
    at_most: Number | None = None
    one_of: tuple[Choice, ...] | None = Field(default=None, min_length=1)


class RulesSpec(Spec):
    """The rules that every table made from records has: tables of counts, and of magnitudes."""

    counts: tuple[RuleName, ...] = ()
    magnitudes: tuple[RuleName, ...] = ()


class RequiredSpec(Spec):
    """What has to be there at all.

    ``criteria``: in every ``generalise`` job; those about an attribute for each sensitive variable.
    ``random_order``: files of records have a random order. ``risk_measured``: output files are measured by a
    ``risk`` job on it. ``persons_stated``: what releases or measures records says whose they are.
    ``known_least``: the least number of records of a person whose key values an intruder knows.
    """

    criteria: tuple[CriterionName, ...] = ()
    rules: RulesSpec = RulesSpec()
    random_order: bool = False
    risk_measured: bool = False
    persons_stated: bool = False
    known_least: Known | None = None


class VerdictSpec(Spec):
    """What verdicts are held to.

    ``sensitive_disclosed_at_most``: the share of people (0 to 1) whose value of a sensitive variable may
    follow from their class; beyond it a file is not safe (absent: a tenth). ``group_disclosure_allowed``: a
    row or column of counts with all of its count in one cell is no reservation.
    """

    sensitive_disclosed_at_most: Annotated[Number, Field(ge=0, le=1)] | None = None
    group_disclosure_allowed: bool = False


class TextsSpec(Spec):
    """Texts of the report: title and purpose where the user gave none, the notice on the cover. Also
    additional paragraphs, and the fields of the cover that must be filled in. ``font``: the file of a font
    for scripts missing from the bundled ones, absolute or beginning with ``~``.
    """

    title: Text | None = None
    purpose: Text | None = None
    notice: Text | None = None
    paragraphs: tuple[Text, ...] = ()
    cover: tuple[CoverName, ...] = ()
    font: Annotated[str, Field(max_length=1000, pattern=r"(?i)^.+\.(ttf|otf|ttc)$")] | None = None


class SourceSpec(Spec):
    """The published rules that a policy was made from: their ``title``, ``publisher``, ``edition`` or
    version, ``date`` and ``address``. ``note``: what of them it does not follow, and what is a default of
    its own.
    """

    title: Text
    publisher: str = Field(default="", max_length=200)
    edition: str = Field(default="", max_length=200)
    date: str = Field(default="", max_length=50)
    address: str = Field(default="", max_length=500)
    note: str = Field(default="", max_length=2000)


class PolicySpec(Spec):
    """A site policy as in its file. ``defaults``: by kind of job, the params that new jobs begin with.
    ``ledger_heads``: folder for the heads of release logs, absolute or beginning with ``~``. ``rules``: what
    is checked on what leaves; ``sources``: the published rules that it was made from.
    """

    model_config = ConfigDict(json_schema_extra={"required": ["schema", "name", "version"]})

    schema_number: Literal[2] = Field(default=POLICY_SCHEMA, alias="schema")
    name: Name
    version: Name
    about: str = Field(default="", max_length=2000)
    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict)
    limits: tuple[LimitSpec, ...] = ()
    required: RequiredSpec = RequiredSpec()
    rules: tuple[RuleSpec, ...] = ()
    sources: tuple[SourceSpec, ...] = ()
    verdict: VerdictSpec = VerdictSpec()
    report: TextsSpec = TextsSpec()
    ledger_heads: Annotated[str, Field(min_length=1, max_length=1000)] | None = None


class ReasonSpec(Spec):
    """Why a plan deviates. ``asked`` and ``found`` are what the reason is for, as the program reports them;
    where they are given, the reason counts for nothing else.
    """

    text: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")]
    asked: str | None = None
    found: str | None = None


class PlanPolicySpec(Spec):
    """The policy that a plan was made under, the reasons for its deviations by ``JOB.PARAM``, and what was
    answered to its rules, by their names.
    """

    name: Name
    version: Name
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    reasons: dict[str, ReasonSpec] = Field(default_factory=dict)
    answers: dict[str, AnswerSpec] = Field(default_factory=dict)
