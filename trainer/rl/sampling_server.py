"""A server that samples replies for a training: vLLM, or what speaks as its OpenAI-compatible one does.

Prompts go there as token ids and replies come back as token ids with their log-probabilities, so that
nothing is tokenised twice; weights get there as LoRA adapters in files. A server that is away for a while
is waited for. One that cannot serve a training (it tokenises anew, returns no log-probabilities or takes
no adapters) is a `SamplerError` that says how to start it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from runtime.errors import EngineError, PromptTooLong, RemoteError
from trainer.errors import TrainingError
from trainer.rl.policy import Said
from trainer.rl.trajectories import Tokens

_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_BUSY = frozenset({429, 502, 503, 504})
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0
_QUOTED = 300
# `Any`: what JSON can say.
Body = Mapping[str, Any]


class SamplerError(TrainingError):
    """A sampling server cannot be used for this training; the message says what to change."""


@dataclass(frozen=True, slots=True)
class SamplerConfig:
    """`[sampler]`: `url` ends where `/completions` begins, and `model` is what the server calls the model
    that training begins from. `{slot}` in `url` stands for the slot that `trainer compare` runs a training in, from 0:
    trainings at once have servers of their own.
    """

    url: str
    model: str
    key: str = ""
    requests: int = 64
    """So many prompts at once."""
    timeout_s: float = 300.0
    """A reply that takes longer than this is a fault of its try."""
    patience_s: float = 60.0
    """A server that is away for longer counts as dead until the next iteration."""
    most_gap: float = 0.2
    """In nats: where the server's log-probabilities are further from the policy's own than this, on
    average, it samples from other weights, and training stops."""
    adapters: str = ""
    """The folder of adapters as the server sees it, where that is not the path here (a container)."""


class SamplingServer:
    """A server as a training uses it. Any thread may ask."""

    def __init__(
        self,
        config: SamplerConfig,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config = config
        self._url = config.url.rstrip("/")
        self._sleep, self._clock = sleep, clock
        self._dead = threading.Event()
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(config.timeout_s, connect=10.0),
            limits=httpx2.Limits(max_connections=config.requests),
            headers={"Authorization": f"Bearer {config.key}"} if config.key else {},
            trust_env=False,
            verify=httpx2.create_ssl_context() if self._url.startswith("https:") else False,
        )

    def check(self, *, tokens: int) -> None:
        """Refuse a server that is not there, lacks the model, or has less context than these tokens."""
        answer = self._patiently("GET", "/models", None)
        if answer.status_code != 200:
            raise SamplerError(
                f"{self._url}/models: {_told(answer)}; is url that of a vLLM server?"
            )
        cards = _json(answer).get("data")
        served = {
            str(card.get("id")): card.get("max_model_len")
            for card in (cards if isinstance(cards, list) else ())
            if isinstance(card, dict)
        }
        if self._config.model not in served:
            raise SamplerError(
                f"{self._url} serves {', '.join(served) or 'nothing'}, not {self._config.model!r}: "
                "start it with --served-model-name, or correct sampler.model"
            )
        context = served[self._config.model]
        if isinstance(context, int) and context < tokens:
            raise SamplerError(
                f"{self._url} has a context of {context} tokens, and prompts with their replies may "
                f"have {tokens}: start it with --max-model-len {tokens}, or lower "
                "rollouts.longest_prompt"
            )

    def complete(
        self,
        model: str,
        prompt: Tokens,
        *,
        most_tokens: int,
        temperature: float,
        seed: int,
        ends: Sequence[int],
    ) -> Said:
        """A reply to a prompt. `EngineError` where there is none this time; a model that the server does
        not know is a `KeyError`.
        """
        asked = {
            "model": model,
            "prompt": list(prompt),
            "max_tokens": most_tokens,
            "temperature": temperature,
            "seed": seed,
            "stop_token_ids": list(ends),
            "logprobs": 1,
            "return_token_ids": True,
            # Log-probabilities are those of all tokens: nothing may be cut off or made less likely.
            "top_p": 1.0,
            "top_k": -1,
            "min_p": 0.0,
            "repetition_penalty": 1.0,
            "presence_penalty": 0.0,
            "frequency_penalty": 0.0,
        }
        if self._dead.is_set():
            raise RemoteError(f"{self._url} did not come back; this try is left out")
        try:
            answer = self._patiently("POST", "/completions", asked, passing=_PASSING)
        except SamplerError as error:
            self._dead.set()
            raise RemoteError(str(error)) from error
        if answer.status_code == 404 and model in answer.text:
            raise KeyError(model)
        if answer.status_code in _PASSING:
            self._dead.set()
            raise RemoteError(f"{self._url} failed: {_told(answer)}")
        if answer.status_code != 200:
            raise self._refusal(answer)
        return self._read(answer, prompt)

    def load(self, name: str, path: str) -> None:
        """Have the server load the adapter in a folder; one of that name that it has stays."""
        self._dead.clear()
        answer = self._patiently(
            "POST", "/load_lora_adapter", {"lora_name": name, "lora_path": path}
        )
        if answer.status_code == 200 or "already been loaded" in answer.text:
            return
        if answer.status_code in {404, 405} and path not in answer.text:
            raise SamplerError(
                f"{self._url} takes no adapters ({_told(answer)}): start vLLM with "
                "VLLM_ALLOW_RUNTIME_LORA_UPDATING=True and --enable-lora"
            )
        raise SamplerError(
            f"{self._url} refuses the adapter in {path} ({_told(answer)}): start it with --enable-lora, "
            "with --max-lora-rank of at least lora.rank, where it can read that folder (sampler.adapters)"
        )

    def unload(self, name: str) -> None:
        """Have the server forget an adapter. That it cannot is no harm: it keeps only so many."""
        try:
            self._client.post(f"{self._url}/unload_lora_adapter", json={"lora_name": name})
        except httpx2.HTTPError:
            return

    def close(self) -> None:
        self._client.close()

    def _patiently(
        self,
        method: str,
        path: str,
        body: Body | None,
        *,
        passing: frozenset[int] = _BUSY,
    ) -> httpx2.Response:
        """The server's answer, once it can be reached and has time; `SamplerError` if it stays away."""
        until = self._clock() + self._config.patience_s
        pause = _FIRST_PAUSE_S
        while True:
            try:
                answer = self._client.request(method, f"{self._url}{path}", json=body)
            except httpx2.ReadTimeout as error:
                raise RemoteError(
                    f"{self._url}{path} gave no answer in {self._config.timeout_s:g} s"
                ) from error
            except httpx2.TransportError as error:
                away: Exception | None = error
                why = f"it cannot be reached ({error or type(error).__name__})"
            else:
                if answer.status_code not in passing or self._clock() >= until:
                    return answer
                away, why = None, _told(answer)
            if self._clock() >= until or self._dead.is_set():
                raise SamplerError(
                    f"{self._url} has been away for {self._config.patience_s:g} s: {why}; start the "
                    "server again, then go on with --resume"
                ) from away
            self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _refusal(self, answer: httpx2.Response) -> EngineError | SamplerError:
        text = answer.text.lower()
        if answer.status_code == 400 and ("maximum context" in text or "max_model_len" in text):
            return PromptTooLong(f"{self._url}: {_told(answer)}")
        return SamplerError(f"{self._url} takes no prompts of this training: {_told(answer)}")

    def _read(self, answer: httpx2.Response, prompt: Tokens) -> Said:
        choices = _json(answer).get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            raise RemoteError(f"{self._url} sent no choices: {answer.text[:_QUOTED]}")
        reply = _tokens(choice.get("token_ids"))
        told = choice.get("logprobs")
        odds = _odds(told.get("token_logprobs") if isinstance(told, dict) else None)
        read = _tokens(choice.get("prompt_token_ids", _json(answer).get("prompt_token_ids")))
        if reply is None or read is None:
            raise SamplerError(
                f"{self._url} returns no token ids: `return_token_ids` takes vLLM 0.10.2 or newer"
            )
        if odds is None or len(odds) != len(reply):
            raise SamplerError(
                f"{self._url} returns no log-probability for each token of a reply: it must take "
                "`logprobs` with completions"
            )
        if read != prompt:
            raise SamplerError(
                f"{self._url} read a prompt of {len(prompt)} tokens as {len(read)} others: it must take "
                "token ids as they are, without a beginning of its own and without cutting"
            )
        if not reply:
            raise RemoteError(f"{self._url} sent an empty reply")
        return Said(reply, odds)


def _tokens(value: object) -> Tokens | None:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        return None
    return tuple(value)


def _odds(value: object) -> tuple[float, ...] | None:
    if not isinstance(value, list) or not all(type(each) in {int, float} for each in value):
        return None
    return tuple(map(float, value))


def _json(answer: httpx2.Response) -> dict[str, Any]:
    try:
        value = answer.json()
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def _told(answer: httpx2.Response) -> str:
    """A refusal in one short line."""
    said = _json(answer)
    error = said.get("error", said)
    message = error.get("message", error.get("detail")) if isinstance(error, dict) else error
    text = message if isinstance(message, str) else json.dumps(message or answer.text)
    return f"status {answer.status_code}: {' '.join(text.split())[:_QUOTED]}"
