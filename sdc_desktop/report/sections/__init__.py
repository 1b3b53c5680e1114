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
from sdc_desktop.words import Words

_CHAPTERS = "sdc_desktop.report.chapters"


class KindModule(Protocol):
    """What a module of a kind offers."""

    def sections(self, subject: Subject, words: Words) -> tuple[Section, ...]:
        """One section on a job, which begins with a finding (:mod:`sdc_desktop.report.parts`)."""


def chapter_of(kind: str) -> KindModule:
    """The module of a kind's chapter."""
    own = f"{_CHAPTERS}.{kind}"
    found = own if find_spec(own) is not None else f"{_CHAPTERS}.{method_of(kind).family}"
    return cast(KindModule, import_module(found))
