"""The four grades in words, and a reason in the words of both editions."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.engine.verdict import Grade
from sdc_desktop.words.words import N_, Words

GRADES: Mapping[Grade, str] = {
    Grade.SAFE: N_("Safe"),
    Grade.RESERVATIONS: N_("Safe with reservations"),
    Grade.UNSAFE: N_("Not safe"),
    Grade.OPEN: N_("Not judged"),
}


def grade_name(grade: Grade, words: Words) -> str:
    """The grade in the form before a finding: `Not safe`."""
    return words.say(GRADES[grade])


def grade_in_text(code: str, words: Words) -> str:
    """The grade of a code within a sentence, in quotation marks; the code itself where it is none."""
    known = {grade.value: grade for grade in Grade}
    return (
        words.say(N_("\u201c{grade}\u201d"), grade=grade_name(known[code], words)) if code in known else code
    )


@dataclass(frozen=True)
class ReasonText:
    """``internal`` may have every figure of the reason, ``external`` only names of variables and jobs, and
    shares; ``one`` is the internal sentence where the figure ``number`` is 1, ``by`` that of both editions
    where the figure ``by`` names variables. ``persons`` is the internal sentence where the figure of that
    name counts persons with several records, ``persons_external`` the external one where that has others than
    shares.
    """

    internal: str
    external: str
    one: str = ""
    by: str = ""
    persons: str = ""
    persons_external: str = ""
