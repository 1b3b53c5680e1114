"""What a report says of each kind of job: ``sections/KIND.py`` has ``sections(subject, words)``.

A kind's module is found by the kind's name and imported when it is first needed.
"""

from importlib import import_module
from typing import Protocol, cast

from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.sections.verdict import with_verdict
from sdc_desktop.words import Words


class KindModule(Protocol):
    """What a module of a kind offers."""

    def sections(self, subject: Subject, words: Words) -> tuple[Section, ...]:
        """The sections of one job; the first has a finding."""


def job_sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """The sections of a job of any kind, the first with the verdict of the engine."""
    module = cast(KindModule, import_module(f"{__name__}.{subject.job.kind}"))
    return with_verdict(subject, module.sections(subject, words), words)
