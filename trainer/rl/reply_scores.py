"""How likely a model finds replies, token by token, as training reads them: padded on the right.

The same tokens get the same log-probabilities from the batched sampler; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from trainer.rl.policy import PolicyScores
from trainer.rl.trajectories import Tokens
from trainer.token_scorer import TokenScorer


def score_replies(
    reader: TokenScorer,
    prompts: Sequence[Tokens],
    replies: Sequence[Tokens],
    *,
    pad: int,
    temperature: float = 1.0,
) -> PolicyScores:
    """The log-probabilities of the replies' tokens, row after row, at a temperature.

    Only tokens of replies are scored: neither prompts nor padding.
    """
    ids, places, said = arrange(prompts, replies, pad=pad)
    device = reader.head.device
    states = reader.states(ids.to(device), places.to(device))
    odds = (states @ reader.head.T / temperature).log_softmax(-1)
    with torch.no_grad():
        entropies = -(odds.exp() * odds).sum(-1)
    return PolicyScores(odds.gather(1, said.to(device)[:, None])[:, 0], entropies)


def arrange(
    prompts: Sequence[Tokens], replies: Sequence[Tokens], *, pad: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Rows of tokens, the places whose states foretell replies' tokens, and these tokens.

    Places count through the rows.
    """
    rows = [[*prompt, *reply] for prompt, reply in zip(prompts, replies, strict=True)]
    width = max(map(len, rows))
    ids = torch.full((len(rows), width), pad)
    places: list[int] = []
    for number, (row, prompt) in enumerate(zip(rows, prompts, strict=True)):
        if not prompt:
            raise ValueError("a reply to no prompt cannot be scored: nothing comes before it")
        ids[number, : len(row)] = torch.tensor(row)
        # The state at a place foretells the token after it.
        places += range(number * width + len(prompt) - 1, number * width + len(row) - 1)
    said = torch.tensor([token for reply in replies for token in reply], dtype=torch.long)
    return ids, torch.tensor(places, dtype=torch.long), said
