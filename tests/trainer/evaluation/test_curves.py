import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from trainer.cli import main
from trainer.comparison.held_out_curves import held_out_curve
from trainer.errors import EvaluationError
from trainer.evaluation.curves import read_curves


def _log(folder: Path, *lines: dict[str, object]) -> Path:
    folder.mkdir()
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def test_the_later_word_on_a_step_counts(tmp_path: Path) -> None:
    checked = {"kind": "validation", "step": 200, "loss": 1.0}
    folder = _log(
        tmp_path / "sft",
        {"kind": "packed", "step": 10, "loss": 5.0},
        {**checked, "whole": 0.1, "pointer": 0.2},
        {**checked, "whole": 0.3, "pointer": 0.4},
        {**checked, "step": 400, "whole": 0.5, "pointer": 0.6},
    )
    assert read_curves(folder) == {
        "whole": [(200.0, 0.3), (400.0, 0.5)],
        "pointer": [(200.0, 0.4), (400.0, 0.6)],
    }


def test_tries_are_averaged_over_the_iterations_around(tmp_path: Path) -> None:
    lines = [{"iteration": number, "success": number / 10} for number in range(1, 10)]
    (curve,) = read_curves(_log(tmp_path / "rl", *lines)).values()
    assert curve[4] == (5.0, pytest.approx(0.5))
    assert curve[0] == (1.0, pytest.approx(0.25))  # of the first four


def test_trainings_are_drawn_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, reach in (("real", 0.4), ("mixed", 0.8)):
        _log(tmp_path / name, *({"iteration": n, "success": reach * n / 9} for n in range(10)))
    words = [f"{name}={tmp_path / name}" for name in ("real", "mixed")]
    assert main(["curve", *words, "--out", str(tmp_path / "curve.svg"), "--title", "a < b"]) == 0
    drawn = ET.parse(tmp_path / "curve.svg").getroot()  # noqa: S314  our own file
    assert len(drawn.findall("{*}polyline")) == 2
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "a < b" in texts
    assert "mixed success 66.7 %" in texts
    assert "real success" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "no json", '{"kind": "packed", "step": 10}'])
def test_what_is_no_log_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(EvaluationError, match=r"log\.jsonl"):
        read_curves(tmp_path)


def test_trainings_go_on_where_the_one_before_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("first", "second"):
        checked = {"kind": "validation", "step": 300, "whole": 0.5, "pointer": 0.6}
        _log(tmp_path / name, checked)
    words = [f"{name}={tmp_path / name}" for name in ("first", "second")]
    out = ["--joined", "--only", "whole", "--out", str(tmp_path / "curve.svg")]
    assert main(["curve", *words, *out]) == 0
    printed = capsys.readouterr().out
    assert "50.0% at 300," in printed
    assert "50.0% at 600," in printed
    assert "pointer" not in printed
    assert main(["curve", *words, *out, "--only", "none"]) == 2


def _held_out(folder: Path, *solved: tuple[list[str], list[str]], tasks: int) -> Path:
    """A training by reward, whose two sets have as many tasks each."""
    tries = [{"iteration": 2 * n, "tries": 60, "faults": 4} for n in range(1, len(solved))]
    _log(folder, *({**line, "success": 0.5} for line in tries))
    lines = [
        {
            "iteration": 2 * number,
            "first": len(first) / tasks,
            "second": len(second) / tasks,
            "first_solved": first,
            "second_solved": second,
        }
        for number, (first, second) in enumerate(solved)
    ]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "held_out.jsonl").write_text(text)
    return folder


def test_held_out_tasks_are_drawn_by_tries_with_an_interval_over_tasks_and_seeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = _held_out(tmp_path / "one", ([], ["a"]), (["a"], ["a", "b"]), (["a"], ["b"]), tasks=4)
    other = _held_out(tmp_path / "other", ([], ["a"]), (["b"], ["a"]), tasks=4)
    before, after = held_out_curve([one, other])
    assert (before.tries, before.share) == (0, pytest.approx(2 / 16))
    assert (after.tries, after.share) == (64, pytest.approx(5 / 16))
    assert 0 <= after.low < after.share < after.high <= 1
    words = [f"arm={one}", f"arm={other}", f"alone={one}"]
    assert main(["curve", *words, "--held-out", "--out", str(tmp_path / "curve.svg")]) == 0
    drawn = ET.parse(tmp_path / "curve.svg").getroot()  # noqa: S314  our own file
    assert len(drawn.findall("{*}polygon")) == len(drawn.findall("{*}polyline")) == 2
    printed = capsys.readouterr().out
    assert "arm, 2 trainings" in printed
    assert "128 tries 25.0%" in printed


def test_a_training_without_held_out_tasks_is_said(tmp_path: Path) -> None:
    folder = _log(tmp_path / "rl", {"iteration": 1, "success": 0.5})
    assert main(["curve", str(folder), "--held-out", "--out", str(tmp_path / "c.svg")]) == 2
    with pytest.raises(EvaluationError, match="measured no held-out"):
        held_out_curve([folder])
