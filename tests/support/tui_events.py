"""Events of made-up runs, numbered as a runtime would, for what the screens make of them."""

from __future__ import annotations

import io

from phonebuddy.v1 import action_pb2, observation_pb2, run_pb2
from PIL import Image, ImageDraw


def click(element: int) -> action_pb2.Action:
    target = action_pb2.Target(element=element)
    return action_pb2.Action(click=action_pb2.Click(target=target))


def screenshot(width: int = 90, height: int = 200) -> observation_pb2.Screenshot:
    """A picture of plain areas: as easy to compare as to look at."""
    image = Image.new("RGB", (width, height), (240, 240, 245))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width, height // 10), fill=(40, 60, 160))
    draw.rectangle((width // 6, height // 2, width * 5 // 6, height * 3 // 5), fill=(20, 140, 90))
    file = io.BytesIO()
    image.save(file, "PNG")
    return observation_pb2.Screenshot(
        data=file.getvalue(), mime="image/png", width_px=width, height_px=height
    )


def screen(*labels: str, picture: bool = False, **more: object) -> observation_pb2.Observation:
    """A look at buttons, one below the other."""
    elements = [
        observation_pb2.Element(
            index=number,
            role="button",
            text=label,
            clickable=True,
            bounds=observation_pb2.Bounds(
                left=100, top=200 * number + 100, right=800, bottom=200 * number + 250
            ),
        )
        for number, label in enumerate(labels)
    ]
    look = observation_pb2.Observation(
        id="look-1",
        package="com.example.app",
        width_px=900,
        height_px=2000,
        elements=elements,
        **more,  # type: ignore[arg-type]
    )
    if picture:
        look.screenshot.CopyFrom(screenshot())
    return look


APPROVAL = run_pb2.Question(
    id="q1",
    kind=run_pb2.QUESTION_KIND_APPROVAL,
    text="Pay 12.50 (Corner Café)?",
    rule="pay",
    risk="payment",
    action="Tap 'Pay now'",
    effect="Pay 12.50",
    concerns="Corner Café",
)
ASKED = run_pb2.Question(
    id="q2", kind=run_pb2.QUESTION_KIND_ANSWER, text="Which of the two accounts do you mean?"
)
ALONE = run_pb2.Question(
    id="q3",
    kind=run_pb2.QUESTION_KIND_HAND_OVER,
    text="This screen is for you alone. Handle it on the phone or take over, then let me go on.",
    rule="lock",
    risk="sensitive_screen",
)


class Events:
    """Makes events in order."""

    def __init__(self) -> None:
        self.sequence = 0

    def state(self, state: run_pb2.RunState, reason: str = "") -> run_pb2.Event:
        return self._event(state_changed=run_pb2.StateChanged(state=state, reason=reason))

    def opened(self, model: str = "Pixel 9") -> run_pb2.Event:
        info = run_pb2.DeviceInfo(address="adb://1", model=model, android_version="15")
        return self._event(opened=run_pb2.Opened(device=info))

    def looked(self, step: int, look: observation_pb2.Observation) -> run_pb2.Event:
        return self._event(looked=run_pb2.Looked(step=step, observation=look))

    def decided(
        self, step: int, action: action_pb2.Action, *, thought: str = "", words: str = ""
    ) -> run_pb2.Event:
        decision = run_pb2.Decision(action=action, thought=thought)
        return self._event(
            policy_decided=run_pb2.PolicyDecided(step=step, decision=decision, words=words)
        )

    def asked(self, step: int, question: run_pb2.Question) -> run_pb2.Event:
        return self._event(asked=run_pb2.Asked(step=step, question=question))

    def answered(
        self, step: int, question: run_pb2.Question, choice: run_pb2.Choice, text: str = ""
    ) -> run_pb2.Event:
        response = run_pb2.Response(choice=choice, text=text)
        return self._event(
            answered=run_pb2.Answered(step=step, question_id=question.id, response=response)
        )

    def acting(self, step: int, action: action_pb2.Action, words: str = "") -> run_pb2.Event:
        return self._event(acting=run_pb2.Acting(step=step, action=action, words=words))

    def done(
        self,
        step: int,
        action: action_pb2.Action,
        *,
        by_person: bool = False,
        error: str = "",
        note: str = "",
        touches: tuple[tuple[int, int], ...] = (),
        changed: bool = True,
    ) -> run_pb2.Event:
        record = run_pb2.Step(
            decision=run_pb2.Decision(action=action),
            actor=run_pb2.ACTOR_PERSON if by_person else run_pb2.ACTOR_POLICY,
            error=error,
            timings=[
                run_pb2.Timing(part="decode", milliseconds=1200),
                run_pb2.Timing(part="perform", milliseconds=300),
            ],
        )
        if not error:
            record.performed.CopyFrom(
                run_pb2.Performed(
                    action=action,
                    changed=changed,
                    note=note,
                    touches=[run_pb2.Touch(x=x, y=y) for x, y in touches],
                )
            )
        return self._event(step_done=run_pb2.StepDone(step=step, record=record))

    def ended(self, outcome: run_pb2.Outcome) -> run_pb2.Event:
        return self._event(ended=run_pb2.Ended(outcome=outcome))

    def _event(self, **happening: object) -> run_pb2.Event:
        self.sequence += 1
        return run_pb2.Event(sequence=self.sequence, **happening)  # type: ignore[arg-type]


DONE = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_FINISHED,
    status=action_pb2.FINISH_STATUS_DONE,
    text="Wi-Fi is on.",
)
