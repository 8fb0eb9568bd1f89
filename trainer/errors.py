"""The trainer's errors.

PhoneBuddyError
`-- TrainerError
    |-- ExportError        a checkpoint cannot be exported; no bundle is left behind
    |   `-- Disagreement   what was exported decides otherwise than the checkpoint
    |-- EvaluationError    an evaluation cannot be made, gone on with or compared as asked
    |   `-- AndroidWorldError  the environment's server (trainer.evaluation.androidworld_client)
    |       `-- CallFailed     it refused one call
    |-- TrainingError      a training cannot be started or go on as asked
    |   |-- BadConfig      a configuration file says what makes no sense; it names the entry
    |   |-- TokenizerError a tokenizer's folder cannot be read
    |   |-- ModelError     a model cannot be built, read or written
    |   |-- CheckpointError  a checkpoint is missing, damaged or of another training
    |   |-- SamplerError   a sampling server cannot be used (trainer.rl.sampling_server)
    |   `-- StageFailed    a stage of a recipe ended with an error (trainer.comparison.runner)
    `-- DataError          a data set cannot be read, written or used as asked
        |-- DataInUse      another process collects into the same folder
        `-- InvalidDataRequest  templates, kinds, seeds or splits that do not exist

DeviceError
`-- JudgeFault             the judge could not be asked: an environment fault (trainer.rl.judge)
"""

from __future__ import annotations

from runtime.errors import PhoneBuddyError


class TrainerError(PhoneBuddyError):
    """Base of what the trainer raises on purpose."""


class DataError(TrainerError):
    """A data set cannot be read, written or used as asked."""


class DataInUse(DataError):
    """Another process collects into the same folder."""


class InvalidDataRequest(DataError):
    """Templates, kinds, seeds or splits that do not exist."""


class ExportError(TrainerError):
    """A checkpoint cannot be exported. No bundle is left behind."""


class Disagreement(ExportError):
    """What was exported decides otherwise than the checkpoint more often than its format may, or solves
    fewer tasks.
    """


class TrainingError(TrainerError):
    """A training cannot be started or go on as asked."""


class BadConfig(TrainingError):
    """A configuration file says what makes no sense; the message names the entry."""


class TokenizerError(TrainingError):
    """A tokenizer's folder cannot be read, or lacks what training needs."""


class ModelError(TrainingError):
    """A model cannot be built, read or written."""


class CheckpointError(TrainingError):
    """A checkpoint is missing, damaged or of another training."""


class EvaluationError(TrainerError):
    """An evaluation cannot be made, gone on with or compared as asked."""
