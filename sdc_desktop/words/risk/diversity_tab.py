"""The experiment on entropy l-diversity in the tab Microdata, in words."""

from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import DiversityExperimentResult
from sdc_desktop.words.microdata.generalising import estimator_name
from sdc_desktop.words.risk.risk import comparison
from sdc_desktop.words.words import N_, Words, listed

FIGURES = (0, 3, 4)
_NOTHING = "\u2013"


def header(words: Words) -> tuple[str, ...]:
    """The columns behind the picture."""
    texts = (N_("l"), N_("Entropy"), N_("Levels"), N_("Suppressed"), N_("Loss"), N_("Against plain"))
    return tuple(words.say(text) for text in texts)


def rows(result: DiversityExperimentResult, words: Words) -> tuple[tuple[str, ...], ...]:
    """The optimal generalisation for each l and estimator."""
    verdicts = {(one.l, one.estimator): comparison(one, words) for one in result.comparisons}
    return tuple(
        (
            words.short(point.l),
            estimator_name(point.estimator, words),
            _NOTHING
            if point.levels is None
            else ", ".join(f"{name} {level}" for name, level in point.levels.items()),
            _NOTHING
            if point.suppressed is None
            else words.percent(point.suppressed / max(result.records, 1)),
            _NOTHING if point.loss is None else words.figure(point.loss, 4),
            verdicts.get((point.l, point.estimator), ""),
        )
        for point in result.points
    )


def line(result: DiversityExperimentResult, words: Words) -> str:
    """What the correction saves, and where it costs more; that the optima were proven, or not."""
    less = [words.short(one.l) for one in result.comparisons if one.verdict in ("less", "only_corrected")]
    more = [words.short(one.l) for one in result.comparisons if one.verdict in ("more", "only_shannon")]
    same = any(one.verdict == "same" for one in result.comparisons)
    neither = [words.short(one.l) for one in result.comparisons if one.verdict == "neither"]
    parts = []
    if less:
        parts.append(
            words.say(
                N_("Corrected, the entropy needs less generalisation at l = {l}."), l=listed(less, words)
            )
        )
    if more:
        parts.append(words.say(N_("It needs more at l = {l}."), l=listed(more, words)))
    if same and not less and not more:
        parts.append(words.say(N_("Plain and corrected entropy need the same generalisation.")))
    if neither:
        parts.append(
            words.say(N_("No generalisation meets the criterion at l = {l}."), l=listed(neither, words))
        )
    proven = all(point.proven for point in result.points)
    end = N_("All optima are proven.") if proven else N_("Not every search came to its end.")
    return " ".join((*parts, words.say(end)))
