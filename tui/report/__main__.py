"""`python -m tui.report FOLDER FILE`: runs that another program recorded, as one page.

FOLDER has a folder for each run, in the order of their names: `run.pb` is its `phonebuddy.v1.Run`,
`step-0000.pb` and so on are its steps, each a `phonebuddy.v1.Step` with its observation.
"""

from __future__ import annotations

import sys
from pathlib import Path

from phonebuddy.v1 import run_pb2

from tui.report.page import report_page
from tui.report.run_record import RunRecord, StepRecord


def read_runs(folder: Path) -> list[RunRecord]:
    """All runs of a folder."""
    return [
        RunRecord(
            run_pb2.Run.FromString((one / "run.pb").read_bytes()),
            tuple(_step(path) for path in sorted(one.glob("step-*.pb"))),
        )
        for one in sorted(folder.iterdir())
    ]


def _step(path: Path) -> StepRecord:
    step = run_pb2.Step.FromString(path.read_bytes())
    look = step.observation
    return StepRecord(step, look.screenshot if look.HasField("screenshot") else None)


if __name__ == "__main__":
    source, target = sys.argv[1:]
    Path(target).write_text(report_page(read_runs(Path(source))), encoding="utf-8")
