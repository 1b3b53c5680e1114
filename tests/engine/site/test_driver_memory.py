"""What the driver of a cluster has no memory for is refused before: nothing is saved."""

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import in_order
from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.site.driver_memory import most_ordered, refuse_beyond_memory
from tests.support.data import microdata
from tests.support.secret import drawing


@pytest.mark.parametrize(("worked_on", "most"), [(False, 1_000), (True, 320)])
def test_combinations_are_refused_beyond_the_memory_and_not_before(worked_on, most) -> None:
    memory, names = 96_000, ("town", "age")
    refuse_beyond_memory(most, names, memory, worked_on=worked_on)
    with pytest.raises(Refused) as found:
        refuse_beyond_memory(most + 1, names, memory, worked_on=worked_on)
    (problem,) = found.value.problems
    assert problem.where.variable == "town"
    assert dict(problem.params) == {"number": most + 1, "names": names, "wanted": 0.0, "memory": 0.0}


def test_a_random_order_is_refused_beyond_the_memory_and_not_before(monkeypatch) -> None:
    assert most_ordered(48 * 1000) == most_ordered(48 * 1001 - 1) == 1000
    assert most_ordered(2**50) == 2**27
    data = microdata({"town": ["a", "b", "c", "d"]})
    output = {"path": "rec.csv", "order": "random"}
    job = {"name": "rec", "kind": "recode", "params": {"levels": {}}, "output": output}
    (job,) = plan_from_json({"schema": 2, "data": {"path": "d.csv"}, "jobs": [job]}).jobs
    context = drawing(job="rec")
    data.relation.most_shuffled = 4
    assert in_order(data, job, context).records == 4
    data.relation.most_shuffled = 3
    monkeypatch.setattr(SecretStream, "permutation", None)  # refused before anything is drawn
    with pytest.raises(Refused) as found:
        in_order(data, job, context)
    (problem,) = found.value.problems
    assert (problem.code, dict(problem.params)) == ("site.order_too_many", {"number": 4, "most": 3})
