"""llama-cpp-python's own OpenAI server, answering the same prompts: what ours is compared with."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import httpx2

from runtime.errors import EngineError

START_S = 120.0


def available() -> bool:
    """Whether what that server needs is installed (pip install 'phonebuddy[bench]')."""
    return find_spec("fastapi") is not None and find_spec("uvicorn") is not None


@contextmanager
def rival_server(weights: Path, *, context_tokens: int, threads: int) -> Generator[str]:
    """Its address, for as long as this lasts."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "llama_cpp.server", "--model", str(weights)),
        *("--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(context_tokens)),
        *("--n_threads", str(threads), "--n_threads_batch", str(threads), "--verbose", "false"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _await_ready(process, address)
        yield address
    finally:
        process.kill()
        process.wait()


def decisions_per_second(address: str, runs: list[list[str]], *, reply_tokens: int) -> float:
    """All runs at once, each prompt after the one before; replies as long as ours on average.

    Unconstrained, which spares it the cost of a grammar.
    """
    with (
        httpx2.Client(base_url=address, timeout=600) as client,
        ThreadPoolExecutor(len(runs)) as pool,
    ):

        def ask_all(prompts: list[str]) -> None:
            for prompt in prompts:
                body = {"prompt": prompt, "max_tokens": reply_tokens, "temperature": 0.0}
                client.post("/v1/completions", json=body).raise_for_status()

        began = time.perf_counter()
        list(pool.map(ask_all, runs))
        took_s = time.perf_counter() - began
    return sum(len(prompts) for prompts in runs) / took_s


def _await_ready(process: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx2.get(f"{address}/v1/models", timeout=5).raise_for_status()
        except httpx2.HTTPError:
            time.sleep(0.2)
        else:
            return
    raise EngineError("llama-cpp-python's server did not start")
