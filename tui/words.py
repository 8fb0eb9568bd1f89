"""What the wire says, in plain words: steps, questions, states, phones, policies.

Pure functions from messages to strings, for the screens and the command line alike. What comes from a
phone or a policy is made harmless first: no control characters reach a terminal from here.
"""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.v1 import (
    action_pb2,
    device_service_pb2,
    observation_pb2,
    policy_service_pb2,
    run_pb2,
)

from tui.action_words import action_words, element_label
from tui.plain_text import money_words, one_line, plain, quoted

# Screens


def element_words(element: observation_pb2.Element) -> str:
    """An element in one line, as read aloud: Save, button."""
    label = "••••" if element.password and element.text else element_label(element)
    parts = [label] if label else []
    parts.append(element.role or "element")
    parts += [word for flag, word in _FLAGS if getattr(element, flag)]
    if element.checkable and not element.checked:
        parts.append("off")
    return ", ".join(parts)


_FLAGS = (
    ("checked", "on"),
    ("selected", "selected"),
    ("focused", "has the cursor"),
    ("disabled", "disabled"),
    ("scrollable", "scrolls"),
)


# Decisions, steps and what became of them


def decision_words(
    decision: run_pb2.Decision, observation: observation_pb2.Observation | None = None
) -> str:
    """What the policy wants, in one line."""
    if decision.WhichOneof("meaning") == "action":
        return action_words(decision.action, observation)
    reason = one_line(decision.unparsed.reason, 120)
    return f"A reply that could not be read: {reason}" if reason else "A reply without an action"


def decided_words(
    told: run_pb2.PolicyDecided, observation: observation_pb2.Observation | None = None
) -> str:
    """What was just decided, in one line, while the run goes on."""
    match told.decision.action.WhichOneof("action"):
        case "output" if told.actor == run_pb2.ACTOR_RUNTIME:
            return understood_words(told.decision)
        case "output":
            # What the person is told is told in full.
            return f"Says: {one_line(told.decision.action.output.text)}"
        case "finish":
            # What it says is told at the end.
            return _FINISHES.get(told.decision.action.finish.status, "Ends the task")
        case _:
            return one_line(told.words) or decision_words(told.decision, observation)


_FINISHES = {
    action_pb2.FINISH_STATUS_IMPOSSIBLE: "Gives up",
    action_pb2.FINISH_STATUS_REFUSED: "Refuses the task",
}


def is_restating(step: run_pb2.Step) -> bool:
    """Whether the policy was only asked what the task means."""
    said = step.decision.action.WhichOneof("action")
    return step.actor == run_pb2.ACTOR_RUNTIME and said == "output"


def record_words(step: run_pb2.Step, observation: observation_pb2.Observation | None = None) -> str:
    """What was done in a step, in one line."""
    if is_restating(step):
        return understood_words(step.decision)
    return decision_words(step.decision, observation)


def decider_words(told: run_pb2.PolicyDecided) -> str:
    """Who decided; empty for the policy, also where it was asked what the task means."""
    said = told.decision.action.WhichOneof("action")
    return "" if said == "output" else actor_words(told.actor)


def understood_words(decision: run_pb2.Decision) -> str:
    """What the policy takes the task to mean."""
    return f"Understood: {one_line(decision.action.output.text)}"


def result_words(step: run_pb2.Step) -> str:
    """What became of a step; empty where it simply went well."""
    if step.HasField("guard") and step.guard.HasField("approved") and not step.guard.approved:
        return "nobody was there to approve it" if step.guard.unanswered else "you did not let it"
    if step.error:
        return _for_people(step.error)
    if step.answer:
        return f"you said {quoted(step.answer)}"
    if not step.HasField("performed"):
        return ""
    if step.performed.note:
        return _for_people(step.performed.note)
    looks_alike = not step.performed.changed and _touches_phone(step.performed.action)
    return "nothing changed on the screen" if looks_alike else ""


def _for_people(told: str) -> str:
    """What the policy was told, without the advice that is for it alone."""
    for advice in _ADVICE:
        told = told.partition(advice)[0]
    return one_line(told)


_ADVICE = (
    "; do something else",
    "; decide on what it shows now",
    "You have done this on this same screen several times",
)
"""How the runtime's advice to a policy begins."""


def _touches_phone(action: action_pb2.Action) -> bool:
    return action.WhichOneof("action") not in {None, "wait", "output", "finish", "ask_user"}


def step_words(step: run_pb2.Step) -> str:
    """A step in one line, with what became of it where that is worth a word."""
    words = record_words(step, step.observation)
    result = result_words(step)
    actor = "" if is_restating(step) else actor_words(step.actor)
    who = f"{actor}: " if actor else ""
    return f"{who}{words} ({result})" if result else f"{who}{words}"


def actor_words(actor: run_pb2.Actor) -> str:
    """Who acted; empty for the policy, as which one expects."""
    return _ACTORS.get(actor, "")


_ACTORS: Mapping[int, str] = {
    run_pb2.ACTOR_PERSON: "You",
    run_pb2.ACTOR_ORACLE: "Oracle",
    run_pb2.ACTOR_REPLAY: "Replay",
    run_pb2.ACTOR_RUNTIME: "Start",
}


# Questions


def question_title(question: run_pb2.Question) -> str:
    """What kind of word is wanted, as a heading."""
    match question.kind:
        case run_pb2.QUESTION_KIND_APPROVAL:
            return _RISKS.get(question.risk, "May I do this?")
        case run_pb2.QUESTION_KIND_ANSWER:
            return "The policy asks you"
        case run_pb2.QUESTION_KIND_HAND_OVER:
            return "A screen for you alone"
        case _:
            return "A question"


