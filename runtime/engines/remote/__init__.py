"""Policies that answer on a model server: anything that speaks OpenAI's chat completions."""
