"""The levels that a search may use: what is wrong with them, and which of them were counted."""

from collections.abc import Iterator, Mapping, Sequence

from sdc_desktop.engine.methods.recoding.generalise import BY_COUNTS, GeneraliseParams
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.problems import Place, Problem, Refused, error


def limits_problems(
    params: GeneraliseParams, names: Sequence[str], levels: Mapping[str, int]
) -> Iterator[Problem]:
    """What is wrong with limits and weights of the key variables `names`; ``levels``: how many each has, 1
    where it has no hierarchy.
    """
    for name, (least, most) in params.limits.items():
        where = Place(key=f"params.limits.{name}", variable=name)
        last = levels.get(name, 1) - 1
        if name not in names:
            yield error("generalise.not_a_key_variable", where, name=name)
        elif least > most:
            yield error("generalise.limits_reversed", where, name=name, least=least, most=most)
        elif most > last:
            yield error("generalise.level_beyond", where, name=name, level=most, most=last)
    for name in params.weights:
        if name not in names:
            where = Place(key=f"params.weights.{name}", variable=name)
            yield error("generalise.not_a_key_variable", where, name=name)
    if names and not any(params.weights.get(name, 1) > 0 for name in names):
        yield error("generalise.no_weight", Place(key="params.weights"))


def refuse_finer(params: GeneraliseParams, counted: RecodingCounts) -> None:
    """Raises :class:`Refused` where levels are allowed, or matter to the loss, that are finer than a variable
    was counted from.
    """
    least = {one.name: params.limits.get(one.name, (0, 0))[0] for one in counted.variables}
    counted.refuse_finer(least, "params.limits")
    if counted.counted_from and params.loss not in BY_COUNTS:
        names = tuple(counted.counted_from)
        raise Refused(error("counts.coarse_loss", Place(key="params.loss"), names=names))
