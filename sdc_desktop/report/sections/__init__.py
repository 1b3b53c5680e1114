"""What a report says of each kind of job: ``chapters/KIND.py`` has ``sections(subject, words)``, or else
``sections/FAMILY.py`` of the method's family.

The module is found by that name and imported when it is first needed. Where it has ``balance(subject, result,
words)``, that is the row of risk and utility of its jobs.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.sections.verdict import with_verdict
from sdc_desktop.words import Words

_CHAPTERS = "sdc_desktop.report.chapters"


class KindModule(Protocol):
    """What a module of a kind offers."""

    def sections(self, subject: Subject, words: Words) -> tuple[Section, ...]:
        """The sections of one job; the first has a finding."""


def job_sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """The sections of a job of any kind, the first with the verdict of the engine."""
    return with_verdict(subject, chapter_of(subject.job.kind).sections(subject, words), words)


def chapter_of(kind: str) -> KindModule:
    """The module of a kind's chapter."""
    own = f"{_CHAPTERS}.{kind}"
    found = own if find_spec(own) is not None else f"{_CHAPTERS}.{method_of(kind).family}"
    return cast(KindModule, import_module(found))
