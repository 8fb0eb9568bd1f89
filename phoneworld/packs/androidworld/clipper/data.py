"""Clipper keeps nothing: the clipboard is the phone's."""

from __future__ import annotations

PACKAGE = "ca.zgrs.clipper"
