"""Mail: folders, labels, attachments, mailing lists."""

from phoneworld.apps.mail.app import APP

__all__ = ["APP"]
