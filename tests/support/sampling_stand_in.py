"""A stand-in for vLLM's server: it samples from a torch model with the adapters that it was given.

It takes what vLLM documents for completions of token ids and for adapters at run time, and refuses what
that refuses, with its statuses and words.
"""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import torch
from peft import PeftModel

from trainer.models.trainable_model import load_model
from trainer.rl.streams import generator
from trainer.sampler import Sampler
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

BASE = "base"
Body = dict[str, Any]


class VllmRefusal(Exception):
    """What it refuses, as vLLM says it."""

    def __init__(self, status: int, message: str, kind: str = "BadRequestError") -> None:
        super().__init__(message)
        self.status = status
        self.body: Body = {"error": {"message": message, "type": kind, "code": status}}
        if kind == "no route":
            self.body = {"detail": message}


@dataclass
class SamplingStandIn:
    """The server's model and adapters; the flags are how it may be set up wrongly, or break."""

    folder: Path
    max_model_len: int = 1024
    max_lora_rank: int = 16
    takes_adapters: bool = True
    returns_ids: bool = True
    adds_beginning: bool = False
    away: bool = False
    """It hangs up on everybody."""
    dies_after: int = -1
    """So many replies later it is away."""
    forgets_after: int = -1
    """So many replies later it is started anew, and knows no adapters."""
    loaded: list[str] = field(default_factory=list[str])
    asked: list[Body] = field(default_factory=list[Body])
    url: str = ""
    _samplers: dict[str, Sampler] = field(default_factory=dict[str, Sampler])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._tokenizer = PolicyTokenizer(self.folder)
        self._base = load_model(self.folder)
        self._samplers[BASE] = self._sampler(self._base)

    def start_anew(self) -> None:
        """As after a restart: it knows no adapters."""
        self._samplers = {BASE: self._samplers[BASE]}

    def sample_from(self, folder: Path) -> None:
        """Serve other weights than it should."""
        self._base = load_model(folder)

    @property
    def adapters(self) -> list[str]:
        """What it has loaded now."""
        return [name for name in self._samplers if name != BASE]

    def answer(self, path: str, body: Body) -> Body:
        with self._lock:
            match path:
                case "/v1/models":
                    cards = [{"id": name} for name in self._samplers]
                    return {"data": [{**cards[0], "max_model_len": self.max_model_len}, *cards[1:]]}
                case "/v1/completions":
                    return self._complete(body)
                case "/v1/load_lora_adapter" if self.takes_adapters:
                    return self._load(body)
                case "/v1/unload_lora_adapter" if self.takes_adapters:
                    if self._samplers.pop(body["lora_name"], None) is None:
                        raise VllmRefusal(
                            404, f"The lora adapter '{body['lora_name']}' cannot be found."
                        )
                    return {}
                case _:
                    raise VllmRefusal(404, "Not Found", "no route")

    def _load(self, body: Body) -> Body:
        name, path = body.get("lora_name"), body.get("lora_path")
        if not name or not path:
            raise VllmRefusal(400, "Both 'lora_name' and 'lora_path' must be provided.")
        if name in self._samplers:
            raise VllmRefusal(400, f"The lora adapter '{name}' has already been loaded.")
        config = Path(path) / "adapter_config.json"
        if not config.is_file():
            raise VllmRefusal(404, f"Loading lora {name} failed: No adapter found for {path}")
        rank = json.loads(config.read_text())["r"]
        if rank > self.max_lora_rank:
            said = f"LoRA rank {rank} is greater than max_lora_rank {self.max_lora_rank}."
            raise VllmRefusal(500, said, "InternalServerError")
        adapted: Any = PeftModel.from_pretrained(deepcopy(self._base), path)
        self._samplers[name] = self._sampler(adapted.merge_and_unload())
        self.loaded.append(name)
        return {}

    def _complete(self, body: Body) -> Body:
        prompt = body["prompt"]
        if not all(type(token) is int and 0 <= token < self._tokenizer.size for token in prompt):
            raise VllmRefusal(400, "Token id out of vocabulary")
        if len(prompt) + body["max_tokens"] > self.max_model_len:
            raise VllmRefusal(
                400, f"This model's maximum context length is {self.max_model_len} tokens."
            )
        if self.dies_after == 0:
            self.away = True
            raise VllmRefusal(500, "EngineCore encountered an issue.", "InternalServerError")
        if self.forgets_after == 0:
            self.start_anew()
        self.dies_after -= 1
        self.forgets_after -= 1
        sampler = self._samplers.get(body["model"])
        if sampler is None:
            raise VllmRefusal(404, f"The model `{body['model']}` does not exist.", "NotFoundError")
        self.asked.append(body)
        read = [self._tokenizer.pad, *prompt] if self.adds_beginning else prompt
        with torch.no_grad():
            (said,) = sampler.sample(
                [read],
                most_tokens=body["max_tokens"],
                temperature=body["temperature"],
                random=[generator("stand-in", body["seed"])],
            )
        choice: Body = {
            "index": 0,
            "text": self._tokenizer.decode(said.tokens),
            "finish_reason": "stop" if said.ended else "length",
            "logprobs": {"token_logprobs": list(said.log_probs)} if body.get("logprobs") else None,
        }
        if self.returns_ids and body.get("return_token_ids"):
            choice |= {"token_ids": list(said.tokens), "prompt_token_ids": read}
        return {"choices": [choice]}

    # `Any`: a model of transformers'.
    def _sampler(self, model: Any) -> Sampler:  # noqa: ANN401
        return Sampler(model, ends=self._tokenizer.ends, pad=self._tokenizer.pad)


@contextmanager
def serve_samples(stand_in: SamplingStandIn) -> Generator[SamplingStandIn]:
    """Serve it on loopback while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _answer(self, body: Body) -> None:
            if stand_in.away:
                self.close_connection = True
                return
            status = 200
            try:
                said = stand_in.answer(self.path, body)
            except VllmRefusal as refusal:
                status, said = refusal.status, refusal.body
            data = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its base has it
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        stand_in.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield stand_in
        finally:
            server.shutdown()
            thread.join()
