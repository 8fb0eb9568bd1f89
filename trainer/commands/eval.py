"""`trainer eval`: have a policy try tasks, and report what came of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from phoneworld import Split, Task, WordingSet
from phoneworld.catalogue import CatalogueFacts, suite_names
from phoneworld.commands.catalogue_options import (
    add_split_options,
    add_wording_options,
    catalogue_of,
)
from phoneworld.packs import find_pack
from phoneworld.realism import LEVELS
from trainer.data.progress import CollectionProgress
from trainer.data.task_selection import ALL, SPLITS, STARTS, parse_seeds, unworded
from trainer.data.trials import Trials
from trainer.errors import EvaluationError
from trainer.evaluation.done_confidence import describe_levels, done_levels
from trainer.evaluation.figures import Breakdown, break_down
from trainer.evaluation.html_page import EpisodeSample, write_page
from trainer.evaluation.named_model import policy_argument
from trainer.evaluation.report import MIXED, PAGE, format_share, write_report
from trainer.evaluation.result import TaskResult
from trainer.evaluation.result_file import ResultFile
from trainer.evaluation.split_looks import note_look
from trainer.evaluation.stage import Conditions, Runner
from trainer.evaluation.suites import choose_suite, split_of_suite
from trainer.interrupt import leaving_on_sigterm

if TYPE_CHECKING:
    from runtime.engine import Engine
    from runtime.guard.ruling import Guard
    from trainer.evaluation.bundle import Bundle


class TaskOfTemplate(Protocol):
    """A task of any suite."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=TaskOfTemplate)
