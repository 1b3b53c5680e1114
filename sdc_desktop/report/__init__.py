"""The risk report: one model in words and figures, made as PDF or HTML with the same content. No Qt.

`assemble` builds the model from a plan and its results and writes it; `sections/KIND.py` says what a job of
that kind did; `pdf` and `html` only set what the model says.
"""
