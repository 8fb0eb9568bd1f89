"""`phoneworld record`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.gaps import gaps_of, interest_in
from phoneworld.reconstruction.spec_files import load_app
from phoneworld.recording.episodes import EXPLORATION
from phoneworld.recording.explorer import Permits, explore
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.recording.touch_watcher import watch
from runtime.actions import Action
from runtime.devices import open_device
from runtime.episode import Actor, Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.observation import Observation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", required=True, help="adb://SERIAL, or phoneworld://?seed=7")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the recording")
    parser.add_argument("--app", default="", help="the app, by its label or package")
    parser.add_argument("--explore", action="store_true", help="use the app by ourselves")
    parser.add_argument("--steps", type=int, default=200, help="the most steps (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of the exploration")
    parser.add_argument("--rules", type=Path, help="rules of the guard, besides the shipped ones")
    parser.add_argument(
        "--disposable",
        action="store_true",
        help="--explore: the phone can be reset: it may delete, send and pay, and no guard is asked",
    )
    parser.add_argument(
        "--after",
        type=Path,
        metavar="APP",
        help="--explore: go where this rebuilt app is dead, contradicts itself or only infers",
    )
    parser.add_argument("--no-screenshots", action="store_true", help="record the views only")


def run(arguments: argparse.Namespace) -> int:
    if arguments.steps < 2:
        raise PhoneWorldError(f"--steps {arguments.steps} records nothing: give at least 2")
    if arguments.explore and not arguments.app:
        raise PhoneWorldError("--explore needs --app: which app is to be explored?")
    if not arguments.explore and (arguments.disposable or arguments.after is not None):
        raise PhoneWorldError("--disposable and --after are for --explore")
    if arguments.disposable and arguments.rules is not None:
        raise PhoneWorldError("--disposable asks no guard: leave --rules out")
    interest = None
    if arguments.after is not None:
        spec, _ = load_app(arguments.after)
        interest = interest_in(spec)
        print(f"{arguments.after}: {gaps_of(spec)} dead parts to look into")
    device = open_device(arguments.device)
    try:
        recorder = RecordingDevice(
            device,
            arguments.out,
            goal=f"explore {arguments.app}" if arguments.explore else "used by hand",
            actor=Actor.POLICY if arguments.explore else Actor.PERSON,
            policy=EXPLORATION if arguments.explore else "person",
            screenshots=not arguments.no_screenshots,
        )
        started = time.monotonic()
        try:
            if arguments.explore:
                done = explore(
                    recorder,
                    arguments.app,
                    steps=arguments.steps,
                    permits=anything if arguments.disposable else guarded(arguments.rules),
                    interest=interest,
                    seed=arguments.seed,
                )
                summary = (
                    f"{done.screens} kinds of screens, {done.avoided} risky touches left alone"
                )
            else:
                print("recording; use the phone, end with Ctrl-C")
                summary = f"{watch(recorder, arguments.device, steps=arguments.steps)} touches seen"
        finally:
            recorder.close()
    finally:
        device.close()
    took_s = time.monotonic() - started
    print(f"{arguments.out}: {recorder.steps} steps in {took_s:.0f} s, {summary}")
    return 0


def anything(action: Action, observation: Observation) -> bool:
    """What may be done on a phone that can be reset."""
    del action, observation
    return True


def guarded(rules: Path | None) -> Permits:
    """Only what the guard allows without asking."""
    guard = RuleGuard(load_rules(rules))

    def permits(action: Action, observation: Observation) -> bool:
        return guard.judge(action, observation).verdict is Verdict.ALLOW

    return permits
