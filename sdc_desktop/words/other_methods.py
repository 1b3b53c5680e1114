"""What the methods that change values did, in sentences, for the tab Microdata."""

from typing import Any, Protocol

from sdc_desktop.engine.microdata.lookup_risk import LookupRisk
from sdc_desktop.engine.microdata.risk_result import RiskResult
from sdc_desktop.words.risk import changed_told, pram_told
from sdc_desktop.words.risk_tab import lookup_verdict, score_line
from sdc_desktop.words.words import N_, Words, listed, whole


class Told(Protocol):
    """What is known of a method's answer."""

    @property
    def result(self) -> Any: ...

    @property
    def before(self) -> RiskResult | None: ...

    @property
    def after(self) -> RiskResult | None: ...

    @property
    def looked_up(self) -> LookupRisk | None: ...


def verdict(kind: str, answer: Told, words: Words) -> tuple[str, bool]:
    """One sentence, and whether it warns."""
    result = answer.result
    if kind == "local_suppression":
        after = result.after
        cells = result.suppression.figures.cells
        return words.say_many(
            N_("{cells} cells are suppressed, so that {number} record agrees with {k} in all."),
            N_("{cells} cells are suppressed, so that each of {number} records agrees with {k} in all."),
            after.records,
            cells=whole(cells),
            k=whole(result.k),
        ), False
    nothing = (
        not any(told.changed for told in result.variables.values())
        if kind == "pram"
        else not any(result.changed.values())
    )
    if nothing:
        return words.say(N_("Nothing was changed.")), True
    if answer.looked_up is not None and answer.before is not None:
        text = lookup_verdict(answer.before, answer.looked_up, words)
        if answer.looked_up.certain:
            more = words.say_many(
                N_("{number} is found with certainty."),
                N_("{number} are found with certainty."),
                answer.looked_up.certain,
            )
            return words.say(N_("{first} {second}"), first=text, second=more), True
        return text, False
    names = tuple(result.variables if kind == "pram" else result.changed)
    return words.say(N_("Values of {names} were changed."), names=listed(names, words)), False


def sentences(kind: str, answer: Told, words: Words) -> str:
    """What was changed, and what that does to analyses."""
    result = answer.result
    if kind == "local_suppression":
        figures = result.suppression.figures
        return " ".join(
            words.say(
                N_("{name}: {number} of {records} values are suppressed ({share})."),
                name=name,
                number=whole(cells),
                records=whole(result.after.records),
                share=words.percent(cells / max(result.after.records, 1)),
            )
            for name, cells in figures.cells_by_variable.items()
        )
    if kind == "pram":
        return " ".join(pram_told(name, told, words) for name, told in result.variables.items())
    lines = [changed_told(name, number, result.records, words) for name, number in result.changed.items()]
    if result.score is not None:
        lines.insert(0, score_line(result.score, words))
    return " ".join(lines)
