import asyncio
import io

import pytest
from PIL import Image
from toy_phone import BUTTONS, FINISH, ToyLanguage, ToyPhones

from trainer.rl.rewards import Rewards
from trainer.rl.trajectories import RolloutFault
from trainer.scaling.episodes import (
    EnvironmentPool,
    Played,
    ScoredReply,
    TokenPrompt,
    pictures_of,
    plain_tokens,
)
from trainer.vision.pictures import SeenTokens, key_of

LANGUAGE = ToyLanguage()


async def _knowing(question: TokenPrompt) -> ScoredReply:
    goal, screen = question.tokens
    await asyncio.sleep(0)
    return ScoredReply([FINISH if screen == 3 else (goal + screen) % BUTTONS], [-0.5])


async def _play(
    place: EnvironmentPool, task: str, *, longest_prompt: int = 8
) -> Played | RolloutFault:
    return await place.play(
        task, LANGUAGE, _knowing, rewards=Rewards(), longest_prompt=longest_prompt
    )


@pytest.mark.parametrize("waits", [False, True])
async def test_a_try_is_played_to_its_end(*, waits: bool) -> None:
    phones = ToyPhones(waits=waits)

    played = await _play(EnvironmentPool(phones), "toy.1#1")

    assert isinstance(played, Played)
    assert (played.reward, played.success, played.unreadable) == (1.0, True, 0)
    assert [each.question.tokens for each in played.exchanges] == [[1, 0], [1, 1], [1, 2], [1, 3]]
    assert played.exchanges[0].reply == ScoredReply([1], [-0.5])
    assert phones.open == []


@pytest.mark.parametrize("waits", [False, True])
async def test_no_more_tries_are_open_than_there_are_phones(*, waits: bool) -> None:
    phones = ToyPhones(capacity=2, waits=waits)
    place = EnvironmentPool(phones)

    played = await asyncio.gather(*(_play(place, "toy.0#0") for _ in range(6)))

    assert all(isinstance(each, Played) and each.success for each in played)
    assert phones.most_open == 2


async def test_a_phone_that_breaks_is_a_fault_and_is_given_back() -> None:
    phones = ToyPhones(breaks=("toy.0#0",))

    found = await _play(EnvironmentPool(phones), "toy.0#0")

    assert isinstance(found, RolloutFault)
    assert "the toy broke" in found.error
    assert phones.open == []


async def test_a_prompt_that_is_too_long_ends_a_try_as_a_failure() -> None:
    played = await _play(EnvironmentPool(ToyPhones()), "toy.0#0", longest_prompt=1)

    assert isinstance(played, Played)
    assert (played.exchanges, played.reward, played.success) == ((), 0.0, False)


def test_pictures_become_tokens_that_servers_know() -> None:
    data = [_encoded("red"), _encoded("blue")]
    first, second = map(key_of, data)
    tokens = SeenTokens(
        [7, first, first, first, 8, second, 9, first], {first: data[0], second: data[1]}
    )

    assert plain_tokens(tokens, 99) == [7, 99, 99, 99, 8, 99, 9, 99]
    colours = [image.getpixel((0, 0)) for image in pictures_of(tokens)]
    assert colours == [(255, 0, 0), (0, 0, 255), (255, 0, 0)]
    assert pictures_of((1, 2, 3)) == []


def _encoded(colour: str) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (4, 4), colour).save(held, "PNG")
    return held.getvalue()
