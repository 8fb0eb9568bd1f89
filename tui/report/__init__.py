"""Runs as one page that needs nothing else: for people and for papers."""

from tui.report.gathering import RunRecord, gather_run
from tui.report.page import report_page

__all__ = ["RunRecord", "gather_run", "report_page"]