_RISKS: Mapping[str, str] = {
    "payment": "May I pay?",
    "purchase": "May I buy this?",
    "message": "May I send this?",
    "call": "May I call?",
    "deletion": "May I delete this?",
    "permission": "May I grant this?",
    "install": "May I install this?",
    "account": "May I change an account?",
    "lock": "May I change how the phone is locked?",
    "credential": "May I enter a password?",
    "disclosure": "May I pass this on?",
    "sensitive_screen": "A screen for you alone",
}


def question_lines(question: run_pb2.Question) -> tuple[str, ...]:
    """What is asked, line by line: what will happen, to whom, for how much, where, by which touch and rule."""
    if question.kind != run_pb2.QUESTION_KIND_APPROVAL:
        return tuple(plain(question.text).splitlines())
    lines = [f"What will happen: {one_line(question.effect or question.action or question.text)}"]
    if question.concerns:
        lines.append(f"To whom or what: {one_line(question.concerns)}")
    if question.amount:
        lines.append(f"For how much: {one_line(question.amount)}")
    if question.app:
        lines.append(f"In the app: {one_line(question.app)}")
    if question.action:
        lines.append(f"By this touch: {one_line(question.action)}")
    if question.rule:
        lines.append(f"Asked by rule: {one_line(question.rule)}")
    return tuple(lines)


def question_words(question: run_pb2.Question) -> str:
    """A question in one line."""
    if question.kind != run_pb2.QUESTION_KIND_APPROVAL:
        return one_line(question.text)
    what = one_line(question.effect or question.action or question.text)
    whom = f" ({one_line(question.concerns)})" if question.concerns else ""
    where = f" in {one_line(question.app)}" if question.app else ""
    return f"{what}{whom}{where}?"


def response_words(response: run_pb2.Response, kind: run_pb2.QuestionKind | None = None) -> str:
    """A person's word on a question, in one line."""
    handed_over = kind == run_pb2.QUESTION_KIND_HAND_OVER
    match response.choice:
        case run_pb2.CHOICE_APPROVE:
            return "You handled it" if handed_over else "You approved"
        case run_pb2.CHOICE_APPROVE_FOR_RUN:
            return "You approved for this run"
        case run_pb2.CHOICE_DENY:
            return "You gave no answer" if kind == run_pb2.QUESTION_KIND_ANSWER else "You denied"
        case run_pb2.CHOICE_NOBODY:
            asked = kind == run_pb2.QUESTION_KIND_ANSWER
            return f"Nobody was there to {'answer' if asked else 'approve'}"
        case run_pb2.CHOICE_ANSWER:
            return f"You said {quoted(response.text)}"
        case _:
            return "You answered"


# Runs and their ends


def state_words(state: run_pb2.RunState) -> str:
    """The state of a run."""
    return _STATES.get(state, "unknown")


_STATES: Mapping[int, str] = {
    run_pb2.RUN_STATE_QUEUED: "queued",
    run_pb2.RUN_STATE_RUNNING: "running",
    run_pb2.RUN_STATE_WAITING: "waiting for you",
    run_pb2.RUN_STATE_PAUSED: "paused",
    run_pb2.RUN_STATE_TAKEN_OVER: "you have the phone",
    run_pb2.RUN_STATE_FINISHED: "finished",
    run_pb2.RUN_STATE_FAILED: "failed",
    run_pb2.RUN_STATE_CANCELLED: "stopped",
    run_pb2.RUN_STATE_INTERRUPTED: "interrupted",
}


# Phones and policies


def device_info_words(info: run_pb2.DeviceInfo) -> str:
    """A phone that is known: its model and Android."""
    model = one_line(info.model) or one_line(info.address) or "a phone"
    return f"{model}, Android {one_line(info.android_version)}" if info.android_version else model


def device_words(device: device_service_pb2.Device) -> str:
    """A phone in a list, by name."""
    if device.HasField("info") and device.info.model:
        return device_info_words(device.info)
    if device.kind == "phoneworld":
        return "Virtual phone (PhoneWorld)"
    return one_line(device.address)


def device_state_words(state: device_service_pb2.DeviceState) -> str:
    """Whether a phone can be used."""
    return _DEVICE_STATES.get(state, "unknown")


_DEVICE_STATES: Mapping[int, str] = {
    device_service_pb2.DEVICE_STATE_AVAILABLE: "ready",
    device_service_pb2.DEVICE_STATE_OPEN: "open",
    device_service_pb2.DEVICE_STATE_BUSY: "in a run",
    device_service_pb2.DEVICE_STATE_UNUSABLE: "cannot be used",
}


def policy_state_words(state: policy_service_pb2.PolicyState) -> str:
    """Whether a policy can be used."""
    return _POLICY_STATES.get(state, "unknown")


_POLICY_STATES: Mapping[int, str] = {
    policy_service_pb2.POLICY_STATE_AVAILABLE: "ready",
    policy_service_pb2.POLICY_STATE_LOADING: "loading",
    policy_service_pb2.POLICY_STATE_LOADED: "loaded",
    policy_service_pb2.POLICY_STATE_UNUSABLE: "cannot be used",
}


def cost_words(run: run_pb2.Run) -> str:
    """What a run cost, to follow what else it used; empty where nobody bills it."""
    return f", {money_words(run.cost_dollars)}" if run.HasField("cost_dollars") else ""
