"""Recorded use of an app made into an app that runs: specification, generic app, tasks, measures."""
