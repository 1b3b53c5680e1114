"""All limits of files that are read, in one place: the guide's page on data states them.

Those of compressed files and sheets are checked while a file is unpacked, before memory is requested: a
damaged or hostile file is refused, and takes no more than its reader's share.
"""

MAX_RECORD = 1 << 20  # bytes of one record in UTF-8, its line end included
MAX_HELD_TEXT = 128 * 2**20  # of a delimited file that is read once; a longer one is read twice, but not held
MAX_FIELDS = 5_000  # of a record: more is a file read with the wrong separator
FREE_BYTES = 64 * 2**20  # that any compressed file may expand to, however small it is
MOST_RATIO = 200  # beyond it: bytes for each byte of the file; sheets of equal rows reach some 60
MOST_ROWS = 1_048_576  # of a sheet
MOST_COLUMNS = 16_384  # of a sheet
FREE_CELLS = 10_000_000  # a rectangle that is read however empty it is: some 0.3 GB
MOST_PER_CELL = 20  # beyond it: cells of the rectangle for each cell that the file holds
MOST_TABLE_CELLS = 20_000_000  # of a finished table (.tab): some 4 GB with its relations
FREE_MEMORY = 768 * 2**20  # that a reader gets, however small the file: a declared count may ask for more
MEMORY_RATIO = 2_000  # beyond it: bytes of memory for each byte of the file, which may be compressed
MOST_COPIED_CELLS = 50_000_000  # of a Parquet file: one with more is read where it is, which is faster
PROVEN_BYTES = 64 * 2**20  # of a Parquet file whose values a child reads before the program does


def expanded_limit(packed: int) -> int:
    """The bytes that a compressed file of this many bytes may expand to."""
    return max(FREE_BYTES, MOST_RATIO * packed)


def memory_limit(size: int) -> int:
    """The bytes of memory that the reader of a file of `size` bytes may take."""
    return FREE_MEMORY + MEMORY_RATIO * size


def proof_seconds(size: int) -> int:
    """The seconds of processor time after which the proof of a Parquet file of `size` bytes is ended."""
    return 20 + size // 2**20
