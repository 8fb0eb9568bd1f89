"""Measuring policies: tasks run to their end, figures with intervals, comparisons on equal tasks."""
