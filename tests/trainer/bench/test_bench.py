"""The bench measures what it says, on as little as there can be. Figures themselves are not tested."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from trainer.bench.forced import forced_decider
from trainer.bench.material import Material, make_material
from trainer.bench.memory import peak_of
from trainer.bench.resource_usage import ResourceUsage
from trainer.bench.rival import TrlSteps
from trainer.bench.rollouts import measure_rollouts, roll
from trainer.bench.sft import OurSteps, decision_samples
from trainer.cli import main
from trainer.commands.bench import TARGETS, contended
from trainer.errors import TrainingError
from trainer.models.config import ModelConfig, TinyLfm2

SMALL = TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    made = make_material(tmp_path_factory.mktemp("tokenizer"), episodes=3)
    return replace(made, config=replace(made.config, model=ModelConfig(SMALL)))


def wanted(part: str) -> list[str]:
    """The figures of a part that are compared with something."""
    return [path.partition(".")[2] for path in TARGETS if path.startswith(f"{part}.")]


def test_time_on_the_wall_and_of_processors_is_counted() -> None:
    wall, cpu = iter((0.0, 4.0, 10.0, 12.0)), iter((0.0, 1.0, 1.0, 3.0))
    spent = ResourceUsage(wall=lambda: next(wall), cpu=lambda: next(cpu))
    for _ in range(2):
        with spent.counting():
            pass
    assert (spent.wall_s, spent.cpu_s, spent.processor_share) == (6.0, 3.0, 0.5)


def test_the_material_is_the_same_every_time(material: Material, tmp_path: Path) -> None:
    again = make_material(tmp_path, episodes=3)
    assert [episode.task for episode in again.episodes] == [
        episode.task for episode in material.episodes
    ]
    assert (again.tokens.tokens == material.tokens.tokens).all()


def test_forced_rollouts_say_what_the_oracle_said(material: Material) -> None:
    decider = forced_decider(material)
    names = [episode.task for episode in material.episodes]
    rolled = roll(names, decider, material.trials, phones=2)
    assert rolled.episodes == 3
    assert rolled.pace.steps == sum(len(episode.steps) for episode in material.episodes)
    said = sum(len(reply) for replies in decider.replies.values() for reply in replies)
    assert rolled.pace.reply_tokens == said
    assert decider.asking.wall_s > 0


def test_rollouts_that_solve_nothing_are_no_figures(material: Material) -> None:
    decider = forced_decider(material)
    first = material.episodes[0]
    # The last reply, "done", at once.
    decider.replies = {first.goal: [decider.replies[first.goal][-1]]}
    with pytest.raises(TrainingError, match="did not solve"):
        roll([first.task], decider, material.trials, phones=1)


def test_shares_and_ratios_of_rollouts(material: Material) -> None:
    figures = measure_rollouts(material, alone=1)
    assert figures["phones_share"] + figures["prompts_share"] == pytest.approx(
        figures["waiting_share"]
    )
    assert 0 < figures["waiting_share"] < 1
    assert figures["times_faster"] > 0
    assert 1 < figures["steps_per_round"] <= 3
    assert set(wanted("rollouts")) - {"peak_mb"} <= set(figures)


def test_our_steps_count_tokens_and_learn(material: Material) -> None:
    samples = decision_samples(material)
    ours = OurSteps(material, "adamw", compiled=False)
    first = ours.run(samples, range(1))
    ours.forget()
    assert [ours.run(samples, range(1)) for _ in range(3)][-1] < first
    assert ours.tokens == 3 * sum(len(row.tokens) for row in samples.rows(0))
    assert 0 < ours.loading.wall_s < ours.spent.wall_s


@pytest.mark.slow
def test_trl_does_the_same_work(material: Material, tmp_path: Path) -> None:
    samples = decision_samples(material)
    ours = OurSteps(material, "adamw", compiled=False)
    theirs = TrlSteps(material, tmp_path)
    found = theirs.run([samples.rows(step) for step in range(3)])
    assert found == pytest.approx(ours.run(samples, range(3)), rel=1e-3)
    assert theirs.tokens == ours.tokens


def test_the_memory_of_a_commands_whole_family_is_seen() -> None:
    held = "data = bytearray(200 << 20); import time; time.sleep(1.5)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {held!r}])"
    assert peak_of([sys.executable, "-c", child]) > 200 << 20
    with pytest.raises(TrainingError, match="no such thing"):
        peak_of([sys.executable, "-c", "raise SystemExit('no such thing')"])


def test_parts_that_had_to_share_the_machine_say_so() -> None:
    figures = {
        "sft": {"processor_share": 0.4, "over_trl": 2.0, "over_trl_cpu": 1.5},
        "rollouts": {"processor_share": 0.95},
        "memory": {"sft_peak_mb": 100.0},
    }
    (line,) = contended(figures)  # pyright: ignore[reportArgumentType]
    assert "sft: had 40% of a processor" in line
    assert "over_trl_cpu 1.50" in line


@pytest.mark.exhaustive
def test_the_command_tells_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--quick", "--only", "rollouts"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["machine"]["command"] == "trainer bench --quick"
    assert set(wanted("rollouts")) <= set(printed["figures"]["rollouts"])
