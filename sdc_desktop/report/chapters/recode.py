"""What a ``recode`` job did: its sheet, limits, and the row of risk and utility."""

from typing import Any

from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.recoding.recode import engine as recode
from sdc_desktop.engine.plan import params_of
from sdc_desktop.report.balance import ENTROPY, Balance, entropy_kept, of_classes
from sdc_desktop.report.chapters.recoding import chapter, common_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, what it cost."""
    result, params = subject.result.result, params_of(subject.job, RECODE)
    names = tuple(result.levels) if params is None else recode.variables(params, subject.source.data)
    limits = common_limits(words, result.after.persons)
    return chapter(subject, words, limits, result.notes, variables=names)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    entropies = {
        name: (information.entropy_before, information.entropy)
        for name, information in result.released.items()
    }
    return of_classes(result.before, result.after, words.say(ENTROPY), entropy_kept(entropies), words)
