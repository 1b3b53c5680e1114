"""Names of sources that are no variables. No variable of a file has one of them."""

ORDER = "#order"  # the number of a record as a source
COUNTED = "#"  # before the name of a group's number: how many released records have it
