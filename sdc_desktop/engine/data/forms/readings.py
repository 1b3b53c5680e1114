"""The forms that the values of a column can have: a single form is proposed, of several the user chooses."""

import re
from collections.abc import Sequence

from sdc_desktop.engine.data.detect import ISO_DATE, number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.forms.forms import DATE_FORMS, NUMBER_FORMS, TEXT, Form, decimal_of, read

_COMPACT: Form = "yyyymmdd"
_FEW_DATES = 5  # different numbers that could be dates: of fewer they may be codes
_LONGEST = 40  # signs of a date or number
_YEARS = 1800, 2199  # of numbers that are dates
_ISO = re.compile(ISO_DATE)
_ZONE = re.compile(r"[+-][0-9]{2}:?[0-9]{2}|Z")
_NOT_GROUPED = re.compile(r"[^0-9 '\u2019\u00a0\u2007\u2009\u202f]")


def readings(values: Sequence[str], decimal: DecimalMark) -> tuple[Form, ...]:
    """The forms that all of these different values have and that differ in what they give. None where they
    are read without a form. A single form is proposed; of several, which may include `text`, none.
    """
    if not values or any(len(value) > _LONGEST for value in values):
        return ()
    if not any(sign.isdigit() for sign in values[0]):
        return ()
    return _dates(values, decimal) or _numbers(values, decimal)


def _dates(values: Sequence[str], decimal: DecimalMark) -> tuple[Form, ...]:
    if len(values[0]) == len("20240301") and values[0].isdecimal():
        return _compact_dates(values, decimal)
    if all(_ISO.fullmatch(value) for value in values):
        zones = {found[0] for found in (_ZONE.search(value, 16) for value in values) if found}
        return ("year-month-day", TEXT) if len(zones) > 1 else ()
    forms: list[Form] = [form for form in DATE_FORMS if form != _COMPACT]
    whole = _fitting(values, [form for form in forms if "(" not in form], decimal)
    return _different(values, whole or _fitting(values, forms, decimal), decimal)


def _compact_dates(values: Sequence[str], decimal: DecimalMark) -> tuple[Form, ...]:
    low, high = _YEARS
    if not _fitting(values, [_COMPACT], decimal) or not all(low <= int(one[:4]) <= high for one in values):
        return ()
    return (_COMPACT,) if len(values) >= _FEW_DATES else (_COMPACT, TEXT)


def _numbers(values: Sequence[str], decimal: DecimalMark) -> tuple[Form, ...]:
    own: Form = "1234.5" if decimal == "." else "1234,5"
    is_number = re.compile(number_pattern(decimal))
    if all(is_number.fullmatch(value) for value in values):
        thousands: Form = "1.234,5" if decimal == "." else "1,234.5"
        if not any(decimal in value for value in values):
            return ()
        return (own, thousands) if _fitting(values, [thousands], decimal) else ()
    forms = sorted(NUMBER_FORMS, key=lambda form: decimal_of(form) != decimal)
    fitting: dict[str, Form] = {}  # by decimal mark: those that have the same give the same
    for form in _fitting(values, forms, decimal):
        fitting.setdefault(decimal_of(form), form)
    found = _different(values, list(fitting.values()), decimal)
    return (*found, TEXT) if len(found) == 1 and _may_be_codes(values) else found


def _may_be_codes(values: Sequence[str]) -> bool:
    """Whether all have the same number of figures, in groups, as codes have."""
    if any(_NOT_GROUPED.search(value) for value in values):
        return False
    return len({sum(sign.isdigit() for sign in value) for value in values}) == 1


def _fitting(values: Sequence[str], forms: Sequence[Form], decimal: DecimalMark) -> list[Form]:
    left = list(forms)
    for value in values:
        left = [form for form in left if read(form, value, decimal) is not None]
        if not left:
            break
    return left


def _different(values: Sequence[str], forms: Sequence[Form], decimal: DecimalMark) -> tuple[Form, ...]:
    """The forms without those that give the same as an earlier one."""
    found: list[Form] = []
    for form in forms:
        if not any(
            all(read(form, value, decimal) == read(other, value, decimal) for value in values)
            for other in found
        ):
            found.append(form)
    return tuple(found)
