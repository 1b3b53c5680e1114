"""The checklist of outputs: what the program knows of the decisions, and what a person must judge."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.sections.checklist import FOR_OFFICER, FOR_REVIEWER, READ_BY_ANOTHER
from sdc_desktop.sheets.blocks import Cell, Question, Signed
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

_BY_EYE = (
    N_("Kinds, totals and counts of each table were read correctly."),
    N_("Pictures, and texts with figures, were examined by eye."),
    N_("Figures that the project published elsewhere were taken into account."),
)
_LAST = N_("The package sent has the SHA-256 stated in this report.")


def are_outputs(jobs: Sequence[JobReport]) -> bool:
    """Whether nothing but outputs of researchers is released."""
    products = [one for one in jobs if one.is_product]
    return bool(products) and all(one.subject.job.kind == OUTPUT_CHECK.kind for one in products)


def output_questions(
    results: Sequence[OutputCheckResult], exceptions: int, words: Words, *, examined: int, packaged: bool
) -> Iterator[Question]:
    """Ten questions on the decisions on outputs. ``exceptions``: how many release against findings;
    ``examined``: how many with findings to examine; ``packaged``: what is released is in a package.
    """
    say = words.say
    officer = say(FOR_OFFICER)
    for text, answer in (
        (N_("Every table and file is decided on."), _open(sum(one.undecided for one in results), words)),
        (N_("Nothing is released against a finding."), _exceptions(exceptions, examined, words)),
        (N_("The outputs were compared with earlier releases."), _compared(results, words)),
        (N_("A second person with another account approved the decisions."), _approved(results, words)),
        (N_("Released files carry no unseen content."), _carried(words, packaged=packaged)),
    ):
        yield Question(say(text), answer)
    for text in (*_BY_EYE, _LAST):
        yield Question(say(text), officer)
    yield Question(say(READ_BY_ANOTHER), say(FOR_REVIEWER))


def _open(number: int, words: Words) -> Cell:
    if not number:
        return Signed("safe", words.say(N_("Yes")))
    return Signed("open", words.say(N_("No: {number} open"), number=whole(number)))


def _exceptions(number: int, examined: int, words: Words) -> Cell:
    if number:
        text = words.say(N_("No: {number} by exception"), number=whole(number))
        return Signed("reservations", text)
    if examined:
        text = words.say(N_("Yes: {number} with findings that were examined"), number=whole(examined))
        return Signed("reservations", text)
    return Signed("safe", words.say(N_("Yes")))


def _compared(results: Sequence[OutputCheckResult], words: Words) -> Cell:
    if all(one.ledger.state != "none" for one in results):
        return Signed("safe", words.say(N_("Yes")))
    return Signed("reservations", words.say(N_("No ledger")))


def _approved(results: Sequence[OutputCheckResult], words: Words) -> Cell:
    if not all(one.four_eyes for one in results):
        return Signed("reservations", words.say(N_("Not required")))
    if all(one.signed.approved_by for one in results):
        return Signed("safe", words.say(N_("Yes")))
    return Signed("open", words.say(N_("Not yet")))


def _carried(words: Words, *, packaged: bool) -> Cell:
    """A new file omits what the submitted one carries; a package is read again before it counts."""
    if packaged:
        return Signed("safe", words.say(N_("Yes: the package was read again")))
    return Signed("open", words.say(N_("Not packaged yet")))
