"""Arabic joining: letters take the form that their neighbours call for.

Done with the presentation forms of Unicode, so that no shaping engine is needed. Vowel marks are
left out by the caller: without anchors in the font they would float.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache

LAM = "\u0644"
TATWEEL = "\u0640"
NON_JOINER = "\u200c"
JOINER = "\u200d"

Forms = dict[str, str]
"""`isolated`, `initial`, `medial`, `final` -> character."""


@cache
def _tables() -> tuple[dict[str, Forms], dict[str, Forms]]:
    """The forms of every letter, and of lam followed by each kind of alef."""
    letters: dict[str, Forms] = defaultdict(dict)
    ligatures: dict[str, Forms] = defaultdict(dict)
    for code in (*range(0xFB50, 0xFC00), *range(0xFE70, 0xFEFD)):
        parts = unicodedata.decomposition(chr(code)).split()
        if not parts or not parts[0].startswith("<"):
            continue
        form = parts[0].strip("<>")
        if len(parts) == 2:
            letters[chr(int(parts[1], 16))].setdefault(form, chr(code))
        elif len(parts) == 3 and chr(int(parts[1], 16)) == LAM:
            ligatures[chr(int(parts[2], 16))].setdefault(form, chr(code))
    return dict(letters), dict(ligatures)


def join(text: str) -> str:
    """The text, still in logical order, with letters in their joined forms."""
    letters, ligatures = _tables()
    shaped: list[str] = []
    joined = False  # whether what stands before reaches over to what follows
    skip = False
    for index, letter in enumerate(text):
        if skip:
            skip = False
            continue
        forms = letters.get(letter)
        if forms is None:
            joined = letter in (TATWEEL, JOINER)
            if letter != JOINER:
                shaped.append(letter)
            continue
        following = text[index + 1 : index + 2]
        from_before = joined and "final" in forms
        if letter == LAM and following in ligatures:
            shaped.append(ligatures[following]["final" if from_before else "isolated"])
            joined = False
            skip = True
            continue
        reaches = "initial" in forms
        onward = reaches and (
            following in (TATWEEL, JOINER) or "final" in letters.get(following, ())
        )
        if from_before:
            form = "medial" if onward else "final"
        else:
            form = "initial" if onward else "isolated"
        shaped.append(forms.get(form, letter))
        joined = reaches
    return "".join(shaped)
