"""Finding tables in sheets of cells: blocks, headers, labels, totals and kinds of figures."""
