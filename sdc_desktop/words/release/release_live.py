"""Texts of live use of the release queue: on the log, on each decision, and before irreversible acts."""

from collections.abc import Sequence

from sdc_desktop.engine.output.ledger import Head
from sdc_desktop.engine.release.live import Answer, Request
from sdc_desktop.engine.release.live_setup import LiveSetup
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.words.release.release import reading_text, run_name
from sdc_desktop.words.setting_words import value_words
from sdc_desktop.words.words import N_, Words, listed, whole

_MOST_NAMED = 5


def setup_text(setup: LiveSetup, words: Words) -> str:
    """By what rules a log releases."""
    alphas = sorted({setup.rules.alpha[test] for test in setup.tests})
    text = words.say(
        N_("{attribute} by {target}, {tests} at {alpha}, seed {seed}"),
        attribute=setup.attribute,
        target=setup.target,
        tests=run_name(setup.tests),
        alpha=listed([words.percent(alpha) for alpha in alphas], words),
        seed=setup.rules.seed,
    )
    if "CST" not in setup.tests:
        return text
    joined = N_("{rules}, small cells joined: {rule}")
    return words.say(
        joined, rules=text, rule=value_words(ReleaseParams.settings["join"], setup.rules.join, words)
    )


def end_text(head: Head, words: Words) -> str:
    """The end of a log, by which a report can be compared with it."""
    return words.say_many(
        N_("Log: {number} line, checksum {checksum}"),
        N_("Log: {number} lines, checksum {checksum}"),
        head.n,
        checksum=head.hash,
    )


def state_text(released: int, waiting: int, denied: int, words: Words) -> str:
    """The current state, in one sentence."""
    return words.say(
        N_("{released} released, {waiting} waiting, {denied} denied. Releases cannot be recalled."),
        released=whole(released),
        waiting=whole(waiting),
        denied=whole(denied),
    )


def confirm_text(requests: Sequence[Request], words: Words) -> str:
    """A confirmation for the requests."""
    if len(requests) == 1:
        one = requests[0]
        return words.say(
            N_("Request record {key} ({target}, {value})?"), key=one.key, target=one.target, value=one.value
        )
    return words.say_many(
        N_("Request {number} record?"), N_("Request {number} records in turn?"), len(requests)
    )


def answers_text(answers: Sequence[Answer], words: Words) -> str:
    """The outcome of the last requests: one reported in full, a batch in numbers."""
    if len(answers) == 1:
        return " ".join(answer_lines(answers[0], words))
    again = sum(answer.requested_before for answer in answers)
    gone = sum(len(step) for answer in answers for step in answer.went_out)
    out = {key for answer in answers for step in answer.went_out for key in step}
    waits = sum(answer.state == "waiting" and answer.request.key not in out for answer in answers)
    denied = sum(answer.state == "denied" for answer in answers)
    text = words.say(
        N_(
            "{number} {number:request|requests}: {gone} {gone:record|records} released; "
            "{waits} {waits:request|requests} waiting, {denied} denied."
        ),
        number=whole(len(answers)),
        gone=whole(gone),
        waits=whole(waits),
        denied=whole(denied),
    )
    if again:
        text += " " + words.say_many(
            N_("{number} already requested."), N_("{number} already requested."), again
        )
    return text


def answer_lines(answer: Answer, words: Words) -> tuple[str, ...]:
    """The outcome of a request, and by what reading."""
    key = answer.request.key
    if answer.requested_before:
        state = {
            "released": N_("Record {key} was requested before: it is released."),
            "waiting": N_("Record {key} was requested before: it waits."),
            "denied": N_("Record {key} was requested before: it is denied."),
        }[answer.state]
        return (words.say(state, key=key),)
    gone = [one for step in answer.went_out for one in step]
    lines = [
        words.say(
            {
                "released": N_("Record {key} is released."),
                "waiting": N_("Record {key} waits."),
                "denied": N_("Record {key} is denied."),
            }[answer.state],
            key=key,
        )
    ]
    others = [one for one in gone if one != key]
    if others:
        lines.append(
            words.say_many(
                N_("{number} waiting record was released with it: {keys}."),
                N_("{number} waiting records were released with it: {keys}."),
                len(others),
                keys=_some(others, words),
            )
        )
    if answer.readings:
        lines += [reading_text(reading, words) for reading in answer.readings[0]]
    return tuple(lines)


def overtaken_text(targets: Sequence[str], words: Words) -> str:
    """Targets that fail a test now though each release was safe."""
    return words.say(
        N_("Overtaken, though each release was safe when it was made: {targets}. Their records wait."),
        targets=listed(targets, words),
    )


def request_header(setup: LiveSetup, words: Words) -> tuple[str, ...]:
    """The header of requests in a log."""
    return words.say(N_("Record")), setup.target, setup.attribute


def set_header(setup: LiveSetup, words: Words) -> tuple[str, ...]:
    """The header of a set of waiting records."""
    return setup.target, setup.attribute, words.say(N_("Records"))


def _some(keys: Sequence[str], words: Words) -> str:
    shown = ", ".join(keys[:_MOST_NAMED])
    more = len(keys) - _MOST_NAMED
    return shown if more <= 0 else words.say(N_("{numbers} and {more} more"), numbers=shown, more=whole(more))
