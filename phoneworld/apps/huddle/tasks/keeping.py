"""Tasks with the list of chats, and what was said in them."""

from __future__ import annotations

from phoneworld.apps.huddle.data import GROUP, ME, PATH, add_chat, add_message
from phoneworld.apps.huddle.tasks.chats import GROUP_NAMES, SPOTS, chat_of, namesake
from phoneworld.tasks.expect import (
    Added,
    Answered,
    Changed,
    Expectation,
    Removed,
)
from phoneworld.tasks.matching import Digits
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis


class MuteGroup(Template):
    """One of two groups with similar names is muted."""

    name = "huddle.mute_group"
    level = Level.EASY
    apps = ("Huddle",)
    goals = (
        "Mute the group {group} in Huddle.",
        "The Huddle group {group} is too noisy. Silence its notifications.",
        "Please turn off notifications for {group} on Huddle.",
    )

    def setup(self, scene: Scene) -> Params:
        name = scene.rng.choice(GROUP_NAMES)
        twin = f"{name} {scene.rng.choice(('Planning', 'Photos', '2025'))}"
        names = [name, twin]
        scene.rng.shuffle(names)
        for title in names:
            people = scene.rng.sample(scene.world.people, 4)
            at = millis(scene.world.day(0, 8, scene.rng.randint(0, 59)))
            chat = add_chat(
                scene.phone.databases[PATH],
                title,
                members=[(person.name, person.phone) for person in people],
                at_ms=at,
            )
            add_message(
                scene.phone.databases[PATH],
                chat,
                "Anybody there?",
                sender=people[0].name,
                at_ms=at,
                unread=True,
            )
        return {"group": names[0], "twin": names[1]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "chats", {"title": v["group"], "muted": 0}, {"muted": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Huddle")
        # With what follows the name, so that the longer of the two names is not taken for it.
        pilot.hold(f"{v['group']}, ", role="item")
        pilot.tap(v.get("entry", "Mute"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the similar one": {"group": v["twin"]}, "pinned it": {"entry": "Pin"}}


class CreateGroup(Template):
    """A group of three others."""

    name = "huddle.create_group"
    level = Level.HARD
    apps = ("Huddle",)
    goals = (
        'Create a Huddle group called "{group}" with {one}, {two} and {three}.',
        "I need a new group in Huddle. Name: {group}. Members: {one}, {two}, {three}.",
        "Please put {one}, {two} and {three} together in a Huddle group with the name {group}.",
    )

    def setup(self, scene: Scene) -> Params:
        people = scene.rng.sample(scene.world.people, 4)
        double = namesake(scene, people[0])
        return {
            "group": scene.rng.choice(GROUP_NAMES),
            "one": people[0].name,
            "two": people[1].name,
            "three": people[2].name,
            "phones": [person.phone for person in people[:3]],
            "double": double.name,
            "fourth": people[3].name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "chats", {"title": v["group"], "kind": GROUP}),
            *(
                Added(PATH, "members", {"name": v[key], "phone": Digits(phone)})
                for key, phone in zip(("one", "two", "three"), v["phones"], strict=True)
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Huddle")
        pilot.tap("More options")
        pilot.tap("New group")
        pilot.type(v["group"], into="Group name")
        for key in ("one", "two", "three", "extra"):
            if v.get(key):
                pilot.type(v[key], into="Search people", clear=True)
                pilot.tap(v[key], role="checkbox")
        pilot.tap("Create")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "forgot somebody": {"three": ""},
            "the other of that first name": {"one": v["double"]},
            "one too many": {"extra": v["fourth"]},
        }


class FinalPlan(Template):
    """A plan was changed in the course of the talk; another group has a plan, too."""

    name = "huddle.final_plan"
    level = Level.MEDIUM
    apps = ("Huddle",)
    hidden = ("spot",)
    goals = (
        "Where do we meet according to the Huddle group {group}?",
        "Read the Huddle group {group} and tell me which meeting place they settled on in the end.",
        "What is the final meeting point of {group}? It was discussed on Huddle.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        spots = rng.sample(SPOTS, 4)
        names = rng.sample(GROUP_NAMES, 2)
        for index, name in enumerate(names):
            people = rng.sample(scene.world.people, 3)
            first, last = spots[2 * index], spots[2 * index + 1]
            at = millis(scene.world.day(-1, 18 + index, rng.randint(0, 40)))
            chat = add_chat(
                database,
                name,
                members=[(person.name, person.phone) for person in people],
                at_ms=at,
            )
            talk = (
                (people[0].name, f"I suggest that we meet at {first}."),
                (ME, "Fine with me."),
                (people[1].name, f"That will be closed. How about {last} instead?"),
                (people[0].name, f"Good point. Then it is {last}, everybody!"),
                (people[2].name, "Great, I will tell the others."),
                (ME, "See you there!"),
            )
            for turn, (sender, text) in enumerate(talk):
                add_message(database, chat, text, sender=sender, at_ms=at + turn * 90_000)
        return {
            "group": names[0],
            "other": names[1],
            "spot": spots[1],
            "dropped": spots[0],
            "elsewhere": [spots[2], spots[3]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        bare = v["spot"].removeprefix("the ")
        wrong = [spot.removeprefix("the ") for spot in (v["dropped"], *v["elsewhere"])]
        return [Answered(bare, nots=tuple(wrong))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Huddle")
        pilot.tap(v["group"], role="item")
        if v.get("hasty"):
            said = pilot.reach("I suggest that we meet at").text
            pilot.say(said.partition(" meet at ")[2])
            return
        said = pilot.reach("Then it is").text
        pilot.say(said.partition("Then it is ")[2].partition(",")[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the first suggestion": {"hasty": True}, "another group": {"group": v["other"]}}


class DeleteChat(Template):
    """A chat goes with all its messages."""

    name = "huddle.delete_chat"
    level = Level.MEDIUM
    apps = ("Huddle",)
    goals = (
        "Delete my Huddle chat with {name}.",
        "Remove the whole conversation with {name} from Huddle.",
        "I want the chat with {name} gone from Huddle, please delete it.",
    )

    def setup(self, scene: Scene) -> Params:
        person = scene.rng.choice(scene.world.people)
        double = namesake(scene, person)
        chat = chat_of(scene, person)
        chat_of(scene, double, days_ago=1)
        rows = scene.phone.databases[PATH].rows("SELECT text FROM messages WHERE chat_id = ?", chat)
        return {
            "name": person.name,
            "double": double.name,
            "chat": chat,
            "texts": [row["text"] for row in rows],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Removed(PATH, "chats", {"title": v["name"]}),
            *(
                Removed(PATH, "messages", {"chat_id": v["chat"], "text": text})
                for text in v["texts"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Huddle")
        pilot.tap(v["name"], role="item")
        pilot.tap("More options")
        entry = v.get("entry", "Delete")
        pilot.tap(f"{entry} chat")
        pilot.tap(entry, role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other of that first name": {"name": v["double"]},
            "only cleared it": {"entry": "Clear"},
        }


class PinnedAlready(Template):
    """The chat is at the top already."""

    name = "huddle.pin_already"
    level = Level.EASY
    apps = ("Huddle",)
    goals = (
        "Make sure that the chat with {name} is pinned in Huddle.",
        "The Huddle chat with {name} must stay at the top of the list. See to it.",
        "I want {name} pinned in my Huddle chats.",
    )

    def setup(self, scene: Scene) -> Params:
        person, other = scene.rng.sample(scene.world.people, 2)
        chat = chat_of(scene, person)
        chat_of(scene, other)
        scene.phone.databases[PATH].run("UPDATE chats SET pinned = 1 WHERE _id = ?", chat)
        return {"name": person.name, "other": other.name}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Huddle")
        if "Pinned" in pilot.reach(v["name"], role="item").description and not v.get("flips"):
            pilot.finish("It was pinned already.")
            return
        pilot.hold(v["name"], role="item")
        pilot.tap("Unpin" if v.get("flips") else "Pin")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took it off": {"flips": True}, "pinned another": {"name": v["other"]}}


TASKS: tuple[Template, ...] = (
    MuteGroup(),
    CreateGroup(),
    FinalPlan(),
    DeleteChat(),
    PinnedAlready(),
)
