#!/usr/bin/env python3
"""Has a task done: run_a_task.py unix:~/.phonebuddy/runtime.sock POLICY "turn on wi-fi" phoneworld://"""

import os
import sys

from phonebuddy.v1 import action_pb2, run_pb2
from phonebuddy.v1.client import Client

address, policy, goal, device = sys.argv[1:]
with Client(address, token=os.environ.get("PHONEBUDDY_TOKEN", "")) as buddy:
    run = buddy.start(goal, device=device, policy=policy)
    for event in buddy.watch(run.id):
        if event.HasField("acting"):
            print(f"{event.acting.step + 1:3}  {event.acting.words}")
        if event.HasField("asked"):
            question = event.asked.question
            said = input(f"{question.text} {question.action} (y, or an answer) > ")
            if question.kind == run_pb2.QUESTION_KIND_ANSWER:
                buddy.answer(run.id, question.id, said)
            elif said == "y":
                buddy.approve(run.id, question.id)
            else:
                buddy.deny(run.id, question.id)
    outcome = buddy.get(run.id).outcome
    ending = run_pb2.EndingKind.Name(outcome.ending).removeprefix("ENDING_KIND_")
    status = action_pb2.FinishStatus.Name(outcome.status).removeprefix("FINISH_STATUS_")
    print(f"{ending} ({status})", outcome.text, *outcome.changes.lines, sep="\n  ")
