"""Screenshots on their way from phones into samples."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from built_in import TRIALS, find_template
from PIL import Image

from phoneworld import Task
from runtime.observation import Screenshot
from runtime.prompts.format import FormatOptions, ImagePart, ObservationKind
from runtime.prompts.registry import find_format
from trainer.cli import main
from trainer.data.lint import Check, check_pictures, lint
from trainer.data.samples import read_samples
from trainer.data.store import read_episodes
from trainer.data.trials import open_trial
from trainer.errors import DataError
from trainer.vision.image_settings import ImageSettings
from trainer.vision.screenshots import ScreenshotRenderer

FORM = find_format("phonebuddy", FormatOptions(ObservationKind.SCREENSHOT, rules=""))


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two episodes whose pictures are 24 tokens at most."""
    folder = tmp_path_factory.mktemp("filmed")
    words = ["collect", "--out", str(folder), "--templates", "settings.wifi_on", "settings.volume"]
    words += ["--seeds", "10", "--workers", "1", "--screenshots", "--image-tokens", "24"]
    assert main(words) == 0
    return folder


def test_pictures_are_kept_at_the_size_that_the_model_sees(filmed: Path) -> None:
    for episode in read_episodes(filmed, screenshots=True):
        for step in episode.steps:
            kept = step.observation.screenshot
            assert kept is not None
            with Image.open(io.BytesIO(kept.data)) as image:
                assert image.format == "WEBP"
                assert image.size == (kept.width_px, kept.height_px)
            assert kept.width_px * kept.height_px <= 24 * 32 * 32
            assert (kept.width_px % 32, kept.height_px % 32) == (0, 0)


def test_a_sample_shows_the_newest_screen_and_answers_in_points(filmed: Path) -> None:
    samples = list(read_samples([filmed], FORM))
    episodes = {episode.id: episode for episode in read_episodes(filmed, screenshots=True)}
    assert len(samples) == sum(len(episode.steps) for episode in episodes.values())
    for sample in samples:
        (shown,) = [part for part in sample.parts if isinstance(part, ImagePart)]
        step = episodes[sample.episode].steps[sample.step]
        assert shown.screenshot == step.observation.screenshot
        assert '"index"' not in sample.reply
    assert any('"points": [[' in sample.reply for sample in samples)


def test_other_screens_are_no_contradiction(filmed: Path) -> None:
    report = lint(filmed, FORM, TRIALS)
    assert report.samples > 5
    assert report.is_fit
    assert not report.contradictions


def test_lint_finds_a_damaged_picture(filmed: Path, tmp_path: Path) -> None:
    import shutil

    broken = tmp_path / "broken"
    shutil.copytree(filmed, broken)
    picture = next(broken.rglob("*.webp"))
    picture.write_bytes(picture.read_bytes()[:-20])

    report = lint(broken, FORM, TRIALS)

    assert not report.is_fit
    assert "damaged" in report.of(Check.BROKEN)[0].detail
    with pytest.raises(DataError, match="damaged"):
        list(read_samples([broken], FORM))


def test_lint_finds_pictures_that_are_missing_unreadable_or_of_another_size(filmed: Path) -> None:
    from dataclasses import replace

    episode = next(iter(read_episodes(filmed, screenshots=True)))
    first, second, third, *rest = episode.steps
    kept = third.observation.screenshot
    assert kept is not None

    def with_picture(step, picture):  # noqa: ANN001, ANN202
        return replace(step, observation=replace(step.observation, screenshot=picture))

    steps = (
        with_picture(first, None),
        with_picture(second, Screenshot(b"no picture", "image/webp", 10, 10)),
        with_picture(third, replace(kept, width_px=kept.width_px + 32)),
        *rest,
    )

    found = list(check_pictures(replace(episode, steps=steps)))

    assert [finding.where.rpartition(" ")[2] for finding in found] == ["0", "1", "2"]
    assert {finding.check for finding in found} == {Check.NO_PICTURE}


def test_data_commands_read_what_a_policy_with_eyes_is_shown(
    filmed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["data", "stats", str(filmed), "--format", "phonebuddy", "--observation", "screenshot"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["skipped"] == {}


def test_a_camera_sees_what_the_phone_shows_now() -> None:
    trial = open_trial(
        TRIALS.workshop,
        Task(find_template("settings.wifi_on"), 10),
        screenshots=ScreenshotRenderer(ImageSettings().at_most(112)),
    )
    seen = trial.observe().screenshot
    assert seen is not None
    assert (seen.width_px, seen.height_px) == (224, 480)


def test_no_picture_is_smaller_than_a_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["collect", "--out", str(tmp_path), "--seeds", "10", "--screenshots"]
    assert main([*words, "--image-tokens", "0"]) == 2
    assert "--image-tokens is 0" in capsys.readouterr().err
