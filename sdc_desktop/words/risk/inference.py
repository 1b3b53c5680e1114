"""What a released file reveals of protected values: a row for each variable, and sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from sdc_desktop.engine.inference.audit import Inference
from sdc_desktop.engine.inference.names import ORDER
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.risk.source_names import source_name
from sdc_desktop.words.words import N_, NN_, Words, listed, whole

HEADS = (N_("Protected variable"), N_("Follows from"), N_("Protected values"), N_("Of these revealed"))


@dataclass(frozen=True)
class Revealed:
    """Protected values of a ``variable``, and the number ``revealed`` by others."""

    variable: str
    by: tuple[str, ...]
    protected: int
    revealed: int

    @property
    def share(self) -> float:
        """The revealed values as a share of the protected ones, 0 to 1."""
        return self.revealed / self.protected if self.protected else 0.0


def revealed(found: Inference) -> tuple[Revealed, ...]:
    """A line for each variable with protected values: by what most of them are revealed, if by anything."""
    numbers = {one.variable: one for one in found.numbers}
    order = {one.variable: one for one in found.order}
    lines = []
    for one in found.values:
        best = Revealed(one.variable, one.by, one.protected, one.right)
        related, in_order = numbers.get(one.variable), order.get(one.variable)
        others = (
            [Revealed(one.variable, related.sources, related.protected, related.revealed)] if related else []
        )
        others += [Revealed(one.variable, (ORDER,), one.protected, in_order.follow)] if in_order else []
        lines.append(max([best, *others], key=lambda line: line.revealed))
    return tuple(lines)


def rows(found: Inference, words: Words, *, internal: bool = True) -> tuple[tuple[str, ...], ...]:
    """The texts of a table under :data:`HEADS`. The external edition has shares and names only."""
    return tuple(
        (
            line.variable,
            sources_text(line, words),
            whole(line.protected) if internal else "",
            _revealed_text(line, words, internal=internal),
        )
        for line in revealed(found)
    )


def sources_text(line: Revealed, words: Words) -> str:
    """The variables that reveal the values."""
    if not line.revealed:
        return words.say(N_("none"))
    return listed([source_name(name, words) for name in line.by], words)


def _revealed_text(line: Revealed, words: Words, *, internal: bool) -> str:
    if not internal:
        return words.percent(line.share, 0)
    return words.say(N_("{number} ({share})"), number=whole(line.revealed), share=words.percent(line.share))


def sentences(found: Inference, words: Words, *, internal: bool = True) -> Iterator[str]:
    """What was audited and found, apart from the lines of variables."""
    if found.unknown:
        yield words.say(N_("What values reveal of others was not audited: the records are not in memory."))
        return
    lines = revealed(found)
    if not lines:
        yield words.say(N_("No value was changed or suppressed, so that none can be revealed by others."))
    elif not any(line.revealed for line in lines):
        yield words.say(
            N_("No released variable, and no pair of them, reveals protected values beyond chance.")
        )
    yield from _classes(found, words, internal=internal)
    names = [name for name, one in found.outliers.items() if one.isolated or one.apart]
    if names:
        yield words.say(
            N_("Extreme values can be recognised in {variables}."), variables=listed(names, words)
        )


_BELOW = Counted(
    NN_(
        N_("Once these values are filled in, {number} record is in a class smaller than {k}."),
        N_("Once these values are filled in, {number} records are in classes smaller than {k}."),
    ),
    NN_(
        N_("Once these values are filled in, {number} person is in a class of fewer than {k} persons."),
        N_("Once these values are filled in, {number} persons are in classes of fewer than {k} persons."),
    ),
)
_UNIQUE = Counted(
    NN_(
        N_("Once these values are filled in, {number} record is unique on the key variables."),
        N_("Once these values are filled in, {number} records are unique on the key variables."),
    ),
    NN_(
        N_("Once these values are filled in, {number} person is unique on the key variables."),
        N_("Once these values are filled in, {number} persons are unique on the key variables."),
    ),
)


def _classes(found: Inference, words: Words, *, internal: bool) -> Iterator[str]:
    classes = found.classes
    if classes is None or not any(line.revealed for line in revealed(found)):
        return
    if classes.below_k and internal:
        number = classes.below_k if classes.persons is None else classes.persons
        yield words.say_many(*_BELOW.of(classes.persons), number, k=whole(classes.k))
    elif classes.unique and internal:
        number = classes.unique if classes.persons is None else classes.persons
        yield words.say_many(*_UNIQUE.of(classes.persons), number)
    elif not classes.below_k and not classes.unique:
        yield words.say(N_("No class becomes too small once these values are filled in."))


def limits_text(words: Words) -> str:
    """What the audit does not try."""
    return words.say(
        N_("Three or more variables together and fitted models were not tried, except sums of numbers.")
    )
