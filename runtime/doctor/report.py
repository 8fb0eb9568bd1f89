"""A diagnosis for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from runtime.doctor.finding import DoctorFinding, Severity

MARKS = {
    Severity.OK: "ok  ",
    Severity.NOTE: "note",
    Severity.WARNING: "warn",
    Severity.FAILED: "FAIL",
}


def render_text(findings: Sequence[DoctorFinding]) -> str:
    """One line for each finding, and its cure below."""
    width = max((len(finding.subject) for finding in findings), default=0)
    lines: list[str] = []
    for finding in findings:
        cured = " (cured just now)" if finding.cured else ""
        lines.append(f"{MARKS[finding.verdict]}  {finding.subject:<{width}}  {finding.text}{cured}")
        if finding.cure:
            lines.append(f"      {'':<{width}}  -> {finding.cure}")
    return "\n".join(lines)


def render_json(findings: Sequence[DoctorFinding]) -> str:
    """An object with the overall verdict and all findings."""
    rows = [
        {
            "subject": finding.subject,
            "verdict": finding.verdict.value,
            "text": finding.text,
            "cure": finding.cure,
            "cured": finding.cured,
        }
        for finding in findings
    ]
    return json.dumps({"ok": exit_code(findings) == 0, "findings": rows}, indent=2)


def exit_code(findings: Sequence[DoctorFinding]) -> int:
    """1 where something failed; notes and warnings alone are no failure."""
    return int(any(finding.verdict is Severity.FAILED for finding in findings))
