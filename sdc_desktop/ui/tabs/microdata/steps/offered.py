"""What the data offer to the settings of a step, and the settings that a new step begins with. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.setting import beginning
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.forms.choices import Choices, choices_of
from sdc_desktop.ui.tabs.microdata.grouping import question
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_title

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened

LevelNames = Mapping[str, tuple[str, ...]]  # of the hierarchies, by variable


def begun_step(kind: str, data: Microdata, *, first: bool) -> Any:
    """The settings of a new step. Microaggregation after another step begins with the numbers that are no
    key variables, where the file has some.
    """
    params = beginning(WAYS[kind].begin({}), {variable.role for variable in data.variables})
    if first or not isinstance(params, MicroaggregateParams):
        return params
    numbers = [v.name for v in data.variables if v.level == "continuous" and v.role in ("sensitive", "other")]
    return params.model_copy(update={"blocks": (tuple(numbers),)}) if numbers else params


def shown_params(params: Any, data: Microdata) -> Any:
    """The settings as a form shows them: microaggregation with the blocks in use."""
    if not isinstance(params, MicroaggregateParams):
        return params
    return params.model_copy(update={"blocks": question.current_blocks(params, data)})


def changed(params: Any, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings that a change of some fields gives: blocks replace the variables, and the optimal method
    is dropped where a block has several.
    """
    if not isinstance(params, MicroaggregateParams) or "blocks" not in fields:
        return fields
    several = any(len(block) > 1 for block in fields["blocks"])
    return {"variables": None, "method": "mdav" if several else params.method, **fields}


def offered(params: Any, opened: Opened, levels: LevelNames, words: Words) -> Choices:
    """What the data offer to the settings of a step. ``levels``: those known so far."""
    data, choices = opened.data, choices_of(params, opened.data)
    if isinstance(params, MicroaggregateParams):
        return _of_blocks(params, data, choices, words)
    if not isinstance(params, RecodeParams | GeneraliseParams):
        return choices
    specs = opened.spec.hierarchies
    names = [name for name in data.names if name in levels and name in specs]
    if isinstance(params, RecodeParams):
        names = [n for n in names if n in params.levels or data.variable(n).role not in NEVER_RELEASED]
    titles = {
        name: tuple(
            coding_title(level, text, specs[name], words) for level, text in enumerate(levels[name], start=1)
        )
        for name in names
    }
    lacking = {} if specs else {"levels": words.say(N_("No variable has a hierarchy."))}
    return replace(choices, level_names=titles, notes=lacking)


def _of_blocks(params: MicroaggregateParams, data: Microdata, choices: Choices, words: Words) -> Choices:
    blocks = question.current_blocks(params, data)
    reason = words.say(N_("Requires one continuous variable per block."))
    return replace(
        choices,
        offered={
            "blocks": question.left_out(params, data),
            "strata": question.may_divide(params, data),
        },
        chosen={"strata": params.dividing},
        most={"k": max(data.records, 1)},
        barred={} if question.may_be_optimal(blocks, data) else {"method": {"optimal_univariate": reason}},
        levels={variable.name: variable.level for variable in data.variables},
        key_variables=frozenset(variable.name for variable in data.with_role("key")),
    )
