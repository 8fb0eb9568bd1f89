"""Names for screens from a language model, asked over an OpenAI-compatible server.

Only names: what the app does never depends on a model. A server that does not answer, or answers
with something that is no name, leaves the name that was found without it.
"""

from __future__ import annotations

import json
from typing import Any

import httpx2

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.screen_names import Namer, slug

TIMEOUT_S = 30.0
MOST_TEXTS = 40


def model_namer(url: str, model: str) -> Namer:
    """A namer that asks `url` (such as `http://127.0.0.1:8080/v1`)."""
    if not url.startswith(("http://", "https://")):
        raise PhoneWorldError(f"{url!r} is no address of a server: give http://HOST:PORT/v1")
    client = httpx2.Client(timeout=TIMEOUT_S)

    def name(found: str, texts: list[str]) -> str:
        question = (
            "A screen of a phone app shows these texts:\n"
            + json.dumps(texts[:MOST_TEXTS], ensure_ascii=False)
            + f"\nIt is called {found!r} so far. Answer with a better name of one to four plain "
            "words that says what the screen is for, and nothing else."
        )
        body = {
            "model": model,
            "messages": [{"role": "user", "content": question}],
            "max_tokens": 20,
        }
        try:
            reply = client.post(f"{url.rstrip('/')}/chat/completions", json=body)
            reply.raise_for_status()
            answer: Any = reply.json()["choices"][0]["message"]["content"]
        except (httpx2.HTTPError, ValueError, KeyError, IndexError, TypeError):
            return ""
        words = slug(str(answer)).replace("_", " ")
        return words if 0 < len(words.split()) <= 4 else ""

    return name
