"""Disputes, new spellings and what is revealed: entries about entries and names, which move no number."""

from typing import Annotated, ClassVar

from ledger.ruling import Answer, Command, Kind, Known, Name, Scene, Text, Usage
from schemas.events.disputes import DisputeOpened, DisputeSettled, EntryRevealed, NameChanged
from schemas.postings import Put
from schemas.units import key

EntryNumber = Annotated[int, Kind("entry")]


class Dispute(Command, tag="dispute", frozen=True):
    """Question an entry: `dispute 42 --reason "cocked die"`. Any seat may; all see it until the GM settles it."""

    words: ClassVar[tuple[str, ...]] = ("of",)
    usage: ClassVar[str] = 'dispute POS --reason "why"'
    examples: ClassVar[tuple[str, ...]] = (
        'dispute 42 --reason "cocked die"',
        'dispute last hunt of Mara --reason "wrong zone"',
    )
    reasoned: ClassVar[bool] = True
    of: EntryNumber


def dispute(command: Dispute, scene: Scene) -> Answer:
    """Refused: an entry that is disputed already and not settled."""
    for one in scene.world.of_kind("dispute"):
        if one.number("of") == command.of and one.word("state") == "open":
            raise scene.lacks(
                f"Entry {command.of} is disputed already.", thing=f"entry {command.of}", state="disputed", help=("disputes",)
            )  # fmt: skip
    own = "dispute@"  # the holder that this very entry brings: dispute@88
    return [
        DisputeOpened(
            of=command.of, by=scene.seat or "gm", reason=scene.reason,
            postings=(Put(own, "kind", "dispute"), Put(own, "of", command.of), Put(own, "state", "open")),
        )
    ]  # fmt: skip


class Settle(Command, tag="settle", frozen=True):
    """Decide a dispute: `settle 88 "the die stands"`; after a correction the decision may name it."""

    words: ClassVar[tuple[str, ...]] = ("dispute", "decision")
    usage: ClassVar[str] = 'settle POS "decision"'
    gm: ClassVar[bool] = True
    dispute: EntryNumber
    decision: Text


def settle(command: Settle, scene: Scene) -> Answer:
    """Refused: what is no dispute, or one that is settled."""
    one = scene.world.get(f"dispute@{command.dispute}")
    if one.kind != "dispute":
        raise scene.lacks(
            f"Entry {command.dispute} opened no dispute.", thing=f"entry {command.dispute}", state="no dispute",
            help=("disputes",),
        )  # fmt: skip
    of = int(one.number("of"))
    if one.word("state") != "open":
        raise scene.lacks(
            f"The dispute about entry {of} is settled already.", thing=f"entry {of}", state="settled", help=("disputes",)
        )  # fmt: skip
    return [
        DisputeSettled(
            dispute=command.dispute, of=of, decision=command.decision, postings=(Put(one.name, "state", "settled"),)
        )
    ]


class Rename(Command, tag="rename", frozen=True):
    """Spell a name anew, everywhere, without a ripple: `rename Oakwod Oakwood`. The old spelling is still understood."""

    words: ClassVar[tuple[str, ...]] = ("before", "after")
    usage: ClassVar[str] = "rename NAME NEW-NAME"
    gm: ClassVar[bool] = True
    before: Known
    after: Name


def rename(command: Rename, scene: Scene) -> Answer:
    """Refused: a name that is taken by something else."""
    world = scene.world
    if world.get(command.before).kind == "nobody":
        raise scene.lacks(f"{command.before} is no name of a person or place.", thing=command.before, state="unknown")
    if command.before == command.after:
        raise Usage(f"{command.before} is spelt so already.")
    taken = world.find(command.after)
    if taken is not None and taken != command.before:
        raise scene.lacks(f"The name {command.after} is taken.", thing=command.after, state="taken")
    if taken is None and any(key(command.after) == key(h) for h in world.holders):
        raise scene.lacks(f"The name {command.after} is taken.", thing=command.after, state="taken")
    return [
        NameChanged(
            before=command.before, after=command.after, postings=(Put(command.before, "renamed", command.after),)
        )
    ]  # fmt: skip


class Reveal(Command, tag="reveal", frozen=True):
    """Lift `--hidden` from an entry: `reveal 42`."""

    words: ClassVar[tuple[str, ...]] = ("of",)
    usage: ClassVar[str] = "reveal POS"
    gm: ClassVar[bool] = True
    of: EntryNumber


def reveal(command: Reveal, scene: Scene) -> Answer:
    """From here on every seat reads that entry's words. Refused: what is not hidden, or revealed already."""
    if not scene.hides(command.of):
        raise scene.lacks(
            f"Entry {command.of} is not hidden: every seat reads it.", thing=f"entry {command.of}", state="not hidden",
            help=(f"show {command.of}",),
        )  # fmt: skip
    return [EntryRevealed(of=command.of)]
