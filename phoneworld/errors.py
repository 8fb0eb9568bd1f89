"""PhoneWorld's errors.

PhoneBuddyError
`-- PhoneWorldError
    |-- SnapshotError      bytes that are no snapshot, or a damaged or foreign one
    |-- AppError           an app is declared wrongly, or cannot be found
    |-- TaskError          an unknown task, a seed out of range
    |-- CatalogueError     a folder or file of a catalogue that cannot be used
    |-- OracleLost         an oracle did not find what it looked for
    |-- BadRecording       a recording that cannot be read (phoneworld.recording.files)
    |-- CannotRebuild      recordings that no app can be built from (phoneworld.reconstruction.app_draft)
    |-- UnfitDemonstration  why a demonstration is no task (phoneworld.reconstruction.demonstrations)
    |-- BadPatch           edits of an app's specification that cannot be made (phoneworld.reconstruction.agent.json_patch)
    |-- NoChatReply        a model server that does not answer as asked (phoneworld.reconstruction.agent.chat_model)
    |-- CannotJudge        an edited app that cannot be measured (phoneworld.reconstruction.agent.judgement)
    |-- RecordingError     a song or video that cannot be read (phoneworld.packs.androidworld.recordings)
    |-- NoResult           a sum without a result (phoneworld.apps.calculator)
    |-- CallError          see phoneworld.androidworld.errors
    |-- EmulatorError      see phoneworld.emulator.errors
    `-- AdbError           see phoneworld.adb.errors
"""

from __future__ import annotations

from runtime.errors import PhoneBuddyError


class PhoneWorldError(PhoneBuddyError):
    """Base of what PhoneWorld raises on purpose."""


class SnapshotError(PhoneWorldError):
    """The bytes are no snapshot, or a damaged or foreign one. The phone is as it was."""


class AppError(PhoneWorldError):
    """An app is declared wrongly, or cannot be found."""


class TaskError(PhoneWorldError):
    """An unknown task, or a seed out of range."""


class CatalogueError(PhoneWorldError):
    """A folder or file of a catalogue cannot be used."""


class OracleLost(PhoneWorldError):
    """An oracle did not find what it looked for on the screen."""
