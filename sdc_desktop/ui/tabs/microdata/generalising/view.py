"""What the tab shows of a search for the optimal generalisation. Immutable, as `view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.hierarchies import Known, coding_title

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
    from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
    from sdc_desktop.engine.microdata.lattice.search import Evaluated
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched


@dataclass(frozen=True)
class GeneralisingView(QuestionView["Searched"]):
    """A search for levels, and what its form offers. ``attributes``: the variables that can be sensitive,
    likely ones first. ``level_names``: of every variable whose levels are known; ``counted_from``: the
    finest that a counts file has, where that is not as is (0).
    """

    params: GeneraliseParams | None = None  # None where nothing is searched
    variables: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    hierarchies: Mapping[str, HierarchySpec] = field(default_factory=dict)
    level_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contents: Mapping[str, tuple[LevelContent, ...]] = field(default_factory=dict)
    counted_from: Mapping[str, int] = field(default_factory=dict)
    records: int = 0
    preview: Searched | None = None  # one combination that is evaluated
    every: Evaluated | None = None  # all combinations, once they are evaluated
    evaluating: bool = False  # that is under way, for the picture

    @property
    def lacking(self) -> tuple[str, ...]:
        """The key variables without a hierarchy."""
        return tuple(name for name in self.variables if name not in self.hierarchies)

    @property
    def shown(self) -> Searched | None:
        """The selected combination, else the result."""
        return self.preview or self.answer

    @property
    def interrupted(self) -> bool:
        """Whether the search was stopped, and this is the best that it had found."""
        return self.answer is not None and not self.stale and self.answer.result.stopped == "cancelled"

    @property
    def ready(self) -> bool:
        """Whether the result is of the current settings and reproducible, so that it can be exported."""
        return super().ready and not self.interrupted

    def level_titles(self, name: str, words: Words) -> tuple[str, ...]:
        """Each level of a variable by its content, from as is; empty where they are not known."""
        known, names = self.levels(name), self.level_names.get(name, ())
        return tuple(coding_title(level, text, known, words) for level, text in enumerate(names, start=1))

    def levels(self, name: str) -> Known:
        """What is known of the levels of a variable: their contents, else its hierarchy's settings."""
        return self.contents.get(name) or self.hierarchies.get(name)

    @property
    def torn(self) -> str | None:
        """The variable whose hierarchy is refused, as its levels do not fit into one another."""
        names = (p.where.variable for p in self.problems if p.code == "criteria.not_nested")
        return next(names, None)
