"""How a plan says where the fields of a text in fixed width are."""

from pydantic import Field

from sdc_desktop.engine.spec import Spec

WIDEST_LINE = 1 << 16  # characters


class FixedField(Spec):
    """A field of every line. Characters are counted from 1, as in the .rda files of ARGUS."""

    name: str | None = Field(default=None, min_length=1)  # absent: from the first line, else field1, field2
    start: int = Field(ge=1, le=WIDEST_LINE)
    width: int = Field(ge=1, le=WIDEST_LINE)

    @property
    def end(self) -> int:
        """Its last character."""
        return self.start + self.width - 1

    def of(self, line: str) -> str:
        """What a line has in this field; blanks around it are layout."""
        return line[self.start - 1 : self.end].strip()
