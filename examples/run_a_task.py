#!/usr/bin/env python3
"""Runs a task through PhoneBuddy's runtime and prints what happens.

    python -m runtime serve                                   # in another terminal
    examples/run_a_task.py 127.0.0.1:7777 POLICY "turn on wi-fi" phoneworld://

A token is read from PHONEBUDDY_TOKEN.
"""

import os
import sys

from phonebuddy.v1.client import Client

address, policy, goal, device = sys.argv[1:]
with Client(address, token=os.environ.get("PHONEBUDDY_TOKEN", "")) as buddy:
    run = buddy.start(goal, device=device, policy=policy)
    for event in buddy.watch(run.id):
        print(event)
