"""Texts in other encodings that would open as Windows-1252 are reported; Western texts never are."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.doubtful import other_encodings
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec

OTHERS = {
    "gb18030": ("王伟", "李娜", "男", "女", "北京", "上海", "收入", "编号"),
    "big5": ("陳大文", "臺北", "高雄", "男", "女", "編號", "收入"),
    "cp932": ("さくら", "東京都", "タロウ", "男性", "女性", "番号"),
    "euc_jp": ("さくら", "東京都", "タロウ", "男性", "女性", "番号"),
    "cp949": ("김민준", "서울", "부산", "남자", "여자", "번호"),
    "cp1251": ("Иванов", "Москва", "Анна", "мужской", "женский"),
    "koi8-u": ("Иванов", "Москва", "Анна", "мужской", "женский"),
    "cp1253": ("Γιώργος", "Αθήνα", "άνδρας", "γυναίκα"),
    "cp1250": ("Wałęsa", "Łódź", "Świętokrzyskie", "Śląsk", "Gdańsk", "Kraków"),
    "cp850": ("Müller", "Köln", "Größe", "Österreich", "Françoise"),
    "mac-roman": ("früh", "größer", "Geschäft", "Straße", "Grüße", "Françoise"),
}
WESTERN = (
    *(
        "Müller",
        "Köln",
        "Größe",
        "ÖSTERREICH",
        "Straße",
        "Hämäläinen",
        "Jyväskylä",
        "Åland",
        "Ærø",
        "Øresund",
    ),
    *(
        "Françoise",
        "créée",
        "l’été",
        "où",
        "Nîmes",
        "«Été»",
        "São Paulo",
        "coração",
        "niño",
        "¿Qué?",
        "1ª",
        "nº 5",
    ),
    *("Þór", "Ísafjörður", "Alþýðulýðveldið", "20 °C", "5 m²", "10 €", "±5", "½ Tag", "§ 12", "50–60 µg"),
    *("„Über“", "Šárka", "Smørrebrød", "Zürich – Genève", "Word…", "A·B", "X © Y", "naïve"),
)


def records(texts: tuple[str, ...]) -> str:
    return "n;text\r\n" + "".join(f"{number};{text}\r\n" for number, text in enumerate(texts))


def opened_of(folder: Path, data: bytes, **spec: object) -> Opened:
    (folder / "data.csv").write_bytes(data)
    return open_data(
        DataSpec.model_validate({"path": "data.csv", **spec}), folder, JobContext(), propose=True
    )


@pytest.mark.parametrize("encoding", OTHERS)
def test_another_encoding_is_reported_and_named(tmp_path: Path, encoding) -> None:
    data = records(OTHERS[encoding]).encode(encoding)
    (tmp_path / "data.csv").write_bytes(data)
    found = preview(tmp_path / "data.csv", DialectHints())
    assert encoding in found.dialect.doubt
    assert found.words
    chosen = opened_of(tmp_path, data, encoding=encoding)
    assert [row[1] for row in chosen.data.window(0, 99)] == list(OTHERS[encoding])
    assert not {one.code for one in chosen.notes} & {"csv.encoding_doubtful", "csv.encoding_unclear"}


def test_opening_with_a_doubtful_encoding_is_a_warning(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, records(OTHERS["cp949"]).encode("cp949"))
    (warned,) = (one for one in opened.notes if one.code == "csv.encoding_doubtful")
    assert warned.params["encoding"] == "cp1252"
    assert "cp949" in warned.params["others"]


def test_no_single_western_text_and_not_all_of_them_are_doubted() -> None:
    assert [one for one in WESTERN if other_encodings(records((one,)).encode("cp1252")) is not None] == []
    assert other_encodings(records(WESTERN).encode("cp1252")) is None


def test_words_beyond_ascii_show_whether_the_encoding_is_right(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(records(("Müller", "x", "Köln", "Müller")).encode("cp1252"))
    assert preview(path, DialectHints()).words == ("Müller", "Köln")
    path.write_bytes(records(("Müller",)).encode())
    assert preview(path, DialectHints()).words == ()
