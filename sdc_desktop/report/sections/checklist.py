"""The block of a checklist, and who answers what the program cannot determine."""

from collections.abc import Sequence

from sdc_desktop.sheets.blocks import Checklist, Question
from sdc_desktop.words import N_, Words

FOR_OFFICER, FOR_REVIEWER = N_("For the officer"), N_("For the reviewer")
READ_BY_ANOTHER = N_("A second person has read this report.")


def checklist_block(questions: Sequence[Question], words: Words) -> Checklist:
    """The questions with their answers, numbered, and room for initials."""
    heads = (
        words.say(N_("No.")),
        words.say(N_("Question")),
        words.say(N_("Answer")),
        words.say(N_("Initials")),
    )
    return Checklist(words.say(N_("Checklist")), heads, tuple(questions))
