import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE

from trainer.errors import EvaluationError
from trainer.evaluation.comparison import Measured, compare
from trainer.evaluation.comparison_report import write_comparison
from trainer.evaluation.figures import break_down
from trainer.evaluation.report import page, write_report
from trainer.evaluation.result import TaskResult
from trainer.evaluation.result_file import FILE, ResultFile, read_results

CONDITIONS = {"policy": "a <b>", "realism": "off"}


def result(
    task: str, *, success: bool | None = True, kind: str = "single-app", steps: int = 4
) -> TaskResult:
    return TaskResult(
        task=task,
        template=task.partition("#")[0],
        kind=kind,
        level="easy",
        seen=not task.startswith("unseen"),
        success=success,
        ending="fault" if success is None else "finished: done",
        false_done=success is False,
        fault="DeviceGone: it is gone" if success is None else "",
        steps=steps,
        oracle_steps=2,
        reasons=("side effect: x",) if success is False else (),
        side_effects=int(success is False),
        seconds=tuple(0.1 * number for number in range(1, steps + 1)),
    )


def test_results_are_there_after_a_restart(tmp_path: Path) -> None:
    with ResultFile(tmp_path, CONDITIONS) as file:
        file.add(result("a.b#1"))
        file.add(result("a.c#1", success=False))
    with ResultFile(tmp_path, CONDITIONS) as file:
        assert file.results == [result("a.b#1"), result("a.c#1", success=False)]
        assert file.is_done("a.c#1")
        assert not file.is_done("a.d#1")
    assert read_results(tmp_path) == (CONDITIONS, [result("a.b#1"), result("a.c#1", success=False)])


def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    with ResultFile(tmp_path, CONDITIONS) as file:
        file.add(result("a.b#1"))
        file.add(result("a.c#1"))
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-20])
    with ResultFile(tmp_path, CONDITIONS) as file:
        assert [one.task for one in file.results] == ["a.b#1"]
        file.add(result("a.d#1"))
    assert [one.task for one in read_results(tmp_path)[1]] == ["a.b#1", "a.d#1"]


def test_a_fault_is_tried_again_and_the_newest_result_counts(tmp_path: Path) -> None:
    with ResultFile(tmp_path, CONDITIONS) as file:
        file.add(result("a.b#1", success=None))
        assert not file.is_done("a.b#1")
        file.add(result("a.b#1"))
    assert read_results(tmp_path)[1] == [result("a.b#1")]


def test_results_of_other_conditions_are_not_mixed(tmp_path: Path) -> None:
    ResultFile(tmp_path, CONDITIONS).close()
    with pytest.raises(EvaluationError, match=r"realism 'off', not 'mild'"):
        ResultFile(tmp_path, {**CONDITIONS, "realism": "mild"})


