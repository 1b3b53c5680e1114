"""The settings of a microaggregation in the tab: its blocks, and what else could be in one. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.ui.forms.choices import Blocks
from sdc_desktop.ui.questions.question import NEVER_OFFERED

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata


def current_blocks(params: MicroaggregateParams, data: Microdata) -> Blocks:
    """The blocks that a job would use, without empty ones."""
    return tuple(filter(None, params.blocks_in(data)))


def touched(params: MicroaggregateParams, data: Microdata) -> tuple[str, ...]:
    """The variables of the settings: those in blocks and the key variables, in file order."""
    named = {name for block in current_blocks(params, data) for name in block}
    named |= {variable.name for variable in data.with_role("key")}
    return tuple(name for name in data.names if name in named)


def left_out(params: MicroaggregateParams, data: Microdata) -> tuple[str, ...]:
    """The variables that could be in a block and are in none: the key variables first."""
    free = [name for name in may_divide(params, data) if name not in params.dividing]
    return tuple(sorted(free, key=lambda name: data.variable(name).role != "key"))


def may_divide(params: MicroaggregateParams, data: Microdata) -> tuple[str, ...]:
    """The variables whose values could divide the records into strata, in file order."""
    used = {name for block in current_blocks(params, data) for name in block}
    return tuple(v.name for v in data.variables if v.name not in used and v.role not in NEVER_OFFERED)


def may_be_optimal(blocks: Sequence[Sequence[str]], data: Microdata) -> bool:
    """Whether each block is a single variable of numbers, for which there is an optimal method."""
    return bool(blocks) and all(
        len(block) == 1 and block[0] in data.names and data.variable(block[0]).level == "continuous"
        for block in blocks
    )
