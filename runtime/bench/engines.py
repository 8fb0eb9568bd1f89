"""How quickly local policies decide: reuse between steps, several runs at once, both engines, memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from runtime.bench import rival
from runtime.bench.screens import prompts_of_run, screens
from runtime.bench_report import Figures
from runtime.engine import Engine, Prompt, Usage
from runtime.engines.gguf.engine import GgufEngine
from runtime.engines.gguf.settings import GgufSettings
from runtime.engines.limits import EngineLimits
from runtime.episode import Unparsed
from runtime.errors import UnsupportedPolicy
from runtime.policies.bundle import PolicyManifest
from runtime.policies.engine_loader import format_of, load_engine
from runtime.policies.manifest import read_manifest
from runtime.prompts.format import ChatMarkup, ImagePart, PromptFormat, Rendered, TextPart
from runtime.record_codec import from_json, to_json

LIMITS = EngineLimits(context_tokens=4096, sessions=10, kv_bytes=1 << 30)


def screen_tokens(folder: Path, *, seeds: int, steps: int) -> Figures:
    """Tokens that screens take in `compact`: the largest of those with at most 12, and 60 elements."""
    with closing(_load_gguf(folder)) as engine:
        prompt_format = format_of(folder, read_manifest(folder))
        counted: list[tuple[int, int]] = []
        for look in screens(seeds=seeds, steps=steps):
            screen = prompt_format.render(Prompt("", look)).parts[-1]
            if isinstance(screen, TextPart):
                counted.append((len(look.elements), engine.tokens_of(screen.text)))
    small = [tokens for elements, tokens in counted if elements <= 12]
    large = [tokens for elements, tokens in counted if elements <= 60]
    return {
        "screens": len(counted),
        "most_at_12_elements": max(small),
        "share_of_12_within_150": sum(tokens <= 150 for tokens in small) / len(small),
        "most_at_60_elements": max(large),
        "share_of_60_within_600": sum(tokens <= 600 for tokens in large) / len(large),
        "per_element": sum(tokens for _, tokens in counted) / sum(count for count, _ in counted),
    }


def first_token(folder: Path, *, runs: int) -> Figures:
    """Milliseconds to the first token: in a session, and for the whole prompt, steps 2 to 10."""
    kept: list[Usage] = []
    whole: list[Usage] = []
    with closing(_load_gguf(folder)) as engine, closing(_load_forgetful(folder)) as forgetful:
        for seed in range(runs):
            for number, prompt in enumerate(prompts_of_run(seed, steps=10)):
                usage = engine.decide(prompt, session=f"run-{seed}").usage
                if number > 0:
                    kept.append(usage)
                    whole.append(forgetful.decide(prompt).usage)
            engine.end_session(f"run-{seed}")
    in_session = statistics.median(usage.first_token_ms for usage in kept)
    fresh = statistics.median(usage.first_token_ms for usage in whole)
    return {
        "in_session_ms": in_session,
        "whole_prompt_ms": fresh,
        "times_shorter": fresh / in_session,
        "prompt_tokens": statistics.mean(usage.prompt_tokens for usage in kept),
        "evaluated_tokens": statistics.mean(
            usage.prompt_tokens - usage.cached_tokens for usage in kept
        ),
        "grammar_share_of_decode": sum(usage.grammar_ms for usage in kept + whole)
        / sum(usage.decode_ms for usage in kept + whole),
    }


class _Unlike:
    """A prompt format no two of whose prompts begin alike, so that nothing can be kept."""

    def __init__(self, inner: PromptFormat) -> None:
        self.name = inner.name
        self.observation = inner.observation
        self.grammar = inner.grammar
        self.write_reply = inner.write_reply
        self.parse_reply = inner.parse_reply
        self._render = inner.render
        self._count = 0

    def render(self, prompt: Prompt) -> Rendered:
        self._count += 1
        parts = self._render(prompt).parts
        return Rendered((TextPart(f"{self._count}\n"), *parts), stable=0)


def interleaved(folder: Path, *, runs: int, steps: int) -> Figures:
    """Decisions a second of several runs at once: ours together, ours one by one, the rival's."""
    manifest = read_manifest(folder)
    asked = [prompts_of_run(seed, steps=steps) for seed in range(runs)]
    with closing(_load_gguf(folder)) as engine:
        together, replies, unread = _ask_all(engine, asked, at_once=runs, name="together")
        one_by_one, _, _ = _ask_all(engine, asked, at_once=1, name="one-by-one")
    figures = {
        "together_per_s": together,
        "one_by_one_per_s": one_by_one,
        "together_over_one_by_one": together / one_by_one,
        "reply_tokens": statistics.mean(usage.reply_tokens for usage in replies),
        "unread_share": unread / len(replies),
    }
    if rival.available():
        texts = [[_text_of(folder, manifest, prompt) for prompt in prompts] for prompts in asked]
        with rival.rival_server(
            folder / manifest.weights, context_tokens=4096, threads=_cores()
        ) as address:
            per_s = rival.decisions_per_second(
                address, texts, reply_tokens=round(figures["reply_tokens"])
            )
        figures["rival_per_s"] = per_s
        figures["together_over_rival"] = together / per_s
    return figures


