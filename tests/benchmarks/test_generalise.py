"""The search for the optimal generalisation of Adult: CPU seconds after loading, and nodes looked at."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.source import Source
from tests.support.generalising import ADULT, adult_source

CONTEXT = JobContext()
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def adult(shared_folder) -> Source:
    return adult_source(shared_folder)


def timed(source: Source, params: GeneraliseParams, name: str, benchmark) -> float:
    began = time.process_time()
    counted = generalise.counts(params, source, CONTEXT)
    counting = time.process_time() - began
    began = time.process_time()
    result = benchmark.pedantic(lambda: generalise.decide(params, counted, CONTEXT), rounds=1)
    deciding = time.process_time() - began
    benchmark.extra_info |= {"counting": counting, "deciding": deciding, "nodes": result.nodes}
    print(f"\n{name}: counting {counting:.2f} s, deciding {deciding:.2f} s CPU, {result.nodes} nodes")
    assert result.proven
    return deciding


@pytest.mark.parametrize("loss", ["loss", "entropy", "discernibility", "class_size", "anopi"])
@pytest.mark.parametrize("limit", [0, 0.05, 1])
def test_k_anonymity(benchmark, adult, limit, loss) -> None:
    query = ({"kind": "k_anonymity", "k": 5},)
    spec = {"key_variables": ADULT, "criteria": query, "suppression_limit": limit, "loss": loss}
    timed(adult, GeneraliseParams.model_validate(spec), f"k = 5, {limit:.0%}, {loss}", benchmark)


def test_every_node(benchmark, adult) -> None:
    query = ({"kind": "k_anonymity", "k": 5},)
    spec = {"key_variables": ADULT, "criteria": query, "explore": "all"}
    timed(adult, GeneraliseParams.model_validate(spec), "all nodes", benchmark)


def test_t_closeness(benchmark, adult) -> None:
    query = ({"kind": "t_closeness", "t": 0.2, "attribute": "occupation"},)
    names = tuple(name for name in ADULT if name != "occupation")
    spec = {"key_variables": names, "criteria": query, "suppression_limit": 0.05}
    timed(adult, GeneraliseParams.model_validate(spec), "t = 0.2", benchmark)


def test_a_million_records_of_the_same_keys_cost_little_more(benchmark, adult) -> None:
    million = adult.data.picked(np.resize(np.arange(adult.data.records), 1_000_000), CONTEXT)
    query = ({"kind": "k_anonymity", "k": 150},)
    spec = {"key_variables": ADULT, "criteria": query, "suppression_limit": 0.05}
    timed(adult.with_data(million), GeneraliseParams.model_validate(spec), "a million", benchmark)
