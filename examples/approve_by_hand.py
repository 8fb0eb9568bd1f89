#!/usr/bin/env python3
"""Runs a task and lets you approve, deny and answer in the terminal; Ctrl-C ends the run.

    examples/approve_by_hand.py unix:~/.phonebuddy/runtime.sock POLICY "pay Ada 5 euros" phoneworld://

A token is read from PHONEBUDDY_TOKEN.
"""

from __future__ import annotations

import os
import sys

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError, DeviceBusy


def main() -> int:
    address, policy, goal, device = sys.argv[1:]
    with Client(address, token=os.environ.get("PHONEBUDDY_TOKEN", "")) as buddy:
        try:
            run = buddy.start(goal, device=device, policy=policy, refuse_when_busy=True)
        except DeviceBusy as busy:
            print(f"run {busy.run_id} has that phone: {busy}")
            return 1
        except BuddyError as error:
            print(f"{error.reason}: {error}")
            return 1
        try:
            for event in buddy.watch(run.id):
                show(buddy, run.id, event)
        except KeyboardInterrupt:
            print(buddy.cancel(run.id, "ended in the terminal").reason)
        print(buddy.get(run.id).outcome)
    return 0


def show(buddy: Client, run_id: str, event: run_pb2.Event) -> None:
    """Print what happened, and answer what is asked."""
    match event.WhichOneof("happening"):
        case "acting":
            print(f"{event.acting.step:3}  {event.acting.words}")
        case "asked":
            ask(buddy, run_id, event.asked.question)
        case "state_changed":
            change = event.state_changed
            print(f"     {change.reason or run_pb2.RunState.Name(change.state)}")
        case _:
            pass


def ask(buddy: Client, run_id: str, question: run_pb2.Question) -> None:
    """Have a question answered by whoever sits at the terminal."""
    print(f"\n{question.text}")
    if question.kind == run_pb2.QUESTION_KIND_ANSWER:
        buddy.answer(run_id, question.id, input("> "))
        return
    for name, value in (("what", question.action), ("effect", question.effect)):
        print(f"  {name}: {value}")
    print(f"  to whom or what: {question.concerns}   (rule {question.rule}, {question.risk})")
    match input("y: yes, a: always in this run, else no > ").strip().lower():
        case "y":
            buddy.approve(run_id, question.id)
        case "a":
            buddy.approve(run_id, question.id, for_run=True)
        case _:
            buddy.deny(run_id, question.id)


if __name__ == "__main__":
    sys.exit(main())
