"""The tab Release queue: records let out one at a time, simulated on the file or live."""
