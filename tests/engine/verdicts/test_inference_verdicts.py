"""What a released file reveals is judged by values or by numbers, whichever tells more."""

import numpy as np
import pytest

from sdc_desktop.engine.inference.audit import Inference, RevealedValues
from sdc_desktop.engine.inference.relations import NumbersRevealed
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.engine.verdict_inference import inference_reasons


@pytest.mark.parametrize(
    ("right", "code"), [(4, "inferred_numbers"), (5, "inferred_values"), (6, "inferred_values")]
)
def test_values_go_before_numbers_that_reveal_no_more(right, code) -> None:
    values = RevealedValues("pay", "perturbed", 100, filled=9, right=right, by=("age",))
    numbers = NumbersRevealed("pay", ("tax",), 100, 100, 5, True, np.zeros(0, dtype=np.bool_))
    (found,) = inference_reasons(Inference(100, values=(values,), numbers=(numbers,)), 0.5)
    assert (found.code, found.grade) == (code, Grade.RESERVATIONS)


@pytest.mark.parametrize(("right", "grade"), [(10, Grade.RESERVATIONS), (11, Grade.UNSAFE)])
def test_more_than_the_limit_is_unsafe_and_the_limit_itself_is_not(right, grade) -> None:
    values = RevealedValues("pay", "suppressed", 100, filled=20, right=right, by=("age",))
    (found,) = inference_reasons(Inference(100, values=(values,)), 0.1)
    assert found.grade is grade
