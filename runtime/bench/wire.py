"""What the way through gRPC adds, and what a server costs that only waits."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from pathlib import Path

import psutil
from phonebuddy.v1.client import Client
from phonebuddy.v1.run_pb2 import RUN_STATE_WAITING

from runtime.bench.screens import screens
from runtime.bench.server_process import Served, served
from runtime.bench_report import Figures
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.server.codec.observations import write_observation

ASKING = "asking"
ANSWERING = "answering"


def decide_overhead(*, times: int) -> Figures:
    """Milliseconds that `Decide` takes beyond the engine's own time, on busy screens."""
    looks = sorted(screens(seeds=2, steps=60), key=lambda look: len(look.elements))[-20:]
    messages = [write_observation(look) for look in looks]
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        policies = _policies(Path(scratch), replies=times + 50)
        with (
            served(Path(scratch), policies=policies) as server,
            Client(server.address) as client,
        ):
            for message in messages:
                client.decide(ANSWERING, "warm up", message)
            added: list[float] = []
            for number in range(times):
                began = time.perf_counter()
                decided = client.decide(ANSWERING, "measure", messages[number % len(messages)])
                took_ms = (time.perf_counter() - began) * 1000
                usage = decided.usage
                own_ms = usage.queue_ms + usage.prompt_ms + usage.first_token_ms + usage.decode_ms
                added.append(took_ms - own_ms)
    added.sort()
    return {
        "median": statistics.median(added),
        "p95": added[int(len(added) * 0.95)],
        "elements": statistics.mean(len(look.elements) for look in looks),
    }


def idle_cost(*, runs: int, watchers: int, seconds: float) -> Figures:
    """The share of a core that waiting runs and their watchers cost the server, and its memory."""
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        policies = _policies(Path(scratch), replies=1)
        with served(Path(scratch), policies=policies) as server:
            return _idle(server, runs=runs, watchers=watchers, seconds=seconds)


def _idle(server: Served, *, runs: int, watchers: int, seconds: float) -> Figures:
    process = psutil.Process(server.pid)
    with Client(server.address) as client:
        ids = [
            client.start("wait", device=f"phoneworld://?seed={number}", policy=ASKING).id
            for number in range(runs)
        ]
        while any(client.get(run_id).state != RUN_STATE_WAITING for run_id in ids):
            time.sleep(0.1)
        alone = process.memory_info().rss
        # A few connections, as a few programs would have, each with many streams.
        clients = [Client(server.address) for _ in range(10)]
        threads = [
            threading.Thread(
                target=_watch, args=(clients[number % 10], ids[number % runs]), daemon=True
            )
            for number in range(watchers)
        ]
        for thread in threads:
            thread.start()
        time.sleep(3)
        before, began = sum(process.cpu_times()[:2]), time.perf_counter()
        time.sleep(seconds)
        used, passed = sum(process.cpu_times()[:2]) - before, time.perf_counter() - began
        figures = {
            "percent_of_a_core": 100 * used / passed,
            "server_mb": alone / 1e6,
            "watchers_mb": (process.memory_info().rss - alone) / 1e6,
        }
        for run_id in ids:
            client.cancel(run_id)
        for thread in threads:
            thread.join(10)
        for watching in clients:
            watching.close()
    return figures


def _watch(client: Client, run_id: str) -> None:
    for _ in client.watch(run_id):
        pass


def _policies(scratch: Path, *, replies: int) -> Path:
    """Two scripted policies: one that asks its user, one that answers at once."""
    ask = '{"action": {"name": "ask_user", "arguments": {"question": "Well?"}}}\n'
    back = '{"action": {"name": "button_press", "arguments": {"type": "back"}}}\n'
    for name, script in ((ASKING, ask), (ANSWERING, back * replies)):
        source = scratch / f"{name}.jsonl"
        source.write_text(script)
        manifest = PolicyManifest(name, EngineKind.SCRIPTED, "compact", weights="script.jsonl")
        write_bundle(scratch / "policies" / name, manifest, {"script.jsonl": source})
    return scratch / "policies"
