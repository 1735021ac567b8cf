"""Fights: who stands in one, whose turn it is, where they move and look, what they hold back for later."""

from typing import ClassVar

from schemas.dice import Roll
from schemas.entry import Event
from schemas.units import Amount


class FightOpened(Event, tag="fight.opened", frozen=True, kw_only=True):
    """EOS-TURN-03, EOS-TURN-04: a fight begins; `sides` as they were named, `order` in which the turns go round.

    `initiative` are the throws for the order, those for ties at the end; `asleep` who sleeps as it begins.
    """

    says: ClassVar[str] = "{fight} begins: {order}"
    fight: str
    sides: tuple[tuple[str, ...], ...] = ()
    order: tuple[str, ...] = ()
    light: Amount | None = None
    asleep: tuple[str, ...] = ()
    initiative: tuple[Roll, ...] = ()


class FightClosed(Event, tag="fight.closed", frozen=True, kw_only=True):
    """EOS-TURN-01: a fight is over, after so many rounds; flags, held actions and places on its board end with it."""

    says: ClassVar[str] = "{fight} ends after {rounds:round}"
    fight: str
    rounds: int = 0


class TurnStarted(Event, tag="turn.started", frozen=True, kw_only=True):
    """EOS-TURN-01, EOS-TURN-05: someone's turn begins, the last one's is over; `lapsed` are marks that ended."""

    says: ClassVar[str] = "{who} has the turn (round {round})"
    fight: str
    round: int
    lapsed: tuple[str, ...] = ()


INSTEAD = {"stay-quiet": "stays quiet", "other-action": "does something other than move"}
"""EOS-DARK-12: what a blind figure may do instead of moving."""


class MoveMade(Event, tag="move.made", frozen=True, kw_only=True):
    """EOS-CMOVE-02: a move of so many tiles; on a board `start` and `to` are tiles, else `to` is what was said.

    `form` is a special one, or what a blind figure does instead (EOS-DARK-12), `direction` its way if it goes blind. `path` are
    the tiles passed over on a board, `bumped` what stopped it.
    `crossed` are those whose path of this round it crossed in the dark (EOS-DARK-13). RNK-MV-02: `areas` is how many it went.
    """

    says: ClassVar[str] = "{who} {moved}"
    fight: str | None = None
    tiles: int | None = None
    start: str | None = None
    to: str | None = None
    direction: str | None = None
    path: tuple[str, ...] = ()
    form: str | None = None
    climbed: bool = False
    bumped: str | None = None
    crossed: tuple[str, ...] = ()
    areas: int | None = None

    @property
    def moved(self) -> str:
        """How far and where, for eyes."""
        if self.form in INSTEAD:
            return INSTEAD[self.form]
        return "moves" + (
            ("" if self.tiles is None else f" {self.tiles} {'tile' if self.tiles == 1 else 'tiles'}")
            + (f" {self.direction}" if self.direction else "")
            + (f" to {self.to}" if self.to else "")
            + (", climbing" if self.climbed else "")
            + (f", and bumps into {self.bumped}" if self.bumped else "")
        )


class MoveBlocked(Event, tag="move.blocked", frozen=True, kw_only=True):
    """EOS-TACT-04: somebody steps into the way: the mover stops there and loses what was left of the move."""

    says: ClassVar[str] = "{by} blocks {who}, who stops{at}"
    fight: str | None = None
    by: str
    stops: str | None = None

    @property
    def at(self) -> str:
        return f" at {self.stops}" if self.stops else ""


class FacingSet(Event, tag="facing.set", frozen=True, kw_only=True):
    """EOS-TURN-13: at the end of a turn someone looks one way, or keeps turning to somebody."""

    says: ClassVar[str] = "{who} faces {facing}"
    fight: str | None = None
    facing: str


class ActionHeld(Event, tag="action.held", frozen=True, kw_only=True):
    """EOS-TACT-02: an action that meets no dice is kept for somebody else's turn."""

    says: ClassVar[str] = "{who} holds an action"
    fight: str | None = None


class ActionUsed(Event, tag="action.used", frozen=True, kw_only=True):
    """EOS-TACT-02: the action that was held is used."""

    says: ClassVar[str] = "{who} uses the held action: {what}"
    fight: str | None = None
    what: str


class ActionSpent(Event, tag="action.spent", frozen=True, kw_only=True):
    """Actions of a turn go on something."""

    says: ClassVar[str] = "{who} spends {cost:action} on {what}"
    fight: str | None = None
    what: str
    cost: int = 1
