"""Risk curves and their experiments in sentences, the same in window, batch and report."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.words.words import N_, Words, listed, whole

_TECHNIQUES: Mapping[str, str] = {
    "sampling": N_("Sampling"),
    "query_restriction": N_("Query restriction"),
    "noise": N_("Noise addition"),
    "released": N_("Released file"),
}
_PARAMETERS: Mapping[str, str] = {
    "sampling": N_("{value} % of the records"),
    "query_restriction": N_("queries of {value} {value:record|records}"),
    "noise": N_("{value} % noise"),
}
_IN_PICTURES: Mapping[str, str] = {  # where the technique is named beside
    "sampling": N_("{value} %"),
    "query_restriction": N_("{value} {value:record|records}"),
    "noise": N_("{value} %"),
}


def amount(number: float, words: Words) -> str:
    """A value of the attribute as people write it: 3 000, 0.25, never more than six figures."""
    if number == int(number) and abs(number) < 1e15:
        return whole(int(number)).replace("-", "\u2212")
    text = f"{number:.6g}"
    if "e" in text:
        return words.short(number)
    return words.figure(float(text), len(text.partition(".")[2]))


def reading(width: float, entropy: float, words: Words) -> str:
    """The entropy at a width: `At a precision of ±5 (ε = 10), 0.8 bits of uncertainty remain.`"""
    if width == 0:
        return words.say(
            N_("For the exact value, {bits} bits of uncertainty remain."), bits=words.figure(entropy)
        )
    return words.say(
        N_("At a precision of ±{half} (ε = {width}), {bits} bits of uncertainty remain."),
        half=amount(width / 2, words),
        width=amount(width, words),
        bits=words.figure(entropy),
    )


def bounded_reading(width: float, lowest: float, highest: float, words: Words) -> str:
    """The entropy at a width where only bounds are known."""
    if words.figure(lowest) == words.figure(highest):
        return reading(width, highest, words)
    return words.say(
        N_(
            "At a precision of ±{half} (ε = {width}), between {lowest} and {highest} bits of uncertainty "
            "remain."
        ),
        half=amount(width / 2, words),
        width=amount(width, words),
        lowest=words.figure(lowest),
        highest=words.figure(highest),
    )


def area_line(result: CaeResult, words: Words) -> str:
    """What the area says, with its bounds where it is not exact."""
    widest = amount(result.eps_max, words)
    if result.exact:
        return words.say(
            N_(
                "Shaded area A = {area} bits × unit; a larger A leaves an intruder more uncertain. No "
                "uncertainty remains at ε ≥ {widest}."
            ),
            area=words.figure(result.area),
            widest=widest,
        )
    return words.say(
        N_(
            "Computed at {number} {number:width|widths}: between them H lies within bounds "
            "(the hatched band), and the area A between {lower} and {upper} bits times the "
            "unit. From eps = {widest} on, no uncertainty remains."
        ),
        number=whole(len(result.steps)),
        lower=words.figure(result.area_lower),
        upper=words.figure(result.area_upper),
        widest=widest,
    )


def technique_name(technique: str, words: Words) -> str:
    """How the data were released, in a word or two."""
    return words.say(_TECHNIQUES[technique])


def parameter_name(technique: str, parameter: Number | None, words: Words) -> str:
    """What a curve of an experiment stands for: `5 % of the records`."""
    if parameter is None:
        return words.say(N_("the file given"))
    return words.say(_PARAMETERS[technique], value=amount(parameter, words))


def parameter_mark(technique: str, parameter: Number | None, words: Words) -> str:
    """The parameter beside a point of a technique that is named: `5 %`."""
    if parameter is None:
        return words.say(N_("the file given"))
    return words.say(_IN_PICTURES[technique], value=amount(parameter, words))


def known_name(known: int | tuple[str, ...], words: Words) -> str:
    """What an intruder knows: nothing, this many attributes, or these."""
    if isinstance(known, int):
        if known == 0:
            return words.say(N_("nothing"))
        return words.say_many(N_("{number} attribute"), N_("{number} attributes"), known)
    return listed(known, words) if known else words.say(N_("nothing"))


def spread(mean: float, sd: float | None, words: Words) -> str:
    """A mean with its spread: `4.64 ± 0.01`; the mean alone where there is one file."""
    return words.figure(mean) if sd is None else f"{words.figure(mean)} ± {words.figure(sd)}"
