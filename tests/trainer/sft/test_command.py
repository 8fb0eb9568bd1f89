from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from built_in import CATALOGUE

from trainer.cli import main
from trainer.commands.sft import scaled
from trainer.errors import BadConfig
from trainer.facts import read_facts
from trainer.models.trainable_model import load_model
from trainer.sft.config import SftConfig, read_config
from trainer.sft.folder import CHECKPOINTS
from trainer.sft.preparation import prepare_tokenizer, prepare_tokens
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIGS = Path(__file__).parents[3] / "trainer" / "configs"
SMALL = """
[model]
hidden = 16
heads = 2
kv_heads = 2
feed_forward = 32
layers = "ca"
[packed]
steps = 2
batch_tokens = 600
[decisions]
steps = 2
batch_tokens = 600
[validation]
samples = 4
[run]
compiled = false
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for split, seeds in (("train", "10:12"), ("validation", "2:3")):
        words = ["collect", "--out", str(folder / split), "--split", split, "--seeds", seeds]
        assert main([*words, "--templates", "contacts.add", "--workers", "1"]) == 0
    return folder


def test_a_policy_comes_out_of_the_command(
    data: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "small.toml"
    config.write_text(SMALL)
    out = tmp_path / "out"
    words = ["sft", "--config", str(config), "--data", str(data), "--out", str(out)]
    assert main(words) == 0
    assert "pointer" in capfd.readouterr().out
    facts = read_facts(out / "model")
    assert (facts.prompt_format, facts.history_steps, facts.rules) == ("compact", 24, "")
    assert facts.catalogues == (CATALOGUE.facts(),)
    tokenizer = PolicyTokenizer(out / "model")
    assert load_model(out / "model").config.vocab_size == tokenizer.size
    assert "## Limits" in (out / "model" / "README.md").read_text()
    assert "messages" in (out / "model" / "chat_template.jinja").read_text()
    assert main(words) == 2
    assert "go on with --resume" in capfd.readouterr().err


def test_a_dry_run_says_how_long_it_takes_and_trains_nothing(
    data: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As if launched already: in this process.
    monkeypatch.setenv("WORLD_SIZE", "1")
    config = tmp_path / "small.toml"
    config.write_text(f"{SMALL}[goals]\nvariants = 4\n")
    out = tmp_path / "out"
    words = ["sft", "--config", str(config), "--data", str(data), "--out", str(out), "--dry-run"]
    assert main(words) == 0
    assert "4 steps will take about" in capfd.readouterr().out
    assert {path.name for path in out.iterdir()} == {"tokenizer", "tokens"}


def test_only_a_training_that_has_begun_keeps_the_samples_that_it_had(
    data: Path, tmp_path: Path
) -> None:
    growing, out = tmp_path / "data", tmp_path / "out"
    shutil.copytree(data, growing)
    tokenizer = prepare_tokenizer(SftConfig(), None, growing, out)

    def prepared() -> int:
        return len(prepare_tokens(SftConfig(), growing, tokenizer, out)[0])

    def collect(seeds: str) -> None:
        words = ["collect", "--out", str(growing / "train"), "--split", "train", "--seeds", seeds]
        assert main([*words, "--templates", "contacts.add", "--workers", "1"]) == 0

    few = prepared()
    collect("10:13")
    more = prepared()
    (out / CHECKPOINTS / "step-000001").mkdir(parents=True)
    collect("10:14")

    assert few < more == prepared()


def test_a_tokenizer_comes_out_of_the_command(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tokenizer", "--data", str(data / "train"), "--out", str(tmp_path), "--words", "400"]
    assert main(words) == 0
    assert "characters each" in capsys.readouterr().out
    assert PolicyTokenizer(tmp_path).size > 300


def test_a_broken_configuration_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "broken.toml"
    config.write_text("[decisions]\nstep = 3\n")
    words = ["sft", "--config", str(config), "--data", str(tmp_path), "--out", str(tmp_path)]
    assert main(words) == 2
    assert capsys.readouterr().err == "trainer: decisions has no entry step\n"


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_configurations_that_come_along_can_be_read(path: Path) -> None:
    if "rl" not in path.stem:
        assert read_config(path).steps > 0


@pytest.mark.parametrize(
    "text",
    [
        "[packed]\nsteps = 0\n[decisions]\nsteps = 0\n",
        "[run]\nprocesses = 0\n",
        "[decisions]\nobservation_share = 2.0\n",
        "[optimizer]\nkind = 'sgd'\n",
        "[packed]\nsteps = 'many'\n",
        "[unknown]\n",
        "not toml",
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(BadConfig):
        read_config(path)


@pytest.mark.parametrize("name", sorted(path.name for path in CONFIGS.glob("tiny*.toml")))
@pytest.mark.parametrize("steps", [1, 7, 100, 6000])
def test_other_numbers_of_steps_scale_every_phase(name: str, steps: int) -> None:
    config = read_config(CONFIGS / name)
    shorter = scaled(config, steps)
    assert shorter.steps == steps
    for phase in ("copying", "packed", "planning", "choosing", "decisions"):
        before, after = getattr(config, phase).steps, getattr(shorter, phase).steps
        assert abs(after - before * steps / config.steps) < 5, phase
    for phase in ("planning", "choosing"):
        assert getattr(shorter, phase).begin <= steps


def test_no_steps_are_refused() -> None:
    with pytest.raises(BadConfig):
        scaled(SftConfig(), 0)
