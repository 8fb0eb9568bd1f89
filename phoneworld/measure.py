"""How fast PhoneWorld is: the measurements behind `phoneworld bench`.

Each returns plain figures. Times are those of the processor (`time.process_time`): all of it runs
on one core, and what else the machine is doing does not count. Memory and import are measured in
processes of their own, because one that has done other things tells nothing about either.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median

from phoneworld.catalogue import open_catalogue
from phoneworld.device import PhoneDevice
from phoneworld.monkey import next_action
from phoneworld.phone import Phone
from phoneworld.phone_data import create_data, populate
from phoneworld.providers import contacts
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from phoneworld.world import World, make_person, stream

EPISODE = 50
"""Steps before the phone is reset, as an episode would."""


def steps_per_second(workshop: Workshop, *, steps: int) -> dict[str, float]:
    """Steps (act, then observe the elements) a second, by app and over all: a mix of all gestures."""
    rates: dict[str, float] = {}
    total_steps, total_s = 0, 0.0
    for app in workshop.apps.values():
        if not app.in_launcher:
            continue
        phone = workshop.phone(0)
        started_at = _in_app(phone, app.package)
        taken, took_s = _wander(phone, started_at, Random(1), steps)
        rates[app.label] = taken / took_s
        total_steps += taken
        total_s += took_s
    return {"all": total_steps / total_s, **rates}


def _in_app(phone: Phone, package: str) -> bytes:
    phone.launch(package)
    return phone.snapshot()


def _wander(phone: Phone, start: bytes, rng: Random, steps: int) -> tuple[int, float]:
    device = PhoneDevice(phone)
    taken, took_s = 0, 0.0
    while taken < steps:
        phone.restore(start)
        screen = device.observe()
        for _ in range(min(EPISODE, steps - taken)):
            action = next_action(rng, screen)
            begun = time.process_time()
            device.perform(action, screen)
            screen = device.observe()
            took_s += time.process_time() - begun
            taken += 1
    return taken, took_s


def steps_by_contacts(
    workshop: Workshop, counts: tuple[int, ...], *, steps: int
) -> dict[str, float]:
    """Steps a second in Contacts, with that many people in the address book."""
    rates: dict[str, float] = {}
    for count in counts:
        phone = workshop.phone(0)
        fill_contacts(phone, count)
        start = _in_app(phone, "com.phoneworld.contacts")
        taken, took_s = _wander(phone, start, Random(1), steps)
        rates[str(count)] = taken / took_s
    return rates


def fill_contacts(phone: Phone, count: int) -> None:
    """Replace the address book by one of that many people."""
    database = phone.contacts
    for table in ("raw_contacts", "data", "name_lookup"):
        database.run(f"DELETE FROM {table}")
    rng = stream("many contacts", count)
    people = [make_person(rng) for _ in range(count)]
    names = [f"{person.name} {number}" for number, person in enumerate(people)]
    database.insert_many(
        "raw_contacts",
        [
            {"_id": i, "display_name": name, "sort_key": name.lower()}
            for i, name in enumerate(names, 1)
        ],
    )
    database.insert_many(
        "data",
        [
            {"raw_contact_id": i, "mimetype": contacts.PHONE, "data1": person.phone}
            for i, person in enumerate(people, 1)
        ],
    )
    database.insert_many(
        "name_lookup",
        [
            {"raw_contact_id": i, "normalized_name": word}
            for i, name in enumerate(names, 1)
            for word in name.lower().split()
        ],
    )


def resets_per_second(
    workshop: Workshop, templates: Sequence[Template], *, resets: int
) -> dict[str, float]:
    """Resets a second of a phone that was used in between.

    `phone`: back to the populated phone. `task`: the same, and set up for a task of each template.
    """
    phone = workshop.phone(0)
    device = PhoneDevice(phone)
    took_s = 0.0
    for number in range(resets):
        _use(device, number)
        begun = time.process_time()
        workshop.reset(phone, 0)
        took_s += time.process_time() - begun
    for seed in range(32):
        workshop.built(seed)
    task_s = 0.0
    for number in range(resets):
        _use(device, number)
        task = Task(templates[number % len(templates)], number)
        begun = time.process_time()
        Trial(workshop, task, phone=phone, device=device)
        task_s += time.process_time() - begun
    return {"phone": resets / took_s, "task": resets / task_s}


def _use(device: PhoneDevice, number: int) -> None:
    phone = device.phone
    phone.settings.toggle("global", "wifi_on")
    contacts.add_contact(phone.contacts, f"Person {number}")
    phone.launch("com.phoneworld.contacts")
    device.observe()


def snapshot_ms(workshop: Workshop, *, times: int) -> dict[str, float]:
    """Milliseconds of a snapshot and of a restore, of a populated phone that has just changed."""
    phone = workshop.phone(0)
    device = PhoneDevice(phone)
    start = phone.snapshot()
    saving: list[float] = []
    loading: list[float] = []
    for number in range(times):
        _use(device, number)
        begun = time.process_time()
        phone.snapshot()
        between = time.process_time()
        phone.restore(start)
        loading.append(time.process_time() - between)
        saving.append(between - begun)
    return {
        "snapshot": median(saving) * 1000,
        "restore": median(loading) * 1000,
        "bytes": float(len(start)),
    }


def rendering_ms(workshop: Workshop, *, times: int) -> dict[str, float]:
    """Milliseconds to paint 1080x2400 (each app's first screen, after one warm-up), and to encode."""
    from phoneworld.render.paint import encode, paint

    by_app: dict[str, float] = {}
    jpeg: list[float] = []
    png: list[float] = []
    for app in workshop.apps.values():
        phone = workshop.phone(0)
        phone.launch(app.package)
        image = paint(phone.frame())
        by_app[app.label] = _median_ms(lambda phone=phone: paint(phone.frame()), times)
        jpeg.append(_median_ms(lambda image=image: encode(image, mime="image/jpeg"), 3))
        png.append(_median_ms(lambda image=image: encode(image, mime="image/png"), 1))
    return {
        "median": median(by_app.values()),
        "worst": max(by_app.values()),
        "jpeg": median(jpeg),
        "png": median(png),
        **by_app,
    }


def _median_ms(act: Callable[[], object], times: int) -> float:
    took: list[float] = []
    for _ in range(times):
        begun = time.process_time()
        act()
        took.append(time.process_time() - begun)
    return median(took) * 1000


def memory_mb(phones: int) -> dict[str, float]:
    """Megabytes of that many phones in one process, each used for 40 steps in four apps."""
    workshop = open_catalogue().workshop()
    workshop.built(0)
    kept = [_used_phone(workshop, 0)]
    gc.collect()
    one = _resident_mb()
    kept += [_used_phone(workshop, number) for number in range(1, phones)]
    gc.collect()
    everything = _resident_mb()
    del kept
    return {
        "first_phone": one,
        "all": everything,
        "per_further_phone": (everything - one) / max(1, phones - 1),
    }


def _used_phone(workshop: Workshop, number: int) -> Phone:
    phone = workshop.phone(0)
    device = PhoneDevice(phone)
    rng = stream("memory", number)
    packages = [app.package for app in workshop.apps.values() if app.in_launcher]
    for package in rng.sample(packages, min(4, len(packages))):
        phone.launch(package)
        for _ in range(10):
            screen = device.observe()
            device.perform(next_action(rng, screen), screen)
    return phone


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def import_seconds(*, times: int) -> float:
    """Seconds that `import phoneworld` takes in a new process, above Python's own start."""
    took: list[float] = []
    for _ in range(times):
        code = "import time; t = time.process_time(); import phoneworld; print(time.process_time() - t)"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        took.append(float(done.stdout))
    return median(took)


def world_seconds(workshop: Workshop) -> float:
    """Seconds to make up a new world and put it on a phone."""
    phone = Phone(workshop.apps)
    begun = time.process_time()
    create_data(phone)
    populate(phone, World(31))
    return time.process_time() - begun