def side_by_side(gguf: Path, onnx: Path, *, runs: int, steps: int) -> Figures:
    """Tokens a second of the same policy on both engines, in turns so that both meet the same noise."""
    engines = {"gguf": _load(gguf), "onnx": _load(onnx)}
    usages: dict[str, list[Usage]] = {name: [] for name in engines}
    for seed in range(runs):
        for prompt in prompts_of_run(seed, steps=steps):
            for name, engine in engines.items():
                engine.end_session("alone")
                usages[name].append(engine.decide(prompt, session="alone").usage)
    figures: Figures = {}
    for name, engine in engines.items():
        engine.close()
        figures[f"{name}_prefill_per_s"] = _prefill_per_s(usages[name])
        figures[f"{name}_decode_per_s"] = _decode_per_s(usages[name])
    for part in ("prefill", "decode"):
        rates = [figures[f"{name}_{part}_per_s"] for name in engines]
        figures[f"slower_over_faster_{part}"] = min(rates) / max(rates)
    return figures


def memory(folder: Path) -> Figures:
    """Megabytes that a process takes with a policy that has answered 8 runs, and what is accounted for.

    In a process of its own, without a phone in it.
    """
    runs = [prompts_of_run(seed, steps=2) for seed in range(8)]
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        questions = Path(scratch) / "prompts.json"
        questions.write_text(json.dumps([[to_json(Prompt, each) for each in run] for run in runs]))
        command = [sys.executable, "-m", "runtime", "bench", "--memory-of", str(folder)]
        done = subprocess.run(
            [*command, "--prompts", str(questions)], capture_output=True, text=True, check=True
        )
    return json.loads(done.stdout)


def memory_here(folder: Path, questions: Path) -> Figures:
    """As `memory`, of this process."""
    import psutil

    runs = [[from_json(Prompt, each) for each in run] for run in json.loads(questions.read_text())]
    with closing(_load_gguf(folder)) as engine:
        _ask_all(engine, runs, at_once=8, name="m")
        resident_mb = psutil.Process().memory_info().rss / 1e6
        accounted_mb = engine.memory_bytes / 1e6
    return {
        "resident_mb": resident_mb,
        "model_and_kv_mb": accounted_mb,
        "besides_mb": resident_mb - accounted_mb,
    }


def _ask_all(
    engine: Engine, runs: list[list[Prompt]], *, at_once: int, name: str
) -> tuple[float, list[Usage], int]:
    """Decisions a second, what each cost, and how many could not be read."""

    def ask(numbered: tuple[int, list[Prompt]]) -> list[tuple[Usage, bool]]:
        number, prompts = numbered
        session = f"{name}-{number}"
        answers = [engine.decide(prompt, session=session) for prompt in prompts]
        engine.end_session(session)
        return [(each.usage, isinstance(each.decision.action, Unparsed)) for each in answers]

    with ThreadPoolExecutor(at_once) as pool:
        began = time.perf_counter()
        answers = [answer for run in pool.map(ask, enumerate(runs)) for answer in run]
        took_s = time.perf_counter() - began
    usages = [usage for usage, _ in answers]
    return len(answers) / took_s, usages, sum(unread for _, unread in answers)


def _prefill_per_s(usages: list[Usage]) -> float:
    tokens = sum(usage.prompt_tokens - usage.cached_tokens for usage in usages)
    return tokens / sum(usage.first_token_ms for usage in usages) * 1000


def _decode_per_s(usages: list[Usage]) -> float:
    tokens = sum(usage.reply_tokens - usage.forced_tokens for usage in usages)
    return tokens / sum(usage.decode_ms for usage in usages) * 1000


def _text_of(folder: Path, manifest: PolicyManifest, prompt: Prompt) -> str:
    """The whole prompt as one text, as any other server would get it."""
    chat = manifest.chat or ChatMarkup()
    parts = format_of(folder, manifest).render(prompt).parts
    text = "".join(part.text for part in parts if not isinstance(part, ImagePart))
    return f"{chat.before_prompt}{text}{chat.before_reply}"


def _load(folder: Path) -> Engine:
    return load_engine(folder, read_manifest(folder), LIMITS)


def _load_gguf(folder: Path) -> GgufEngine:
    engine = _load(folder)
    if not isinstance(engine, GgufEngine):
        raise UnsupportedPolicy(f"{folder} is not a gguf policy, which is what is measured here")
    return engine


def _load_forgetful(folder: Path) -> GgufEngine:
    manifest = read_manifest(folder)
    return GgufEngine.load(
        GgufSettings(
            weights=folder / manifest.weights,
            prompt_format=_Unlike(format_of(folder, manifest)),
            chat=manifest.chat or ChatMarkup(),
            context_tokens=LIMITS.context_tokens,
            kv_bytes=LIMITS.kv_bytes,
        )
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
