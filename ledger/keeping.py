"""How long food keeps."""

from ledger.ruling import Scene

WEEK = 7


def spoils_on(scene: Scene, harvested_on: int | None = None) -> int:
    """EOS-FOOD-01: the first day on which food of this day is spoiled (ruling spoil_boundary): of day 1, day 9."""
    day = scene.day if harvested_on is None else harvested_on
    if scene.world.ruling("spoil_boundary", "end-of-day-7") == "end-of-day-7":
        return day + WEEK + 1
    return day + WEEK