ENGINE, SERVER, TORCH, ANDROIDWORLD = "engine", "server", "torch", "androidworld"
TORCH_JOBS = 64
HTML_TASKS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--policy",
        type=policy_argument,
        required=True,
        metavar="FOLDER",
        help="a bundle, or a checkpoint; or a model by its name (openai:NAME ..., see docs/models.md)",
    )
    parser.add_argument(
        "--spend",
        default="",
        metavar="DOLLARS",
        help="how much a model may cost, over all parts of the evaluation; 'any' for no limit",
    )
    parser.add_argument("--out", type=Path, help="the folder of results and report")
    parser.add_argument(
        "--suite",
        default=ALL,
        help="all, single-app, mini-app, cross-app, injection, unseen (templates that are never trained "
        f"on), a fixed one ({', '.join(suite_names())}), or patterns: 'mail.*,notes.pin'",
    )
    parser.add_argument(
        "--split",
        choices=SPLITS,
        help="(default: validation, and test for a fixed suite; looks at the test split are counted)",
    )
    parser.add_argument(
        "--regimes",
        nargs="*",
        metavar="NAME",
        help="one table instead, with the guard on: standard, held-out (wordings), anywhere (starts), "
        "events, stranger (all three), family and app (held out by --hold-out-family and --hold-out, in "
        "the test split), not-its-own (requests that no app serves); without names all that there are",
    )
    parser.add_argument("--seeds", metavar="A:B", help="A up to B - 1 (default: the split's first)")
    parser.add_argument(
        "--per-template", type=int, metavar="N", help="tasks of each template (default: 1)"
    )
    add_wording_options(parser)
    add_split_options(parser)
    parser.add_argument(
        "--through",
        default=ENGINE,
        choices=(ENGINE, SERVER, TORCH, ANDROIDWORLD),
        help="the bundle's engine in this process, a served runtime, the checkpoint in torch, or "
        "AndroidWorld's HTTP interface",
    )
    parser.add_argument(
        "--start",
        default=STARTS[0],
        choices=STARTS,
        metavar="START",
        help=f"where the tasks begin: {', '.join(STARTS)} (default: {STARTS[0]})",
    )
    parser.add_argument("--realism", default="off", metavar="LEVEL", help=", ".join(LEVELS))
    parser.add_argument(
        "--guard", action="store_true", help="ask the guard; approve and count its questions"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help=f"phones at once (default: one for each processor; in torch {TORCH_JOBS})",
    )
    parser.add_argument("--steps", type=int, metavar="N", help="the most steps of a task")
    parser.add_argument(
        "--keep", action="store_true", help="write the figures into the bundle and its card"
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="also write some of the tasks as one page to step through, failed ones first "
        "(with --through engine or torch; screens are painted, which takes 15 ms a step)",
    )
    parser.add_argument(
        "--html-tasks",
        type=int,
        default=HTML_TASKS,
        metavar="N",
        help=f"the most tasks on the page, half of them solved (default: {HTML_TASKS})",
    )
    parser.add_argument("--name", default="", help="what the policy is called in reports")
    parser.add_argument(
        "--goals",
        type=Path,
        metavar="FILE",
        help="measure these goals instead of a suite, each beside the template's own goal, with the "
        "guard's questions approved: a JSON list of objects with goal, and template, seed, start and "
        "realism where it is a task; without a template it should be declined",
    )
    parser.add_argument("--json", action="store_true", help="with --goals: print JSON")
    foreign = parser.add_argument_group("with --through androidworld")
    foreign.add_argument("--url", default="http://127.0.0.1:5000", help="where it answers")
    foreign.add_argument(
        "--eyes", default="", metavar="ADDRESS", help="look at the phone this way: adb://SERIAL"
    )
    foreign.add_argument("--suite-seed", type=int, default=30, metavar="N")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if given.jobs is None:
        given.jobs = TORCH_JOBS if given.through == TORCH else os.cpu_count() or 1
    if given.jobs < 1:
        raise EvaluationError(f"--jobs is how many phones there are: 1 or more, not {given.jobs}")
    if given.keep and given.through not in (ENGINE, SERVER):
        raise EvaluationError("--keep goes with --through engine or server, which play a bundle")
    if given.html is not None and (
        given.through not in (ENGINE, TORCH) or given.goals is not None or given.regimes is not None
    ):
        raise EvaluationError("--html goes with a suite, and with --through engine or torch")
    if isinstance(given.policy, str) and (
        given.through != ENGINE or given.keep or given.goals or given.regimes is not None
    ):
        raise EvaluationError("a model by its name plays a suite, with --through engine")
    given.split = split_of_suite(given.suite, given.split)
    trials = Trials(catalogue_of(given))
    if given.goals is not None:
        return _run_goals(given, trials)
    if given.out is None:
        raise EvaluationError("--out is needed: the folder of results and report")
    if given.through == ANDROIDWORLD:
        return _run_androidworld(given, trials)
    if given.regimes is not None:
        return _run_regimes(given, trials)
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
    with leaving_on_sigterm(), _runner(given, trials, sample) as (runner, conditions):
        found = _measure(given.out, conditions, tasks, runner.run, trials.catalogue.facts())
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
        runner, conditions = _engine_runner(given, trials, bundle, engine, sample)

        def play(left: Sequence[Task]) -> Iterator[TaskResult]:
            yield from named_model.within(runner.run(left), engine, given.out, limit)

        _measure(given.out, conditions, tasks, play, trials.catalogue.facts())
    spent = engine.spent
    print(f"spent {named_model.words(spent)}")
    if limit is not None and (spent.dollars or 0.0) >= limit:
        print("the spending limit is reached: the same again, with a higher one, goes on")
    if given.html is not None:
        write_page(sample.episodes, given.html)
    return 0


def _run_regimes(given: argparse.Namespace, trials: Trials) -> int:
    from trainer.evaluation.regimes import (
        EVERY_REGIME,
        TABLE,
        RegimeFigures,
        table,
        tasks_of,
        write_regimes,
    )

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
        with leaving_on_sigterm(), _runner(given, trials) as (runner, conditions):
            out = given.out / regime.name
            found = _measure(out, conditions, tasks, runner.run, trials.catalogue.facts())
            policy = conditions["policy"]
        figures.append(RegimeFigures(regime, found))
    write_regimes(given.out, policy, figures)
    if given.keep:
        from trainer.evaluation.bundle_figures import keep_table

        keep_table(given.policy, f"trainer eval --regimes, split {given.split}", figures)
    print("\n".join(table(figures)))
    print(given.out / TABLE)
    return 0


