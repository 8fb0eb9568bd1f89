"""A rebuilt app is practised on like any other: recorded over adb, rebuilt, collected from, trained on
by reward, and evaluated.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from served_phone import Serve
from warm_policy import make_warm_policy

from phoneworld import open_catalogue
from phoneworld.cli import main as phoneworld
from trainer.cli import main as trainer
from trainer.data.manifest import read_manifest
from trainer.data.store import read_episodes
from trainer.data.trials import Trials
from trainer.facts import read_facts

PACKAGE = "com.phoneworld.settings"
CONFIG = """
iterations = 1
[tasks]
templates = ["{template}"]
seeds = "10"
[rollouts]
groups = 1
tries = 2
longest_reply = 40
"""


@pytest.mark.slow
def test_a_recorded_app_is_rebuilt_collected_from_trained_on_and_evaluated(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, app = tmp_path / "recording", tmp_path / "settings"
    words = ["--app", "Settings", "--explore", "--steps", "50", "--no-screenshots"]
    address = serve(seed=0).address
    assert phoneworld(["record", "--device", address, *words, "--out", str(record)]) == 0
    assert phoneworld(["reconstruct", str(record), "--no-look", "--out", str(app)]) == 0
    sound = json.loads((app / "catalogue.json").read_text())["tasks"]
    assert sound
    capsys.readouterr()
    assert phoneworld(["tasks", PACKAGE, "--with", str(app), "--json"]) == 0
    assert [task["name"] for task in json.loads(capsys.readouterr().out)] == sorted(sound)

    data = tmp_path / "data"
    given = ["--with", str(app), "--templates", f"{PACKAGE}.*", "--seeds", "10:12"]
    assert trainer(["collect", *given, "--workers", "1", "--out", str(data)]) == 0
    episodes = list(read_episodes(data))
    assert {episode.task.partition("#")[0] for episode in episodes} <= set(sound)
    assert episodes
    (facts,) = read_manifest(data).catalogues
    assert [(folder.name, folder.package) for folder in facts.folders] == [("settings", PACKAGE)]

    task = episodes[0].task
    trials = Trials(open_catalogue([app]))
    init = make_warm_policy(tmp_path / "warm", task, trials=trials)
    config, run = tmp_path / "rl.toml", tmp_path / "run"
    config.write_text(CONFIG.format(template=task.partition("#")[0]))
    words = ["--init", str(init), "--config", str(config), "--mock", "--with", str(app)]
    assert trainer(["rl", *words, "--out", str(run)]) == 0
    line = json.loads((run / "log.jsonl").read_text())
    assert (line["tries"], line["faults"]) == (2, 0)
    assert json.loads((run / "catalogue.json").read_text())["folders"][0]["package"] == PACKAGE
    assert read_facts(run / "model").catalogues == (facts,)

    words = ["--policy", str(run / "model"), "--through", "torch", "--with", str(app)]
    words += ["--suite", f"{PACKAGE}.*", "--split", "all", "--seeds", "10", "--jobs", "2"]
    assert trainer(["eval", *words, "--out", str(tmp_path / "eval")]) == 0
    report = json.loads((tmp_path / "eval" / "report.json").read_text())
    assert report["figures"]["overall"]["tasks"] == len(sound)
    assert report["figures"]["overall"]["faults"] == 0
    assert report["catalogue"]["folders"][0]["package"] == PACKAGE
    assert report["conditions"]["with"].startswith("settings ")
