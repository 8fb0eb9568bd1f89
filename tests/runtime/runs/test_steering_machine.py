"""Any sequence of requests to a run: each does what the table says, and the phone obeys."""

from itertools import count

from desk_scene import QUICK, Library, SlowPhone, TestGuard, until
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from memory_store import MemoryStore

from runtime.actions import AskUser, PressButton, SystemButton
from runtime.device_pool import DevicePool
from runtime.errors import UnknownQuestion, WrongState
from runtime.guard.secrets import Secrets
from runtime.runs.desk import RunDesk
from runtime.runs.model import Choice, Response, Run, RunRequest, RunState
from runtime.runs.projection import after
from runtime.runs.transitions import POSSIBLE, RunTransition
from runtime.testing import ScriptedEngine

STEERING = [
    RunTransition.PAUSE,
    RunTransition.RESUME,
    RunTransition.TAKE_OVER,
    RunTransition.CANCEL,
]


class Steering(RuleBasedStateMachine):
    """A policy that always asks, so that a run that goes on soon waits again."""

    @initialize()
    def begin(self) -> None:
        self.phone = SlowPhone()
        self.pool = DevicePool(opener=lambda _address: self.phone, finder=list)
        library = Library()
        numbers = count()
        library.engines["asks"] = ScriptedEngine(lambda _look: AskUser(f"{next(numbers)}?"))
        self.store = MemoryStore()
        self.desk = RunDesk(
            self.store,
            self.pool,
            library,
            TestGuard(),
            Secrets(),
            settings=QUICK,
        )
        self.run_id = self.desk.start(RunRequest("ask", "fake:", "asks")).id
        self.state = RunState.WAITING
        self.acts = 0
        self.settle()

    def settle(self) -> None:
        """A run that goes on waits with its next question."""
        if self.state is RunState.RUNNING:
            self.state = RunState.WAITING
        if self.state is RunState.WAITING:
            until(lambda: self.run().state is RunState.WAITING)

    def waits_with_another(self, question_id: str) -> bool:
        run = self.run()
        question = run.question
        return run.state is RunState.WAITING and question is not None and question.id != question_id

    def run(self) -> Run:
        return self.desk.get(self.run_id)

    def expected(self, request: RunTransition) -> RunState | None:
        return POSSIBLE[request].get(self.state)

    @rule(request=st.sampled_from(STEERING))
    def steer(self, request: RunTransition) -> None:
        ask = getattr(self.desk, request.replace(" ", "_"))
        expected = self.expected(request)
        try:
            found = ask(self.run_id)
        except WrongState:
            assert expected is None
            return
        assert expected is not None
        if expected is not RunState.RUNNING:  # from there it goes on by itself
            assert found.state is expected
        self.state = expected
        self.settle()

    @rule(choice=st.sampled_from([Choice.ANSWER, Choice.DENY]), old=st.booleans())
    def respond(self, choice: Choice, old: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
        question = self.run().question
        question_id = "another" if old or question is None else question.id
        try:
            self.desk.respond(self.run_id, question_id, Response(choice, "yes"))
        except UnknownQuestion:
            assert self.state is RunState.WAITING
            assert old
        except WrongState:
            assert self.expected(RunTransition.RESPOND) is None
        else:
            assert self.state is RunState.WAITING
            assert not old
            until(lambda: self.waits_with_another(question_id))

    @rule()
    def act(self) -> None:
        try:
            self.desk.act(self.run_id, PressButton(SystemButton.HOME), "")
        except WrongState:
            assert self.state is not RunState.TAKEN_OVER
        else:
            assert self.state is RunState.TAKEN_OVER
            self.acts += 1

    @invariant()
    def only_the_person_has_touched_the_phone(self) -> None:
        assert len(self.phone.performed) == self.acts

    @invariant()
    def run_is_where_the_requests_have_led(self) -> None:
        run = self.run()
        assert run.state is self.state
        assert (run.question is not None) == (self.state is RunState.WAITING)

    @invariant()
    def events_add_up_to_the_run(self) -> None:
        events = self.desk.events(self.run_id)
        now = self.run()
        run = Run(now.id, now.request, RunState.QUEUED, now.created_s, now.created_s)
        for event in events:
            run = after(run, event)
        assert run == now

    def teardown(self) -> None:
        assert self.desk.close(10)
        self.pool.close()
        assert self.desk.alive == 0


TestSteering = Steering.TestCase
TestSteering.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
