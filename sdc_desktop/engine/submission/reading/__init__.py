"""Readers of submitted files. Standard library alone: they run in a child process that can be ended."""
