"""Runs as one page that needs nothing else: for people and for papers."""

from tui.report.page import report_page
from tui.report.run_record import RunRecord, fetch_run

__all__ = ["RunRecord", "fetch_run", "report_page"]
