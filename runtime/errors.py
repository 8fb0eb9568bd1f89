"""The error model of PhoneBuddy.

    PhoneBuddyError
    |-- ActionError            what was asked cannot be done as asked; the phone is untouched
    |   |-- StaleObservation   the target was read from a screen that is no longer the newest
    |   |-- NoSuchElement      the observation has no element of that index
    |   |-- OffScreen          a point outside 0-1000
    |   |-- UnknownApp         no launchable app of that name
    |   |-- AmbiguousApp       several launchable apps of that name
    |   |-- Inexpressible      a prompt format has no words for it
    |   `-- NotADeviceAction   Output, Finish and AskUser are for the runner, not for a phone
    |-- DeviceError            the phone, or the way to it, failed: an environment fault
    |   |-- DeviceGone
    |   |-- DeviceTimeout
    |   |-- BadHierarchy       what it says of its screen cannot be read
    |   |-- Interrupted        a wait was ended on purpose
    |   `-- (runtime.backends.adb.errors: one subclass for each cause)
    |-- AddressError           no device can be opened for an address
    |-- RecordError            an episode record cannot be read or written
    |-- Cancelled              work was ended on purpose, by its `Cancellation`
    |-- EngineError            a policy was asked and could not answer
    |   |-- EngineClosed
    |   |-- EngineOverloaded   too many questions wait already: ask again later
    |   |-- PromptTooLong      the prompt does not fit the context of the policy
    |   `-- RemoteError        the model server could not be reached, or what it said is no answer
    |-- PolicyError            a policy cannot be found, read or loaded
    |   |-- UnknownPolicy
    |   |-- UnknownFormat      no prompt format of that name
    |   |-- BadBundle          policy.json, or a file it names, is not what it should be
    |   |-- UnsupportedPolicy  whole, but this runtime cannot load it (what is missing is said)
    |   |-- PolicyInUse        it cannot be unloaded while runs use it
    |   |-- ConsentNeeded      nobody has agreed to where a remote policy sends what
    |   `-- NoMemoryLeft       it would fit, were the memory not taken by policies in use
    |-- GuardError             the guard's rules or a secret cannot be read
    |   `-- UnknownSecret
    |-- RunError               a run cannot be started or changed as asked
    |   |-- UnknownRun
    |   |-- WrongState         not possible in the state that the run is in
    |   |-- DeviceBusy         another run has the device
    |   |-- TooManyRuns        as many are alive as the server allows
    |   |-- NotStill           the run will stand still, but does not yet
    |   |-- KeyReused          the idempotency key belongs to another request
    |   |-- NoScreenshot       none was recorded in that step
    |   |-- CannotUndo         the phone cannot go back, or was used since
    |   `-- UnknownQuestion    nothing is asked under that id, or it was answered already
    |-- StoreError             the store of runs cannot be read or written
    |-- ConfigError            the server cannot be started as configured
    |   `-- FolderTaken        another server uses the data folder (runtime.server.data_folder)
    |-- CallRefused            the server does not even try what a call asks for
    |   |-- InvalidRequest     the request itself makes no sense; `field` is what is wrong
    |   |-- Unauthenticated    without the token, or with another one
    |   |-- TooManyCalls       a bound is reached: try again after `retry_after_s`
    |   |-- TooSlow            the call took longer than the server lets one take
    |   `-- ShuttingDown
    |-- ServerSaid             a command's call failed: what the server said (runtime.commands.where)
    `-- (phoneworld.errors, trainer.errors: one subclass for each wall of theirs)

A message says what happened, to what, and what to do next. A failed episode is data, not an
exception; an unreadable reply of a policy is `Unparsed`, a value, not an error.

Seven exceptions stand outside the tree because the package that raises them also catches them:
`LenientJsonError`, `StrictJsonError`, `Unreadable`, `ScreenDiffers`, `RequestRefused` (a model server names what is
wrong with a request), and `ProviderRefusal` and `Busy` (what a stand-in for one answers).
"""

from __future__ import annotations


class PhoneBuddyError(Exception):
    """Base of everything that PhoneBuddy raises on purpose."""


class ActionError(PhoneBuddyError):
    """What was asked cannot be done as asked. Nothing was sent to the phone."""


class StaleObservation(ActionError):
    """The action's target was read from an observation that is not the device's newest."""


class NoSuchElement(ActionError):
    """The observation has no element of that index."""


class OffScreen(ActionError):
    """A point lies outside 0-1000."""


class UnknownApp(ActionError):
    """No launchable app answers to that name."""


