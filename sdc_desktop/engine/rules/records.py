"""Rules checked on the values of a file of records that leaves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name
from sdc_desktop.engine.rules.ages import saying_above, showing_above
from sdc_desktop.engine.rules.dates import finer_than
from sdc_desktop.engine.rules.found import OfVariable, RuleFound, not_checked, of_state
from sdc_desktop.engine.rules.patterns import contains
from sdc_desktop.engine.rules.post_codes import too_fine
from sdc_desktop.engine.rules.spec import (
    AgesSpec,
    AnswerSpec,
    AreasSpec,
    DatesSpec,
    IdentifiersGoneSpec,
    PatternsSpec,
    Populations,
    PostcodesSpec,
    RuleSpec,
)
from sdc_desktop.engine.spec import NEVER_RELEASED

SUPPRESSED = "*"
_AGES = listed_words(
    """
    age ages alter alters agegroup agegrp agecat ageclass altersgruppe altersklasse agey ageyears agemonths
    lebensalter
    """
)
_POSTCODES = listed_words(
    "zip zips zipcode zipcodes plz postleitzahl postcode postcodes postalcode zcta postal codepostal"
    " npa eircode"
)
_AREAS = listed_words(
    """
    region area county district municipality city town place commune province state nuts canton kanton bezirk
    gemeinde kreis landkreis bundesland ort stadt land parish ward lsoa msoa tract block puma fips
    """
)
_NO_ANSWER = AnswerSpec()


@dataclass(frozen=True)
class Leaving:
    """The records of a file that leaves. ``populations``: by rule the inhabitants of areas, by their code or
    name.
    """

    data: Microdata
    answers: Mapping[str, AnswerSpec]
    populations: Mapping[str, Populations] = field(default_factory=dict)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that are in the file."""
        return tuple(one for one in self.data.variables if one.role not in NEVER_RELEASED or one.pseudonym)

    def values(self, variable: Variable, context: JobContext) -> dict[str, int]:
        """The different values of a variable with their records, without missing ones. Raises Cancelled."""
        missing = (*variable.missing, SUPPRESSED)
        relation, place = self.data.relation, self.data.index(variable.name)
        cursor = relation.store.cursor()
        with relation.grouped(place, context) as grouped, interruptible(cursor, context):
            rows = run(
                cursor,
                f"SELECT value, sum(frequency)::BIGINT FROM {grouped} "
                f"WHERE NOT list_contains({sql_texts(missing)}, value) GROUP BY 1 ORDER BY 1",
            )
        return {str(value): int(number) for value, number in rows}


Breaking = Callable[[Sequence[str]], Iterable[str]]  # of the different values of a variable, those that break


def checked(rule: RuleSpec, leaving: Leaving, context: JobContext) -> RuleFound | None:
    """Whether a file of records meets a rule on its values; None for a rule about something else. Raises
    Cancelled.
    """
    match rule.check:
        case IdentifiersGoneSpec():
            return _identifiers(rule, leaving)
        case PatternsSpec(kinds=kinds):
            return _of_values(
                rule,
                leaving,
                _every(leaving),
                lambda texts: (text for text in texts if _has(kinds, text)),
                context,
            )
        case DatesSpec(finest=finest):
            return _of_values(
                rule, leaving, _every(leaving), lambda texts: finer_than(texts, finest), context
            )
        case AgesSpec(greatest=greatest):
            return _ages(rule, leaving, greatest, context)
        case PostcodesSpec(figures=figures, hidden=hidden, shown_as=hidden_as):
            return _of_named(
                rule,
                leaving,
                _POSTCODES,
                lambda texts: too_fine(texts, figures, hidden, hidden_as),
                context,
            )
        case AreasSpec(population=least):
            known = leaving.populations.get(rule.name)
            if known is None and _answer(rule, leaving).variables != ():
                return not_checked(rule, "no_populations", seeming(rule, leaving))
            known = known or {}
            return _of_named(
                rule,
                leaving,
                _AREAS,
                lambda texts: (one for one in texts if known.get(one, 0) < least),
                context,
            )
    return None


def seeming(rule: RuleSpec, leaving: Leaving) -> tuple[str, ...]:
    """The variables that a rule seems to be about by their names, for the user to confirm."""
    words = {AgesSpec: _AGES, PostcodesSpec: _POSTCODES, AreasSpec: _AREAS}.get(type(rule.check), frozenset())
    return tuple(one.name for one in leaving.variables if parts_of_name(one.name) & words)


def _ages(rule: RuleSpec, leaving: Leaving, greatest: int, context: JobContext) -> RuleFound:
    """Ages in their own variables, and those that a text of any other says."""
    found = _of_named(rule, leaving, _AGES, lambda texts: showing_above(texts, greatest), context)
    others = [name for name in _every(leaving) if name not in found.looked_at]
    stated = _of_values(rule, leaving, others, lambda texts: saying_above(texts, greatest), context).variables
    if not stated:
        return found
    return of_state(rule, broken=(*found.variables, *stated), looked_at=_every(leaving))


def _has(kinds: Sequence[str], text: str) -> bool:
    return any(contains(kind, text) for kind in kinds)  # type: ignore[arg-type]


def _identifiers(rule: RuleSpec, leaving: Leaving) -> RuleFound:
    found = tuple(
        OfVariable(one.name, 0, leaving.data.records)
        for one in leaving.variables
        if one.suspicion is not None and not one.suspicion.doubtful and not one.pseudonym
    )
    return of_state(rule, broken=found, looked_at=_every(leaving))


def _every(leaving: Leaving) -> tuple[str, ...]:
    return tuple(one.name for one in leaving.variables)


def _answer(rule: RuleSpec, leaving: Leaving) -> AnswerSpec:
    return leaving.answers.get(rule.name, _NO_ANSWER)


def _of_named(
    rule: RuleSpec, leaving: Leaving, words: frozenset[str], breaking: Breaking, context: JobContext
) -> RuleFound:
    """A rule on variables of one meaning: those that the user names, else those that seem so by their names,
    and then it can be broken but not met.
    """
    named = _answer(rule, leaving).variables
    if named is not None:
        there = tuple(name for name in named if name in _every(leaving))
        return _of_values(rule, leaving, there, breaking, context)
    found = _of_values(rule, leaving, seeming(rule, leaving), breaking, context)
    return found if found.state == "not_met" else not_checked(rule, "not_answered", found.looked_at)


def _of_values(
    rule: RuleSpec, leaving: Leaving, names: Sequence[str], breaking: Breaking, context: JobContext
) -> RuleFound:
    found = []
    for name in names:
        context.checkpoint()
        values = leaving.values(leaving.data.variable(name), context)
        broken = tuple(breaking(tuple(values)))
        if broken:
            found.append(OfVariable(name, len(broken), sum(values[text] for text in broken)))
    return of_state(rule, broken=found, looked_at=tuple(names))
