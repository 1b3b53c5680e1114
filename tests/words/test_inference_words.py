"""What the audit of a file finds is said whole: every figure of a reason and of a sentence is there."""

import numpy as np
import pytest

from sdc_desktop.engine.inference.audit import Inference, RevealedValues
from sdc_desktop.engine.inference.filled_classes import ClassesAfter
from sdc_desktop.engine.inference.names import COUNTED, ORDER
from sdc_desktop.engine.inference.order import OrderRevealed
from sdc_desktop.engine.inference.outliers import OutlierRecognised
from sdc_desktop.engine.inference.relations import NumbersRevealed
from sdc_desktop.engine.verdict import Grade, verdict_of
from sdc_desktop.engine.verdict_inference import inference_reasons
from sdc_desktop.words import Words
from sdc_desktop.words.risk.inference import limits_text, rows, sentences
from sdc_desktop.words.verdicts.verdict import reason_texts

CELLS = np.zeros(0, dtype=np.bool_)
WORDS = Words()


def numbers(variable: str, *sources: str) -> NumbersRevealed:
    return NumbersRevealed(variable, sources, 198, 195, 195, True, CELLS)


FOUND = Inference(
    records=200,
    values=(
        RevealedValues("region", "suppressed", 24, 24, 24, ("district",)),
        RevealedValues("sex", "suppressed", 2),
        RevealedValues("income", "recoded", 198, 16, 16, ("yearly",)),
    ),
    numbers=(numbers("income", "yearly"), numbers("pay", ORDER)),
    outliers={
        "income": OutlierRecognised(1, largest_error=0.004),
        "pay": OutlierRecognised(0, 1, None, 5.0, 0.04),
    },
    order=(OrderRevealed("town", 3, 3),),
    classes=ClassesAfter(10, 22, 3),
    criteria=("k-anonymity",),
    unknown=("job",),
)


@pytest.mark.parametrize("internal", [True, False])
def test_every_reason_and_sentence_is_whole(internal: bool) -> None:
    verdict = verdict_of(inference_reasons(FOUND, 0.1))
    assert verdict.grade is Grade.UNSAFE
    texts = [*reason_texts(verdict, WORDS, internal=internal), *sentences(FOUND, WORDS, internal=internal)]
    texts += [limits_text(WORDS), *(text for row in rows(FOUND, WORDS, internal=internal) for text in row)]
    assert not [text for text in texts if "{" in text]


def test_the_figures_of_each_reason_are_shown() -> None:
    texts = " ".join(reason_texts(verdict_of(inference_reasons(FOUND, 0.1)), WORDS))
    assert "195 of 195 protected numbers of income follow from yearly" in texts
    assert "24 of 24 protected values of region follow from district" in texts
    assert "22 records are in classes smaller than 3" in texts
    assert ORDER not in texts


def test_a_file_that_reveals_nothing_says_that_it_was_attacked() -> None:
    clean = Inference(
        records=200, values=(RevealedValues("sex", "suppressed", 2),), classes=ClassesAfter(0, 0, 3)
    )
    assert not list(inference_reasons(clean, 0.1))
    assert "beyond chance" in " ".join(sentences(clean, WORDS))


def test_a_source_that_is_no_variable_is_named_in_words() -> None:
    values = (RevealedValues("hhsize", "suppressed", 24, 24, 24, (COUNTED + "hhid",)),)
    found = Inference(records=200, values=values)
    said = "the number of records with the same hhid"
    for internal in (True, False):
        (text,) = reason_texts(verdict_of(inference_reasons(found, 0.1)), WORDS, internal=internal)
        assert text.endswith(f"of hhsize follow from {said}.")
    assert rows(found, WORDS)[0][1] == said
