"""Forms of dates and numbers other than those that the records hold."""
