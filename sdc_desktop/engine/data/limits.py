"""Limits of files that are read. Those of compressed files and sheets are checked while a file is unpacked,
before memory is requested: a damaged or hostile file is refused, and takes no more than its reader's share.
"""

MAX_RECORD = 1 << 20  # bytes of one record in UTF-8, its line end included
FREE_BYTES = 64 * 2**20  # that any compressed file may expand to, however small it is
MOST_RATIO = 200  # beyond it: bytes for each byte of the file; sheets of equal rows reach some 60
MOST_ROWS = 1_048_576  # of a sheet
MOST_COLUMNS = 16_384  # of a sheet
FREE_CELLS = 10_000_000  # a rectangle that is read however empty it is: some 0.3 GB
MOST_PER_CELL = 20  # beyond it: cells of the rectangle for each cell that the file holds


def expanded_limit(packed: int) -> int:
    """The bytes that a compressed file of so many bytes may expand to."""
    return max(FREE_BYTES, MOST_RATIO * packed)
