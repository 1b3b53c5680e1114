"""Results of models in outputs: the number of observations and the residual degrees of freedom."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.submission.sheets import Box, Cell, Sheet, around

_SUMMARY = re.compile(
    r"dep\. variable|no\. observations|number of obs|df residuals|df model|r-squared|log[- ]likelihood"
    r"|omnibus|durbin-watson|jarque-bera|prob\(|covariance type|residual standard error"
    r"|degrees of freedom|prob > [fc]|root mse|null deviance"
    r"|^observations:?$|^n obs|^(?:adj\.? )?r(?:2|²|\^2)$"
    r"|pseudo r|kurtosis:|skew:|cond\. no|f-statistic|aic:|bic:|converged:",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"no\. observations|number of obs|^observations?:?$|^n obs|^num(?:ber)? of observations", re.I
)
_FREEDOM = re.compile(r"df residuals?|residual df|df_resid|^residual degrees", re.IGNORECASE)
_ON_FREEDOM = re.compile(r"(?:on|with)?\s*([\d,. ]+?) (?:residual )?degrees of freedom", re.IGNORECASE)
_OF_FREEDOM = re.compile(r"F\(\s*\d+\s*,\s*(\d+)\s*\)")
_COMMANDS = re.compile(
    r"^(?:xi:? )?(?:by[^:]*: ?)?(?:reg|regress|logit|logistic|probit|poisson|nbreg|xt\w+|areg|reghdfe|"
    r"ivreg\w*|glm|lm|mixed|melogit|stcox|streg|ologit|mlogit|tobit|anova|manova|cox\w*|summary\s*\()\b",
    re.IGNORECASE,
)
_RECORDS = re.compile(
    r"^(?:by[^:]*: ?)?(?:list\b|li?s?\b(?= )|browse|br\b|head\s*\(|tail\s*\("
    r"|print\s*\((?!.*(?:table|tab|summary|describe|mean|sum|corr|value_counts|crosstab|groupby|pivot))|View\s*\(|str\s*\(|glimpse|[\w.]+\.(?:head|tail|sample)\s*\("
    r"|[\w.]+\.(?:loc|iloc)\s*\[|proc print|select\s+\*)",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"^(?:by[^:]*: ?)?(?:tab|tabu|tabulate|tab1|tab2|fre|xtabs|proc freq|table\()"
    r"|\b(?:crosstab|xtabs|ftable|value_counts)\b|\bwith\([^)]*\btable\(|<- ?table\(|groupby.*\.size\(",
    re.IGNORECASE,
)
_NO_COUNTS = re.compile(r"summ|prop\.table|proportions|normalize|nofreq|aggfunc|values ?=", re.IGNORECASE)
_SIZE = re.compile(r"^(?:nobs|nrow|NROW)\s*\(")
_FIGURE = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Model:
    """A model's result: where it is, its number of observations and residual degrees of freedom, where these
    are given.
    """

    box: Box
    command: str = ""
    n: int | None = None
    freedom: int | None = None
    residuals: str = ""  # where the least and the greatest residual are

    @property
    def is_size(self) -> bool:
        """Whether it is a number of observations alone."""
        return is_size_command(self.command)


def is_summary(texts: Iterable[str]) -> bool:
    """Whether a block is the summary of a model: several of its usual labels."""
    return sum(1 for text in texts if _SUMMARY.search(text)) >= 2


def is_model_command(text: str) -> bool:
    """Whether a console command fits a model."""
    return _COMMANDS.match(text.strip()) is not None


def is_size_command(text: str) -> bool:
    """Whether a console command prints a number of observations alone."""
    return _SIZE.match(text.strip()) is not None


def lists_records(text: str) -> bool:
    """Whether a console command prints records."""
    return _RECORDS.match(text.strip()) is not None


def tabulates(text: str) -> bool:
    """Whether a console command makes tables of counts."""
    return _COUNTS.search(text.strip()) is not None and _NO_COUNTS.search(text) is None


def has_residuals(sheet: Sheet, box: Box) -> bool:
    """Whether a block is R's five numbers of residuals: Min, 1Q, Median, 3Q, Max."""
    texts = [
        sheet.cells[row, column].shown.strip()
        for row in range(box[0], min(box[2], box[0] + 2) + 1)
        for column in range(box[1], box[3] + 1)
        if (row, column) in sheet.cells
    ]
    return bool(texts) and "residuals" in texts[0].casefold() and {"Min", "Max"} <= set(texts)


def model_of(sheet: Sheet, boxes: Sequence[Box], command: str = "", texts: Iterable[str] = ()) -> Model:
    """The model whose result is in these boxes. ``texts``: lines printed with them."""
    n = freedom = None
    residuals = next((sheet.box_address(box) for box in boxes if has_residuals(sheet, box)), "")
    for box in boxes:
        for row in range(box[0], box[2] + 1):
            cells = [
                sheet.cells[row, column]
                for column in range(box[1], box[3] + 1)
                if (row, column) in sheet.cells
            ]
            for place, cell in enumerate(cells):
                n = n if n is not None else _after(cell, cells[place + 1 :], _NUMBER)
                if freedom is None:
                    freedom = _after(cell, cells[place + 1 :], _FREEDOM)
                if freedom is None:
                    freedom = _on(cell.shown)
            if freedom is None:
                freedom = _residual(cells)
            if is_size_command(command):
                n = whole(cells[-1].shown)
    if freedom is None:  # Null deviance is the one before it
        found = (_on(text) for text in texts if text.lower().startswith("residual"))
        freedom = next((one for one in found if one is not None), None)
    return Model(around(boxes), command, n, freedom, residuals)


def _after(cell: Cell, following: Sequence[Cell], pattern: re.Pattern[str]) -> int | None:
    """The whole number behind a label, in the same cell or one of the next two."""
    if not pattern.search(cell.shown):
        return None
    texts = [
        cell.shown.partition("=")[2] or cell.shown.partition(":")[2],
        *(one.shown for one in following[:2]),
    ]
    for text in texts:
        found = _FIGURE.fullmatch(text.strip())
        if found is not None:
            return whole(found[0])
    return None


def _on(text: str) -> int | None:
    found = _ON_FREEDOM.search(text) or _OF_FREEDOM.search(text)
    return None if found is None else whole(found[1])


def _residual(cells: Sequence[Cell]) -> int | None:
    """The degrees of freedom in the line Residual of an analysis of variance: its second figure."""
    if not cells or cells[0].shown.strip().lower() not in ("residual", "residuals", "error"):
        return None
    figures = [found[0] for cell in cells[1:] if (found := _FIGURE.fullmatch(cell.shown.strip()))]
    if len(figures) < 2:
        return None
    candidates = [one for one in figures[:2] if "." not in one]
    return whole(candidates[-1]) if candidates else None


def whole(text: str) -> int | None:
    """A whole number from its text, 1,234 or 397.0; None for another one."""
    bare = text.replace(",", "").strip()
    try:
        value = float(bare)
    except ValueError:
        return None
    return int(value) if value.is_integer() else None
