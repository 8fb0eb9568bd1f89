"""What the wire says, in plain words: actions, steps, questions, outcomes, states.

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

from tui.plain_text import LONGEST, one_line, plain, quoted

# Actions


def action_words(
    action: action_pb2.Action, observation: observation_pb2.Observation | None = None
) -> str:
    """What an action does, in one line: Tap 'Save'. The observation names what is touched."""
    match action.WhichOneof("action"):
        case "click":
            return f"Tap {_place(action.click.target, observation)}"
        case "double_click":
            return f"Double-tap {_place(action.double_click.target, observation)}"
        case "long_press":
            return f"Touch and hold {_place(action.long_press.target, observation)}"
        case "type":
            how = "Replace with" if action.type.clear else "Type"
            has_place = action.type.HasField("target")
            where = f" into {_place(action.type.target, observation)}" if has_place else ""
            return f"{how} {quoted(action.type.text)}{where}"
        case "scroll":
            return _scroll_words(action.scroll, observation)
        case "drag":
            start, end = action.drag.start, action.drag.end
            return f"Drag {_place(start, observation)} to {_place(end, observation)}"
        case "press_button":
            return f"Press {_BUTTONS.get(action.press_button.button, 'a button')}"
        case "open_app":
            return f"Open {one_line(action.open_app.app, LONGEST)}"
        case "close_app":
            return f"Close {one_line(action.close_app.app, LONGEST)}"
        case "wait":
            has_time = action.wait.HasField("duration_ms")
            return f"Wait {(action.wait.duration_ms if has_time else 1000) / 1000:g} s"
        case "output":
            return f"Say {quoted(action.output.text)}"
        case "finish":
            verb = _FINISHES.get(action.finish.status, "Done")
            return f"{verb}: {one_line(action.finish.text)}" if action.finish.text else verb
        case "ask_user":
            return f"Ask {quoted(action.ask_user.question)}"
        case _:
            return "Do something that this version does not know"


_BUTTONS: Mapping[int, str] = {
    action_pb2.BUTTON_BACK: "back",
    action_pb2.BUTTON_HOME: "home",
    action_pb2.BUTTON_MENU: "menu",
    action_pb2.BUTTON_ENTER: "enter",
}
_DIRECTIONS: Mapping[int, str] = {
    action_pb2.DIRECTION_UP: "up",
    action_pb2.DIRECTION_DOWN: "down",
    action_pb2.DIRECTION_LEFT: "left",
    action_pb2.DIRECTION_RIGHT: "right",
}
_FINISHES: Mapping[int, str] = {
    action_pb2.FINISH_STATUS_DONE: "Done",
    action_pb2.FINISH_STATUS_IMPOSSIBLE: "Give up",
    action_pb2.FINISH_STATUS_REFUSED: "Refuse",
}


def _scroll_words(
    scroll: action_pb2.Scroll, observation: observation_pb2.Observation | None
) -> str:
    if scroll.WhichOneof("motion") == "stroke":
        return f"Swipe from {_point(scroll.stroke.start)} to {_point(scroll.stroke.end)}"
    where = f" at {_place(scroll.target, observation)}" if scroll.HasField("target") else ""
    return f"Scroll {_DIRECTIONS.get(scroll.direction, 'on')}{where}"


def _place(target: action_pb2.Target, observation: observation_pb2.Observation | None) -> str:
    if target.WhichOneof("target") == "point":
        return _point(target.point)
    if observation is None:
        return f"element #{target.element}"
    if not 0 <= target.element < len(observation.elements):
        return f"element #{target.element}, which is not there"
    element = observation.elements[target.element]
    label = element_label(element)
    return quoted(label) if label else f"the {element.role or 'element'} #{element.index}"


def _point(point: action_pb2.Point) -> str:
    return f"({point.x:.0f}, {point.y:.0f})"


# Screens


def element_label(element: observation_pb2.Element) -> str:
    """What a person would call an element; empty where it has no name."""
    return one_line(element.text or element.description or element.hint)


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


def result_words(step: run_pb2.Step) -> str:
    """What became of a step; empty where it simply went well."""
    if step.error:
        return one_line(step.error)
    if step.HasField("guard") and step.guard.HasField("approved") and not step.guard.approved:
        return "you did not let it"
    if step.answer:
        return f"you said {quoted(step.answer)}"
    if not step.HasField("performed"):
        return ""
    if step.performed.note:
        return one_line(step.performed.note)
    looks_alike = not step.performed.changed and _touches_phone(step.performed.action)
    return "nothing changed on the screen" if looks_alike else ""


def _touches_phone(action: action_pb2.Action) -> bool:
    return action.WhichOneof("action") not in {None, "wait", "output", "finish", "ask_user"}


def step_words(step: run_pb2.Step) -> str:
    """A step in one line, with what became of it where that is worth a word."""
    words = decision_words(step.decision, step.observation)
    result = result_words(step)
    actor = actor_words(step.actor)
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
    "sensitive_screen": "A screen for you alone",
}


def question_lines(question: run_pb2.Question) -> tuple[str, ...]:
    """What is asked, line by line: what will happen, to whom, by which touch and rule."""
    if question.kind != run_pb2.QUESTION_KIND_APPROVAL:
        return tuple(plain(question.text).splitlines())
    lines = [f"What will happen: {one_line(question.effect or question.action or question.text)}"]
    if question.concerns:
        lines.append(f"To whom or what: {one_line(question.concerns)}")
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
    return f"{what}{whom}?"


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


def outcome_words(outcome: run_pb2.Outcome) -> str:
    """How a run ended, in one line."""
    text = one_line(outcome.text)
    match outcome.ending:
        case run_pb2.ENDING_KIND_FINISHED:
            words = _with({0: "Done", **_OUTCOMES}.get(outcome.status, "Done"), text)
        case run_pb2.ENDING_KIND_RAN_OUT:
            words = _with("Ended unfinished", text)
        case run_pb2.ENDING_KIND_STOPPED_BY_PERSON:
            words = _with("You stopped it", text)
        case run_pb2.ENDING_KIND_REFUSED_BY_GUARD:
            words = _with("The guard ended it", text)
        case run_pb2.ENDING_KIND_ENVIRONMENT_FAULT:
            words = _with("Something failed, not the policy", text)
        case _:
            words = _with("Ended", text)
    if not outcome.HasField("success"):
        return words
    verdict = "the task is solved" if outcome.success else "the task is not solved"
    reasons = "; ".join(one_line(reason) for reason in outcome.reasons)
    return f"{words} (checked: {verdict}{f', {reasons}' if reasons else ''})"


_OUTCOMES: Mapping[int, str] = {
    action_pb2.FINISH_STATUS_DONE: "Done",
    action_pb2.FINISH_STATUS_IMPOSSIBLE: "Gave up",
    action_pb2.FINISH_STATUS_REFUSED: "Refused",
}


def _with(words: str, text: str) -> str:
    return f"{words}: {text}" if text else words


def event_words(event: run_pb2.Event) -> str:
    """An event of a run in one line; empty for what a reader need not hear of.

    Targets have their names only where the event itself brings them.
    """
    match event.WhichOneof("happening"):
        case "state_changed":
            return _with(
                state_words(event.state_changed.state), one_line(event.state_changed.reason)
            )
        case "opened":
            return f"Has {device_info_words(event.opened.device)}"
        case "policy_decided":
            return event.policy_decided.words or decision_words(event.policy_decided.decision)
        case "asked":
            question = event.asked.question
            return f"{question_title(question)} {question_words(question)}"
        case "answered":
            return response_words(event.answered.response)
        case "step_done":
            return result_words(event.step_done.record)
        case "ended":
            return outcome_words(event.ended.outcome)
        case _:
            return ""


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
