"""The schema of an answer as prompts tell of it, to models that write JSON."""

from __future__ import annotations


def schema_words(schema: str) -> str:
    """Lines after the task; none where no schema is given."""
    if not schema:
        return ""
    return (
        "The answer is read by a program: finish with status done and, as its text, nothing but JSON "
        f"that fits this JSON schema:\n{schema}\n"
    )
