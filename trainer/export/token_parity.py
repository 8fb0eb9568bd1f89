"""Whether an exported file's own tokenizer makes the checkpoint's tokens. It must, without exception:
a policy that reads other tokens than it was trained on is another policy.
"""

from __future__ import annotations

from collections.abc import Sequence

from trainer.errors import ExportError
from trainer.export.heldout import HeldOut
from trainer.export.reference import Reference
from trainer.export.scorers import Scorer


def check_tokens(scorer: Scorer, reference: Reference, items: Sequence[HeldOut]) -> None:
    """Compare on every part of every prompt, on the replies and on the markup around them."""
    for text in reference.markup:
        _same(text, scorer.tokens_of(text, markup=True), reference.tokens.markup(text))
    seen: set[str] = set()
    for held in items:
        for text in reference.texts(held):
            if text not in seen:
                seen.add(text)
                _same(text, scorer.tokens_of(text, markup=False), reference.tokens.text(text))


def _same(text: str, found: list[int] | None, wanted: list[int]) -> None:
    if found is None or found == wanted:
        return
    pairs = enumerate(zip(found, wanted, strict=False))
    place = next((n for n, (a, b) in pairs if a != b), min(len(found), len(wanted)))
    raise ExportError(
        f"the exported file reads {text[:60]!r} as other tokens than the checkpoint, from token "
        f"{place} on ({found[place : place + 4]} instead of {wanted[place : place + 4]}): its "
        "tokenizer cannot be written in this format as it is"
    )
