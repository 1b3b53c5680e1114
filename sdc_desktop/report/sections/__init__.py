"""What a report says of each kind of job: ``sections/KIND.py`` has ``sections(subject, words)``.

A kind's module is found by the kind's name and imported when it is first needed.
"""

from importlib import import_module
from typing import Protocol, cast

from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import Words


class KindModule(Protocol):
    """What a module of a kind offers."""

    def sections(self, subject: Subject, words: Words) -> tuple[Section, ...]:
        """The sections of one job; the first begins with a verdict."""


def job_sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """The sections of a job of any kind."""
    module = cast(KindModule, import_module(f"{__name__}.{subject.job.kind}"))
    return module.sections(subject, words)
