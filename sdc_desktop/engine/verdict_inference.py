"""Reasons against releasing records that the inference audit of their file finds."""

from collections.abc import Iterator

from sdc_desktop.engine.inference.audit import Inference
from sdc_desktop.engine.inference.names import ORDER
from sdc_desktop.engine.verdict import Grade, Reason, failed, reason, reserved, unjudged

_EXACT = 1e-12


def inference_reasons(found: Inference, limit: float) -> Iterator[Reason]:
    """What a released file reveals. Above `limit`, a share of the protected values of a variable, values
    that follow from others are a failed condition, and a reservation up to it.
    """
    yield from _classes(found)
    for criterion in found.criteria:
        yield failed("inferred_criterion", criterion=criterion)
    by_numbers = {one.variable: one for one in found.numbers}
    for one in found.values:
        numbers = by_numbers.pop(one.variable, None)
        if one.right and (numbers is None or one.right >= numbers.revealed):
            yield reason(
                "inferred_values",
                _grade(one.right, one.protected, limit),
                variable=one.variable,
                by=one.by,
                number=one.right,
                filled=one.filled,
                protected=one.protected,
            )
        elif numbers is not None:
            by_numbers[one.variable] = numbers
    for related in by_numbers.values():
        if ORDER in related.sources:
            yield _by_order(related.variable, related.revealed, related.protected, limit)
            continue
        yield reason(
            "inferred_numbers",
            _grade(related.revealed, related.open, limit),
            variable=related.variable,
            by=related.sources,
            number=related.revealed,
            open=related.open,
            protected=related.protected,
            exactly=related.exactly,
        )
    for line in found.order:
        if line.follow:
            yield _by_order(line.variable, line.follow, line.protected, limit)
    for variable in found.in_order:
        yield reserved("recoded_in_order", variable=variable)
    for variable, outlier in found.outliers.items():
        grade = Grade.UNSAFE if outlier.isolated else Grade.RESERVATIONS
        number = outlier.isolated or outlier.apart
        yield reason("outlier_told", grade, variable=variable, number=number)
    if found.unknown:
        yield unjudged("inference_not_audited", variables=found.unknown)


def _classes(found: Inference) -> Iterator[Reason]:
    classes = found.classes
    if classes is None:
        return
    persons = {} if classes.persons is None else {"persons": classes.persons}
    if classes.below_k:
        yield failed(
            "inferred_classes", number=classes.below_k, unique=classes.unique, k=classes.k, **persons
        )
    elif classes.unique:
        yield reserved("inferred_unique", number=classes.unique, **persons)


def _by_order(variable: str, number: int, protected: int, limit: float) -> Reason:
    grade = _grade(number, protected, limit)
    return reason("inferred_by_order", grade, variable=variable, number=number, protected=protected)


def _grade(number: int, of: int, limit: float) -> Grade:
    return Grade.UNSAFE if of and number / of > limit + _EXACT else Grade.RESERVATIONS
