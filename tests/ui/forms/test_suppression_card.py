"""The card of rare records."""

import pytest

from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.words.program.languages import LANGUAGES, words_in


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", ["category", "kept", "wildcard"])
def test_the_meaning_of_a_rule_speaks_of_persons_where_they_are_counted(
    qtbot, theme, language: str, rule: str
) -> None:
    card = SuppressionCard(words_in(language))
    qtbot.addWidget(card)
    card.show_params(SuppressionParams(suppress="cells", suppress_below=3, suppressed_as=rule), ())
    of_records = card.meaning.text()
    card.count_persons(True)
    of_persons = card.meaning.text()
    assert "erson" in of_persons
    assert "erson" not in of_records
    assert "3" in of_persons
    card.count_persons(False)
    assert card.meaning.text() == of_records
