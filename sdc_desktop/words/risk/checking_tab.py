"""Texts of "Check this file" on a class that fails, and on a file compared with its original."""

from collections.abc import Sequence

from sdc_desktop.engine.microdata.criteria.check_file import FailingClass, FileCheck
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.engine.problems import Problem
from sdc_desktop.words.microdata.generalising import worst
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.risk.risk_tab import score_line
from sdc_desktop.words.setting_words import phrase_words
from sdc_desktop.words.words import N_, Words, listed, whole

Rows = tuple[tuple[str, str] | str, ...]
_MOST_NUMBERS = 50  # of records, listed in a sentence


def group_title(one: FailingClass, words: Words) -> str:
    """What the Why panel is about."""
    return words.say_many(
        N_("A class of {number} record that fails"), N_("A class of {number} records that fails"), one.records
    )


def group_rows(
    one: FailingClass,
    check: FileCheck,
    criteria: Sequence[CriterionSpec],
    members: Sequence[int],
    words: Words,
) -> Rows:
    """The values of a class, the criteria it fails with the worst class, and the numbers of its records."""
    say = words.say
    rows: list[tuple[str, str] | str] = list(zip(check.key_variables, one.values, strict=True))
    for place in one.criteria:
        rows.append(
            say(
                N_("Fails {criterion}. The worst class of the file has {worst}."),
                criterion=phrase_words(criteria[place], words),
                worst=worst(check.criteria[place], words),
            )
        )
    numbers = ", ".join(whole(number) for number in members[:_MOST_NUMBERS])
    more = len(members) > _MOST_NUMBERS
    text = N_("Its records: {numbers} and more.") if more else N_("Its records: {numbers}.")
    return (*rows, say(text, numbers=numbers))


def record_button(place: int, members: Sequence[int], words: Words) -> str:
    """What leads to one record of a group, from 0."""
    if not members:
        return words.say(N_("Show its records"))
    return words.say(
        N_("Show record {number} ({place} of {count})"),
        number=whole(members[place]),
        place=whole(place + 1),
        count=whole(len(members)),
    )


def compared_line(score: Score, left_out: Sequence[str], pairing: Sequence[Problem], words: Words) -> str:
    """Below the score: its meaning in a sentence, how records were paired, and the variables used."""
    parts = [
        score_line(score, words),
        words.say(
            N_("Compared: {names}, in {records} {records:record|records}."),
            names=listed(score.variables, words),
            records=whole(score.records),
        ),
    ]
    parts += [noted(problem, words) for problem in pairing]
    if left_out:
        parts.append(
            words.say(
                N_("Not compared, because they are not numbers in the other file: {names}."),
                names=listed(left_out, words),
            )
        )
    return " ".join(parts)
