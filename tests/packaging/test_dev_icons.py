"""The icons: current, and whole in every format."""

import struct

import pytest
from dev_lib import icons, product

SIGN = b"\x89PNG\r\n\x1a\n"


def png_size(data):
    assert data.startswith(SIGN)
    return struct.unpack_from(">II", data, 16)


def test_the_pictures_are_drawn_from_the_present_svg_files():
    assert icons.DRAWN_FROM.read_text().strip() == icons.digest_of_sources(), "run: dev.py icons"


@pytest.mark.parametrize("name", list(icons.SOURCES))
def test_each_icon_is_there_in_all_formats_and_sizes(name):
    for size in icons.PNG_SIZES:
        assert png_size((product.ICONS / f"{name}-{size}.png").read_bytes()) == (size, size)
    assert sorted(ico_sizes((product.ICONS / f"{name}.ico").read_bytes())) == [16, 24, 32, 48, 64, 128, 256]
    found = icns_sizes((product.ICONS / f"{name}.icns").read_bytes())
    assert found == [16, 32, 64, 128, 256, 512, 1024]


def ico_sizes(data):
    reserved, kind, number = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    for index in range(number):
        width, _, _, _, _, _, length, place = struct.unpack_from("<BBBBHHII", data, 6 + 16 * index)
        size, _ = png_size(data[place : place + length])
        assert size % 256 == width
        yield size


def icns_sizes(data):
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    place, found = 8, []
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place + 4)
        found.append(png_size(data[place + 8 : place + length])[0])
        place += length
    return found
