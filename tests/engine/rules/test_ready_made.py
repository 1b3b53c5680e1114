"""The policies that the program brings can be read, and name what they were made from."""

import pytest

from sdc_desktop.engine.policy.policy import read_policy
from sdc_desktop.project.ready_policies import ready_policies
from sdc_desktop.resources import resource_path
from sdc_desktop.words.program.languages import words_in

READY = ready_policies()


@pytest.mark.parametrize("name", READY)
def test_a_ready_made_policy_is_read_and_names_its_sources(name) -> None:
    spec = read_policy(resource_path("policy", f"{name}.json")).spec
    assert spec.rules or spec.limits
    assert all(one.publisher and one.date for one in spec.sources)
    assert len({one.name for one in spec.rules}) == len(spec.rules)
    stated = [one for one in spec.rules if one.check.kind == "stated"]
    assert all(one.text for one in stated)  # no values say what it is about


@pytest.mark.parametrize("name", READY)
def test_every_text_of_a_ready_made_policy_has_german(name) -> None:
    spec, german = read_policy(resource_path("policy", f"{name}.json")).spec, words_in("de")
    texts = [spec.about, *(one.text for one in spec.rules), *(one.note for one in spec.sources)]
    assert [text for text in texts if text and german.say(text) == text] == []
    assert "no legal advice" in spec.about
