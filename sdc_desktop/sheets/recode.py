"""What a ``recode`` job did: what the named levels leave of the variables, and what they cost."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.recode.engine import RecodeResult
from sdc_desktop.sheets.blocks import Heading
from sdc_desktop.sheets.recoding import anonymity_figures, findings, information_figure, kept_of, suppressed
from sdc_desktop.sheets.sheet import INSIDE, PAPER, About, For
from sdc_desktop.words.words import N_, Words


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, what was suppressed, and the information left of each variable."""
    result: RecodeResult = about.result
    entropies = {name: (one.entropy_before, one.entropy) for name, one in result.released.items()}
    yield from findings(result.after, about.variables, words, result.suppression, inside=INSIDE)
    yield from anonymity_figures(result.before, result.after, kept_of(entropies), words, inside=INSIDE)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from suppressed(result.suppression, result.before.records, words, inside=INSIDE)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(information_figure(entropies, words), PAPER)
