"""`trainer eval`: have a policy try tasks, and report what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

from phoneworld import Task
from phoneworld.commands.catalogue_options import catalogue_of
from trainer.commands.eval_arguments import ANDROIDWORLD, TORCH_JOBS, add_arguments, check_arguments
from trainer.commands.eval_players import engine_player, open_player
from trainer.commands.eval_results import measure
from trainer.data.task_selection import parse_seeds, unworded
from trainer.data.trials import Trials
from trainer.evaluation.html_page import EpisodeSample, write_page
from trainer.evaluation.report import MIXED
from trainer.evaluation.result import TaskResult
from trainer.evaluation.suites import choose_suite
from trainer.interrupt import leaving_on_sigterm

__all__ = ["add_arguments", "run"]


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    check_arguments(given)
    trials = Trials(catalogue_of(given))
    if given.goals is not None:
        from trainer.commands.eval_goals import run_goals

        return run_goals(given, trials)
    if given.through == ANDROIDWORLD:
        return _run_androidworld(given, trials)
    if given.regimes is not None:
        from trainer.commands.eval_regimes import run_regimes

        return run_regimes(given, trials)
    tasks = choose_suite(
        trials.catalogue,
        given.suite,
        split=given.split,
        seeds=parse_seeds(given.seeds) if given.seeds else None,
        per_template=given.per_template,
        wordings=given.wordings,
        start=given.start,
    )
    for kind, count in unworded(trials.catalogue, tasks, given.wordings).items():
        print(f"{count:,} of their templates have no {kind.value} wordings")
    sample = EpisodeSample(given.html_tasks)
    if isinstance(given.policy, str):
        return _run_model(given, trials, tasks, sample)
    with leaving_on_sigterm(), open_player(given, trials, sample) as (runner, conditions):
        found = measure(given.out, conditions, tasks, runner.run, trials.catalogue.facts())
    if given.html is not None:
        # Only of what was played now: of earlier results the steps are gone.
        write_page(sample.episodes, given.html)
        print(given.html)
    if given.keep:
        from trainer.evaluation.bundle_figures import keep_in_bundle

        keep_in_bundle(given.policy, conditions, found)
    return 0


def _run_model(
    given: argparse.Namespace, trials: Trials, tasks: Sequence[Task], sample: EpisodeSample
) -> int:
    """A suite by a general model: the estimate first, then as far as may be spent."""
    from trainer.evaluation import named_model
    from trainer.evaluation.bundle import start_engine

    bundle = named_model.open_model(given.policy)
    expected = named_model.estimate(
        bundle, [trials.oracle_steps(task.name) or TORCH_JOBS for task in tasks]
    )
    print(f"{len(tasks):,} tasks take about {named_model.words(expected)}", flush=True)
    limit = named_model.read_limit(given.spend, expected)
    given.out.mkdir(parents=True, exist_ok=True)
    before = named_model.read_spent(given.out)
    engine = named_model.MeteredEngine(start_engine(bundle, jobs=given.jobs), before)
    with leaving_on_sigterm(), closing(engine):
        runner, conditions = engine_player(given, trials, bundle, engine, sample)

        def play(left: Sequence[Task]) -> Iterator[TaskResult]:
            yield from named_model.within(runner.run(left), engine, given.out, limit)

        measure(given.out, conditions, tasks, play, trials.catalogue.facts())
    spent = engine.spent
    print(f"spent {named_model.words(spent)}")
    if limit is not None and (spent.dollars or 0.0) >= limit:
        print("the spending limit is reached: the same again, with a higher one, goes on")
    if given.html is not None:
        write_page(sample.episodes, given.html)
    return 0


def _run_androidworld(given: argparse.Namespace, trials: Trials) -> int:
    from runtime.devices import open_device
    from trainer.evaluation.androidworld import STEPS, AndroidWorldRunner
    from trainer.evaluation.androidworld_client import AndroidWorldClient
    from trainer.evaluation.bundle import fingerprint, open_bundle, start_engine

    bundle = open_bundle(given.policy)
    with ExitStack() as stack:
        client = stack.enter_context(closing(AndroidWorldClient(given.url)))
        engine = stack.enter_context(closing(start_engine(bundle, jobs=1)))
        eyes = stack.enter_context(closing(open_device(given.eyes))) if given.eyes else None
        steps = given.steps or STEPS
        runner = AndroidWorldRunner(client, engine, trials.catalogue, eyes=eyes, steps=steps)
        tasks = runner.suite(given.suite, instances=given.per_template or 1, seed=given.suite_seed)
        conditions = {
            "policy": given.name or bundle.manifest.name,
            "fingerprint": fingerprint(given.policy),
            "through": given.through,
            "split": MIXED,
            "seed": str(given.suite_seed),
            "steps": str(steps),
        }
        measure(given.out, conditions, tasks, runner.run, trials.catalogue.facts())
    return 0
