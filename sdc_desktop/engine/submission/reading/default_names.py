"""Names that programs give to cell styles and to new sheets: any other name says something."""

import re

_STYLE_NAMES = """
normal|standard|comma|comma [0]|currency|currency [0]|percent|hyperlink|followed hyperlink|note|total|title|
heading 1|heading 2|heading 3|heading 4|input|output|calculation|check cell|linked cell|good|bad|neutral|
explanatory text|warning text|
komma|dezimal|dezimal [0]|währung|währung [0]|prozent|link|besuchter hyperlink|notiz|warnender text|
überschrift|überschrift 1|überschrift 2|überschrift 3|überschrift 4|ergebnis|eingabe|ausgabe|berechnung|
zelle überprüfen|verknüpfte zelle|gut|schlecht|erklärender text|
default|heading|accent|accent 1|accent 2|accent 3|status|error|warning|text|footnote|result|result2
"""
_STYLES = frozenset(_STYLE_NAMES.replace("\n", "").split("|"))
_NUMBERED = re.compile(
    r"(?:(?:20|40|60) ?% - )?(?:accent|akzent)[1-6]|headline [1-4]|(?:row|col)level_[1-7]|pd\d{1,4}"
    r"|(?:ext)?conditionalstyle_\d{1,3}|\*unknown\*"
)
_SHEETS = re.compile(
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|blad|planilha|folha|ark|taul(?:ukko)?|arkusz|list|munka|лист"
    r"|аркуш|sayfa|φύλλο|foaie|工作表|シート|chart|diagramm|graph(?:ique)?|gráfico|grafico|grafiek|table)"
    r" ?\d{0,3}(?: \(\d{1,2}\))?"
)


def is_style_name(name: str) -> bool:
    """Whether a cell style has a name that is built into a spreadsheet program."""
    bare = " ".join(name.casefold().split()).removeprefix("excel built-in ")
    return bare in _STYLES or _NUMBERED.fullmatch(bare) is not None


def is_sheet_name(name: str) -> bool:
    """Whether a sheet has the name of a new one: Sheet1, Tabelle2."""
    return _SHEETS.fullmatch(name.strip().casefold()) is not None
