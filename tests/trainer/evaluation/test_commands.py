"""`trainer eval` and `trainer compare`, as they are called."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import find_template
from e2e_rehearsal import line_of
from runtime_process import write_script
from worded_folder import TEMPLATE, write_wordings

from phoneworld import Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from trainer.cli import main


@pytest.fixture
def bundle(tmp_path: Path, shared_workshop: Workshop) -> Path:
    """A policy that solves `notes.create#6` and nothing else."""
    oracle = run_oracle(Trial(shared_workshop, Task(find_template("notes.create"), 6)))
    write_script(tmp_path / "policies", "notes-script", *map(line_of, oracle.actions))
    return tmp_path / "policies" / "notes-script"


def test_a_bundle_is_measured_and_measured_on(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["eval", "--policy", str(bundle), "--out", str(out), "--suite", "notes.create"]
    words += ["--split", "test"]
    assert main([*words, "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    assert "1 tasks, 0 of them done already" in said
    assert "solved 100.0 % (20.7-100.0) of 1; 0 faults" in said
    assert main([*words, "--per-template", "3", "--guard"]) == 2  # other conditions
    assert "guard 'off', not 'on'" in capsys.readouterr().err
    assert main([*words, "--per-template", "3"]) == 0
    assert "3 tasks, 1 of them done already" in capsys.readouterr().out
    report = json.loads((out / "report.json").read_text())
    assert report["figures"]["overall"]["tasks"] == 3
    assert report["conditions"]["policy"] == "notes-script"
    assert len((out / "results.jsonl").read_text().splitlines()) == 4


def test_a_report_tells_wordings_apart_and_what_tasks_were_chosen_from(
    bundle: Path, tmp_path: Path
) -> None:
    folder, out = write_wordings(tmp_path / "words"), tmp_path / "out"
    words = ["eval", "--policy", str(bundle), "--out", str(out), "--suite", TEMPLATE]
    words += ["--with", str(folder), "--wordings", "standard", "held-out", "--split", "test"]
    assert main(words) == 0
    report = json.loads((out / "report.json").read_text())
    assert set(report["figures"]["by_wording"]) == {"standard wordings", "held-out wordings"}
    assert report["figures"]["overall"]["tasks"] == 2
    assert report["catalogue"]["splits"]["test_worlds"] == [6, 7, 8, 9]
    assert "notes.add_total" in report["catalogue"]["held_out_templates"]
    assert report["conditions"]["wordings"] == "standard, held-out"
    page = (out / "report.md").read_text()
    assert "| held-out wordings | 1 |" in page
    assert "held out of training: " in page


def test_a_score_on_a_pack_is_called_by_the_packs_name(bundle: Path, tmp_path: Path) -> None:
    out, name = tmp_path / "out", "AndroidWorld tasks on PhoneWorld's stand-in apps"
    words = ["eval", "--policy", str(bundle), "--out", str(out), "--with", "androidworld"]
    words += ["--suite", "androidworld.clock_timer_entry", "--split", "test", "--keep"]
    assert main(words) == 0
    kept = [
        one.how for one in read_manifest(bundle).figures if one.name.startswith("tasks: solved")
    ]
    assert f"measured on {name}" in (out / "report.md").read_text()
    assert kept
    assert all(name in how for how in kept)


def test_tasks_are_measured_from_a_start(bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["eval", "--policy", str(bundle), "--out", str(out), "--suite", "notes.create"]
    words += ["--split", "test"]
    assert main([*words, "--start", "shade"]) == 0
    report = json.loads((out / "report.json").read_text())
    assert report["conditions"]["start"] == "shade"
    assert list(report["figures"]["by_start"]) == ["shade"]
    assert json.loads((out / "results.jsonl").read_text().splitlines()[1])["task"] == (
        "notes.create#6@shade"
    )


def test_figures_are_kept_in_the_bundle_that_was_measured(bundle: Path, tmp_path: Path) -> None:
    manifest = read_manifest(bundle)
    (bundle / "README.md").write_text("# notes-script\n")
    files = {path: bundle / path for path in ("README.md", *(one.path for one in manifest.files))}
    (bundle / "policy.json").unlink()
    write_bundle(bundle, replace(manifest, files=()), files)
    words = [
        "eval",
        "--policy",
        str(bundle),
        "--suite",
        "notes.create",
        "--split",
        "test",
        "--keep",
    ]
    beside = sorted(bundle.parent.iterdir())

    for number in ("1", "2"):  # the second time in place of the first
        out = str(tmp_path / number)
        assert main([*words, "--out", out, "--per-template", number]) == 0

    kept = read_manifest(bundle)
    verify(bundle, kept)
    figures = {figure.name: figure for figure in kept.figures}
    assert len(figures) == len(kept.figures)
    assert figures["tasks: solved, single-app"].value == 50
    assert "split test" in figures["tasks: solved, single-app"].how
    card = (bundle / "README.md").read_text()
    assert card.startswith("# notes-script\n\n## On tasks\n")
    assert card.count("## On tasks") == 1
    assert "| single-app | 2 | 50.0 % (9.5-90.5)" in card
    assert sorted(bundle.parent.iterdir()) == beside


def test_keeping_that_is_cut_off_leaves_a_bundle_and_takes_nothing_away(
    bundle: Path, tmp_path: Path
) -> None:
    (bundle / "README.md").write_text("# notes-script\n")
    (bundle / "mine.txt").write_text("precious")
    words = [
        "eval",
        "--policy",
        str(bundle),
        "--suite",
        "notes.create",
        "--split",
        "test",
        "--keep",
    ]
    words += ["--out", str(tmp_path / "out")]
    # Nothing can be written there: it ends after the first of the renames.
    (bundle / ".README.md.part").mkdir()
    before = read_manifest(bundle)

    assert main(words) == 2

    verify(bundle, read_manifest(bundle))
    assert read_manifest(bundle).figures == before.figures
    (bundle / ".README.md.part").rmdir()
    assert main(words) == 0
    kept = read_manifest(bundle)
    verify(bundle, kept)
    assert "README.md" in [file.path for file in kept.files]
    assert (bundle / "mine.txt").read_text() == "precious"


@pytest.mark.parametrize(
    ("split", "sentence"),
    [
        ("test", "tasks that it was not trained on ("),
        ("train", "tasks of the split that it was trained on ("),
        ("all", "some of which it may have been trained on ("),
    ],
)
def test_the_card_says_whether_the_tasks_were_trained_on(
    bundle: Path, tmp_path: Path, split: str, sentence: str
) -> None:
    (bundle / "README.md").write_text("# notes-script\n")
    words = [
        "eval",
        "--policy",
        str(bundle),
        "--suite",
        "notes.create",
        "--split",
        "test",
        "--keep",
    ]

    assert main([*words, "--split", split, "--out", str(tmp_path / "out")]) == 0

    assert sentence in (bundle / "README.md").read_text()


def test_evaluations_are_compared(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("before", "after"):
        words = ["eval", "--policy", str(bundle), "--out", str(tmp_path / name)]
        assert main([*words, "--suite", "notes.create", "--name", name, "--guard"]) == 0
    capsys.readouterr()
    words = ["compare", str(tmp_path / "before"), f"later={tmp_path / 'after'}"]
    assert main([*words, "--out", str(tmp_path / "both")]) == 0
    assert "| before | later | all | 1 | +0.0" in capsys.readouterr().out
    assert (tmp_path / "both" / "comparison.svg").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["eval", "--policy", "nowhere", "--out", "out"],
        ["eval", "--policy", "nowhere", "--out", "out", "--through", "torch"],
        ["eval", "--policy", "nowhere", "--out", "out", "--suite", "no.such"],
        ["eval", "--policy", "nowhere", "--out", "out", "--seeds", "10:12"],
        ["eval", "--policy", "nowhere", "--out", "out", "--jobs", "0"],
        ["eval", "--policy", "nowhere", "--out", "out", "--keep", "--through", "torch"],
        ["eval", "--policy", "nowhere", "--out", "out", "--per-template", "0"],
        ["compare", "nowhere", "nowhere2"],
    ],
)
def test_what_goes_wrong_is_one_line(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("trainer: ")
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_starting_loads_no_model_library() -> None:
    code = (
        "import sys; from trainer.commands import eval, compare; "
        "print([n for n in ('torch', 'transformers', 'llama_cpp', 'onnxruntime', 'grpc') "
        "if n in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "[]"


def test_looks_at_the_test_split_are_counted_and_others_are_not(
    bundle: Path, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["eval", "--policy", str(bundle), "--suite", "notes.create"]
    assert main([*words, "--out", str(tmp_path / "validation")]) == 0
    assert "test split" not in capsys.readouterr().out
    for number in (1, 2):
        assert main([*words, "--split", "test", "--out", str(tmp_path / str(number))]) == 0
        assert f"look number {number} at the test split" in capsys.readouterr().out
    # What was measured already is not looked at again.
    assert main([*words, "--split", "test", "--out", str(tmp_path / "2")]) == 0
    assert "test split" not in capsys.readouterr().out
    looks = (home / ".phonebuddy" / "test_looks.jsonl").read_text().splitlines()
    assert [json.loads(look)["tasks"] for look in looks] == [1, 1]


def test_regimes_are_one_table_and_are_kept_in_the_bundle(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["eval", "--policy", str(bundle), "--suite", "notes.create", "--split", "test"]
    assert main([*words, "--regimes", "--out", str(out), "--keep"]) == 0
    printed = capsys.readouterr().out
    page = (out / "regimes.md").read_text()
    # The script taps at places: it needs no words, and nothing else than the home screen.
    assert "| its own sentences, from the home screen | 1 | 100.0 %" in page
    assert "| held-out wordings | 1 | 100.0 %" in page
    assert "| started anywhere | 1 |" in page
    body = json.loads((out / "regimes.json").read_text())
    assert body["standard"]["found"]["overall"]["success"]["count"] == 1
    declined = body["not-its-own"]["found"]["overall"]
    assert declined["tasks"] >= 150
    assert declined["success"]["count"] == 0
    assert page.splitlines()[2] in printed
    kept = read_manifest(bundle)
    assert "tasks: solved, held-out wordings" in {figure.name for figure in kept.figures}