@pytest.mark.parametrize("line", ["no json", "[1]", '{"task": "a"}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / FILE).write_text(f'{{"conditions": {{}}}}\n{line}\n')
    with pytest.raises(EvaluationError, match="line 2"):
        read_results(tmp_path)


def test_figures_leave_faults_out() -> None:
    found = break_down(
        [
            result("a.b#1"),
            result("a.b#2", success=False),
            result("unseen.b#1", kind="cross-app", steps=2),
            result("a.c#1", success=None),
        ]
    )
    overall = found.overall
    assert (overall.success.count, overall.success.total, overall.faults) == (2, 3, 1)
    assert overall.false_done.count == overall.with_side_effects.count == 1
    assert overall.step_ratio == 6 / 4
    assert overall.seconds_median == pytest.approx(0.2)
    assert overall.seconds_p95 == pytest.approx(0.4)
    assert list(found.by_kind) == ["single-app", "cross-app"]
    assert found.by_seen["unseen"].success.count == 1
    assert found.by_template["a.b"].success.total == 2
    assert found.by_template["a.c"].tasks == 0
    assert found.faults == (("a.c#1", "DeviceGone: it is gone"),)


def test_a_report_is_json_markdown_and_a_picture(tmp_path: Path) -> None:
    found = break_down([result("a.b#1"), result("a.b#2", success=False)])
    write_report(tmp_path, CONDITIONS, found, CATALOGUE.facts())
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["figures"]["overall"]["success"]["value"] == 0.5
    assert report["figures"]["overall"]["success"]["low"] == pytest.approx(0.0945, abs=1e-4)
    assert "| single-app | 2 | 50.0 % (9.5-90.5) |" in (tmp_path / "report.md").read_text()
    picture = ET.parse(tmp_path / "success.svg").getroot()  # noqa: S314  written just now
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "Success of a <b>" in texts
    assert "1/2" in texts


def test_a_report_tells_by_start_where_tasks_did_not_all_begin_at_home() -> None:
    away = [result("a.b#1"), result("a.b#2@dialog", success=False), result("a.c#1@dialog")]
    found = break_down(away)
    assert {name: one.tasks for name, one in found.by_start.items()} == {"home": 1, "dialog": 2}
    assert "| from dialog | 2 | 50.0 %" in page(CONDITIONS, found, CATALOGUE.facts())
    assert "from home" not in page(CONDITIONS, break_down([result("a.b#1")]), CATALOGUE.facts())


def test_a_report_of_nothing_can_be_written(tmp_path: Path) -> None:
    write_report(tmp_path, CONDITIONS, break_down([]), CATALOGUE.facts())
    assert "**-** of 0 tasks" in page(CONDITIONS, break_down([]), CATALOGUE.facts())


def test_policies_are_compared_on_equal_tasks() -> None:
    tasks = [f"a.b#{number}" for number in range(20)]
    sft = Measured("sft", tuple(result(t, success=n < 5) for n, t in enumerate(tasks)))
    real = Measured("real", tuple(result(t, success=n < 8) for n, t in enumerate(tasks[:19])))
    mixed = Measured("mixed", tuple(result(t, success=2 <= n < 17) for n, t in enumerate(tasks)))
    found = compare([sft, real, mixed])
    assert [(d.first, d.second) for d in found.differences if d.group == "all"] == [
        ("sft", "real"),
        ("sft", "mixed"),
        ("real", "mixed"),
    ]
    first, second, _ = (d for d in found.differences if d.group == "all")
    assert (first.tasks, first.gained, first.lost) == (19, 3, 0)
    assert first.p == pytest.approx(0.25)
    assert (second.gained, second.lost, second.value) == (12, 2, 0.5)
    assert second.low < 0.5 < second.high
    assert second.p < 0.02
    assert found.figures["all"]["mixed"].success.count == 15


def test_faults_and_other_realism_are_not_compared() -> None:
    one = Measured("one", (result("a.b#1"), result("a.b#2", success=None)))
    other = Measured("other", (result("a.b#1", success=False), result("a.b#2")))
    found = compare([one, other])
    assert found.differences[0].tasks == 1
    harsh = Measured("harsh", (replace(result("a.b#1"), realism="harsh"),))
    with pytest.raises(EvaluationError, match="no task in common"):
        compare([one, harsh])


def test_one_policy_cannot_be_compared() -> None:
    one = Measured("one", (result("a.b#1"),))
    with pytest.raises(EvaluationError, match="two evaluations or more"):
        compare([one])
    with pytest.raises(EvaluationError, match="its own name"):
        compare([one, one])


def test_a_comparison_is_written(tmp_path: Path) -> None:
    one = Measured("one", (result("a.b#1", success=False), result("a.c#1")))
    other = Measured("other", (result("a.b#1"), result("a.c#1")))
    write_comparison(tmp_path, compare([one, other]))
    said = (tmp_path / "comparison.md").read_text()
    assert "| one | other | all | 2 | +50.0 (" in said
    for name in ("comparison.svg", "differences.svg"):
        ET.parse(tmp_path / name)  # noqa: S314  written just now
    assert json.loads((tmp_path / "comparison.json").read_text())["policies"] == ["one", "other"]
