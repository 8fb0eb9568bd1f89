import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE
from learnt_models import FACTS, FORMAT, Learnt
from tiny_models import tiny_llama, torch_folder

from runtime.engines.limits import EngineLimits
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from runtime.turn.start import PolicyStart
from trainer.cli import main
from trainer.errors import Disagreement, ExportError
from trainer.export.export import Exported, ExportRequest, export, refuse_disagreement, summary
from trainer.export.formats import FORMATS, choose_formats
from trainer.export.heldout import HeldOut, HeldOutPrompts, prefill
from trainer.export.staging import check_room
from trainer.export.success import Outcomes, compare_outcomes
from trainer.facts import read_facts, write_facts
from trainer.models.torch_checkpoint import load_model

# Torch and the exporters take seconds to load, in children too: minutes on a busy machine.


def _figures(manifest: PolicyManifest) -> dict[str, float]:
    return {figure.name: figure.value for figure in manifest.figures}


def _request(checkpoint: Path, target: Path, *formats: str) -> ExportRequest:
    chosen = tuple(FORMATS[name] for name in formats or ("f16",))
    return ExportRequest(checkpoint, target, "tiny", chosen, threads=1)


def _decide_as_taught(folder: Path, lessons: tuple[HeldOut, ...]) -> list[bool]:
    manifest = read_manifest(folder)
    verify(folder, manifest)
    engine = load_engine(folder, manifest, EngineLimits(sessions=1, threads=1, threads_batch=1))
    try:
        decided = [engine.decide(held.prompt).decision for held in lessons]
    finally:
        engine.close()
    return [one.action == held.decision.action for one, held in zip(decided, lessons, strict=True)]


