"""Shop: products, a cart, and orders."""

from phoneworld.apps.shop.app import APP

__all__ = ["APP"]
