"""What a format can hold of a variable: types by values, names, labels, missing codes, sizes."""
