"""How a prompt is written for a policy and its reply read: one small module for each format.

Runtime and trainer use the same ones. A bundle names its format; `find_format` gives it.
"""

from runtime.prompts.registry import find_format, known_formats

__all__ = ["find_format", "known_formats"]
