#!/usr/bin/env python3
"""AndroidWorld's unmodified code sets up and judges its tasks on a PhoneWorld phone; our oracles solve them.

    examples/androidworld_proof.py --androidworld-python ~/aw/bin/python [--seeds 3] [TASK ...]

For every task and seed: AndroidWorld sets it up over adb and says its score (0; 1 for the six tasks that
only ask to verify, and where it drew nothing to delete), the oracle of the pack `androidworld` solves it through the screen from AndroidWorld's
parameters, AndroidWorld says its score again (1.0) and tears down. `--androidworld-python` is the
interpreter of an environment that has android_world installed (see docs/androidworld.md); its packages
contradict ours, so that it runs as a process of its own (`androidworld_judge.py`), with an adb server of
its own: whoever else works with adb on this machine does not see the phone. With `--out`, a run
that was stopped goes on where it was: what the file says of a task and seed is not tried again, unless
it is an error.

A score on these apps is one of AndroidWorld tasks on PhoneWorld's stand-in apps.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from phoneworld import open_catalogue
from phoneworld.adb.proof.host_adb import HostAdb, find_adb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.emulator.announcement import announce
from phoneworld.emulator.console import EmulatorConsole
from phoneworld.emulator.forwarder import AccessibilityForwarder
from phoneworld.emulator.server import EmulatorServer
from phoneworld.packs.androidworld.suite_trial import SuiteTrial, suite_task, suite_task_types
from runtime.errors import PhoneBuddyError

CATALOGUE = open_catalogue([Path("androidworld")])
TYPES = suite_task_types(CATALOGUE.templates.values())
JUDGE = Path(__file__).with_name("androidworld_judge.py")


@dataclass(frozen=True)
class Proof:
    """One task of one seed: the scores before and after, and what it took."""

    task: str
    seed: int
    goal: str = ""
    before: float | None = None
    after: float | None = None
    steps: int = 0
    allowed_steps: int = 0
    oracle_s: float = 0.0
    androidworld_s: float = 0.0
    asleep_s: float = 0.0
    nothing_to_do: bool = False
    error: str = ""

    @property
    def holds(self) -> bool:
        """Whether AndroidWorld judged as it should."""
        verifies = self.task.startswith("System") and self.task.endswith("Verify")
        expected = 1.0 if verifies or self.nothing_to_do else 0.0
        return not self.error and self.before == expected and self.after == 1.0


class JudgeProcess:
    """AndroidWorld in a process of its own, asked one line at a time."""

    def __init__(self, command: list[str], log: Path) -> None:
        self._log = log.open("w")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.seconds = self.asleep_s = 0.0
        self._read()

    def ask(self, **request: object) -> dict[str, Any]:
        """The answer to a request, or `RuntimeError` with AndroidWorld's reason."""
        if self._process.stdin is None:
            raise AssertionError("the judge was started without an input")
        print(json.dumps(request), file=self._process.stdin, flush=True)
        said = self._read()
        self.seconds += said.get("seconds", 0.0)
        self.asleep_s += said.get("asleep", 0.0)
        if "error" in said:
            raise RuntimeError(f"{request['do']}: {said['error']}")
        return said

    def _read(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout is not None else ""
        if not line:
            raise RuntimeError(f"AndroidWorld has ended; its words are in {self._log.name}")
        return json.loads(line)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._log.close()


@contextmanager
def served_phone(port: int, grpc_port: int, adb_server_port: int) -> Iterator[ServedPhone]:
    """A phone of the pack that AndroidWorld takes for the emulator, which one adb server knows of."""
    served = ServedPhone.start(
        open_catalogue([Path("androidworld")]).workshop().phone(0), port=port
    )
    stack = AsyncExitStack()

    async def open_others() -> None:
        session = served.session
        await stack.enter_async_context(EmulatorServer(session, grpc_port))
        await stack.enter_async_context(AccessibilityForwarder(session))
        await stack.enter_async_context(EmulatorConsole(session, port - 1))
        await announce(port, server_port=adb_server_port)

    asyncio.run_coroutine_threadsafe(open_others(), served.loop).result(60)
    try:
        yield served
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), served.loop).result(60)
        served.close()


