"""What a ``noise`` job did."""

from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.perturbed import sections_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: what was changed, and the score."""
    return sections_of(subject, words)
