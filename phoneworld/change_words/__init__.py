"""What changed on a phone, in words for people: Ringtone: Orbit -> Marimba."""

from phoneworld.change_words.lines import tell_changes

__all__ = ["tell_changes"]
