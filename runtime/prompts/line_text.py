"""Foreign text on one line of a prompt, where it can pass for nothing but itself.

Texts of a screen come from whoever wrote to this phone. Escaped, one can neither begin a line of its
own, nor hold a pointer such as `#3`, nor an outcome such as `-> failed`. The escapes of line breaks
and backslashes are those of JSON, so that a text is copied into a call as it stands.
"""

from __future__ import annotations

import re

_BREAKS = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")
_SPACES = re.compile(r"\s+")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_MARKS = re.compile(r"#(?=\d)|->")
_ESCAPED = re.compile(r"\\(n|\\|#|->)")
# All that one of the others would change.
_SPECIAL = re.compile(r"[^\S ]|^ | $|  |[\x00-\x1f\x7f-\x9f\ud800-\udfff\\]|#\d|->")
CUT = " … "


def one_line(text: str, longest: int = 0) -> str:
    """The text without line breaks and marks of ours, shortened in the middle beyond `longest`."""
    if not _SPECIAL.search(text):  # most texts, and it is done for every label of every screen
        return shortened(text, longest)
    paragraphs = [_SPACES.sub(" ", part) for part in _BREAKS.split(text)]
    line = "\n".join(part for part in paragraphs if part.strip()).strip()
    line = whole_characters(shortened(line, longest)).replace("\\", "\\\\").replace("\n", "\\n")
    return _MARKS.sub(r"\\\g<0>", _CONTROLS.sub("", line))


def from_one_line(line: str) -> str:
    """The text that `one_line` wrote."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], line)


def as_sentence(line: str) -> str:
    """What somebody typed in a hurry, as a sentence: a capital first, a full stop last.

    Not where it ends with words to be used as they are, which follow a colon.
    """
    line = line[:1].upper() + line[1:] if line[1:2].islower() or line[1:2] == " " else line
    return f"{line}." if line[-1:].isalnum() and ": " not in line else line


def shortened(text: str, longest: int) -> str:
    """The beginning and the end of a text of more than `longest` characters; 0 for no limit."""
    if not longest or len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - len(CUT)].rstrip()}{CUT}{text[-tail:].lstrip()}"


def opening_words(text: str, longest: int) -> str:
    """The first words of a text, as many as fit."""
    if len(text) <= longest:
        return text
    words, space, _ = text[: longest + 1].rpartition(" ")
    return (words if space and len(words) * 2 > longest else text[:longest]).rstrip(" ,;:·\\")


def whole_characters(text: str) -> str:
    """The text without halves of characters, which no encoding has bytes for."""
    return _SURROGATES.sub("\ufffd", text)
