"""What the values of a column look like: as patterns tried on each of them say."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.data.detect import ISO_DATE, WHOLE, Texts, look_at, number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from tests.support.csv_files import CONTEXT
from tests.support.data import microdata

VALUES = st.text(st.sampled_from("0019+-., eT:Z"), max_size=6) | st.sampled_from(
    [
        "",
        "2024",
        "0007",
        " 2024",
        "2024-05",
        "2024-05-01",
        "2024-05-01T10:30",
        "2024-13",
        "+00",
        "- 1",
        "0 ",
        "NA",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=12), st.sampled_from([".", ","]))
def test_values_look_as_patterns_on_each_of_them_say(values: list[str], decimal: DecimalMark) -> None:
    found = look_at(microdata({"v": values}).relation, 0, ("", "NA"), decimal, CONTEXT)
    distinct = set(values) - {"", "NA"}

    def those(pattern: str) -> int:
        return sum(re.fullmatch(pattern, value, re.ASCII) is not None for value in distinct)

    def is_whole(value: str) -> bool:
        return re.fullmatch(WHOLE, value, re.ASCII) is not None

    assert found == Texts(
        distinct=len(distinct),
        numbers=those(number_pattern(decimal)),
        whole=those(WHOLE),
        padded=those(r" *[+-]?0\d+ *"),
        dates=those(ISO_DATE),
        longest=max((len(value.strip(" +-")) for value in distinct if is_whole(value)), default=0),
        records=sum(value in distinct for value in values),
    )
