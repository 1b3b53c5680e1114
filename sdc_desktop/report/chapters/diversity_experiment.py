"""What a ``diversity_experiment`` job found: its sheet, and how it was done."""

from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import DiversityExperimentResult
from sdc_desktop.report.chapters.recoding import about, input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Heading, Paragraph
from sdc_desktop.sheets.diversity_experiment import sheet
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, how it was done, and the rest of the sheet."""
    result: DiversityExperimentResult = subject.result.result
    finding, *figures = read_by(subject.edition, sheet(about(subject), words))
    blocks = (
        finding,
        Heading(words.say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
        *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in result.notes),
        *figures,
    )
    return (Section(title_of(subject, words), blocks, subject.key),)


def balance(subject: Subject, result: DiversityExperimentResult, words: Words) -> None:
    """None: it compares two readings of one criterion, and neither is the release."""
