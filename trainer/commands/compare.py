"""`trainer compare`: evaluations side by side, with intervals and differences on equal tasks.

With `--recipe` it makes them first: all stages of a comparison of trainings, in a folder of their own.
The same command again goes on where it stopped.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.errors import EvaluationError
from trainer.evaluation.comparison import Measured, compare
from trainer.evaluation.comparison_report import PAGE, comparison_page, write_comparison
from trainer.evaluation.result_file import read_results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trainer.comparison.dose import Dose
    from trainer.comparison.estimate import TryRate
    from trainer.comparison.plan import ComparisonPlan
    from trainer.comparison.recipe import ComparisonRecipe
    from trainer.rl.config import RlConfig

WORK = Path("work")
LOG, RECIPE, SO_FAR = "log.txt", "recipe.toml", "so-far"
PROBE_GROUPS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "evaluations",
        nargs="*",
        metavar="[NAME=]FOLDER",
        help="what `trainer eval --out` wrote, in the order of training",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="write the page, the figures and charts here; with --recipe, everything (default: "
        "work/NAME)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap")
    whole = parser.add_argument_group("a whole comparison of trainings")
    whole.add_argument("--recipe", type=Path, metavar="FILE", help="train, measure and compare")
    whole.add_argument(
        "--dry-run", action="store_true", help="print the plan, with hours from a measured rate"
    )
    whole.add_argument(
        "--probe",
        type=Path,
        metavar="CHECKPOINT",
        help="with --dry-run: measure the rate with this policy, where there is no start yet",
    )
    whole.add_argument("--only", default="", metavar="STAGE", help="as in rl, or rl/mixed/seed-0")
    whole.add_argument(
        "--at",
        type=int,
        metavar="N",
        help="compare what there is: the trainings that have come to iteration N, as they were then",
    )
    whole.add_argument(
        "--so-far",
        action="store_true",
        help="compare what is measured by now, and run nothing; whole seeds, where there are some",
    )
    whole.add_argument("--background", action="store_true", help="go on without this terminal")
    whole.add_argument("--status", action="store_true", help="say what is done, and end")
    whole.add_argument("--stop", action="store_true", help="stop the one that is running")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if given.recipe is not None:
        if given.evaluations:
            raise EvaluationError("--recipe makes its own evaluations: leave the folders out")
        return _run_recipe(given)
    if not given.evaluations:
        raise EvaluationError("name evaluations to compare, or --recipe FILE")
    found = compare([_read(word) for word in given.evaluations], seed=given.seed)
    print(comparison_page(found), end="")
    if given.out is not None:
        write_comparison(given.out, found)
        print(given.out / PAGE)
    return 0


def _read(word: str) -> Measured:
    name, separator, folder = word.partition("=")
    path = Path(folder if separator else word)
    conditions, results = read_results(path)
    return Measured(name if separator else conditions.get("policy", path.name), tuple(results))


def _run_recipe(given: argparse.Namespace) -> int:
    from trainer.comparison.plan import make_plan
    from trainer.comparison.recipe import read_recipe
    from trainer.comparison.runner import running, running_process

    recipe = read_recipe(given.recipe)
    out: Path = given.out or WORK / given.recipe.stem
    plan = make_plan(recipe, out)
    if given.only:
        plan.chosen(given.only)
    if given.status:
        return _tell(recipe, plan, running_process(out))
    if given.stop:
        return _stop(running_process(out))
    if given.dry_run:
        return _dry_run(given, recipe, plan)
    if given.so_far:
        return _tell_so_far(recipe, plan, out)
    if given.background:
        return _detach(given, out)
    with running(out):
        _keep_recipe(given.recipe, out)
        if given.at is not None:
            return _run_at(given.at, recipe, plan, out)
        return _run(given, recipe, plan, out)


def _run(
    given: argparse.Namespace, recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path
) -> int:
    from trainer.comparison.dose import check_equal, read_dose
    from trainer.comparison.estimate import missing_folders
    from trainer.comparison.runner import is_done, run_stages

    def say(text: str) -> None:
        print(text, flush=True)

    if missing := missing_folders(plan, [str(out / "prepare")]):
        raise EvaluationError(
            f"there is no folder {missing[0]}, from which mock phones take their apps: make it with "
            "`phoneworld reconstruct`"
        )
    chosen = plan.chosen(given.only) if given.only else plan.stages
    waiting = {stage.name for stage in plan.stages if not is_done(stage)} - {s.name for s in chosen}
    for stage in chosen:
        if lacking := waiting.intersection(stage.needs):
            raise EvaluationError(f"{stage.name} needs {min(lacking)}, which is not done")
    training = [stage for stage in chosen if stage.kind not in ("eval", "export")]
    code = run_stages(training, jobs=recipe.jobs, gpus=recipe.gpus, report=say)
    if code:
        return code
    trained = [one for one in plan.policies if one.stage.startswith("rl/")]
    stages = {stage.name: stage for stage in plan.stages}
    doses = []
    if all(is_done(stages[one.stage]) for one in trained):
        # Before anything is measured: what was not trained alike is not worth a look at the tests.
        doses = [read_dose(one.name, one.folder.parent) for one in trained]
        check_equal(doses, least_tries=recipe.tries)
        say(f"dose: {doses[0].tries:,} tries and {doses[0].updates:,} updates in each training")
    rest = [stage for stage in chosen if stage.kind in ("eval", "export")]
    code = run_stages(rest, jobs=recipe.jobs, gpus=recipe.gpus, report=say)
    if code or not all(map(is_done, plan.stages)):
        return code
    return _compare(recipe, plan, plan, doses, read_from=out, out=out)


def _run_at(iteration: int, recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path) -> int:
    """Measure and compare what has come to an iteration."""
    from trainer.comparison.partial import at_iteration, doses_of, folder_at
    from trainer.comparison.runner import run_stages

    here = folder_at(out, iteration)
    part, chosen = at_iteration(recipe, plan, out, iteration)
    doses = doses_of(plan, chosen.policies, iteration)
    code = run_stages(
        chosen.stages,
        jobs=recipe.jobs,
        gpus=recipe.gpus,
        report=lambda text: print(text, flush=True),
    )
    if code:
        return code
    return _compare(part, chosen, plan, doses, read_from=here, out=here)


def _tell_so_far(recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path) -> int:
    """Compare what is measured. It may run on meanwhile: results lie in a folder of their own."""
    from trainer.comparison.partial import doses_of, measured_so_far

    part, chosen = measured_so_far(recipe, plan, out)
    here = out / SO_FAR
    here.mkdir(exist_ok=True)
    return _compare(part, chosen, plan, doses_of(plan, chosen.policies), read_from=out, out=here)


def _compare(
    recipe: ComparisonRecipe,
    chosen: ComparisonPlan,
    plan: ComparisonPlan,
    doses: Sequence[Dose],
    *,
    read_from: Path,
    out: Path,
) -> int:
    """Test, and write page and charts. `chosen` is what is compared of the whole plan."""
    from trainer.comparison.analysis import analyse, read_all, results_page, write_results
    from trainer.comparison.charts import write_charts

    results = analyse(recipe, chosen, read_all(recipe, chosen, read_from), doses)
    page = write_results(out, results)
    print(results_page(results), end="")
    for path in (*write_charts(out, results.table, chosen, plan), page):
        print(path)
    return 0


def _keep_recipe(recipe: Path, out: Path) -> None:
    """Write the recipe down beside what it makes; another one is refused."""
    kept, text = out / RECIPE, recipe.read_text(encoding="utf-8")
    if kept.is_file() and kept.read_text(encoding="utf-8") != text:
        raise EvaluationError(
            f"{out} was begun with another recipe ({kept}): a plan is not changed after the first "
            "run; choose another --out"
        )
    kept.write_text(text, encoding="utf-8")


def _tell(recipe: ComparisonRecipe, plan: ComparisonPlan, process: int | None) -> int:
    from trainer.comparison.runner import is_done
    from trainer.rl import journal
    from trainer.rl.config import read_config

    iterations = read_config(Path(recipe.rl)).iterations
    for stage in plan.stages:
        begun = stage.kind == "rl" and not is_done(stage)
        lines = journal.read(stage.folder / journal.FILE) if begun else []
        far = f", {len(lines)} of {iterations} iterations" if lines else ""
        print(f"{'done   ' if is_done(stage) else 'not yet'} {stage.name}{far}")
    print(f"running, process {process}" if process else "not running")
    return 0


def _stop(process: int | None) -> int:
    if process is None:
        print("not running")
        return 0
    os.kill(process, signal.SIGTERM)
    print(f"asked process {process} to stop; the same command goes on later")
    return 0


def _detach(given: argparse.Namespace, out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    words = ["compare", "--recipe", str(given.recipe), "--out", str(out)]
    if given.only:
        words += ["--only", given.only]
    if given.at is not None:
        words += ["--at", str(given.at)]
    with (out / LOG).open("a", encoding="utf-8") as log:
        child = subprocess.Popen(
            [sys.executable, "-m", "trainer", *words],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    print(f"process {child.pid}, log in {out / LOG}; --status tells how far it is, --stop ends it")
    return 0


def _dry_run(given: argparse.Namespace, recipe: ComparisonRecipe, plan: ComparisonPlan) -> int:
    from trainer.comparison.estimate import measured_rates, plan_page
    from trainer.rl.config import read_config

    config = read_config(Path(recipe.rl))
    rates = measured_rates(plan) or _probe(given.probe, recipe, plan)
    print(plan_page(plan, config, rates, _task_counts(recipe, config), jobs=recipe.jobs))
    return 0


def _probe(
    checkpoint: Path | None, recipe: ComparisonRecipe, plan: ComparisonPlan
) -> dict[str, TryRate]:
    """The rate of each arm whose phones are there, by a few tries."""
    from trainer.commands.rl import probe
    from trainer.comparison.estimate import rate_of

    start = checkpoint or plan.policies[0].folder
    if not start.is_dir():
        return {}
    stages = {stage.name: stage for stage in plan.stages}
    found: dict[str, TryRate] = {}
    for arm in recipe.arms:
        (policy, *_) = (one for one in plan.policies if one.arm == arm.name)
        (words,) = stages[policy.stage].commands
        if any(
            not Path(word).is_dir()
            for at, word in enumerate(words)
            if words[at - 1] == "--mock-with"
        ):
            print(f"{arm.name}: its rebuilt apps are not there yet, so its rate is not measured")
            continue
        with redirect_stdout(sys.stderr):
            rate = rate_of([probe(words[2:], start, groups=PROBE_GROUPS)])
        if rate is not None:
            found[arm.name] = rate
    return found


def _task_counts(recipe: ComparisonRecipe, config: RlConfig) -> dict[str, int]:
    """How many tasks each measurement has, and a set of held-out ones."""
    from phoneworld import WordingSet, open_catalogue
    from trainer.evaluation.held_out_sets import choose_sets
    from trainer.evaluation.suites import choose_suite, split_of_suite

    counts = {
        one.name: len(
            choose_suite(
                open_catalogue([Path(pack) for pack in one.packs]),
                one.suite,
                split=split_of_suite(one.suite, one.split or None),
                per_template=one.per_template or None,
                wordings=[WordingSet(kind) for kind in one.wordings],
                start=one.start,
            )
        )
        for one in recipe.measurements
    }
    tasks = config.tasks
    first, _ = choose_sets(
        open_catalogue(),
        templates=tasks.templates,
        kinds=tasks.kinds,
        most=config.held_out.tasks,
    )
    return {**counts, "held out": len(first)}