def test_command_writes_bundles_that_decide_as_the_checkpoint(
    learnt: dict[str, Learnt],
    recorded: Path,
    lessons: tuple[HeldOut, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    held_out = len(CATALOGUE.facts().held_out_templates)
    target = tmp_path / "policies"
    folder = str(learnt["lfm2"].checkpoint.folder)
    words = ["--gguf", "--onnx", "--quant", "f16,q8_0,int8", "--name", "tapper", "--threads", "1"]
    words += ["--tasks", "2", "--starts", "anywhere"]

    code = main(["export", folder, "--out", str(target), "--prompts", str(recorded), *words])

    said = capsys.readouterr().out
    assert code == 0
    assert sorted(path.name for path in target.iterdir()) == [
        "tapper-f16",
        "tapper-int8",
        "tapper-q8_0",
    ]
    for name in ("f16", "q8_0", "int8"):
        bundle = target / f"tapper-{name}"
        assert all(_decide_as_taught(bundle, lessons))
        manifest = read_manifest(bundle)
        figures = _figures(manifest)
        assert manifest.prompt_format == "compact"
        assert manifest.history_steps == FACTS.history_steps
        assert manifest.starts is PolicyStart.ANYWHERE
        assert figures["equal decisions"] == 100
        assert figures["right decisions"] == 100
        assert figures["equal first tokens"] == 100
        assert 0 <= figures["divergence"] < 0.05
        assert figures["prompt tokens"] > 0
        assert figures["reply tokens"] > 0
        assert figures["solved tasks"] == figures["solved tasks in torch"]
        assert all("12 held-out prompts" in figure.how for figure in manifest.figures)
        card = (bundle / "README.md").read_text()
        assert "100.0% of its decisions are the checkpoint's own" in card
        assert "Apache-2.0" in card
        assert f"held out of training: {held_out} templates" in card
        assert read_facts(bundle).catalogues == FACTS.catalogues
        assert name in said
    size = _figures(read_manifest(target / "tapper-q8_0"))["size"]
    assert size < _figures(read_manifest(target / "tapper-f16"))["size"]
    assert "Q8_0" in next(
        figure.how
        for figure in read_manifest(target / "tapper-q8_0").figures
        if figure.name == "size"
    )
    assert not [path for path in tmp_path.iterdir() if path != target]


@pytest.fixture(scope="module")
def undecided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint with random weights: its decisions hang by a hair."""
    folder = torch_folder(tiny_llama(tmp_path_factory.mktemp("undecided"), seed=3))
    write_facts(folder, FACTS)
    return folder


def test_format_that_decides_otherwise_is_not_kept(
    undecided: Path, held_out: HeldOutPrompts, tmp_path: Path
) -> None:
    lines: list[str] = []

    with pytest.raises(Disagreement, match=r"q4_0 \d+\.\d% of 95\.0%.*--allow-disagreement"):
        export(_request(undecided, tmp_path / "out", "q4_0"), lambda: held_out, report=lines.append)

    assert "NOT as the checkpoint" in lines[-1]
    assert not list(tmp_path.iterdir())


def test_disagreement_that_is_allowed_is_written_down(
    undecided: Path, held_out: HeldOutPrompts, tmp_path: Path
) -> None:
    request = replace(_request(undecided, tmp_path / "out", "q4_0"), allow_disagreement=True)

    (one,) = export(request, lambda: held_out)

    assert not one.agrees
    assert one.folder == tmp_path / "out"
    assert _figures(read_manifest(one.folder))["equal decisions"] < 95
    assert "95.0% were asked for" in (one.folder / "README.md").read_text()


@pytest.fixture(scope="module")
def faithful(
    learnt: dict[str, Learnt],
    held_out: HeldOutPrompts,
    tmp_path_factory: pytest.TempPathFactory,
) -> Exported:
    """An export whose decisions are its checkpoint's."""
    target = tmp_path_factory.mktemp("faithful") / "out"
    (one,) = export(_request(learnt["llama"].checkpoint.folder, target), lambda: held_out)
    assert one.agrees
    return one


def _on_tasks(one: Exported, by_export: Outcomes, in_torch: Outcomes) -> Exported:
    solved = compare_outcomes(by_export, in_torch)
    return replace(one, proof=replace(one.proof, solved=solved))


def test_export_that_solves_nothing_of_what_torch_solves_is_refused(faithful: Exported) -> None:
    tasks = [str(number) for number in range(8)]
    useless = _on_tasks(faithful, dict.fromkeys(tasks, False), dict.fromkeys(tasks, True))

    with pytest.raises(Disagreement, match=r"tasks were solved \(f16 0, the checkpoint 8 of 8 "):
        refuse_disagreement([useless])
    assert "NOT as the checkpoint" in summary(useless)


@pytest.mark.parametrize(
    ("by_export", "in_torch", "agrees"),
    [
        ("++++++++", "++++++++", True),
        ("-----+++", "++++++++", True),  # five lost tasks may be chance
        ("------++", "++++++++", False),
        ("------++++++", "++++++------", True),
        ("------++", "??????++", False),  # six of eight were spoiled
        ("??--++++", "++++++++", True),
        ("????????", "++++++++", False),
    ],
)
def test_fewer_solved_tasks_count_unless_it_may_be_chance(
    *, by_export: str, in_torch: str, agrees: bool, faithful: Exported
) -> None:
    def outcomes(signs: str) -> Outcomes:
        meaning = {"+": True, "-": False, "?": None}
        return {str(number): meaning[sign] for number, sign in enumerate(signs)}

    measured = _on_tasks(faithful, outcomes(by_export), outcomes(in_torch))

    assert measured.agrees is agrees
    assert all(0 <= figure.value <= 100 for figure in measured.proof.figures()[9:])


def test_existing_folder_is_never_written_over(
    learnt: dict[str, Learnt], held_out: HeldOutPrompts, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "precious").write_text("mine")

    with pytest.raises(ExportError, match="exists already"):
        export(_request(learnt["llama"].checkpoint.folder, target), lambda: held_out)

    assert [path.name for path in target.iterdir()] == ["precious"]


@pytest.fixture
def most_bytes() -> Iterator[Callable[[int], None]]:
    """Lets this process write no file larger than that: what a full disk does, at a chosen place."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))

    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("formats", [("f16",), ("f32", "q8_0")])
def test_disk_that_fills_up_leaves_nothing(
    formats: tuple[str, ...],
    learnt: dict[str, Learnt],
    held_out: HeldOutPrompts,
    tmp_path: Path,
    most_bytes: Callable[[int], None],
) -> None:
    request = _request(learnt["llama"].checkpoint.folder, tmp_path / "out", *formats)
    most_bytes(50_000)

    with pytest.raises(ExportError, match=r"no room left for .*out.*nothing was kept"):
        export(request, lambda: held_out)

    assert not list(tmp_path.iterdir())


def test_quantizer_that_runs_out_of_room_leaves_nothing(
    learnt: dict[str, Learnt], tmp_path: Path, most_bytes: Callable[[int], None]
) -> None:
    from trainer.export.files import write_files
    from trainer.export.onnx.exporter import Exporter

    checkpoint = learnt["llama"].checkpoint
    write_files(checkpoint, FORMATS["q8_0"], tmp_path, tmp_path, exporter=Exporter.AUTO)
    # The 16 bits that it is made from are there; what is made of them has no room.
    (tmp_path / "model-q8_0.gguf").unlink()
    most_bytes(50_000)

    with pytest.raises(ExportError, match=r"cannot write model-q8_0\.gguf.*room"):
        write_files(checkpoint, FORMATS["q8_0"], tmp_path, tmp_path, exporter=Exporter.AUTO)


def test_disk_without_room_is_reported_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"MB free and the export needs about .* MB"):
        check_room(tmp_path / "not" / "there", 1 << 60)
    check_room(tmp_path, 1)


def test_bad_checkpoints_leave_nothing(
    learnt: dict[str, Learnt], held_out: HeldOutPrompts, tmp_path: Path
) -> None:
    whole = learnt["llama"].checkpoint.folder
    bad = tmp_path / "bad"
    shutil.copytree(whole, bad)
    config = json.loads((bad / "config.json").read_text())
    (bad / "config.json").write_text(json.dumps({**config, "model_type": "mamba9"}))
    with pytest.raises(ExportError, match="mamba9"):
        export(_request(bad, tmp_path / "out"), lambda: held_out)
    (bad / "config.json").write_text(json.dumps(config))
    (bad / "tokenizer.json").unlink()
    with pytest.raises(ExportError, match=r"has no tokenizer\.json"):
        export(_request(bad, tmp_path / "out"), lambda: held_out)

    assert [path.name for path in tmp_path.iterdir()] == ["bad"]


def test_interrupted_export_leaves_nothing(learnt: dict[str, Learnt], tmp_path: Path) -> None:
    def interrupted() -> HeldOutPrompts:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(_request(learnt["llama"].checkpoint.folder, tmp_path / "out"), interrupted)

    assert not list(tmp_path.iterdir())


_SLOWLY = """
import signal, sys, time
from pathlib import Path
from trainer.export.staging import staging
# A shell that starts tests in the background has interrupts ignored, also here.
signal.signal(signal.SIGINT, signal.default_int_handler)
with staging(Path(sys.argv[1])) as places:
    (places.made / "policy.json").write_text("{")
    print("waiting", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize(("sent", "left"), [(signal.SIGINT, 0), (signal.SIGKILL, 1)])
def test_process_that_is_ended_leaves_no_bundle(
    sent: signal.Signals, left: int, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, "-c", _SLOWLY, os.fspath(target)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "waiting\n"
        child.send_signal(sent)
        child.wait(timeout=120)

    assert not target.exists()
    hidden = list(tmp_path.iterdir())
    assert len(hidden) == left
    assert all(path.name.startswith(".out.export-") for path in hidden)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "ask for --gguf, --onnx or both"),
        (["--gguf", "--quant", "q3_z"], "no format 'q3_z'; there are f32, f16"),
        (["--gguf", "--quant", "int8"], "int8 is a format of onnx: add --onnx"),
        (["--gguf", "--name", "no good"], "cannot be a policy's name"),
        (["--gguf", "--most", "0"], "without prompts there is no proof"),
        (["--gguf", "--format", "verbose"], "verbose"),
        (["--gguf", "--rules", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["--gguf", "--observation", "both"], "no vision part can be written"),
        (["--gguf", "--prompts", "."], "holds no episode"),
    ],
)
def test_command_says_what_is_wrong_with_what_was_asked(
    words: list[str],
    message: str,
    learnt: dict[str, Learnt],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = str(learnt["llama"].checkpoint.folder)

    assert main(["export", folder, "--out", str(tmp_path / "out"), *words]) == 2

    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_formats_are_chosen_by_engine() -> None:
    gguf, onnx = EngineKind.GGUF, EngineKind.ONNX

    assert [one.name for one in choose_formats([], [gguf, onnx])] == ["q8_0", "int8"]
    assert [one.name for one in choose_formats(["f16", "f16"], [gguf])] == ["f16"]
    assert [one.name for one in choose_formats(["f16"], [gguf, onnx])] == ["f16", "int8"]
    assert [one.name for one in choose_formats(["q8_0", "int8"], [])] == ["q8_0", "int8"]


def test_lora_is_merged_into_its_base(
    learnt: dict[str, Learnt], held_out: HeldOutPrompts, tmp_path: Path
) -> None:
    import peft
    import torch

    base = tmp_path / "base"
    shutil.copytree(learnt["llama"].checkpoint.folder, base)
    torch.manual_seed(1)
    config = peft.LoraConfig(
        r=4, lora_alpha=400, target_modules=["q_proj", "down_proj"], init_lora_weights=False
    )
    adapted = peft.get_peft_model(load_model(base), config)
    folder = base / "adapter"
    adapted.save_pretrained(str(folder))
    about = json.loads((folder / "adapter_config.json").read_text())
    (folder / "adapter_config.json").write_text(
        json.dumps({**about, "base_model_name_or_path": ".."})
    )

    request = replace(_request(folder, tmp_path / "out", "f32"), allow_disagreement=True)
    (one,) = export(request, lambda: held_out)

    # The proof holds it against the merged model; which the base is no more.
    assert one.proof.tokens == 1
    assert one.proof.divergence < 1e-4
    assert one.proof.torch_right < 1
    (folder / "adapter_config.json").write_text(
        json.dumps({**about, "base_model_name_or_path": "gone"})
    )
    with pytest.raises(ExportError, match="a LoRA for gone, which is no folder here"):
        export(_request(folder, tmp_path / "other"), lambda: held_out)


def test_prompts_are_spread_over_recorded_episodes(recorded: Path) -> None:
    few = prefill(recorded, most=3)

    assert len(few.items) == 3
    assert len({held.prompt.goal for held in few.items}) == 3
    assert len(prefill(recorded, most=100).items) == 12


@pytest.mark.slow
def test_prompts_without_data_are_oracles_on_test_tasks() -> None:
    found = prefill(None, most=16)

    assert len(found.items) == 16
    assert found.source == "oracles on validation tasks"
    assert len({held.prompt.goal for held in found.items}) > 1
    assert all(FORMAT.render(held.prompt).parts for held in found.items)
