"""What plays the tasks of `trainer eval`: an engine here, a served runtime, or a checkpoint in torch."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from phoneworld import WordingSet
from phoneworld.packs import find_pack
from trainer.commands import eval_arguments
from trainer.data.trials import Trials
from trainer.evaluation.html_page import EpisodeSample
from trainer.evaluation.stage import Conditions, Runner

if TYPE_CHECKING:
    from runtime.engine import Engine
    from runtime.guard.ruling import Guard
    from trainer.evaluation.bundle import Bundle


@contextmanager
def open_player(
    given: argparse.Namespace, trials: Trials, sample: EpisodeSample | None = None
) -> Iterator[tuple[Runner, dict[str, str]]]:
    """What plays the tasks, and under which conditions. Engines are closed afterwards.

    Where a page is wanted, its episodes come into `sample`, with pictures.
    """
    kept = sample if given.html is not None and sample is not None else EpisodeSample(0)
    from trainer.evaluation.bundle import fingerprint, open_bundle, start_engine

    guard, recorded = _guard(given), _recorded(given, trials)
    match given.through:
        case eval_arguments.TORCH:
            from trainer.evaluation.lockstep_runner import LockstepRunner
            from trainer.evaluation.stage import Stage
            from trainer.evaluation.torch_policy import load_torch_policy
            from trainer.facts import read_opening

            name = given.name or given.policy.resolve().name
            opening = read_opening(given.policy)
            filmed = given.html is not None
            conditions = Conditions(name, given.realism, guard, filmed, given.steps, opening)
            policy = load_torch_policy(given.policy)
            recorded |= {"policy": name, "fingerprint": fingerprint(given.policy)}
            stage = Stage(conditions, trials, watch=kept.add)
            yield LockstepRunner(policy, stage, jobs=given.jobs), recorded
        case eval_arguments.SERVER:
            from trainer.evaluation.server_runner import ServerRunner

            bundle = open_bundle(given.policy)
            name = bundle.manifest.name
            conditions = Conditions(name, given.realism, limit=given.steps)
            recorded |= {"policy": given.name or name, "fingerprint": fingerprint(given.policy)}
            yield ServerRunner(given.policy, conditions, trials), recorded
        case _:
            bundle = open_bundle(given.policy)
            with closing(start_engine(bundle, jobs=given.jobs)) as engine:
                yield engine_player(given, trials, bundle, engine, kept)


def engine_player(
    given: argparse.Namespace,
    trials: Trials,
    bundle: Bundle,
    engine: Engine,
    sample: EpisodeSample,
) -> tuple[Runner, dict[str, str]]:
    """What plays the tasks with an engine that is there already."""
    from runtime.policies.engine_loader import opening_of
    from runtime.turn.decider import EngineDecider
    from trainer.evaluation.bundle import fingerprint_of
    from trainer.evaluation.engine_runner import EngineRunner
    from trainer.evaluation.stage import Stage

    name = given.name or bundle.manifest.name
    recorded = _recorded(given, trials) | {"policy": name, "fingerprint": fingerprint_of(bundle)}
    filmed = engine.wants_screenshot or given.html is not None
    opening = opening_of(bundle.folder, bundle.manifest)
    guard = _guard(given)
    conditions = Conditions(name, given.realism, guard, filmed, given.steps, opening)
    stage = Stage(conditions, trials, watch=sample.add)
    return EngineRunner(EngineDecider(engine), stage, jobs=given.jobs), recorded


def _guard(given: argparse.Namespace) -> Guard | None:
    if not given.guard:
        return None
    from runtime.guard.rule_guard import RuleGuard
    from runtime.guard.rules_file import load_rules

    return RuleGuard(load_rules())


def _recorded(given: argparse.Namespace, trials: Trials) -> dict[str, str]:
    return {
        "through": given.through,
        "split": given.split,
        **_chosen_from(given, trials),
        "start": given.start,
        "realism": given.realism,
        "guard": "on" if given.guard or given.through == eval_arguments.SERVER else "off",
        "steps": str(given.steps) if given.steps else "",
    }


def _chosen_from(given: argparse.Namespace, trials: Trials) -> dict[str, str]:
    """The conditions that are not as usual: other wordings, apps of folders, what is held out."""
    facts = trials.catalogue.facts()
    worded = ", ".join(given.wordings)
    chosen = {
        # A score on a pack's apps is never told without the pack's own name for it.
        "measured on": find_pack(trials.catalogue.pack).title if trials.catalogue.pack else "",
        "wordings": "" if worded == WordingSet.STANDARD else worded,
        "with": ", ".join(f"{folder.name} {folder.digest}" for folder in facts.folders),
        "hold out": ", ".join(facts.splits.held_out_apps),
        "hold out families": ", ".join(facts.splits.held_out_families),
    }
    return {name: value for name, value in chosen.items() if value}
