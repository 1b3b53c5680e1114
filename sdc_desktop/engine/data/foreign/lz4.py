"""LZ4 frames, which Arrow files have, expanded without a further package. After the public descriptions of
the frame format (version 1.6) and of the block format by Yann Collet.
"""

_MAGIC = b"\x04\x22\x4d\x18"
_VERSION, _VERSION_BITS = 0x40, 0xC0
_BLOCK_SUMS, _SIZED, _SUMMED, _KEYED, _RESERVED = 0x10, 0x08, 0x04, 0x01, 0x02
_STORED = 0x80000000  # of a block's size: its bytes are not compressed
_LONG = 15  # of a length in a token: more bytes follow
_LEAST_MATCH = 4


def expand(raw: bytes, size: int) -> bytes:
    """The bytes of one frame, which are ``size``; never holds more. Raises ValueError where they are not;
    sums of bytes are not checked.
    """
    if raw[:4] != _MAGIC or raw[4] & _VERSION_BITS != _VERSION or raw[4] & (_KEYED | _RESERVED):
        raise ValueError(raw[:4])
    flags = raw[4]
    place = 7 + (8 if flags & _SIZED else 0)
    made = bytearray()
    while True:
        length = int.from_bytes(raw[place : place + 4], "little")
        place += 4
        if place > len(raw):
            raise ValueError(place)
        if not length:
            break
        stored, length = length & _STORED, length & ~_STORED
        block = raw[place : place + length]
        if len(block) < length:
            raise ValueError(length)
        if stored:
            made += block
        else:
            _expand_block(block, made, size)
        place += length + (4 if flags & _BLOCK_SUMS else 0)
    if len(made) != size or place + (4 if flags & _SUMMED else 0) > len(raw):
        raise ValueError(size)
    return bytes(made)


def _expand_block(raw: bytes, made: bytearray, size: int) -> None:
    """Add the bytes of a block to those before it, which it may repeat, up to ``size``. Raises ValueError."""
    place, end = 0, len(raw)
    while place < end:
        token = raw[place]
        place += 1
        length = token >> 4
        if length == _LONG:
            place, length = _longer(raw, place, length)
        if length:
            made += raw[place : place + length]
            place += length
        if place >= end:
            break  # the last sequence has no match
        back = raw[place] | raw[place + 1] << 8
        place += 2
        length = token & 15
        if length == _LONG:
            place, length = _longer(raw, place, length)
        length += _LEAST_MATCH
        start = len(made) - back
        if not back or start < 0 or len(made) + length > size:
            raise ValueError(back)
        if back >= length:
            made += made[start : start + length]
        else:
            part = made[start:]
            made += (part * (length // back + 1))[:length]
    if place > end or len(made) > size:
        raise ValueError(place)


def _longer(raw: bytes, place: int, length: int) -> tuple[int, int]:
    """A length with the bytes that follow its token, and the place behind them."""
    while True:
        more = raw[place]
        place += 1
        length += more
        if more != 255:
            return place, length
