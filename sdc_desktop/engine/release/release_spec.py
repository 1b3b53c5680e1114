"""What a plan can say to a ``release`` job."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

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


class ReleaseParams(Spec):
    """Bezzi et al. 2012. The records are requested one at a time; each is released, waits or is denied.

    ``baseline``: the distribution of the attribute that everybody knows, that of the data or {value: share}.
    ``tests``: each entry is one run, a test's name or a list of names that must all hold. ``stream``: the
    records are requested in ``orders`` random orders, once in the order of the file, as they arrive where
    each target has its rate of requests, or once as a file of requests lists them. ``requests``: how many of
    each order, all where absent. ``join``: the rule by which CST joins cells with fewer than 5 records.
    ``assess_only``: the whole file is taken as released and only assessed.
    """

    paths: ClassVar[tuple[str, ...]] = ("requests_file",)

    attribute: str = Field(min_length=1)
    target: str = Field(min_length=1)
    baseline: Literal["data"] | dict[str, Number] = "data"
    tests: tuple[TestName | tuple[TestName, ...], ...] = Field(default=TESTS, min_length=1)
    alpha: Alpha | dict[TestName, Alpha] = 0.2
    policy: Policy = "oldest_first"
    degrees: Degrees = "baseline"
    draws: int = Field(default=10_000, ge=100, le=1_000_000)
    orders: int = Field(default=20, ge=1, le=10_000)
    requests: int | None = Field(default=None, ge=1)
    stream: Stream = "random"
    requests_file: str | None = Field(default=None, min_length=1)  # with columns named as the two variables
    rates: dict[str, Share] = Field(default_factory=dict)  # requests a unit of time; 1 where absent
    dixon_on: DixonOn = "kl"
    join: Join = "smaller_neighbour"
    seed: int | None = Field(default=None, ge=0)  # absent: the job's seed
    assess_only: bool = False
