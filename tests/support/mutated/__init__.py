"""Files changed at random, and the process that reads them."""
