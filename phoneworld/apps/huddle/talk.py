"""What people say to each other in Huddle. A line that starts with `>` is one's own.

In a group, the digit in front of a line tells which of its members speaks.
"""

from __future__ import annotations

TALK: tuple[tuple[str, ...], ...] = (
    (
        "Morning! Did you manage to fix the bike?",
        ">Almost, I still need a new chain.",
        "I have a spare one, come by after work.",
        ">You are the best, see you at six.",
    ),
    (
        ">How was the interview?",
        "Long, but good I think. They want to see me again next week.",
        ">That sounds promising!",
    ),
    (
        "Do you remember the name of that Lebanese place?",
        ">Cedar House, on the corner by the pharmacy.",
        "That was it, thanks!",
    ),
    (
        "The plumber comes between eight and ten.",
        ">Okay, I will leave the key under the pot.",
        "Perfect. He needs about an hour.",
        ">Tell him the tap in the bathroom drips too.",
    ),
    (
        ">Happy birthday! Hope you have a lovely day.",
        "Thank you! Cake at our place on Sunday, you are coming, right?",
        ">I would not miss it.",
    ),
    (
        "Can I borrow your tent for the long weekend?",
        ">Of course, it is in the cellar.",
        "Great, I will pick it up on Thursday.",
    ),
    (
        "I finished the book you gave me.",
        ">And?",
        "Cried on the train. Twice.",
        ">Told you so.",
    ),
    (
        ">Are you still selling the desk?",
        "Yes, eighty and it is yours.",
        ">Deal. Can I come on Saturday morning?",
        "Any time after nine.",
    ),
    (
        "Flight is delayed by two hours, do not wait at the airport yet.",
        ">Thanks for telling me. Text me when you land.",
        "Will do.",
    ),
    (
        ">Could you water the plants while we are away?",
        "Sure, which ones are the thirsty ones?",
        ">The two by the window, every other day.",
    ),
    (
        "The kids want to know if the cat may stay over again.",
        ">The cat says yes.",
        "They are jumping around the kitchen now.",
    ),
    (
        "I sent you the slides, could you have a look at page four?",
        ">The numbers are from last year, otherwise fine.",
        "Good catch, I will fix it.",
    ),
    (
        ">Which bus goes to the lake?",
        "The 24, every half hour. The last one back is at nine.",
        ">Perfect, thanks.",
    ),
    (
        "Guess who I met at the market today.",
        ">No idea, who?",
        "Our old maths teacher. He remembers you.",
        ">Oh no.",
    ),
    (
        "Running late, ten minutes.",
        ">No problem, I have a table by the window.",
        "Order me something warm please.",
    ),
    (
        "Thanks again for helping with the move.",
        ">My back has forgiven you by now.",
        "Dinner is on me, you choose where.",
    ),
    (
        ">Did the parcel arrive?",
        "Yes, this morning. The lamp is beautiful.",
        ">So glad it survived the trip.",
    ),
    (
        "Choir is cancelled tonight, Marta has a cold.",
        ">Pity. Next week then.",
        "Same time, same room.",
    ),
    (
        "Do you have a good recipe for lentil soup?",
        ">Onions, cumin, red lentils, lemon at the end. That is all.",
        "Sounds easy enough even for me.",
    ),
    (
        ">I think I left my umbrella at yours.",
        "The green one? It is in the hall.",
        ">I will get it next time it rains.",
    ),
)

GROUPS: tuple[str, ...] = (
    "Weekend Hikers",
    "Book Club",
    "Family",
    "Project Phoenix",
    "Flat 4B",
    "Five-a-side",
    "Choir Altos",
    "Neighbors",
    "Game Night",
    "Class of 2012",
)

GROUP_TALK: tuple[tuple[str, ...], ...] = (
    (
        "0Who is in for Saturday?",
        "1Me! I can drive.",
        ">Count me in, I bring the snacks.",
        "2Forecast says sun until four.",
        "0Then let us start early.",
    ),
    (
        "1Has anybody seen the blue folder?",
        "0It was on the shelf by the door yesterday.",
        ">I put it back there this morning.",
        "1Found it, thank you!",
    ),
    (
        "2Reminder: the rent for the room is due on the first.",
        ">Transferred.",
        "0Same here.",
        "1Doing it tonight.",
    ),
    (
        "0Photos from last time are finally online.",
        "2The one with the dog is my favorite.",
        ">We should print that one.",
    ),
    (
        "1What should we read next?",
        "0Something short please, I am drowning in work.",
        ">I vote for the detective story.",
        "2Seconded.",
        "1Done, detective story it is.",
    ),
    (
        "2The lift is out of order again.",
        "0I called them, somebody comes tomorrow.",
        ">Thanks for taking care of it.",
    ),
    (
        "0Goalkeeper wanted for Tuesday!",
        "1My brother could play.",
        "0Is he any good?",
        "1He is tall.",
        ">Good enough.",
    ),
    (
        "1Draft of the plan is in the shared folder.",
        ">Read it, two small comments on the last page.",
        "2Looks good to me.",
        "1Thanks both, sending it out at noon.",
    ),
)
