from trainer.bench.adapters import measure_adapters


def test_each_way_is_compared_with_the_bare_loop() -> None:
    figures = measure_adapters(episodes=1, rounds=1)
    for way in ("session", "trl", "gymnasium", "gymnasium_pixels"):
        assert figures[f"{way}_steps_per_s"] > 0
        assert figures[f"{way}_share"] > 0
    assert (
        figures["gymnasium_share"] == figures["gymnasium_steps_per_s"] / figures["bare_steps_per_s"]
    )
