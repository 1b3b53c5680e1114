"""Parts of office files that programs always write and that say nothing of the file: known byte by byte,
or an empty list of sources in the form of a word processor.
"""

import hashlib
import re

# The template of python-docx 0.5.0 to 1.2.0: no sources, their description, a picture of a blank page
_BY_HASH = frozenset(
    {
        "96367138dc44ce09bf2c8f0f8e49348a1478d2c5c0af69bbc2bbc38b63cdcead",  # thumbnail
        "a8ac690093e98504551d283e07ad52f9922b45ebcf710c14e7dbd85e99f8e8a7",  # item1, to 0.7.6
        "4c998dc0bc6eb6f38ecc20856255fff6891d5b6345a7260698c53063da4bc5f2",  # itemProps1, to 0.7.6
        "a86086ffc5d8e83ebd6c71a55d1d2efaa31b137977f5f3a752366e1023612144",  # item1, from 0.8.0
        "c542307b13ec29a8b546217bb37936ab4822e044b265d2952985ec3d6afed24e",  # itemProps1, from 0.8.0
    }
)
_HEAD = rb"(?:<\?xml version=\"1\.0\"(?: encoding=\"UTF-8\")?(?: standalone=\"(?:no|yes)\")?\s?\?>\s*)?"
_OFFICE = rb"http://schemas\.openxmlformats\.org/officeDocument/2006/"
_STYLE = (
    rb"[/\\]?(?:APA|Chicago|GB7?7?1?4?|IEEE|ISO690(?:Nmerical)?|MLA|SIST02|Turabian|APASixthEditionOfficeOnline"
    rb"|HarvardAnglia2008OfficeOnline|IEEE2006OfficeOnline|MLASeventhEditionOfficeOnline)(?:\.xsl)?"
)
_NO_SOURCES = re.compile(
    _HEAD + rb"<b:Sources(?:\s(?:xmlns(?::b)?=\"" + _OFFICE + rb"bibliography\""
    rb"|(?:SelectedStyle|StyleName)=\"" + _STYLE + rb"\"|Version=\"\d\"))*\s?(?:/>|></b:Sources>)\s*",
    re.IGNORECASE,
)  # fmt: skip
_DESCRIBED = re.compile(
    _HEAD + rb"<ds:datastoreItem(?:\s(?:ds:itemID=\"\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}\""
    rb"|xmlns:ds=\"" + _OFFICE + rb"customXml\"))*><ds:schemaRefs><ds:schemaRef ds:uri=\"" + _OFFICE
    + rb"bibliography\"\s?/></ds:schemaRefs></ds:datastoreItem>\s*",
    re.IGNORECASE,
)  # fmt: skip
_MOST_BYTES = 100_000


def is_known(data: bytes) -> bool:
    """Whether a part is one that programs always write."""
    if len(data) > _MOST_BYTES:
        return False
    written = any(pattern.fullmatch(data) for pattern in (_NO_SOURCES, _DESCRIBED))
    return written or hashlib.sha256(data).hexdigest() in _BY_HASH