def _run_goals(given: argparse.Namespace, trials: Trials) -> int:
    from trainer.evaluation.goals import goal_result, read_goals, summary

    if given.through not in (ENGINE, TORCH):
        raise EvaluationError("--goals goes with --through engine or torch")
    goals = read_goals(given.goals)
    given.guard, found = True, dict[tuple[str, str], TaskResult]()
    asked = [goal.task(trials.catalogue, number) for number, goal in enumerate(goals)]
    own = [goal.own(trials.catalogue) for goal in goals]
    for realism in dict.fromkeys(goal.realism for goal in goals):
        given.realism = realism
        wanted = [n for n, goal in enumerate(goals) if goal.realism == realism]
        tasks = [task for n in wanted for task in (asked[n], own[n]) if task is not None]
        with leaving_on_sigterm(), _runner(given, trials) as (runner, _):
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
    for name, share in body.items():
        if isinstance(share, dict):
            print(
                f"{name}: {share['count']} of {share['of']}, {share['percent']} % "
                f"({share['low']}-{share['high']})"
            )
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
        _measure(given.out, conditions, tasks, runner.run, trials.catalogue.facts())
    return 0


def _measure(
    out: Path,
    conditions: dict[str, str],
    tasks: Sequence[T],
    play: Callable[[Sequence[T]], Iterator[TaskResult]],
    catalogue: CatalogueFacts,
) -> Breakdown:
    """Have the tasks that are left played, keep their results, and report on all."""
    with ResultFile(out, conditions) as results:
        left = [task for task in tasks if not results.is_done(task.name)]
        print(f"{len(tasks):,} tasks, {len(tasks) - len(left):,} of them done already")
        if conditions["split"] in (Split.TEST, ALL) and left:
            print(note_look(conditions["policy"], len(left)))
        _keep(play(left), len(left), results)
        wanted = {task.name for task in tasks}
        ours = [result for result in results.results if result.task in wanted]
    found = break_down(ours)
    write_report(out, conditions, found, catalogue)
    overall = found.overall
    print(f"solved {format_share(overall.success)} of {overall.tasks:,}; {overall.faults:,} faults")
    for name, one in found.groups().items():
        print(f"  {name:<12} {format_share(one.success):>24} of {one.tasks:,}")
    if levels := done_levels(ours):
        print(describe_levels(levels))
    print(out / PAGE)
    return found


def _keep(played: Iterator[TaskResult], total: int, results: ResultFile) -> None:
    progress = CollectionProgress(total)
    end = "\r" if sys.stderr.isatty() else "\n"
    for result in played:
        results.add(result)
        progress.advance(1)
        if end == "\r" or progress.done % 25 == 0 or progress.done == progress.total:
            print(f"{progress} ", end=end, file=sys.stderr, flush=True)


@contextmanager
def _runner(
    given: argparse.Namespace, trials: Trials, sample: EpisodeSample | None = None
) -> Iterator[tuple[Runner, dict[str, str]]]:
    """What plays the tasks, and under which conditions. Engines are closed afterwards.

    Where a page is wanted, its episodes come into `sample`, with pictures.
    """
    kept = sample if given.html is not None and sample is not None else EpisodeSample(0)
    from trainer.evaluation.bundle import fingerprint, open_bundle, start_engine

    guard, recorded = _guard(given), _recorded(given, trials)
    match given.through:
        case "torch":
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
        case "server":
            from trainer.evaluation.server_runner import ServerRunner

            bundle = open_bundle(given.policy)
            name = bundle.manifest.name
            conditions = Conditions(name, given.realism, limit=given.steps)
            recorded |= {"policy": given.name or name, "fingerprint": fingerprint(given.policy)}
            yield ServerRunner(given.policy, conditions, trials), recorded
        case _:
            bundle = open_bundle(given.policy)
            engine = start_engine(bundle, jobs=given.jobs)
            try:
                yield _engine_runner(given, trials, bundle, engine, kept)
            finally:
                engine.close()


def _engine_runner(
    given: argparse.Namespace,
    trials: Trials,
    bundle: Bundle,
    engine: Engine,
    sample: EpisodeSample,
) -> tuple[Runner, dict[str, str]]:
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
        "guard": "on" if given.guard or given.through == SERVER else "off",
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
