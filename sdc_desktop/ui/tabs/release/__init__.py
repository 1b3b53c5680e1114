"""The tab Release queue: records released one at a time, simulated on the file or live."""
