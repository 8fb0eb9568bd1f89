"""Settings: everything that is switched, chosen or looked up about the phone itself."""

from phoneworld.apps.settings.app import APP

__all__ = ["APP"]
