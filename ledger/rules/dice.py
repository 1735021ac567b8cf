"""Dice that can be proven: promised before they fall, shown after. How the cup does it is said in ledger/cup.py."""

from typing import ClassVar

from ledger.ruling import Answer, Command, Promises, Scene, Usage, Whole, part
from schemas.events.dice import DiceCommitted, DiceRevealed

MOST = 1_000_000
"""How many dice one promise may be about."""


class DiceCommit(Command, tag="dice commit", frozen=True):
    """Promise the cup's next dice before they fall; `dice reveal` shows them after, and anyone recomputes every
    one.
    """

    usage: ClassVar[str] = "dice commit [--count N]"
    examples: ClassVar[tuple[str, ...]] = ("dice commit --count 200",)
    gm: ClassVar[bool] = True
    count: Whole = 200


def dice_commit(command: DiceCommit, scene: Scene) -> Answer:
    """Refused: a day that is past; while dice of an earlier promise have still to fall (it is shown first).

    A promise whose secret is lost stands in nobody's way: the new one names it and takes its place.
    """
    if not 1 <= command.count <= MOST:
        raise Usage(f"--count is how many dice are promised: 1 to {MOST}, not {command.count}.")
    promises = _asked(scene)
    newest = next(reversed(promises.unshown()), None)
    instead = None
    if newest is not None and newest.fell < newest.promise.count:
        of, left = newest.promise.position, newest.promise.count - newest.fell
        if newest.secret is not None:
            raise scene.lacks(
                f"Entry {of} has promised the next {left} dice already: show them first, then promise anew.",
                thing=f"the promise of entry {of}",
                state=f"{newest.fell} of {newest.promise.count} fell",
                help=("dice reveal",),
            )
        instead = of
    made = promises.make(command.count)
    yield DiceCommitted(first=made.first, count=made.count, head=made.head, commitment=made.commitment, instead=instead)


class DiceReveal(Command, tag="dice reveal", frozen=True):
    """Show the dice that were promised: the secret goes into the book, and the cup goes over to another."""

    usage: ClassVar[str] = "dice reveal"
    examples: ClassVar[tuple[str, ...]] = ("dice reveal",)
    gm: ClassVar[bool] = True


def dice_reveal(command: DiceReveal, scene: Scene) -> Answer:
    """Every promise not shown yet, a part each. Refused: where nothing is promised, or every secret is lost."""
    standing = _asked(scene).unshown()
    if not standing:
        raise scene.lacks(
            "No dice are promised that were not shown.",
            thing="dice",
            state="nothing promised",
            help=("dice commit --count 200",),
        )
    lost = [s.promise.position for s in standing if s.secret is None]
    entries = f"{'entry' if len(lost) == 1 else 'entries'} {', '.join(map(str, lost))}"
    if len(lost) == len(standing):
        raise scene.lacks(
            f"The promise of {entries} cannot be kept: its secret does not lie beside the book any more, as its .cup "
            "file was lost or replaced. Put that file back, or promise anew; the book goes on saying that this one was "
            "never shown.",
            thing=f"the promise of {entries}",
            state="broken",
            help=("dice commit --count 200",),
        )
    if lost:
        scene.notice("cup", f"The promise of {entries} cannot be shown: the secret is lost.")
    for promise, fell, secret in standing:
        if secret is not None:
            yield part(
                DiceRevealed(of=promise.position, secret=secret, first=promise.first, count=promise.count, fell=fell)
            )


def _asked(scene: Scene) -> Promises:
    if scene.promises is None:
        raise scene.lacks(
            "Dice are promised and shown in the book itself and at the clock: not in a world beside it, never for a "
            "day that is past.",
            thing="dice",
            state="elsewhere",
            help=("dice commit --count 200",),
        )
    return scene.promises
