"""`trainer eval --goals`: anybody's list of goals, each beside the template's own."""

from __future__ import annotations

import argparse
import json

from trainer.commands.eval_players import open_player
from trainer.data.trials import Trials
from trainer.evaluation.goals import goal_result, read_goals, summary
from trainer.evaluation.result import TaskResult
from trainer.interrupt import leaving_on_sigterm


def run_goals(given: argparse.Namespace, trials: Trials) -> int:
    """Play the goals of a file and tell what came of them; the exit code."""
    goals = read_goals(given.goals)
    given.guard, found = True, dict[tuple[str, str], TaskResult]()
    asked = [goal.task(trials.catalogue, number) for number, goal in enumerate(goals)]
    own = [goal.own(trials.catalogue) for goal in goals]
    for realism in dict.fromkeys(goal.realism for goal in goals):
        given.realism = realism
        wanted = [n for n, goal in enumerate(goals) if goal.realism == realism]
        tasks = [task for n in wanted for task in (asked[n], own[n]) if task is not None]
        with leaving_on_sigterm(), open_player(given, trials) as (runner, _):
            for result in runner.run(list({task.name: task for task in tasks}.values())):
                found[realism, result.task] = result
    results = [
        goal_result(
            goal,
            found[goal.realism, asked[n].name],
            None if (mine := own[n]) is None else found[goal.realism, mine.name],
        )
        for n, goal in enumerate(goals)
    ]
    body = summary(results)
    if given.json:
        print(json.dumps(body, indent=1, ensure_ascii=False))
        return 0
    for one in results:
        verdict = {True: "solved", False: "failed", None: "fault"}[one.success]
        print(f"{verdict:<7} {one.ending:<22} {one.template or '(not a task)':<28} {one.goal}")
        if one.fault:
            print(f"        {one.fault}")
    for name, share in body.items():
        if isinstance(share, dict):
            print(
                f"{name}: {share['count']} of {share['of']}, {share['percent']} % "
                f"({share['low']}-{share['high']})"
            )
    return 0
