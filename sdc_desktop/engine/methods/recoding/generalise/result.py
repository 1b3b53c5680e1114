"""What a ``generalise`` job gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sdc_desktop.engine.microdata.classes.one_value import OneValue
from sdc_desktop.engine.microdata.criteria.check_file import FileCheck
from sdc_desktop.engine.microdata.criteria.diversity import Diversity
from sdc_desktop.engine.microdata.lattice.local_recoding import LocalRound
from sdc_desktop.engine.microdata.lattice.mixed_levels import MixedClasses, MixedLevels
from sdc_desktop.engine.microdata.lattice.search import Evaluated, Solution, Stopped
from sdc_desktop.engine.microdata.recoding.recoding import Anonymity
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.redacted import REDACTED


@dataclass(frozen=True)
class GeneraliseResult:
    """The levels found and what they do. Levels count from 0 = as is.

    ``suppressed``: records that lie in failing classes at these levels; ``hidden``: those of them that stay
    suppressed after local recoding (all of them without). ``limit``: the most records that could be
    suppressed. ``proven``: no other node has a smaller loss; else ``stopped`` says what ended the search
    (``nodes``, ``cancelled``) and the levels are the best so far. ``nodes`` were evaluated, of ``lattice``.
    ``ties``: all nodes of this loss (within 1e-9), the one released first. ``anopi``: ANOPI's own choice.
    ``one_value``: what the classes disclose of each sensitive variable. ``left_out``: variables of the
    role `key` that the criteria are not about.
    """

    levels: Mapping[str, int]
    level_names: Mapping[str, str]
    suppressed: int
    hidden: int
    limit: int
    records: int
    loss_name: str
    loss: float
    proven: bool
    stopped: Stopped
    nodes: int
    lattice: int
    ties: tuple[Solution, ...]
    anopi: Solution | None
    local_recoding: str
    local_rounds: tuple[LocalRound, ...]
    before: Anonymity
    after: Anonymity
    check: FileCheck
    diversity_before: Mapping[str, Diversity]
    diversity: Mapping[str, Diversity]
    one_value: Mapping[str, OneValue]
    left_out: tuple[str, ...]
    notes: tuple[Problem, ...]
    evaluated: Evaluated = field(metadata=REDACTED, repr=False, compare=False)
    mixed: MixedLevels = field(metadata=REDACTED, repr=False, compare=False)
    released: MixedClasses = field(metadata=REDACTED, repr=False, compare=False)

    @property
    def complete(self) -> bool:
        """Whether the search was not ended early."""
        return self.stopped == "no"
