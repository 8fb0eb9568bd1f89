"""Audio Recorder: records what is heard, into files of its own."""

from phoneworld.packs.androidworld.audio_recorder.app import APP

__all__ = ["APP"]
