"""The params of a release queue."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Test = Literal["MIS", "KLD", "CST", "DQT"]
TESTS: tuple[Test, ...] = ("MIS", "KLD", "CST", "DQT")
TestName = Literal["MIS", "KLD", "CST", "DQT", "mis", "kld", "cst", "dqt"]  # small letters are taken as well
Policy = Literal["deny", "oldest_first", "most_records"]
Degrees = Literal["seen", "baseline"]
Stream = Literal["random", "file", "arrivals", "listed"]
DixonOn = Literal["kl", "pearson"]
Join = Literal["smaller_neighbour", "forwards"]
Alpha = Annotated[float, Field(gt=0, lt=1)]
Share = Annotated[Number, Field(ge=0)]
Shares = dict[str, Number]  # by value of the attribute
Rates = dict[str, Share]  # by target
Alphas = Alpha | dict[TestName, Alpha]
Runs = tuple[TestName | tuple[TestName, ...], ...]
_NAMES = {
    "MIS": Choice(N_("MIS \u2013 all targets together")),
    "KLD": Choice(N_("KLD \u2013 distance of each target")),
    "CST": Choice(N_("CST \u2013 chi-square of each target")),
    "DQT": Choice(N_("DQT – outlying target")),
}
TEST_CHOICES = _NAMES | {name.lower(): choice for name, choice in _NAMES.items()}
_ANY = Pick(levels=("nominal", "ordinal", "continuous"), described="", roles=())


def _simulates(params: "ReleaseParams") -> bool:
    return not params.assess_only


class ReleaseParams(Settings):
    """Bezzi et al. 2012. The records are requested one at a time; each is released, waits or is denied.

    ``baseline``: the publicly known distribution of the attribute, that of the data or {value: share}.
    ``tests``: each entry is one run, a test's name or a list of names that must all hold. ``stream``: the
    records are requested in ``orders`` random orders, once in the order of the file, as they arrive where
    each target has its rate of requests, or once as a file of requests lists them. ``requests``: how many of
    each order, all where absent. ``join``: the rule by which CST joins cells with fewer than 5 records.
    ``assess_only``: the whole file is taken as released and only assessed.
    """

    paths: ClassVar[tuple[str, ...]] = ("requests_file",)

    attribute: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Observed attribute"),
            short=N_("Observed variable"),
            help=N_(
                "the variable whose distribution is observed, such as age. Declare the order of its "
                "values: the chi-square test joins neighbours."
            ),
            secrecy="open",
            picks=_ANY,
        ),
    ]
    target: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Target"),
            help=N_("the variable whose values are protected, such as a location."),
            secrecy="open",
            picks=_ANY,
        ),
    ]
    baseline: Annotated[
        Literal["data"] | Shares,
        Setting(
            label=N_("Baseline"),
            help=N_(
                "the publicly known distribution: that of the file, or a share for each value, 1 in all."
            ),
            secrecy="counted",
            choices={"data": Choice(N_("open file"))},
            other=N_("entered shares"),
        ),
    ] = "data"
    tests: Annotated[
        Runs,
        Field(min_length=1),
        Setting(
            label=N_("Release tests"),
            help=N_("each in a separate run, or several that must all be met."),
            secrecy="open",
            card=N_("Release tests"),
            choices=TEST_CHOICES,
        ),
    ] = TESTS
    alpha: Annotated[
        Alphas,
        Setting(
            label=N_("Significance"),
            help=N_(
                "in percent, one for all tests or one for each. A larger level "
                "protects more: fewer records are released."
            ),
            secrecy="open",
            unit=SHARE,
            choices=TEST_CHOICES,
        ),
    ] = 0.2
    policy: Annotated[
        Policy,
        Setting(
            label=N_("Treatment of unsafe requests"),
            short=N_("Unsafe requests"),
            help=N_(
                "what happens to a record that is not safe now: denied; waiting, oldest first; or waiting "
                "until the largest safe set is released as one step."
            ),
            secrecy="open",
            card=N_("Requests"),
            choices={
                "deny": Choice(N_("deny")),
                "oldest_first": Choice(N_("queue, oldest first")),
                "most_records": Choice(N_("queue, largest safe set")),
            },
            matters=_simulates,
        ),
    ] = "oldest_first"
    degrees: Annotated[
        Degrees,
        Setting(
            label=N_("Degrees of freedom"),
            help=N_(
                "of all values of the baseline, or of those released so far, as in the source; with those an "
                "order can stall."
            ),
            secrecy="open",
            choices={
                "baseline": Choice(N_("of all values of the baseline")),
                "seen": Choice(N_("of the values released so far")),
            },
            place="more",
        ),
    ] = "baseline"
    draws: Annotated[
        int,
        Field(ge=100, le=1_000_000),
        Setting(
            label=N_("Draws for the first records"),
            short=N_("Draws"),
            help=N_("how many sets are drawn for the critical values of the first records."),
            secrecy="open",
            place="more",
            matters=_simulates,
        ),
    ] = 10_000
    orders: Annotated[
        int,
        Field(ge=1, le=10_000),
        Setting(
            label=N_("Number of orders"),
            short=N_("Orders"),
            help=N_("the number of random orders simulated; they differ much, so use several."),
            secrecy="open",
            matters=lambda params: not params.assess_only and params.stream in ("random", "arrivals"),
        ),
    ] = 20
    requests: Annotated[
        int | None,
        Field(ge=1),
        Setting(
            label=N_("Maximum requests per order"),
            short=N_("Requests"),
            help=N_("the number of requests simulated in each order."),
            secrecy="open",
            absent=N_("all"),
            place="more",
        ),
    ] = None
    stream: Annotated[
        Stream,
        Setting(
            label=N_("Request order"),
            help=N_("random orders, the order of the file, arrivals with rates, or a file of requests."),
            secrecy="open",
            choices={
                "random": Choice(N_("random")),
                "file": Choice(N_("file order")),
                "arrivals": Choice(N_("arrival rates by target")),
                "listed": Choice(N_("requests file")),
            },
            matters=_simulates,
        ),
    ] = "random"
    requests_file: Annotated[  # with columns named as the two variables
        str | None,
        Field(min_length=1),
        Setting(
            label=N_("File of requests"),
            help=N_("a line for each request; needed for that request order."),
            secrecy="open",
            matters=lambda params: params.stream == "listed",
        ),
    ] = None
    rates: Annotated[  # requests a unit of time
        Rates,
        Setting(
            label=N_("Rates of requests"),
            help=N_("requests per day for each target, for arrivals."),
            secrecy="counted",
            first=1,
            matters=lambda params: params.stream == "arrivals",
        ),
    ] = Field(default_factory=dict)
    dixon_on: Annotated[
        DixonOn,
        Setting(
            label=N_("DQT statistic"),
            short=N_("Distances"),
            help=N_("what DQT evaluates: Kullback-Leibler or Pearson distances."),
            secrecy="open",
            choices={
                "kl": Choice(N_("DQT on Kullback-Leibler distances")),
                "pearson": Choice(N_("DQT on Pearson's chi-square")),
            },
            place="more",
            matters=lambda params: "DQT" in str(params.tests).upper(),
        ),
    ] = "kl"
    join: Annotated[
        Join,
        Setting(
            label=N_("Rule for joining small cells"),
            short=N_("Small cells"),
            help=N_(
                "how CST joins cells with fewer than 5 records: the smallest cell with its smaller "
                "neighbour, or each value with the next ones, as in a log without this setting."
            ),
            secrecy="open",
            choices={
                "smaller_neighbour": Choice(N_("smallest cell with its smaller neighbour")),
                "forwards": Choice(N_("with the next value")),
            },
            place="more",
            matters=lambda params: "CST" in str(params.tests).upper(),
        ),
    ] = "smaller_neighbour"
    seed: Annotated[
        int | None,
        Field(ge=0),
        Setting(
            label=N_("Random seed"),
            short=N_("Seed"),
            help=N_("the same seed gives the same orders."),
            secrecy="internal",
            absent=N_("that of the job"),
        ),
    ] = None
    assess_only: Annotated[
        bool,
        Setting(
            label=N_("Assess the whole file only"),
            help=N_("takes the whole file as released and reports what each test finds."),
            secrecy="open",
            place="more",
        ),
    ] = False
