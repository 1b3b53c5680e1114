"""How far decisions on outputs are: how many are made, and what they wait for."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
from sdc_desktop.engine.submission.releasing.case_results import CaseResult
from sdc_desktop.words.words import N_, Words, whole


def progress_text(case: CaseResult, words: Words) -> str:
    """How many of a researcher's items are decided: 3 of 8."""
    return words.say(N_("{number} of {total}"), number=whole(case.decided), total=whole(case.items))


def decided_text(result: OutputCheckResult, words: Words, case: CaseResult | None = None) -> str:
    """What is decided and what is open, of all or of one researcher, in one sentence."""
    cases = result.by_case if case is None else (case,)
    return ", ".join(_clauses(cases, result, words)) + "."


def _clauses(cases: tuple[CaseResult, ...], result: OutputCheckResult, words: Words) -> Iterator[str]:
    say = words.say
    total, decided = sum(one.items for one in cases), sum(one.decided for one in cases)
    yield say(N_("{number} of {total} decided"), number=whole(decided), total=whole(total))
    released, excepted = sum(one.release for one in cases), sum(one.exceptions for one in cases)
    by_exception = N_("{number} to be released ({exceptions} by exception)")
    for number, text in (
        (released, by_exception if excepted else N_("{number} to be released")),
        (sum(one.change for one in cases), N_("{number} to be changed")),
        (sum(one.refuse for one in cases), N_("{number} refused")),
    ):
        if number:
            yield say(text, number=whole(number), exceptions=whole(excepted))
    yield say(_state(cases, result))


def _state(cases: tuple[CaseResult, ...], result: OutputCheckResult) -> str:
    """What the decisions wait for. Those of all are entered and approved together."""
    signed = result.signed
    if result.undecided:
        whole_case = all(one.decided == one.items for one in cases)
        return N_("not final") if whole_case else N_("the rest open")
    if signed.sent_back:
        return N_("sent back")
    if not signed.decided_by:
        return N_("not entered in the ledger")
    if result.four_eyes and not signed.approved_by:
        return N_("waits for approval")
    if any(one.package for one in cases):
        return N_("packaged")
    return N_("approved") if result.four_eyes else N_("entered in the ledger")
