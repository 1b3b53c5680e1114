"""Identifying texts are found wherever they are in a value, and ordinary values are not taken for them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.rules.patterns import PATTERN_KINDS, contains, needed

FOUND = {
    "e-mail": ("a.b@c.de", "write to anna+x@mail.example.org."),
    "url": ("https://x.org/a", "see www.example.com", "ftp://host/f"),
    "ip_address": ("10.0.0.1", "from 192.168.10.254 on", "2001:db8::1", "fe80::1ff:fe23:4567:890a"),
    "telephone": ("+43 1 711 28-7070", "0049 (30) 123456", "(212) 555-0199", "212-555-0199", "212.555.0199"),
    "social_security_us": ("123-45-6789", "ssn 123 45 6789"),
    "national_insurance_uk": ("AB 12 34 56 C", "AB123456C"),
    "nhs_number": ("943 476 5919", "9434765919", "943-476-5919"),
    "iban": ("DE89370400440532013000", "GB82 WEST 1234 5698 7654 32"),
    "payment_card": ("4111 1111 1111 1111", "378282246310005", "5555-5555-5555-4444"),
    "vehicle": ("1M8GDM9AXKP042788", "VIN 1M8GDM9AXKP042788 of 1989"),
    "postcode_us": ("90210-1234", "NY 10001-0001"),
    "postcode_uk": ("SW1A 1AA", "M1 1AE", "EC1A1BB"),
}
ORDINARY = {
    "e-mail": ("5 @ 3", "a@b", "@home"),
    "url": ("www", "http", "wwwwww.", "a://b"),
    "ip_address": ("1.2.3", "256.1.1.1", "1.2.3.4.5", "12:30:45", "12:30", "a:b", "::"),
    "telephone": (
        "2024-05-01",
        "123456789",
        "12.05.2024",
        "1.234.567",
        "0012",
        "3-4",
        "2024-05-01T10:00",
        "+5",
    ),
    "social_security_us": ("2024-05-01", "000-12-3456", "123-45-67890", "1123-45-6789", "123456789"),
    "national_insurance_uk": ("AB123456", "GB123456A", "QQ123456C"),
    "nhs_number": ("9434765918", "1234567890", "0000000000", "94347659190"),
    "iban": ("DE88370400440532013000", "AB12", "DE8937040044053201300"),
    "payment_card": ("4111 1111 1111 1112", "1234567890123456", "411111111111"),
    "vehicle": ("1M8GDM9A0KP042788", "12345678901234567", "ABCDEFGHJKLMNPRST"),
    "postcode_us": ("12345", "123456-7890", "12345-67890", "2024-0501"),
    "postcode_uk": ("A1", "sw1a 1aa", "12 3AB", "ICD10 C50"),
}


@pytest.mark.parametrize("kind", PATTERN_KINDS)
def test_a_kind_is_found_in_a_text_and_ordinary_values_are_not_taken_for_it(kind) -> None:
    assert [text for text in FOUND[kind] if not contains(kind, text)] == []
    assert [text for text in ORDINARY[kind] if contains(kind, text)] == []


_SIGNS = st.text("0123456789+-. ()/:@wWABCDEFGHMPSZabcefx", min_size=1, max_size=8)


@given(
    st.sampled_from([(kind, text) for kind in PATTERN_KINDS for text in FOUND[kind]]),
    _SIGNS,
    _SIGNS,
    st.integers(0, 30),
)
@settings(max_examples=150)
def test_the_quick_look_misses_no_text_that_contains_a_kind(found, before, after, place) -> None:
    kind, text = found
    mixed = f"{before}{text[:place]}{after[:1]}{text[place:]} {after}"
    for one in (text, mixed, f"{before} {text}\n{after}"):
        if contains(kind, one):
            assert re.search(needed((kind,)), one), one
