"""Tasks with what is in files, and with what they are: texts, sizes, names."""

from __future__ import annotations

from phoneworld.apps.files import data, entries
from phoneworld.apps.files.entries import ROOT
from phoneworld.apps.files.stage import (
    DOCUMENTS,
    DOWNLOAD,
    SUBJECTS,
    names_on,
    open_folder,
    put,
    put_folder,
    some_size,
)
from phoneworld.providers.media import PATH
from phoneworld.tasks.expect import Added, Answered, Asked, Changed, Expectation, Removed
from phoneworld.tasks.matching import Anything, Exact, OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


class ShowHidden(Template):
    """Hidden files are to be listed."""

    name = "files.show_hidden"
    apps = ("Files",)
    goals = (
        "Make the file manager show hidden files.",
        "Files should also list the files whose names start with a dot. Turn that on.",
        "Can you set Files to display hidden files too?",
    )

    def setup(self, scene: Scene) -> Params:
        hidden = scene.rng.choice((".thumbnails", ".backup", ".cache"))
        put_folder(scene, f"{scene.rng.choice((DOWNLOAD, ROOT, DOCUMENTS))}/{hidden}")
        return {}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Changed(data.PATH, "settings", {"name": "show_hidden"}, {"value": "1"})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        for _ in range(v.get("times", 1)):
            pilot.tap("More options")
            pilot.tap(v.get("item", "hidden files"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"switched on and off again": {"times": 2}, "only looked": {"times": 0}}


class SpaceOfKind(Template):
    """How much room a kind of file takes is asked."""

    name = "files.space_of_kind"
    apps = ("Files",)
    hidden = ("size",)
    goals = (
        "How much storage do my {what} take up?",
        "Tell me how much space {what} use on this phone.",
        "Check in Files: what is the total size of all {what} on the phone?",
    )
    WORDS = {  # noqa: RUF012 - a constant
        "Audio": "audio files",
        "Documents": "documents",
        "Apps and archives": "apps and archives",
    }

    def setup(self, scene: Scene) -> Params:
        kind, other = scene.rng.sample(list(self.WORDS), 2)
        for number in range(scene.rng.randint(1, 4)):
            for ending in ("mp3", "docx", "zip"):
                put(
                    scene,
                    f"{ROOT}/Transfer/part {number}.{ending}",
                    size=scene.rng.randint(1, 40_000) * 1000,
                )
        size = entries.size_text(data.sizes_by_kind(scene.phone.files)[kind])
        return {"kind": kind, "what": self.WORDS[kind], "size": size, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered((v["size"], v["size"].replace(" ", "")))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap("Storage use")
        pilot.say(pilot.reach(v["kind"]).text.partition(", ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another kind": {"kind": v["other"]}, "the images": {"kind": "Images"}}


class AddLine(Template):
    """A line is added to a list that is a text file."""

    name = "files.add_line"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Add {item} to the end of {file} in Documents.",
        "My list {file} is in the Documents folder. Put {item} on it, on a line of its own.",
        "Please append a line with {item} to the text file Documents/{file}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind = rng.choice(("Hardware shop", "Pharmacy", "Market", "Birthday party", "Camping"))
        things = rng.sample(
            "screws,tape,plasters,lip balm,candles,balloons,rope,matches,paint,batteries,honey,figs,"
            "paper plates,gas bottle,light bulbs,cough syrup".split(","),
            6,
        )
        item, wrong, *rest = things
        text = "\n".join(f"- {thing}" for thing in rest)
        file, other = f"{kind} list.txt", f"{kind} list old.txt"
        put(scene, f"{DOCUMENTS}/{file}", text)
        put(scene, f"{DOCUMENTS}/{other}", "\n".join(f"- {thing}" for thing in rest[:2]))
        return {"file": file, "other": other, "item": item, "wrong": wrong, "text": text}

    def expect(self, v: Params) -> list[Expectation]:
        forms = [
            (v["text"] + f"\n{mark}{v['item']}{end}").encode()
            for mark in ("- ", "", "-")
            for end in ("", "\n")
        ]
        to = {"content": OneOf(*forms), "_size": Anything()}
        return [Changed(PATH, "files", {"_data": f"{DOCUMENTS}/{v['file']}"}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_folder(pilot, "Documents")
        pilot.tap(v["file"], role="item")
        pilot.tap("Edit")
        pilot.type(f"\n- {v['item']}", into="Text")
        if v.get("stop"):
            return
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the old list": {"file": v["other"]},
            "another thing": {"item": v["wrong"]},
            "not saved": {"stop": True},
        }


class WriteText(Template):
    """A new text file is written."""

    name = "files.write_text"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        'Create a text file {name}.txt in Downloads that says "{text}".',
        'Write "{text}" into a new text file called {name}.txt in my Downloads.',
        'I need a file {name}.txt in Downloads with this text: "{text}".',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        name, wrong = rng.sample(("reminder", "todo", "door code", "greeting", "plan B"), 2)
        text = rng.choice(
            (
                f"Call {person.first} before {rng.randint(2, 8)} pm",
                f"The code is {rng.randint(1000, 9999)}",
                f"Bring {rng.randint(2, 30)} chairs for {person.first}",
                f"Table {rng.randint(2, 40)} is booked for {person.first}",
            )
        )
        return {"name": f"{name} {rng.randint(1, 99)}", "wrong": wrong, "text": text}

    def expect(self, v: Params) -> list[Expectation]:
        content = OneOf(Exact(v["text"].encode()), Exact(f"{v['text']}\n".encode()))
        return [Added(PATH, "files", {"_data": f"{DOWNLOAD}/{v['name']}.txt", "content": content})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap("Downloads")
        pilot.tap("More options")
        pilot.tap("New text file")
        pilot.type(f"{v['name']}.txt")
        pilot.tap("Create")
        pilot.type(v["text"][: v.get("length")], into="Text")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another name": {"name": v["wrong"]}, "half of the text": {"length": 8}}


class ReadCode(Template):
    """Something that is written in a file is asked for."""

    name = "files.read_code"
    level = Level.MEDIUM
    apps = ("Files",)
    hidden = ("code",)
    goals = (
        "What is the {what} of {person}'s {thing}? It is in a file called {file}.",
        "I wrote the {what} for {person}'s {thing} into {file}. Look it up and tell me.",
        "Find {file} and tell me the {what} of the {thing} of {person}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        thing = rng.choice(("bike lock", "locker", "garage", "suitcase", "letter box", "safe"))
        what = rng.choice(("number", "code", "combination"))
        codes = rng.sample(range(1000, 9999), 3)
        lines = [f"{p.first}: {code}" for p, code in zip(people, codes, strict=True)]
        rng.shuffle(lines)
        folder = rng.choice(("Work", "Travel", "Recipes", "Work/Archive"))
        file = f"{thing.capitalize()}s.txt"
        put(scene, f"{DOCUMENTS}/{folder}/{file}", f"{what.capitalize()}s\n\n" + "\n".join(lines))
        return {
            "what": what,
            "thing": thing,
            "file": file,
            "person": people[0].first,
            "other": people[1].first,
            "code": str(codes[0]),
            "wrong": str(codes[1]),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["code"], nots=(v["wrong"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(v["file"], into="Search files")
        pilot.tap(v["file"], role="item")
        lines = pilot.read("content").split("\n")
        found = [line for line in lines if line.startswith(f"{v['person']}:")]
        pilot.say(found[0].partition(": ")[2] if found else "I did not find it")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"somebody else's": {"person": v["other"]}, "nobody's": {"person": "Nobody"}}


class MostOfAll(Template):
    """Which download is the largest, smallest, newest or oldest is asked."""

    name = "files.most_of_all"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("file",)
    goals = (
        "Which file in my Downloads is the {rank} of all? Tell me its name.",
        "Find the {rank} file in Downloads and tell me what it is called.",
        "My Downloads: what's the name of the {rank} file there?",
    )

    RANKS = {  # noqa: RUF012 - a constant
        "largest": "Largest first",
        "smallest": "Smallest first",
        "newest": "Newest first",
        "oldest": "Oldest first",
    }

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        names = [f"{name.replace(' ', '_')}.pdf" for name in rng.sample(SUBJECTS, 4)]
        put(scene, f"{DOWNLOAD}/{names[0]}", size=rng.randint(100, 300) * 1_000_000)
        put(scene, f"{DOWNLOAD}/{names[1]}", size=rng.randint(20, 90))
        put(scene, f"{DOWNLOAD}/{names[2]}", size=some_size(scene), days_ago=rng.randint(120, 400))
        put(scene, f"{DOWNLOAD}/{names[3]}", size=some_size(scene), days_ago=1)
        rank, other = rng.sample(list(self.RANKS), 2)
        first, second = scene.phone.files.rows(
            "SELECT _display_name FROM files WHERE parent = ? AND is_folder = 0 "
            "AND substr(_display_name, 1, 1) <> '.' "
            f"ORDER BY {data.SORTS[self.RANKS[rank]]} LIMIT 2",
            DOWNLOAD,
        )
        return {
            "rank": rank,
            "other": other,
            "file": first["_display_name"],
            "near": second["_display_name"],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["file"], nots=(v["near"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap("Downloads")
        pilot.tap("More options")
        pilot.tap("Sort by")
        pilot.tap(self.RANKS[v["rank"]])
        place: int = v.get("place", 0)
        pilot.say(names_on(pilot)[place])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"sorted otherwise": {"rank": v["other"]}, "the second": {"place": 1}}


class DeleteLargest(Template):
    """The largest file of a kind makes room."""

    name = "files.delete_largest"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("file",)
    goals = (
        "I need space: delete the largest of my {what}, wherever it is.",
        "Find the biggest file among all {what} on the phone and delete it.",
        "Which of my {what} takes up the most room? Delete that one, no other.",
    )
    KINDS = {  # noqa: RUF012 - a constant
        "Audio": ("audio files", "mp3"),
        "Apps and archives": ("apps and archives", "zip"),
        "Documents": ("documents", "pdf"),
    }

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind = rng.choice(list(self.KINDS))
        what, ending = self.KINDS[kind]
        stems = rng.sample(SUBJECTS, 3)
        files = [f"{stem.replace(' ', '-')}.{ending}" for stem in stems]
        large = rng.randint(120, 400) * 1_000_000
        places = rng.sample((DOWNLOAD, f"{DOCUMENTS}/Work", f"{ROOT}/Music"), 3)
        steps = (0, rng.randint(1, 9) * 100_000, 80_000_000)
        for name, folder, less in zip(files, places, steps, strict=True):
            put(scene, f"{folder}/{name}", size=large - less)
        return {
            "kind": kind,
            "what": what,
            "file": files[0],
            "path": f"{places[0]}/{files[0]}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "files", {"_data": v["path"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap(v["kind"])
        pilot.tap("Sort by")
        pilot.tap(v.get("sort", "Largest first"))
        pilot.tap(f"More options for {names_on(pilot)[v.get('place', 0)]}")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the second largest": {"place": 1}, "the smallest": {"sort": "Smallest first"}}


class RenameAsWritten(Template):
    """The new name of a scan stands in a note."""

    name = "files.rename_as_written"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("new",)
    goals = (
        "Rename {old} in Downloads to the name that {note} in Documents gives for it.",
        (
            "The file {note} in Documents says what the scans should be called. Rename {old} in "
            "Downloads accordingly."
        ),
        "Look into Documents/{note} for the right name of {old}, then rename it (it's in Downloads).",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        numbers = rng.sample(range(100, 999), 3)
        olds = [f"scan-{number}.pdf" for number in numbers]
        news = [
            f"{name.capitalize()} {rng.randint(2021, 2026)}.pdf" for name in rng.sample(SUBJECTS, 3)
        ]
        lines = [f"{old} = {new}" for old, new in zip(olds, news, strict=True)]
        rng.shuffle(lines)
        note = f"{rng.choice(('Scans', 'File names', 'Naming', 'Scanner list'))}.txt"
        put(scene, f"{DOCUMENTS}/{note}", "New names\n\n" + "\n".join(lines))
        for old in olds:
            put(scene, f"{DOWNLOAD}/{old}", size=some_size(scene))
        return {"old": olds[0], "other": olds[1], "new": news[0], "note": note}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"_data": f"{DOWNLOAD}/{v['new']}", "_display_name": v["new"]}
        return [Changed(PATH, "files", {"_data": f"{DOWNLOAD}/{v['old']}"}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_folder(pilot, "Documents")
        pilot.tap(v["note"], role="item")
        lines = [line.split(" = ") for line in pilot.read("content").split("\n") if " = " in line]
        names = dict(lines)
        pilot.back()
        pilot.tap("Go to Internal storage")
        pilot.tap("Download", role="item")
        pilot.tap(f"More options for {v['old']}")
        pilot.tap("Rename")
        pilot.type(names[v.get("as", v["old"])], clear=True)
        pilot.tap("Rename", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another scan": {"old": v["other"]}, "the name of another": {"as": v["other"]}}


class DeleteAfterAsking(Template):
    """Two files have the same name; which one must be asked."""

    name = "files.ask_which"
    level = Level.HARD
    apps = ("Files",)
    goals = (
        "Delete the file {file}. If there is more than one, ask me which.",
        "Please remove {file} from my phone; check with me in case it isn't clear which one I mean.",
        "Find {file} and delete it. Ask me if you find several.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        folders = rng.sample(("Download", "Documents/Work", "Documents/Travel", "Music"), 2)
        file = f"{rng.choice(SUBJECTS).capitalize()}.pdf"
        for folder in folders:
            put(scene, f"{ROOT}/{folder}/{file}", size=some_size(scene))
        return {"file": file, "meant": folders[0], "other": folders[1]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return f"The one in {v['meant']}"

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), Removed(PATH, "files", {"_data": f"{ROOT}/{v['meant']}/{v['file']}"})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(v["file"], into="Search files")
        if v.get("guess"):
            folder = v["guess"]
        else:
            folder = pilot.ask(f"There are several. Which {v['file']}?").removeprefix("The one in ")
        pilot.hold(f"Internal storage/{folder}")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }
