"""Catalogues of languages: brought up to the sources, read by the program, and found out of date."""

from pathlib import Path

import catalogue
import pytest

from sdc_desktop.words.words import Words

SAVE, RECORDS, GONE = "&Save", ("{number} record", "{number} records"), "gone"
AREAS = {"ui-shell": [SAVE], "words": [RECORDS]}
MANY = ("{number} Datensatz", "{number} Datensätze")


@pytest.fixture
def german(tmp_path):
    """A German folder that knows one of the messages, and one that is no more."""
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / "ui-forms.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        f'msgid "{SAVE}"\nmsgstr "&Speichern"\n\nmsgid "{GONE}"\nmsgstr "weg"\n',
        encoding="utf-8",
    )
    return folder


def texts(made) -> dict[str, str]:
    return {area: catalogue.po_text(one) for area, one in made.items()}


def whole(german) -> dict[str, str]:
    """The texts of the German files with every message translated."""
    made = catalogue.brought_up(german, AREAS)
    made["words"][RECORDS].string = MANY
    return texts(made)


def test_what_is_translated_moves_with_its_message_what_is_new_is_empty_and_what_is_gone_goes(german) -> None:
    made = catalogue.brought_up(german, AREAS)
    shown = {area: {one.id: one.string for one in made[area] if one.id} for area in made}
    assert shown["ui-shell"] == {SAVE: "&Speichern"}
    assert set(shown["words"]) == {RECORDS}
    assert not any(shown["words"][RECORDS])


def test_a_pair_marked_apart_from_its_saying_is_one_message_with_a_plural() -> None:
    marked = 'PAIR = NN_(N_("{number} record"), N_("{number} records"))\nlone = N_("gone")\n'
    found = catalogue.read_source(marked, "words/one.py")
    assert (RECORDS in found.messages, found.faults) == (True, ())
    assert catalogue.read_source('PAIR = NN_("a", "b")\n', "words/one.py").faults


def test_a_message_without_translation_and_files_not_brought_up_are_stated(german) -> None:
    faults = list(catalogue.outdated(german, texts(catalogue.brought_up(german, AREAS))))
    assert len(faults) == 4
    assert [fault for fault in faults if "1 messages without translation" in fault] == [faults[3]]
    assert sum("out of date" in fault for fault in faults) == 3


def test_whole_files_are_sound_until_one_of_them_differs(german) -> None:
    wanted = whole(german)
    catalogue.write(german, wanted)
    assert not (german / "ui-forms.po").exists()
    assert list(catalogue.outdated(german, wanted)) == []
    (german / "words.po").write_text("", encoding="utf-8")
    assert ["out of date" in fault for fault in catalogue.outdated(german, wanted)] == [True]


def test_a_placeholder_that_the_message_has_not_is_stated(german) -> None:
    made = catalogue.brought_up(german, AREAS)
    made["words"][RECORDS].string = ("{count} Datensatz", "{number} Datensätze")
    catalogue.write(german, texts(made))
    assert ["unknown placeholder" in fault for fault in catalogue.outdated(german, texts(made))] == [True]


def test_the_program_reads_what_is_written(german) -> None:
    catalogue.write(german, whole(german))
    words = Words("de", german.parent)
    assert words.say(SAVE) == "&Speichern"
    assert [words.say_many(*RECORDS, number) for number in (1, 2)] == ["1 Datensatz", "2 Datensätze"]
    assert words.say("not in the catalogue") == "not in the catalogue"


def test_line_ends_quotes_and_separators_in_a_message_survive(tmp_path) -> None:
    odd = 'first "line"\nsecond\\line\tend\u2028of it'
    made = catalogue.brought_up(tmp_path / "de", {"words": [odd]})
    made["words"][odd].string = odd[::-1]
    (tmp_path / "de").mkdir()
    catalogue.write(tmp_path / "de", texts(made))
    assert Words("de", tmp_path).say(odd) == odd[::-1]


def test_every_message_of_the_german_files_reaches_the_program() -> None:
    folder = catalogue.FOLDER / "de"
    words = Words("de", folder.parent)
    known = catalogue.known_translations(folder)
    assert len(known) > 4_000
    for message, translation in known.items():
        if isinstance(translation, str):
            assert words.say(message) == translation


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("cli.py", "program"),
        ("words/words.py", "words"),
        ("ui/tabs/tables/forms/protect.py", "ui-tabs-tables"),
    ],
)
def test_each_folder_has_a_file_of_its_own(path, area) -> None:
    assert catalogue.area_of(Path(path)) == area
