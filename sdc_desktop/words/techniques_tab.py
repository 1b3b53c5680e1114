"""The comparison of techniques as the window tells it: what each releases, how good it is, which is best."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.recoding.anopi import Technique
from sdc_desktop.engine.methods.recoding.anopi.compare import Combination, TechniqueComparison
from sdc_desktop.words.codings import mark
from sdc_desktop.words.problems import sentence
from sdc_desktop.words.techniques import combination_name
from sdc_desktop.words.words import N_, Words, whole

FIGURES = (2, 3, 4, 5)  # the columns that hold some

_MARKS = {(True, True): N_("★ in use"), (True, False): N_("★ best"), (False, True): N_("in use")}


def tab_header(words: Words) -> tuple[str, ...]:
    """The columns of the table."""
    titles = ("", N_("Released as"), N_("Utility"), N_("Privacy"), N_("Value"), N_("k"))
    return tuple(words.say(title) if title else "" for title in titles)


def tab_rows(
    comparison: TechniqueComparison, now: Mapping[str, Technique], words: Words
) -> tuple[tuple[str, ...], ...]:
    """One row a combination, the best first and marked, as is the one in force; refused ones come last."""
    rows: list[tuple[str, ...]] = []
    for place, one in enumerate(comparison.combinations):
        rows.append(
            (
                _marked(place == 0, one.technique == now, words),
                released_as(one, words),
                words.figure(sum(pair.utility for pair in one.released.values())),
                words.figure(sum(pair.privacy for pair in one.released.values())),
                words.percent(one.share),
                whole(one.after.k),
            )
        )
    for refused in comparison.refused:
        text = N_("{name}: {why}")
        name, why = combination_name(refused.technique, words), sentence(refused.problems[0], words).message
        rows.append((words.say(N_("ruled out")), words.say(text, name=name, why=why), *("–",) * len(FIGURES)))
    return tuple(rows)


def _marked(best: bool, in_use: bool, words: Words) -> str:
    return words.say(_MARKS[best, in_use]) if best or in_use else ""


def released_as(one: Combination, words: Words) -> str:
    """The coding or the k of each variable: `yob C4, ms k = 33`."""
    texts = []
    for name in one.technique:
        if name in one.levels:
            texts.append(words.say(N_("{name} {mark}"), name=name, mark=mark(one.levels[name])))
        elif name in one.k:
            texts.append(words.say(N_("{name} k = {k}"), name=name, k=whole(one.k[name])))
    return ", ".join(texts)


def columns_note(words: Words) -> str:
    """What the columns hold."""
    return words.say(
        N_(
            "Utility and privacy: sums over the variables, as really released. Value: the U that ANOPI "
            "maximises, of that at the optimum. k: smallest group."
        )
    )


def invitation(combinations: int, words: Words) -> str:
    """Before anything was compared."""
    return words.say_many(
        N_("{number} combination of recoding and microaggregation would be carried through and ranked."),
        N_("{number} combinations of recoding and microaggregation would be carried through and ranked."),
        combinations,
    )
