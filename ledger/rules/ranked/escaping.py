"""What an action rids someone of: the arrow that pins them down (RNK-BOW-02)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.fight import spend_action
from ledger.ranks import able, costs, spent
from ledger.ruling import Command, People, Said, Scene, because, part
from projections.conditions import is_marked
from schemas.entry import Event
from schemas.events.marks import MarkLifted
from schemas.postings import Unmarked

PINNED = "pinned"


class Escape(Command, tag="escape", frozen=True):
    """Pull the arrow out that pins somebody down: `escape Rook`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "escape WHO"
    examples: ClassVar[tuple[str, ...]] = ("escape Rook",)
    who: People


def escape(command: Escape, scene: Scene) -> Iterator[Event | Said]:
    """RNK-BOW-02: an action removes the arrow, without dice. Refused: somebody who is not pinned."""
    for who in scene.people(command.who):
        able(scene, who)
        if not is_marked(who, PINNED, scene.moment):
            raise scene.lacks(f"{who.name} is not pinned down.", thing=who.name, state="free")
        postings = spend_action(scene, who, False, "pulling the arrow out", 1)
        lifted = MarkLifted(
            who=who.name, place=scene.world.place_of(who.name), rule="RNK-BOW-02", mark=PINNED,
            postings=(Unmarked(who.name, PINNED),),
        )  # fmt: skip
        if not costs(scene, who, 1):
            yield part(lifted)
            continue
        head = spent(scene, who, "pulling the arrow out", 1, postings)
        yield part(head)
        yield because(lifted, head)
