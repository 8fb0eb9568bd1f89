"""`python -m runtime doctor`: what keeps phones and policies from working, each with its cure."""

from runtime.doctor.examination import Doctor, examine
from runtime.doctor.finding import DoctorFinding, Severity
from runtime.doctor.report import exit_code, render_json, render_text

__all__ = [
    "Doctor",
    "DoctorFinding",
    "Severity",
    "examine",
    "exit_code",
    "render_json",
    "render_text",
]
