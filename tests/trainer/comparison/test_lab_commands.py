"""The commands of docs/results.md for a model of 4B weights, started one after the other on a tiny one.

They are taken from the page, and its recipe from the project. Only sizes differ: fewer tasks, tries and steps, one
process where the page launches eight (tests/trainer/scaling launches two), and a stand-in for vLLM's servers.
"""

import shutil
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import TRIALS
from documented import ROOT, Documented, documented
from sampling_stand_in import SamplingStandIn, serve_samples

from runtime.engine import Prompt
from runtime.episode import Episode
from runtime.prompts.format import ObservationKind, TextPart
from trainer.cli import main
from trainer.comparison.plan import make_plan
from trainer.comparison.recipe import read_recipe
from trainer.data.trials import oracle_episode
from trainer.facts import write_facts
from trainer.models.config import ModelConfig
from trainer.models.trainable_model import open_model, save_model
from trainer.rl import journal
from trainer.rl.config import read_config
from trainer.tokenizer.skeletons import phonebuddy_skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer
from trainer.vision.tokenizers import write_seeing_tokenizer

SECTION = "## The same for Qwen3.5-4B"
TASK = "settings.wifi_on"
RECIPES = Path("trainer/configs/recipes")
SMALL, LARGE = (RECIPES / f"paper-{size}.toml" for size in ("small", "large"))
FEWER = {
    "collect": ("--templates", TASK, "--workers", "1"),
    "sft": ("--steps", "2"),
    "compare": (),
}
SMALLER_RECIPE = {
    "seeds = [0, 1, 2]": "seeds = [0]",
    "shuffled_seeds = [0]": "shuffled_seeds = []",
    "tries = 15000": "tries = 4",
    "jobs = 8": "jobs = 1",
    "gpus = [0, 1, 2, 3, 4, 5, 6, 7]": "gpus = [0]",
    "mild*8": "off*2",
    'suite = "paper-150"': f'suite = "{TASK}"',
}
SMALLER_RL = {
    "iterations = 15": "iterations = 1",
    "groups = 128": "groups = 2",
    "tries = 8": "tries = 2",
    "longest_reply = 256": "longest_reply = 24",
    "[tasks]": f'[tasks]\ntemplates = ["{TASK}"]',
}


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> list[Documented]:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    section = tmp_path_factory.mktemp("page") / "results.md"
    section.write_text(page[page.index(SECTION) :], encoding="utf-8")
    return documented([section])


def _kind(command: Documented) -> str:
    """The command of the trainer."""
    words = command.words
    return words[words.index("trainer") + 1]


def test_every_command_of_the_lab_is_one_that_is_started_here(commands: list[Documented]) -> None:
    assert [_kind(command) for command in commands] == ["collect", "collect", "sft", "compare"]


def test_the_lab_s_recipe_is_the_small_one_on_other_phones() -> None:
    small, large = read_recipe(SMALL), read_recipe(LARGE)
    assert [(arm.name, arm.mock, arm.mix) for arm in large.arms] == [
        (arm.name, arm.mock, arm.mix) for arm in small.arms
    ]
    assert [(one.name, one.suite) for one in large.measurements] == [
        (one.name, one.suite) for one in small.measurements
    ]
    assert [(one.better, one.than, one.group) for one in large.hypotheses] == [
        (one.better, one.than, one.group) for one in small.hypotheses
    ]
    doses = [
        (one.iterations, one.rollouts.groups, one.rollouts.tries, recipe.seeds, recipe.tries)
        for recipe in (small, large)
        for one in [read_config(Path(recipe.rl))]
    ]
    assert doses[0] == doses[1]
    names = [stage.name for stage in make_plan(large, Path("work/x")).stages]
    assert len(set(names)) == len(names)
    assert sum(name.startswith("rl/") for name in names) == 12


def test_trainings_at_once_have_servers_of_their_own() -> None:
    config = read_config(RECIPES / "paper-large-rl.toml")
    urls = [one.sampler.url for one in (config.in_slot("0"), config.in_slot("7")) if one.sampler]
    assert urls == ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8007/v1"]
    assert replace(config, sampler=None).in_slot("0").sampler is None


def _smaller(file: Path, changes: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for said, instead in changes.items():
        assert said in text, said
        text = text.replace(said, instead)
    file.write_text(text, encoding="utf-8")


def _one_measurement(recipe: Path) -> None:
    """Leave the first one, and the hypotheses that tasks of a single app can be tested for."""
    head, _, rest = recipe.read_text(encoding="utf-8").partition("[[measurements]]")
    first = rest.partition("[[measurements]]")[0]
    hypotheses = rest[rest.index("[[hypotheses]]") :]
    kept = [one for one in hypotheses.split("[[hypotheses]]") if one and "group = " not in one]
    text = head + "[[measurements]]" + first + "".join(f"[[hypotheses]]{one}" for one in kept)
    recipe.write_text(text, encoding="utf-8")


def _make_tiny(folder: Path) -> None:
    """A tiny model of the class of Qwen3.5, with words of its own for the prompts of the task."""
    from seeing_policy import FACTS, SHAPE, SIGHT

    episode = oracle_episode(TRIALS.workshop, TRIALS.catalogue.task(f"{TASK}#10"))
    assert isinstance(episode, Episode)
    facts = replace(FACTS, observation=ObservationKind.ELEMENTS)
    form = facts.open_format()
    corpus = []
    for number, step in enumerate(episode.steps):
        prompt = Prompt(episode.goal, step.observation, episode.steps[:number])
        corpus += [part.text for part in form.render(prompt).parts if isinstance(part, TextPart)]
    learnt = train_tokenizer(corpus, phonebuddy_skeletons(), TokenizerSettings(words=900))
    tokenizer = write_seeing_tokenizer(learnt, folder)
    save_model(open_model(ModelConfig(replace(SHAPE, context=16384)), tokenizer), folder)
    SIGHT.save(folder)
    write_facts(folder, facts)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("host_adb")
def test_the_commands_of_the_lab_run_from_data_to_the_page(
    commands: list[Documented], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "trainer" / "configs", tmp_path / "trainer" / "configs")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    _smaller(LARGE, SMALLER_RECIPE)
    _one_measurement(LARGE)
    _make_tiny(tmp_path / "models" / "qwen3.5-4b")
    with ExitStack() as stack:
        for command in commands:
            kind, words = _kind(command), command.words
            words = [word for word in words[words.index("trainer") + 1 :] if word != "--background"]
            if kind == "compare":
                server = SamplingStandIn(
                    Path("work/start/model"), max_model_len=16384, max_lora_rank=32
                )
                served = stack.enter_context(serve_samples(server))
                url = "http://127.0.0.1:800{slot}/v1"
                _smaller(RECIPES / "paper-large-rl.toml", {**SMALLER_RL, url: served.url})
            with monkeypatch.context() as launched:
                if kind == "sft":
                    # As if launched already: in this process.
                    launched.setenv("WORLD_SIZE", "1")
                assert main([*words, *FEWER[kind]]) == 0, command
    out = tmp_path / "work" / "paper-large"
    assert "mixed-beats-real-only" in (out / "results.md").read_text(encoding="utf-8")
    (line,) = journal.read(out / "rl" / "mixed" / "seed-0" / journal.FILE)
    assert (line["tries"], line["faults"]) == (4, 0)
    places = {task.partition("/")[0] for task in line["tasks"]}
    assert len(places) == 2, "one group on served phones, one on a rebuilt app"
