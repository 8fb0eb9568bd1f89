"""`trainer eval --regimes`: one table of a policy under every condition that it is measured in."""

from __future__ import annotations

import argparse

from trainer.commands.eval_players import open_player
from trainer.commands.eval_results import measure
from trainer.data.trials import Trials
from trainer.errors import EvaluationError
from trainer.evaluation.regimes import (
    EVERY_REGIME,
    TABLE,
    RegimeFigures,
    table,
    tasks_of,
    write_regimes,
)
from trainer.interrupt import leaving_on_sigterm


def run_regimes(given: argparse.Namespace, trials: Trials) -> int:
    """Play every regime that was asked for, or that there is, and write the table; the exit code."""
    known = {regime.name: regime for regime in EVERY_REGIME}
    if unknown := sorted(set(given.regimes) - known.keys()):
        raise EvaluationError(f"there is no regime {unknown[0]!r}: name some of {', '.join(known)}")
    given.guard, figures, policy = True, list[RegimeFigures](), ""
    for regime in [known[name] for name in known if name in given.regimes or not given.regimes]:
        given.wordings, given.start, given.realism = [regime.wordings], regime.start, regime.realism
        tasks = tasks_of(regime, trials.catalogue, given.suite, given.split, given.per_template)
        if not tasks and regime.name in given.regimes:
            raise EvaluationError(
                f"nothing is held out that the regime {regime.name} could play: say --hold-out-family or "
                "--hold-out as in training, and --split test"
            )
        if not tasks:
            continue
        print(f"{regime.title}:")
        with leaving_on_sigterm(), open_player(given, trials) as (runner, conditions):
            out = given.out / regime.name
            found = measure(out, conditions, tasks, runner.run, trials.catalogue.facts())
            policy = conditions["policy"]
        figures.append(RegimeFigures(regime, found))
    write_regimes(given.out, policy, figures)
    if given.keep:
        from trainer.evaluation.bundle_figures import keep_table

        keep_table(given.policy, f"trainer eval --regimes, split {given.split}", figures)
    print("\n".join(table(figures)))
    print(given.out / TABLE)
    return 0
