"""Catalogues of languages: brought up to the template, compiled, and found out of date."""

import gettext
import io

import catalogue
import pytest

SAVE, RECORDS, GONE = "&Save", ("{number} record", "{number} records"), "gone"
TEXT = catalogue.template([SAVE, RECORDS])


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A German catalogue that knows one of the messages, and one that is no more."""
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    path = tmp_path / "de" / "LC_MESSAGES" / "sdc_desktop.po"
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        f'msgid "{SAVE}"\nmsgstr "&Speichern"\n\nmsgid "{GONE}"\nmsgstr "weg"\n',
        encoding="utf-8",
    )
    return path


def write(path, translated):
    path.write_text(catalogue.po_text(translated), encoding="utf-8", newline="\n")
    path.with_suffix(".mo").write_bytes(catalogue.mo_bytes(translated))


def test_what_is_translated_stays_what_is_new_is_empty_and_what_is_gone_goes(german) -> None:
    translated = catalogue.brought_up(german, TEXT)
    told = {message.id: message.string for message in translated if message.id}
    assert set(told) == {SAVE, RECORDS}
    assert told[SAVE] == "&Speichern"
    assert not any(told[RECORDS])


def test_a_message_without_translation_and_files_not_brought_up_are_told(german) -> None:
    faults = list(catalogue.outdated(german, TEXT))
    assert len(faults) == 2
    assert "1 messages without translation" in faults[0]
    assert "out of date" in faults[1]


def test_a_whole_catalogue_is_sound_until_its_compiled_file_differs(german) -> None:
    translated = catalogue.brought_up(german, TEXT)
    translated[RECORDS].string = ("{number} Datensatz", "{number} Datensätze")
    write(german, translated)
    assert list(catalogue.outdated(german, TEXT)) == []
    german.with_suffix(".mo").write_bytes(b"")
    assert ["out of date" in fault for fault in catalogue.outdated(german, TEXT)] == [True]


def test_the_compiled_catalogue_speaks_and_is_the_same_every_time(german) -> None:
    translated = catalogue.brought_up(german, TEXT)
    translated[RECORDS].string = ("{number} Datensatz", "{number} Datensätze")
    made = catalogue.mo_bytes(translated)
    assert made == catalogue.mo_bytes(translated)
    spoken = gettext.GNUTranslations(io.BytesIO(made))
    assert spoken.gettext(SAVE) == "&Speichern"
    assert [spoken.ngettext(*RECORDS, number) for number in (1, 2)] == [
        "{number} Datensatz",
        "{number} Datensätze",
    ]
