"""Where the policies lie that come with PhoneBuddy: in an installed package, or in a checkout."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parents[1] / "builtin_policies"
_CHECKOUT = Path(__file__).parents[2] / "policies"


def builtin_folder() -> Path:
    """The folder of their bundles. Whoever looks for bundles in it need not care if it exists."""
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
