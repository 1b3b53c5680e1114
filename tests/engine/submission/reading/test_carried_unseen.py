"""What workbooks and documents carry unseen: links, filters, conditional formats, names."""

from typing import Any

import pytest

from sdc_desktop.engine.submission.reading.default_names import is_sheet_name, is_style_name
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.releasing.workbook_again import workbook_of
from tests.support.outputs.cases import LINKS, MAIN, PACKAGE, workbook, zipped

ROWS: dict[str, Any] = {"A1": "Area", "B1": "n", "A2": "North", "B2": 120, "A3": "South", "B3": 180}
RULE = (
    '<conditionalFormatting sqref="B2:B3"><cfRule type="{}" priority="1"{}</cfRule></conditionalFormatting>'
)


def carried(data: bytes, name: str = "a.xlsx") -> set[str]:
    found = read(data, name)
    assert not found.refused
    return {one.code for one in found.carried}


def sheet(after: str, **parts: str) -> set[str]:
    """What a workbook carries with this after its cells."""
    made = workbook({"T": ROWS}, parts=parts, sheet_xml={"T": after})
    return carried(made)


def relations(*links: tuple[str, str]) -> str:
    inner = "".join(
        f'<Relationship Id="rId{number}" Type="{LINKS}/{kind}" Target="{target}" TargetMode="External"/>'
        for number, (kind, target) in enumerate(links, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{inner}</Relationships>'


def linked(target: str, more: str = "") -> set[str]:
    part = {"xl/worksheets/_rels/sheet1.xml.rels": relations(("hyperlink", target))}
    link = f'<hyperlinks xmlns:r="{LINKS}"><hyperlink ref="A2" r:id="rId1"{more}/></hyperlinks>'
    return carried(workbook({"T": ROWS}, parts=part, sheet_xml={"T": link}))


@pytest.mark.parametrize("target", ["#T!A1", "#'T'!$A$1:$B$2", "#A1", "https://north/", "mailto:South"])
def test_a_link_to_what_is_shown_carries_nothing(target) -> None:
    assert linked(target) == set()


@pytest.mark.parametrize(
    "target", ["file:///W/West_3_cases.xlsx", "#West!A1", "#T!A1 is 3", "http://a/North"]
)
def test_the_target_of_a_link_is_carried(target) -> None:
    assert linked(target) == {"link_target"}


@pytest.mark.parametrize("more", ["tooltip", "display", "location"])
def test_tip_and_place_of_a_link_are_carried(more) -> None:
    assert linked("#T!A1", f' {more}="West has 3"') == {"link_target"}
    assert linked("#T!A1", f' {more}="North"') == set()


def test_a_link_that_no_element_names_is_carried() -> None:
    part = {"xl/worksheets/_rels/sheet1.xml.rels": relations(("hyperlink", "http://x/West3"))}
    assert carried(workbook({"T": ROWS}, parts=part)) == {"link_target"}


@pytest.mark.parametrize(
    "inner",
    ['<filters><filter val="West n=3"/></filters>', '<customFilters><customFilter val="3"/></customFilters>'],
)
def test_criteria_of_a_filter_are_carried(inner) -> None:
    column = f'<autoFilter ref="A1:B3"><filterColumn colId="0">{inner}</filterColumn></autoFilter>'
    assert sheet(column) == {"filter_criterion"}
    table = f'<table xmlns="{MAIN}">{column}</table>'
    assert carried(workbook({"T": ROWS}, parts={"xl/tables/table1.xml": table})) == {"filter_criterion"}
    assert sheet('<autoFilter ref="A1:B3"/>') == set()


def test_texts_of_conditional_formats_are_carried() -> None:
    assert sheet(RULE.format("containsText", ' text="West">')) == {"format_text"}
    assert sheet(RULE.format("cellIs", ' operator="equal"><formula>"West"</formula>')) == {"format_text"}
    extended = '<extLst><ext><x:cfRule xmlns:x="x"><f xmlns="m">A1="West"</f></x:cfRule></ext></extLst>'
    assert sheet(extended) == {"format_text"}
    assert sheet(RULE.format("cellIs", ' operator="greaterThan"><formula>B2</formula>')) == set()
    assert sheet(RULE.format("expression", '><formula>A2=""</formula>')) == set()


def test_names_of_cell_styles_are_carried_whatever_their_number_says() -> None:
    for name, wanted in (
        ("West 3 cases", {"style_name"}),
        ("Überschrift 1", set()),
        ("20% - Accent1", set()),
    ):
        styles = f'<cellStyles count="1"><cellStyle name="{name}" xfId="0" builtinId="0"/></cellStyles>'
        assert carried(workbook({"T": ROWS}, styles=styles)) == wanted


@pytest.mark.parametrize("name", ["Sheet1", "Tabelle2", "Feuil1", "Hoja3", "Лист1", "Sheet", "Tabelle1 (2)"])
def test_an_empty_sheet_of_the_usual_name_carries_nothing(name) -> None:
    assert carried(workbook({"T": ROWS, name: {}})) == set()


@pytest.mark.parametrize("name", ["West has 3", "Sheet1 West", "Results", "Sheet12345"])
def test_the_name_of_an_empty_sheet_is_carried(name) -> None:
    assert carried(workbook({"T": ROWS, name: {}})) == {"sheet_name"}
    assert carried(workbook({name: ROWS})) == set()


def test_a_defined_name_of_the_program_may_not_hold_a_text() -> None:
    listed = '<sheets><sheet name="T" sheetId="1" r:id="rId1"/></sheets>'
    for text, wanted in (('"West 3"', {"constant_name"}), ("T!$A$1:$B$2", set()), ("T!$1:$1", set())):
        name = f'<definedNames><definedName name="_xlnm.Print_Area">{text}</definedName></definedNames>'
        part = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">{listed}{name}</workbook>'
        assert carried(workbook({"T": ROWS}, parts={"xl/workbook.xml": part})) == wanted


def test_words_of_names_are_those_of_programs() -> None:
    for name in (
        "Normal",
        "Headline 2",
        "Accent1",
        "40 % - Akzent3",
        "RowLevel_1",
        "Excel Built-in Hyperlink",
        "pd1",
    ):
        assert is_style_name(name)
    for name in ("Normal 3", "West", "Accent7", "pd12345", ""):
        assert not is_style_name(name)
    assert not is_sheet_name("")


# OpenDocument ---------------------------------------------------------------------------------------------

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def opened(sheet: str, common: str = "", after: str = "", *, name: str = "T") -> set[str]:
    """What a spreadsheet in OpenDocument carries: a sheet's rows, its common styles, and what follows."""
    spaces = " ".join(f'xmlns:{one}="{OFFICE}:{one}:1.0"' for one in ("office", "table", "text", "style"))
    spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="{name}">{sheet}</table:table>{after}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    styles = (
        f"<office:document-styles {spaces}><office:styles>{common}</office:styles></office:document-styles>"
    )
    return carried(zipped({"content.xml": content, "styles.xml": styles}), "a.ods")


def row(inner: str) -> str:
    cell = f'<table:table-cell office:value-type="string"><text:p>{inner}</text:p></table:table-cell>'
    return f"<table:table-row>{cell}</table:table-row>"


def test_opendocument_carries_the_same() -> None:
    assert opened(row("North")) == set()
    assert opened(row('<text:a xlink:href="http://x/West3">North</text:a>')) == {"link_target"}
    assert opened(row('<text:a xlink:href="#T.A1">North</text:a>')) == set()
    assert opened(row('<text:a xlink:href="http://North/">North</text:a>')) == set()
    condition = '<table:filter><table:filter-condition table:value="West 3"/></table:filter>'
    assert opened(row("North"), after=condition) == {"filter_criterion"}
    style = '<style:style style:name="{}" style:family="table-cell">{}</style:style>'
    assert opened(row("North"), style.format("Heading_20_1", "")) == set()
    assert opened(row("North"), style.format("West_20_3", "")) == {"style_name"}
    mapped = '<style:map style:condition="cell-content()=&quot;West&quot;"/>'
    assert opened(row("North"), style.format("Default", mapped)) == {"format_text"}
    assert opened(row("North"), style.format("Default", mapped.replace("&quot;West&quot;", "3"))) == set()
    assert opened("", name="West 3") == {"sheet_name"}
    assert opened("", name="Tabelle1") == set()


# Word -----------------------------------------------------------------------------------------------------

SOURCES = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def document(**parts: str) -> set[str]:
    text = (
        f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>North</w:t></w:r></w:p></w:body></w:document>'
    )
    return carried(zipped({"word/document.xml": text, **parts}), "a.docx")


def test_the_list_of_sources_that_word_writes_is_admitted_and_no_other_xml() -> None:
    spaces = f'xmlns:b="{SOURCES}" xmlns="{SOURCES}"'
    item = f'<b:Sources SelectedStyle="\\APA.XSL" StyleName="APA" {spaces}></b:Sources>'
    assert document(**{"customXml/item1.xml": item}) == set()
    for other in (
        item.replace('"APA"', '"West 3"'),
        item.replace("></", ">West 3</"),
        f"{item}<!--West 3-->",
        "<a/>",
    ):
        assert document(**{"customXml/item1.xml": other}) == {"custom_xml"}


TEMPLATE = """<?xml version='1.0' encoding='UTF-8' standalone='yes'?>
<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" \
ds:itemID="{EF278816-EC6F-A645-907D-7F25AECB1D4A}">
  <ds:schemaRefs>
    <ds:schemaRef ds:uri="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"/>
  </ds:schemaRefs>
</ds:datastoreItem>
"""


def test_a_part_of_the_template_of_python_docx_is_admitted_byte_by_byte() -> None:
    assert document(**{"customXml/itemProps1.xml": TEMPLATE}) == set()
    for other in (f"{TEMPLATE} ", TEMPLATE.replace("EF27", "EF28"), TEMPLATE.replace("  <", " <", 1)):
        assert document(**{"customXml/itemProps1.xml": other}) == {"custom_xml"}
    assert document(**{"word/unknown.xml": TEMPLATE}) == {"unknown_part"}


def test_a_link_of_a_document_is_carried_unless_its_target_is_shown() -> None:
    assert document(**{"word/_rels/document.xml.rels": relations(("hyperlink", "http://x/West3"))}) == {
        "link_target"
    }
    assert document(**{"word/_rels/document.xml.rels": relations(("hyperlink", "http://north"))}) == set()


# written anew ---------------------------------------------------------------------------------------------


def test_a_workbook_written_anew_carries_none_of_it() -> None:
    made = workbook_of({"T": {(0, 0): "Area", (0, 1): "n", (1, 0): "North", (1, 1): "120"}})
    assert carried(made) == set()
