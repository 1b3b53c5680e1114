"""What the tab Risk curves says: its choices, steps of the history, headers and cells of its tables."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
from sdc_desktop.engine.methods.curves.cae_experiment.engine import EqualUtility, ExperimentResult
from sdc_desktop.words.curves.cae import amount, parameter_name, technique_name
from sdc_desktop.words.words import N_, Words, listed, whole

_FIRST_RECORDS = 5  # numbers that are listed before the rest is counted


def steps_header(result: CaeResult, words: Words) -> tuple[str, ...]:
    """The header of the table behind a curve."""
    if result.exact:
        return words.say(N_("From eps")), words.say(N_("H (bits)"))
    titles = (N_("From eps"), N_("H at most (bits)"), N_("H at least (bits)"))
    return tuple(words.say(title) for title in titles)


def steps_rows(result: CaeResult, words: Words) -> list[tuple[str, ...]]:
    """One row a step of the curve, with its lower bound where it is not exact."""
    if result.exact:
        return [(amount(width, words), words.figure(entropy, 4)) for width, entropy in result.steps]
    lowest = result.curve.lowest.tolist()
    return [
        (amount(width, words), words.figure(high, 4), words.figure(low, 4))
        for (width, high), low in zip(result.steps, lowest, strict=True)
    ]


def curve_name(result: CaeResult, words: Words) -> str:
    """What a curve is about, as a name for it."""
    if result.attribute is None:
        kind = N_("Intervals of a table") if result.kind == "intervals" else N_("Entered values")
        return words.say(kind)
    if not result.known:
        return result.attribute
    known = ", ".join(result.known)
    return words.say(N_("{attribute}, known: {variables}"), attribute=result.attribute, variables=known)


def overlaid_header(results: Sequence[CaeResult], words: Words) -> tuple[str, ...]:
    """The header of the table behind several curves."""
    bounded = next((result for result in results if not result.exact), results[0])
    return words.say(N_("Curve")), *steps_header(bounded, words)


def overlaid_rows(names: Sequence[str], results: Sequence[CaeResult], words: Words) -> list[tuple[str, ...]]:
    """One row per step of each curve; beside a bounded curve, both bounds of an exact curve are equal."""
    width = len(overlaid_header(results, words))
    rows = []
    for name, result in zip(names, results, strict=True):
        for row in steps_rows(result, words):
            rows.append((name, *row, *row[-1:] * (width - len(row) - 1)))
    return rows


def overlaid_figures(names: Sequence[str], results: Sequence[CaeResult], words: Words) -> str:
    """H0 and area of each of some named curves; empty for none."""
    return "; ".join(
        words.say(
            N_("{name}: H\u2080 {h0} bits, A {area}"),
            name=name,
            h0=words.figure(result.h0),
            area=_area(result, words),
        )
        for name, result in zip(names, results, strict=True)
    )


def _area(result: CaeResult, words: Words) -> str:
    bounds = (result.area,) if result.exact else (result.area_lower, result.area_upper)
    return "\u2013".join(words.figure(bound) for bound in bounds)


def overlaid_line(figures: str, elsewhere: int, words: Words) -> str:
    """How long the kept curves are kept, and how many others there are; empty where there is none."""
    parts = []
    if figures:
        parts.append(words.say(N_("Kept only until the project is closed: {names}."), names=figures))
    if elsewhere:
        parts.append(
            words.say_many(
                N_("{number} kept curve is of other data or another variable and not shown."),
                N_("{number} kept curves are of other data or another variable and not shown."),
                elsewhere,
            )
        )
    return " ".join(parts)


def compared_header(words: Words) -> tuple[str, ...]:
    """The header of the table that compares techniques."""
    titles = (N_("Released"), N_("Mean error"), N_("H\u2080 (bits)"), N_("Area A"))
    return tuple(words.say(title) for title in titles)


def compared_rows(results: Sequence[ExperimentResult], words: Words) -> list[tuple[str, ...]]:
    """One row a parameter of each technique, the smallest error first: what users lose beside what is left to
    an intruder who knows most.
    """
    found: list[tuple[float, tuple[str, ...]]] = []
    for result in results:
        for use in result.utility:
            point = [p for p in result.points if p.parameter == use.parameter][-1]
            parameter = parameter_name(result.technique, use.parameter, words)
            row = (
                parameter if use.parameter is not None else technique_name(result.technique, words),
                "\u2013" if use.error is None else words.figure(use.error, 3),
                words.figure(point.h0, 3),
                words.figure(point.area, 2),
            )
            found.append((float("inf") if use.error is None else use.error, row))
    return [row for _, row in sorted(found, key=lambda entry: entry[0])]


def equal_line(equal: EqualUtility | None, words: Words) -> str:
    """What the techniques leave at an equal error, the most uncertainty first."""
    if equal is None:
        return words.say(N_("No error is common to all these techniques, so they are not ranked."))
    order = sorted(equal.left, key=lambda technique: -equal.left[technique].h0)
    names = [
        words.say(
            N_("{technique} {bits} bits"),
            technique=technique_name(technique, words),
            bits=words.figure(equal.left[technique].h0),
        )
        for technique in order
    ]
    return words.say(
        N_("Remaining uncertainty of the best-informed intruder at a mean error of {error}: {told}."),
        error=amount(float(f"{equal.error:.3g}"), words),
        told=listed(names, words),
    )


def kept_line(kept: Sequence[str], compared: Sequence[str], missing: Sequence[str], words: Words) -> str:
    """Which experiments stay with the project, and which have still to run."""
    parts = []
    passing = [technique for technique in compared if technique not in kept]
    if passing:
        names = listed([technique_name(technique, words) for technique in passing], words)
        parts.append(words.say(N_("Kept only until the project is closed: {names}."), names=names))
    if missing:
        names = listed([technique_name(technique, words) for technique in missing], words)
        parts.append(words.say(N_("In the plan, but not run yet: {names}."), names=names))
    return " ".join(parts)


RANKINGS: Mapping[str, str] = {"area": N_("by the area A"), "h0": N_("by the uncertainty H\u2080")}


def ranked(result: CaeResult, by: str) -> tuple[int, ...]:
    """The places of the cases, the most exposed first: by an element of RANKINGS, then by the other."""
    cases = result.cases
    if by == "area":
        return tuple(range(len(cases)))  # as they come
    return tuple(sorted(range(len(cases)), key=lambda place: (cases[place].h0, cases[place].area, place)))


def exposed_header(result: CaeResult, words: Words) -> tuple[str, ...]:
    """The header of the table of cases."""
    titles = [N_("H\u2080 (bits)"), N_("Area A"), N_("Widest range")]
    titles.append(N_("Between") if result.kind == "intervals" else N_("Record numbers"))
    return (*_names(result, words), *(words.say(title) for title in titles))


def exposed_rows(
    result: CaeResult, records: Sequence[Sequence[int]], order: Sequence[int], words: Words
) -> list[tuple[str, ...]]:
    """One row a case, in `order`: what is known, its figures, the numbers of its records."""
    rows = []
    for place in order:
        case = result.cases[place]
        who = (
            numbers_text(records[place], words)
            if place < len(records)
            else interval_text(case.interval, words)
        )
        figures = words.figure(case.h0, 3), words.figure(case.area, 2), amount(case.eps_max, words)
        rows.append((*case.known, *(() if case.label is None else (case.label,)), *figures, who))
    return rows


def first_figure(result: CaeResult, words: Words) -> int:
    """The column of the table of cases where the figures begin."""
    return len(_names(result, words))


def case_name(result: CaeResult, place: int, words: Words) -> str:
    """A case in a word or two: its cell, what is known, its bounds, or its number."""
    case = result.cases[place]
    if case.label is not None:
        return case.label
    known = ", ".join(case.known)
    return (
        known
        or interval_text(case.interval, words)
        or words.say(N_("case {number}"), number=whole(case.number))
    )


def _names(result: CaeResult, words: Words) -> tuple[str, ...]:
    labelled = any(case.label is not None for case in result.cases)
    return (*result.known, words.say(N_("Cell"))) if labelled else result.known


def numbers_text(numbers: Sequence[int], words: Words) -> str:
    """Numbers of records: the first few, then how many more."""
    shown = ", ".join(whole(number) for number in numbers[:_FIRST_RECORDS])
    more = len(numbers) - _FIRST_RECORDS
    if more <= 0:
        return shown
    return words.say(N_("{numbers} and {more} more"), numbers=shown, more=whole(more))


def interval_text(interval: tuple[float, float] | None, words: Words) -> str:
    """The bounds of a cell."""
    return "" if interval is None else f"{amount(interval[0], words)} \u2013 {amount(interval[1], words)}"


def exposed_line(result: CaeResult, words: Words) -> str:
    """Who is most exposed, in one sentence."""
    nothing = sum(case.h0 == 0 for case in result.cases)  # by either ranking these come first
    if not nothing:
        return words.say(
            N_(
                "None of {cases} {cases:case|cases} is exactly disclosed. The first case has the "
                "least uncertainty."
            ),
            cases=whole(len(result.cases)),
        )
    return words.say_many(
        N_("{number} of {cases} cases is exactly disclosed."),
        N_("{number} of {cases} cases are exactly disclosed."),
        nothing,
        cases=whole(len(result.cases)),
    )


REPEATS_NOTE: Mapping[str, str] = {
    "one": N_("A single file was released, so there is no spread."),
    "many": N_(
        "Lines are means over {repeats} {repeats:file|files}, bands one standard deviation to either side."
    ),
}


def spread_line(result: ExperimentResult, words: Words) -> str:
    """What the bands are."""
    key = "one" if result.repeats == 1 else "many"
    text = words.say(REPEATS_NOTE[key], repeats=whole(result.repeats))
    if result.exact:
        return text
    most = max(point.area_error for point in result.points)
    bounds = words.say(
        N_("The area A is computed between bounds (upright bars): within \u00b1 {error} at most."),
        error=amount(float(f"{most:.2g}"), words),
    )
    return f"{text} {bounds}"
