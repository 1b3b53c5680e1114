"""How a format gets the variables of some records: with its own types, names, labels and missing codes.

Nothing is lost in silence: what the format cannot hold is refused before the file is begun, and what it holds
in another way is reported in notes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import SPECIAL, Column, ColumnType, Measure
from sdc_desktop.engine.data.formats import WrittenFormat
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.target.codes import CodesOf, mapped_codes
from sdc_desktop.engine.data.target.facts import Facts, facts_of, occurring, values_of
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.forms import form_of, stored_as
from sdc_desktop.engine.data.target.names import fitting_names
from sdc_desktop.engine.data.target.rules import EXACT, RULES, Rules
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note

_MEASURES: dict[str, Measure] = {"continuous": "scale", "ordinal": "ordinal", "nominal": "nominal"}
_DOUBLE_DIGITS = 17  # that a double needs at most to be written down
_NUMBERS = ("integer", "number")
_FEW = 8  # names that a sentence lists
_TRUTHS = (("1", "true"), ("0", "false"))


@dataclass
class _Notes:
    """What must be reported, variable by variable."""

    shown: str
    variables: dict[str, list[str]] = field(default_factory=dict)
    codes: list[tuple[str, str, str]] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)

    def add(self, code: str, name: str) -> None:
        """A note of one kind is about one more variable."""
        names = self.variables.setdefault(code, [])
        if name not in names:
            names.append(name)

    def notes(self, format: WrittenFormat) -> Iterator[Problem]:
        where = Place(file=self.shown)
        for code, names in self.variables.items():
            yield note(
                code, where, variables=tuple(names), listed=_few(names), number=len(names), format=format
            )
        if self.codes:
            variables, old, new = zip(*self.codes, strict=True)
            listed = _few([f"{name}: {one} \u2192 {other}" for name, one, other in self.codes])
            yield note(
                "write.codes", where, variables=variables, old=old, new=new, listed=listed, number=len(old)
            )


def fitted(
    data: Microdata, columns: Sequence[Column], format: WrittenFormat, shown: str, context: JobContext
) -> tuple[tuple[Fitted, ...], tuple[Problem, ...]]:
    """Each variable as the format gets it, and notes on what it holds in another way. ``columns``: what the
    source says of its variables, by name. Raises :class:`Refused` with all that it cannot hold, Cancelled.
    """
    rules, notes = RULES[format], _Notes(shown)
    known = {column.name: column for column in columns}
    if not rules.typed:
        _note_labels_left(data, known, notes)
        return (), tuple(notes.notes(format))
    _refuse_too_many(data, rules, shown)
    names = fitting_names(data.names, rules.names)
    made = []
    for number, (variable, name) in enumerate(zip(data.variables, names, strict=True)):
        context.checkpoint()
        fit = _Fit(data, number, variable, known.get(variable.name), rules, notes, context)
        made.append(fit.made(name, format))
    if notes.errors:
        raise Refused(notes.errors)
    return tuple(made), (*_renamed(data.names, names, shown), *notes.notes(format))


def renamed_note(old: Sequence[str], new: Sequence[str], shown: str) -> tuple[Problem, ...]:
    """The note with the table of names that a format does not take and of those it gets, if there are any."""
    return tuple(_renamed(old, new, shown))


def _renamed(old: Sequence[str], new: Sequence[str], shown: str) -> Iterator[Problem]:
    pairs = [(before, after) for before, after in zip(old, new, strict=True) if before != after]
    if pairs:
        before, after = zip(*pairs, strict=True)
        listed = _few([f"{one} \u2192 {other}" for one, other in pairs])
        yield note(
            "write.renamed", Place(file=shown), old=before, new=after, listed=listed, number=len(pairs)
        )


def _few(texts: Sequence[str]) -> tuple[str, ...]:
    """The first of some texts, for a sentence."""
    return (*texts[:_FEW], *(["\u2026"] if len(texts) > _FEW else []))


def _refuse_too_many(data: Microdata, rules: Rules, shown: str) -> None:
    if rules.variables is not None and len(data.names) > rules.variables:
        figures = {"number": len(data.names), "most": rules.variables}
        raise Refused(error("write.too_many_variables", Place(file=shown), **figures))


def _note_labels_left(data: Microdata, known: dict[str, Column], notes: _Notes) -> None:
    for name in data.names:
        column = known.get(name)
        if column is not None and (column.label or column.labels):
            notes.add("write.labels_left", name)


class _Fit:
    """One variable on its way into a format."""

    def __init__(
        self,
        data: Microdata,
        number: int,
        variable: Variable,
        column: Column | None,
        rules: Rules,
        notes: _Notes,
        context: JobContext,
    ) -> None:
        self._data, self._number, self._variable = data, number, variable
        self._column = (column or Column(variable.name)).with_words(variable.words)
        self._rules, self._notes, self._context = rules, notes, context

    def made(self, name: str, format: WrittenFormat) -> Fitted:
        """The variable as the format gets it; what must be reported is noted."""
        facts = self._facts()
        kind = self._kind(facts)
        if kind == "text" and facts.kind != "text":
            facts = replace(
                facts, codes=tuple(code for code in facts.codes if code in self._variable.missing)
            )
        column = self._column
        same = column.origin == self._rules.origin and kind == column.type
        form = column.form if same else ""
        stored = stored_as(kind, form, format)
        form = form_of(kind, form, facts, format)
        bands = bool(column.origin) and column.type != "text" and kind == "text"
        kept = replace(column, labels=() if bands else self._labels_in_use(kind))  # they are of the numbers
        levels, codes = self._factor(kept, kind, facts) or ((), self._codes(facts, kind, kept))
        self._note_codes(codes)
        self._check_text(facts, kind)
        return Fitted(
            name=name,
            type=kind,
            stored=stored,
            form=form,
            label=self._label(name),
            labels=self._labels(kept, kind, codes),
            codes=tuple(codes.written.items()),
            missing=codes.missing,
            ranges=codes.ranges,
            measure=self._measure(kind),
            width=max(1, facts.bytes),
            whole=_is_short_whole(facts, kind),
            decimal=self._data.decimal,
            levels=levels,
        )

    def _labels_in_use(self, kind: ColumnType) -> tuple[tuple[str, str], ...]:
        """The labels of values and missing codes that occur: others may name what was protected."""
        labels = self._column.labels
        if not labels or not self._rules.longest_value_label:
            return labels
        decimal = self._data.decimal if kind in _NUMBERS else None
        texts = dict(labels).keys()
        used = occurring(self._data.relation, self._number, texts, decimal, self._context)
        if used != texts:
            self._notes.add("write.labels_unused", self._variable.name)
        return tuple((text, word) for text, word in labels if text in used)

    def _facts(self) -> Facts:
        column, variable = self._column, self._variable
        specials = (code for code in column.missing if SPECIAL.fullmatch(code))
        missing = dict.fromkeys((*variable.missing, *specials))
        kind = column.type if column.origin else None
        data = self._data
        return facts_of(data.relation, self._number, missing, kind, data.decimal, self._context)

    def _kind(self, facts: Facts) -> ColumnType:
        """The type that the variable gets. Values that the format would change stay texts, which is
        reported.
        """
        column, rules, name = self._column, self._rules, self._variable.name
        if facts.kind is None:
            if column.origin:
                return column.type
            return "number" if self._variable.level == "continuous" else "text"
        if facts.kind in _NUMBERS:
            return self._number_kind(facts)
        if facts.kind in ("date", "datetime"):
            outside = not rules.dates[0] <= facts.first[:10] <= facts.last[:10] <= rules.dates[1]
            if outside:
                self._notes.add("write.dates_kept", name)
            return "text" if outside and rules.origin != "sheet" else facts.kind
        if facts.kind == "time" and facts.beyond_day and not rules.days_of_time:
            self._notes.add("write.times_kept", name)
            return "time" if rules.origin == "sheet" else "text"
        if facts.kind == "boolean" and not column.origin and not rules.truths:
            return "text"
        return facts.kind

    def _number_kind(self, facts: Facts) -> ColumnType:
        column, rules, variable, numbers = self._column, self._rules, self._variable, facts.numbers
        assert numbers is not None
        if not column.origin and numbers.padded and variable.level != "continuous":
            self._notes.add("write.zeros_kept", variable.name)
            return "text"
        size = max(abs(numbers.low), abs(numbers.high))
        if numbers.whole:
            inexact = numbers.digits > rules.digits and (size > EXACT or rules.digits > 15)
        else:
            inexact = numbers.digits > _DOUBLE_DIGITS and not self._decimals_fit(facts)
        if inexact:
            self._notes.add("write.figures_kept", variable.name)
            return "number" if rules.origin == "sheet" else "text"
        if size > rules.largest or 0 < numbers.least < rules.smallest:
            self._notes.add("write.amounts_kept", variable.name)
            return "text"
        if facts.kind == column.type and column.origin:
            return column.type
        return "integer" if numbers.whole else "number"

    def _decimals_fit(self, facts: Facts) -> bool:
        """Whether Parquet holds exact decimals in the source's own way."""
        own = self._column.origin == self._rules.origin == "parquet"
        return own and form_of("number", self._column.form, facts, "parquet") == self._column.form

    def _factor(
        self, column: Column, kind: ColumnType, facts: Facts
    ) -> tuple[tuple[str, ...], CodesOf] | None:
        """The levels of a factor of R and the treatment of its missing codes; None for any other variable.
        Only values that occur are levels: others may be those that were protected. Ordered are those whose
        order is known; missing codes and suppressed values, which have no place in it, become empty.
        """
        variable = self._variable
        order = variable.order if variable.level == "ordinal" else None
        if self._rules.origin != "r" or kind != "text" or column.labels or not (order or column.levels):
            return None
        values = values_of(self._data.relation, self._number, self._context)
        known = tuple(level for level in order or column.levels if level in values)
        rest = sorted(values.difference(known))
        if variable.level != "ordinal":
            return (*known, *rest), CodesOf(unmarked=bool(facts.codes))
        outside = {*variable.missing, SUPPRESSED}
        levels = tuple(level for level in known if level not in outside)
        if not levels or not outside.issuperset(rest):
            return None
        return levels, CodesOf(dict.fromkeys(sorted(outside & values), ""))

    def _codes(self, facts: Facts, kind: ColumnType, column: Column) -> CodesOf:
        """The treatment of the missing codes."""
        return mapped_codes(
            self._data, self._number, self._variable, column, facts, kind, self._rules, self._context
        )

    def _note_codes(self, found: CodesOf) -> None:
        name = self._variable.name
        if found.too_many:
            where = Place(file=self._notes.shown, variable=name)
            self._notes.errors.append(error("write.too_many_missing", where, number=found.too_many))
        self._notes.codes += [(name, old, new) for old, new in found.written.items() if old != new and new]
        if any(not new for new in found.written.values()):
            self._notes.add("write.codes_emptied", name)
        if found.unmarked:
            self._notes.add("write.codes_unmarked", name)

    def _check_text(self, facts: Facts, kind: ColumnType) -> None:
        rules, name = self._rules, self._variable.name
        size = facts.bytes if rules.label_bytes else facts.longest
        if rules.longest_text is not None and size > rules.longest_text:
            where = Place(file=self._notes.shown, variable=name)
            figures = {"longest": size, "most": rules.longest_text}
            self._notes.errors.append(error("write.text_too_long", where, **figures))
        if rules.trims and kind == "text" and facts.blanks:
            self._notes.add("write.blanks_cut", name)

    def _label(self, name: str) -> str:
        """The variable's label; of one whose name the format does not take, the name."""
        rules, own = self._rules, self._variable.name
        label = self._column.label
        if not rules.longest_label:
            if label:
                self._notes.add("write.labels_left", own)
            return ""
        return self._cut(label or (own if name != own else ""), rules.longest_label)

    def _labels(self, column: Column, kind: ColumnType, codes: CodesOf) -> tuple[tuple[str, str], ...]:
        """The value labels: words for exported values."""
        rules, own = self._rules, self._variable.name
        own_words = dict(column.labels)
        words = dict(own_words)
        if kind == "boolean" and not words and rules.longest_value_label and not rules.truths:
            return _TRUTHS
        if rules.codes in ("own", "tagged"):  # new codes say what they stand for
            words |= {
                old: old for old, new in codes.written.items() if new and new != old and old not in words
            }
        found: dict[str, str] = {}
        left = False
        for text, word in words.items():
            written = codes.written.get(text, text)
            holds = bool(rules.longest_value_label) and (
                bool(rules.text_labels) and len(text.encode()) <= rules.text_labels
                if kind == "text"
                else (rules.dated_labels or kind in _NUMBERS)
                and (SPECIAL.fullmatch(written) is not None or _may_be_labelled(written, kind, rules))
            )
            if holds and written:
                found[written] = self._cut(word, rules.longest_value_label)
            elif text in own_words:
                left = True
        if left:
            self._notes.add("write.labels_left", own)
        return tuple(found.items())

    def _cut(self, label: str, most: int) -> str:
        """A label as far as the format holds it."""
        cut = label
        while (len(cut.encode()) if self._rules.label_bytes else len(cut)) > most:
            cut = cut[: most if len(cut) > most else -1]
        if cut != label:
            self._notes.add("write.labels_cut", self._variable.name)
        return cut

    def _measure(self, kind: ColumnType) -> Measure:
        measure = _MEASURES[self._variable.level]
        return "nominal" if kind == "text" and measure == "scale" else measure


def _may_be_labelled(text: str, kind: ColumnType, rules: Rules) -> bool:
    if not rules.whole_labels or kind not in _NUMBERS:
        return not rules.whole_labels
    try:
        return float(text) == int(float(text)) and abs(float(text)) < 2**31 - 100
    except (ValueError, OverflowError):
        return False


def _is_short_whole(facts: Facts, kind: ColumnType) -> bool:
    numbers = facts.numbers
    if kind != "integer" or numbers is None:
        return False
    return max(abs(numbers.low), abs(numbers.high)) < 10**9