def readable(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with rows as objects, as AndroidWorld's are."""
    text = json.dumps(params)
    found: SimpleNamespace = json.loads(text, object_hook=lambda one: SimpleNamespace(**one))
    return vars(found)


def prove(judge: JudgeProcess, served: ServedPhone, name: str, seed: int) -> Proof:
    """One task: set up and judged by AndroidWorld, solved by our oracle."""
    judge.seconds = judge.asleep_s = 0.0
    known: dict[str, Any] = {"task": name, "seed": seed}
    try:
        said = judge.ask(do="set up", task=name, seed=seed)
        known |= {"goal": said["goal"], "before": said["score"], "allowed_steps": said["steps"]}
        # AndroidWorld draws an ingredient first, and of some there is no recipe to delete.
        known["nothing_to_do"] = "Delete" in name and said["params"].get("row_objects") == []

        def solve() -> SuiteTrial:
            drawn = suite_task(TYPES, name, readable(said["params"]), served.phone)
            trial = SuiteTrial(drawn, served.phone)
            trial.solve()
            return trial

        started = time.perf_counter()
        trial = served.run(solve)
        known |= {"oracle_s": round(time.perf_counter() - started, 3), "steps": trial.steps}
        known["after"] = judge.ask(do="score", answer=trial.answer)["score"]
        judge.ask(do="tear down")
    except (
        RuntimeError,
        PhoneBuddyError,
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
    ) as error:
        known["error"] = f"{type(error).__name__}: {error}"
    return Proof(**known, androidworld_s=round(judge.seconds, 2), asleep_s=round(judge.asleep_s, 2))


def earlier(file: Path | None) -> dict[tuple[str, int], Proof]:
    """What a file of results says without an error, by task and seed."""
    if file is None or not file.exists():
        return {}
    found = [Proof(**json.loads(line)) for line in file.read_text().splitlines()]
    return {(proof.task, proof.seed): proof for proof in found if not proof.error}


def print_summary(proofs: list[Proof]) -> None:
    """What all of them say together."""
    androidworld_s = sum(proof.androidworld_s for proof in proofs)
    asleep_s = sum(proof.asleep_s for proof in proofs)
    steps, oracle_s = sum(proof.steps for proof in proofs), sum(proof.oracle_s for proof in proofs)
    print(f"AndroidWorld {androidworld_s:.0f} s, of which it slept {asleep_s:.0f} s")
    print(f"oracles {steps} steps in {oracle_s:.2f} s")
    before = Counter(proof.before for proof in proofs)
    print("scores before:", ", ".join(f"{score}: {count}" for score, count in before.items()))
    held = sum(proof.holds for proof in proofs)
    print(f"{held} of {len(proofs)}: AndroidWorld tasks on PhoneWorld's stand-in apps")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tasks", nargs="*", help="AndroidWorld's names, or the start of them")
    parser.add_argument("--androidworld-python", required=True, type=Path)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=30)
    parser.add_argument(
        "--port", type=int, default=5555, help="of adb; an odd one from 5555 to 5585"
    )
    parser.add_argument("--grpc-port", type=int, default=8554)
    parser.add_argument(
        "--out", type=Path, help="also write each result as a line of JSON, and go on from there"
    )
    parser.add_argument("--log", type=Path, default=Path("androidworld.log"))
    options = parser.parse_args()
    adb = find_adb()
    if adb is None:
        sys.exit("adbutils brings no adb for this system.")
    known = earlier(options.out)
    proofs: list[Proof] = []
    with (
        TemporaryDirectory(prefix="adb-") as home,
        HostAdb(adb, Path(home)) as host,
        served_phone(options.port, options.grpc_port, host.port) as served,
    ):
        command = [str(options.androidworld_python), str(JUDGE), "--adb", str(adb)]
        command += ["--adb-server-port", str(host.port)]
        command += ["--console-port", str(options.port - 1), "--grpc-port", str(options.grpc_port)]
        judge = JudgeProcess(command, options.log)
        try:
            names: list[str] = judge.ask(do="tasks")["tasks"]
            wanted = tuple(options.tasks)
            chosen = [name for name in names if not wanted or name.startswith(wanted)]
            for seed in range(options.first_seed, options.first_seed + options.seeds):
                for name in chosen:
                    if (name, seed) in known:
                        proofs.append(known[name, seed])
                        continue
                    proof = prove(judge, served, name, seed)
                    proofs.append(proof)
                    mark = "ok  " if proof.holds else "FAIL"
                    print(
                        f"{mark} {name}#{seed} {proof.before} -> {proof.after} "
                        f"{proof.steps}/{proof.allowed_steps} steps, oracle {proof.oracle_s} s, "
                        f"AndroidWorld {proof.androidworld_s} s ({proof.asleep_s} s asleep) "
                        f"{'nothing to do ' if proof.nothing_to_do else ''}{proof.error}",
                        flush=True,
                    )
                    if options.out is not None:
                        with options.out.open("a") as file:
                            print(json.dumps(asdict(proof)), file=file)
        finally:
            judge.close()
    print_summary(proofs)
    return 0 if all(proof.holds for proof in proofs) else 1


if __name__ == "__main__":
    sys.exit(main())
