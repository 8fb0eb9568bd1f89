"""transformers without its bars and its advice for other machines; what it raises is told by us."""

from __future__ import annotations


def quiet_transformers() -> None:
    """From now on in this process."""
    import transformers

    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