class AmbiguousApp(ActionError):
    """Several launchable apps answer to that name; the message lists them."""


class Inexpressible(ActionError):
    """A prompt format has no words for an action, such as a tap where no element can be named."""


class NotADeviceAction(ActionError):
    """The action is for the runner (Output, Finish, AskUser), not for a phone."""


class DeviceError(PhoneBuddyError):
    """The phone, or the way to it, failed. An environment fault, never a policy's failure."""


class DeviceGone(DeviceError):
    """The device was closed or is no longer there."""


class DeviceTimeout(DeviceError):
    """The device did not answer before the deadline."""


class BadHierarchy(DeviceError):
    """What the device says of the views on its screen cannot be read."""


class Interrupted(DeviceError):
    """A wait was ended on purpose, by `Device.interrupt`."""


class AddressError(PhoneBuddyError):
    """No device can be opened for an address."""


class RecordError(PhoneBuddyError):
    """An episode record cannot be read or written."""


class Cancelled(PhoneBuddyError):
    """Work was ended on purpose, by its `Cancellation`."""


class EngineError(PhoneBuddyError):
    """A policy was asked and could not answer."""


class EngineClosed(EngineError):
    """The engine was closed."""


class EngineOverloaded(EngineError):
    """Too many questions wait already."""


class PromptTooLong(EngineError):
    """The prompt does not fit the context of the policy."""


class RemoteError(EngineError):
    """The model server could not be reached, or what it said is no answer."""


class PolicyError(PhoneBuddyError):
    """A policy cannot be found, read or loaded."""


class UnknownPolicy(PolicyError):
    """No policy of that name is there."""


class UnknownFormat(PolicyError):
    """No prompt format of that name is there; the message lists those that are."""


class BadBundle(PolicyError):
    """A bundle's policy.json, or a file it names, is not what it should be."""


class UnsupportedPolicy(PolicyError):
    """A whole policy that this runtime cannot load: the message says what it would need."""


class PolicyInUse(PolicyError):
    """A policy cannot be unloaded while it is used or loaded."""


class ConsentNeeded(PolicyError):
    """A remote policy that nobody has agreed to: what is on the screen would go to `host`."""

    def __init__(self, message: str, *, policy: str = "", host: str = "", key: str = "") -> None:
        super().__init__(message)
        self.policy = policy
        self.host = host
        self.key = key


class NoMemoryLeft(PolicyError):
    """A policy does not fit what memory is left now; the message says what takes it."""


class GuardError(PhoneBuddyError):
    """The guard's rules or a secret cannot be read."""


class UnknownSecret(GuardError):
    """No secret of that name is there, or not for this app."""


class RunError(PhoneBuddyError):
    """A run cannot be started or changed as asked."""


class UnknownRun(RunError):
    """No run has that id."""


class WrongState(RunError):
    """What was asked is not possible in `state`, the state that the run is in."""

    def __init__(self, message: str, *, state: str = "") -> None:
        super().__init__(message)
        self.state = state


class DeviceBusy(RunError):
    """Another run, `run_id`, has the device."""

    def __init__(self, message: str, *, run_id: str = "") -> None:
        super().__init__(message)
        self.run_id = run_id


class KeyReused(RunError):
    """The idempotency key was used before, with another request."""


class UnknownQuestion(RunError):
    """Nothing is asked under that id, or it was answered already."""


class TooManyRuns(RunError):
    """As many runs are alive as the server takes."""


class NotStill(RunError):
    """The run was asked to pause or end and will, but its phone or policy is still busy."""


class NoScreenshot(RunError):
    """No screenshot was recorded in that step, or there is no such step."""


class CannotUndo(RunError):
    """What a run did cannot be taken back; the message says why."""


class StoreError(PhoneBuddyError):
    """The store of runs cannot be read or written."""


class ConfigError(PhoneBuddyError):
    """The server cannot be started as configured; the message says what to change."""


class CallRefused(PhoneBuddyError):
    """The server does not even try what a call asks for."""


class InvalidRequest(CallRefused):
    """The request itself makes no sense: `field` is what is wrong, as `limits.steps`."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class Unauthenticated(CallRefused):
    """The call came without the server's token, or with another one."""


class TooManyCalls(CallRefused):
    """A bound of the server's is reached: the same call may do after `retry_after_s`."""

    def __init__(self, message: str, *, retry_after_s: float) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class TooSlow(CallRefused):
    """The call took longer than the server lets one take."""


class ShuttingDown(CallRefused):
    """The server is about to end, and begins nothing new."""
