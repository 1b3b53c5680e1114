"""What counts as a second value: criteria and disclosure on values as they are read."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise.engine import counts, decide
from sdc_desktop.engine.microdata.classes.key_classes import Pairs, ValueGroups, disclosed
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import near_equal_warnings, sensitive_values
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.generalising import criterion

CONTEXT = JobContext()
CRITERIA = [
    criterion("distinct_l_diversity", l=2, attribute="s"),
    criterion("entropy_l_diversity", l=2, attribute="s", estimator="shannon"),
    criterion("entropy_l_diversity", l=1.5, attribute="s", estimator="grassberger"),
    criterion("recursive_cl_diversity", c=2, l=2, attribute="s"),
    criterion("p_sensitive", p=2, attribute="s"),
]
NAMES = [f"{one.kind} {getattr(one, 'estimator', '')}" for one in CRITERIA]


def file_of(values, level="nominal", missing=("", "NA"), order=None, decimal=".") -> Source:
    """Two classes: the values given, and as many records with A and B in turn."""
    other = ["A", "B"] * (len(values) // 2) if level == "nominal" else ["8", "9"] * (len(values) // 2)
    columns = {"a": ["x"] * len(values) + ["y"] * len(other), "s": [*values, *other]}
    data = microdata(columns)
    variables = (Variable("a", "key"), Variable("s", "sensitive", level, order, missing))
    return Source(Microdata(data.relation, variables, decimal), {})


def failing(source: Source, spec) -> int:
    return check_file(source, ("a",), [spec], CONTEXT).failing_classes


@pytest.mark.parametrize("lacking", ["", "NA", "  ", "\u00a0"])
@pytest.mark.parametrize("spec", CRITERIA, ids=NAMES)
def test_a_missing_value_or_a_blank_is_not_a_second_value(spec, lacking) -> None:
    assert failing(file_of(["HIV", lacking, "HIV", lacking]), spec) == 1


@pytest.mark.parametrize("spec", CRITERIA, ids=NAMES)
def test_a_class_without_any_value_fails(spec) -> None:
    assert failing(file_of(["", "NA", "", ""]), spec) == 1


@pytest.mark.parametrize("spec", CRITERIA, ids=NAMES)
def test_two_values_beside_missing_ones_are_two(spec) -> None:
    assert failing(file_of(["A", "B", "A", "B", "", "NA"]), spec) == 0


def test_entropy_is_of_the_records_with_a_value() -> None:
    """Nine of one value and one of another have less than ln 2, however many lack the value."""
    values = ["A"] * 9 + ["B"] + [""] * 5 + ["NA"]
    spec = criterion("entropy_l_diversity", l=1.5, attribute="s", estimator="shannon")
    assert failing(file_of(values), spec) == 1


def test_closeness_is_of_the_records_with_a_value() -> None:
    """The class has A alone where it has a value at all, the file A and B equally: the distance is 1/2."""
    columns = {"a": ["x"] * 4 + ["y"] * 4, "s": ["A", "", "A", "", "A", "B", "B", "B"]}
    source = Source(microdata(columns, {"a": "key", "s": "sensitive"}), {})
    shown = check_file(source, ("a",), [criterion("t_closeness", t=0.4, attribute="s")], CONTEXT)
    assert (shown.passed, shown.criteria[0].worst) == (False, pytest.approx(0.5))


def test_a_class_where_all_values_are_missing_is_as_far_as_can_be() -> None:
    columns = {"a": ["x", "x", "y", "y"], "s": ["", "", "A", "B"]}
    source = Source(microdata(columns, {"a": "key", "s": "sensitive"}), {})
    shown = check_file(source, ("a",), [criterion("t_closeness", t=0.9, attribute="s")], CONTEXT)
    assert (shown.passed, shown.criteria[0].worst) == (False, 1.0)


@pytest.mark.parametrize("level", ["continuous", "ordinal"])
@pytest.mark.parametrize("spec", CRITERIA, ids=NAMES)
def test_numbers_compare_as_numbers(spec, level) -> None:
    assert failing(file_of(["1", "1.0", "01", "+1", "1e0", "1"], level), spec) == 1


def test_numbers_with_a_decimal_comma_compare_as_numbers() -> None:
    spec = criterion("distinct_l_diversity", l=2, attribute="s")
    assert failing(file_of(["1", "1,0", "1,00", "01"], "continuous", decimal=","), spec) == 1


def test_codes_of_figures_stay_different_and_are_named() -> None:
    source = file_of(["007", "7", "008", "9"])
    found = sensitive_values(source.data, "s", ("007", "7", "008", "9"))
    assert found.of_text.tolist() == [0, 1, 2, 3]
    assert found.near_equal == (("007", "7"),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HIV", "hiv"),
        ("HIV", "HIV "),
        ("HIV", " HIV"),
        ("HIV", "\uff28\uff29\uff36"),
        ("caf\u00e9", "cafe\u0301"),
        ("Strasse", "STRASSE"),
        ("a  b", "a b"),
        ("a b", "a\u00a0b"),
    ],
)
def test_nearly_equal_texts_raise_a_warning_with_the_pairs(one, other) -> None:
    texts = tuple(sorted({one, other, "else"}))
    source = file_of([one, other, "else", one])
    found = {"s": sensitive_values(source.data, "s", texts)}
    (shown,) = near_equal_warnings(found)
    assert (shown.code, shown.severity.value, shown.params["number"]) == (
        "diversity.near_equal",
        "warning",
        1,
    )
    assert one in shown.params["pairs"][0]
    assert other in shown.params["pairs"][0]


def test_a_search_tells_of_nearly_equal_texts() -> None:
    source = file_of(["HIV", "hiv", "HIV", "hiv"])
    params = GeneraliseParams(criteria=(criterion("distinct_l_diversity", l=2, attribute="s"),))
    result = decide(params, counts(params, source, CONTEXT), CONTEXT)
    assert "diversity.near_equal" in [one.code for one in result.notes]


@pytest.mark.parametrize(
    "spec",
    [
        criterion("k_anonymity", k=1),
        criterion("distinct_l_diversity", l=1, attribute="s"),
        criterion("entropy_l_diversity", l=1, attribute="s"),
        criterion("recursive_cl_diversity", c=9, l=1, attribute="s"),
        criterion("p_sensitive", p=1, attribute="s"),
        criterion("t_closeness", t=1, attribute="s"),
        criterion("average_risk", max=1),
        criterion("beta_likeness", beta=9, attribute="s"),
        criterion("delta_disclosure", delta=9, attribute="s"),
    ],
    ids=lambda spec: spec.kind,
)
def test_one_record_alone_meets_no_criterion(spec) -> None:
    source = Source(microdata({"a": ["x"], "s": ["A"]}, {"a": "key", "s": "sensitive"}), {})
    assert not check_file(source, ("a",), [spec], CONTEXT).passed


def test_groups_with_one_value_are_counted_by_record() -> None:
    """Classes of 3, 2, 20, 2 and 10 records: one value; one beside a missing one; 18 of 20; none; 8 of 9."""
    rows = [(0, 0, 3), (1, 1, 1), (2, 0, 18), (2, 1, 2), (4, 0, 8), (4, 1, 1)]
    pairs = Pairs(*(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)), 2)
    one, ninety = disclosed(pairs, np.array([3, 2, 20, 2, 10]))
    assert one == ValueGroups(records=5, groups=2)
    assert ninety == ValueGroups(records=25, groups=3)
