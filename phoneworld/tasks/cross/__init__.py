"""Tasks that take more than one app: what is read in one is needed in another."""

from __future__ import annotations

from phoneworld.author import Template
from phoneworld.tasks.cross import (
    appointments,
    bills_and_tickets,
    codes_and_numbers,
    cooking,
    deliveries_and_rides,
    errands,
    figures,
    invitations,
    journeys,
    long_chains,
    looking_things_up,
    money,
    notes_and_lists,
    payments,
    people,
    pictures_and_sound,
    places,
    reaching_people,
    shopping,
    texts_passed_on,
    three_apps,
    web,
)

TASKS: tuple[Template, ...] = (
    *appointments.TASKS,
    *bills_and_tickets.TASKS,
    *codes_and_numbers.TASKS,
    *cooking.TASKS,
    *deliveries_and_rides.TASKS,
    *errands.TASKS,
    *figures.TASKS,
    *invitations.TASKS,
    *journeys.TASKS,
    *long_chains.TASKS,
    *looking_things_up.TASKS,
    *money.TASKS,
    *notes_and_lists.TASKS,
    *payments.TASKS,
    *people.TASKS,
    *pictures_and_sound.TASKS,
    *places.TASKS,
    *reaching_people.TASKS,
    *shopping.TASKS,
    *texts_passed_on.TASKS,
    *three_apps.TASKS,
    *web.TASKS,
)
