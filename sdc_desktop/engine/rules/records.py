"""Rules checked on the values of a file of records that leaves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name
from sdc_desktop.engine.rules.ages import showing_above
from sdc_desktop.engine.rules.dates import NEEDED, are_dates, finer_alone, finer_than
from sdc_desktop.engine.rules.found import OfVariable, RuleFound, not_checked, of_state
from sdc_desktop.engine.rules.patterns import contains, needed
from sdc_desktop.engine.rules.post_codes import too_fine
from sdc_desktop.engine.rules.spec import (
    AgesSpec,
    AnswerSpec,
    AreasSpec,
    DatePart,
    DatesSpec,
    IdentifiersGoneSpec,
    PatternsSpec,
    Populations,
    PostcodesSpec,
    RuleSpec,
)
from sdc_desktop.engine.spec import NEVER_RELEASED

SUPPRESSED = "*"
_AGES = listed_words("age ages alter alters agegroup altersgruppe agey ageyears lebensalter")
_POSTCODES = listed_words(
    "zip zipcode zipcodes plz postleitzahl postcode postalcode zcta zcta5 zip5 zip3 postal"
)
_AREAS = listed_words(
    """
    region area county district municipality city town place commune province state nuts canton kanton bezirk
    gemeinde kreis landkreis bundesland ort stadt land parish ward lsoa msoa tract block puma fips
    """
)
_FIRST = 500  # values that show whether all of a variable may be dates of one form
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

    def values(
        self, variable: Variable, context: JobContext, needed: str = "", most: int | None = None
    ) -> dict[str, int]:
        """The different values of a variable with their records, without missing ones: those that match a
        regular expression, up to a number. Raises Cancelled.
        """
        missing = (*variable.missing, SUPPRESSED)
        matching = f"AND regexp_matches(value, {sql_text(needed)}, 's')" if needed else ""
        limit = "ORDER BY 1" if most is None else f"LIMIT {most}"
        relation, place = self.data.relation, self.data.index(variable.name)
        cursor = relation.store.cursor()
        with relation.grouped(place, context) as grouped, interruptible(cursor, context):
            rows = run(
                cursor,
                f"SELECT value, sum(frequency)::BIGINT FROM {grouped} "
                f"WHERE NOT list_contains({sql_texts(missing)}, value) {matching} GROUP BY 1 {limit}",
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
                needed(kinds),
            )
        case DatesSpec(finest=finest):
            return _dates(rule, leaving, finest, context)
        case AgesSpec(greatest=greatest):
            return _of_named(rule, leaving, _AGES, lambda texts: showing_above(texts, greatest), context)
        case PostcodesSpec() as codes:
            return _of_named(
                rule,
                leaving,
                _POSTCODES,
                lambda texts: too_fine(texts, codes.figures, codes.hidden, codes.shown_as),
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
    rule: RuleSpec,
    leaving: Leaving,
    names: Sequence[str],
    breaking: Breaking,
    context: JobContext,
    needed: str = "",
) -> RuleFound:
    """A rule that no value of some variables may break; one that does matches the expression ``needed``."""
    found = (_of_variable(name, leaving, breaking, context, needed) for name in names)
    return of_state(rule, broken=[one for one in found if one is not None], looked_at=tuple(names))


def _of_variable(
    name: str, leaving: Leaving, breaking: Breaking, context: JobContext, needed: str = ""
) -> OfVariable | None:
    context.checkpoint()
    values = leaving.values(leaving.data.variable(name), context, needed)
    broken = tuple(breaking(tuple(values)))
    return OfVariable(name, len(broken), sum(values[text] for text in broken)) if broken else None


def _dates(rule: RuleSpec, leaving: Leaving, finest: DatePart, context: JobContext) -> RuleFound:
    """All values are examined only where the first of them are dates of one form."""
    names, found = _every(leaving), []
    for name in names:
        first = leaving.values(leaving.data.variable(name), context, most=_FIRST)
        if are_dates(tuple(first)):
            found.append(_of_variable(name, leaving, lambda texts: finer_than(texts, finest), context))
        else:
            found.append(
                _of_variable(name, leaving, lambda texts: finer_alone(texts, finest), context, NEEDED)
            )
    return of_state(rule, broken=[one for one in found if one is not None], looked_at=names)
