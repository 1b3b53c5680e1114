"""What synthetic records disclose: in the internal edition, and of every released file that is compared."""

from sdc_desktop.engine.microdata.synthetic.disclosure import Disclosure, Target
from sdc_desktop.sheets.blocks import Block, Column, Heading, Table
from sdc_desktop.words import N_, Words


def disclosure_blocks(found: Disclosure, words: Words) -> tuple[Block | Heading, ...]:
    """What synthetic records disclose, under a heading; for the internal edition."""
    return Heading(words.say(N_("Disclosure"))), _targets(found, words), _closest(found, words)


def _targets(found: Disclosure, words: Words) -> Table:
    titles = (
        N_("Correctly attributed (DiSCO)"),
        N_("Among matched persons (TCAP)"),
        N_("Guessed from the originals"),
        N_("Predicted"),
        N_("Predicted, held back"),
    )
    columns = (
        Column(words.say(N_("Target")), share=2),
        *(Column(words.say(title), "right") for title in titles),
    )
    rows = tuple((name, *_shares(one, words)) for name, one in found.targets.items())
    return Table(words.say(N_("What an intruder learns of the targets")), columns, rows)


def _shares(target: Target, words: Words) -> tuple[str, ...]:
    found = target.attribution
    held_back = target.predicted_held_back
    return (
        words.percent(found.disco),
        words.percent(found.tcap),
        words.percent(found.base),
        words.percent(target.predicted),
        "–" if held_back is None else words.percent(held_back),
    )


def _closest(found: Disclosure, words: Words) -> Table:
    near = found.closest
    columns = (
        Column(words.say(N_("Distance to the closest original")), share=2),
        *(Column(words.say(title), "right") for title in (N_("Identical"), N_("Mean"), N_("5 % quantile"))),
    )
    rows = tuple(
        (words.say(title), words.percent(one.identical), words.figure(one.mean, 4), words.figure(one.p5, 4))
        for title, one in ((N_("synthetic records"), near.released), (N_("originals"), near.original))
    )
    return Table(words.say(N_("Distance to the closest record")), columns, rows)
