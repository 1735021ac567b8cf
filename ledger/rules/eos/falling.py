"""Falling (EOS-FALL): what the ground does."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.ruling import Command, Figure, People, Said, Scene, Usage, Whole, part
from ledger.shots import falling_damage
from projections.pools import is_dead, state
from schemas.dice import Plus
from schemas.entry import Event
from schemas.events.combat import WoundDealt
from schemas.postings import Changed
from schemas.units import counted, exact, text_of

FEET_A_TILE = 5
DEEPEST = 60
"""Tiles beyond which no number of hit points is left to reckon with: two to the 58th."""


class Fall(Command, tag="fall", frozen=True):
    """Fall so far: `fall Pip --tiles 3`, `fall Mara --feet 15`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "fall WHO --tiles N | --feet N"
    examples: ClassVar[tuple[str, ...]] = ("fall Pip --tiles 3", "fall Mara --feet 15")
    who: People
    tiles: Whole | None = None
    feet: Figure | None = None


def fall(command: Fall, scene: Scene) -> Iterator[Event | Said]:
    """EOS-FALL-01, EOS-FALL-02: 0, 1, 2, 4, 8 ... hit points; neither armor nor shield helps.

    Refused: the dead (EOS-DOWN-04). Usage: no height or two, one below nought, one that no body is reckoned for. Lacking:
    somebody who has left.
    """
    tiles = fallen(command)
    for who in scene.people(command.who):
        if "gone" in who.marks:
            raise scene.lacks(f"{who.name} is {state(who)}.", thing=who.name, state=state(who))
        if is_dead(who):
            scene.refuse("EOS-DOWN-04", f"{who.name} is dead, and no fall does more.", thing=who.name, state="dead")
        harm = falling_damage(tiles)
        yield part(
            WoundDealt(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-FALL-01",
                kind="fall",
                weapon="fall",
                raw=harm,
                dealt=harm,
                parts=(Plus(f"a fall of {counted(tiles, 'tile')}", harm),),
                postings=(Changed(who.name, "hp", -harm, source="fall"),),
            )
        )


def fallen(command: Fall) -> int:
    """EOS-FALL-03: five feet are a tile, and a part of one is none."""
    if (command.tiles is None) == (command.feet is None):
        raise Usage(f"How far? {Fall.usage}", nearest=("--tiles 3", "--feet 15"))
    if command.tiles is not None:
        tiles = command.tiles
    else:
        feet = exact(command.feet or 0)
        tiles = int(feet // FEET_A_TILE)
    if tiles < 0:
        said = f"--tiles is 0 or more, not {tiles}." if command.feet is None else (
            f"--feet is 0 or more, not {text_of(exact(command.feet))}.")  # fmt: skip
        raise Usage(said)
    if tiles > DEEPEST:
        raise Usage(f"A fall of {tiles} tiles is beyond counting; {DEEPEST} are the most.", nearest=(f"--tiles {DEEPEST}",))
    return tiles
