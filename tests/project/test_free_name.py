"""Free names."""

import pytest

from sdc_desktop.project.free_name import free_name


@pytest.mark.parametrize(
    ("taken", "between", "expected"),
    [
        ((), "_", "noise"),
        (("noise",), "_", "noise_2"),
        (("noise", "noise_2", "noise_4"), "_", "noise_3"),
        (("noise", "noise_2"), " ", "noise 2"),
        (("noise_2",), "_", "noise"),
    ],
)
def test_a_name_that_another_has_gets_the_first_free_number_from_2(taken, between, expected) -> None:
    assert free_name("noise", taken, between) == expected
