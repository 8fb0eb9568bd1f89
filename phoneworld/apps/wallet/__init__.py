"""Wallet: money and cards."""

from phoneworld.apps.wallet.app import APP

__all__ = ["APP"]
