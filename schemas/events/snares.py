"""Traps for opponents: set in secret, met, sprung, taken apart; and breaking free of them."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class TrapSet(Event, tag="trap.set", frozen=True, kw_only=True):
    """EOS-TRAP-10: a trap lies at `trap`; `difficulty` is what it is met with for as long as it waits (None: not yet).

    `rounds` is how long it holds, `factor` what its tools multiply by. In a fight there are three such entries, each with
    its `step` (`ready hide stow`, EOS-TRAP-19); from the second on `of` is the name of the trap (`trap@57`). `seen` are
    those who watched. It is hidden until it takes effect: `known_to` are those who know.
    """

    says: ClassVar[str] = "{who} sets a trap: {trap}{doing}"
    trap: str
    difficulty: Amount | None = None
    tool: str = ""
    rounds: int = 0
    factor: int = 1
    harmless: bool = False
    step: str | None = None
    of: str | None = None
    seen: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()

    @property
    def doing(self) -> str:
        """The step, for eyes."""
        words = {"ready": "gear at hand", "hide": "set and hidden", "stow": "gear put away"}
        return f" ({words.get(self.step, self.step)})" if self.step else ""

    def is_hidden(self) -> bool:
        return True


class TrapMet(Event, tag="trap.met", frozen=True, kw_only=True):
    """EOS-TRAP-12: somebody comes near: their total against the trap's; `sprung` if the trap has the higher.

    EOS-TRAP-13: whoever wins passes by, or finds it (`noticed`). Then the entry is hidden, as the trap still is.
    """

    says: ClassVar[str] = "{who} comes near a trap ({trap}): {roll}{found}"
    trap: str
    of: str = ""
    sprung: bool | None = None
    noticed: bool = False
    known_to: tuple[str, ...] = ()

    @property
    def found(self) -> str:
        return ", and finds it" if self.noticed else ""

    def is_hidden(self) -> bool:
        return not self.sprung


class TrapSprung(Event, tag="trap.sprung", frozen=True, kw_only=True):
    """EOS-TRAP-14, EOS-TRAP-16: it closes: so much damage past all armor, and held for so many rounds."""

    says: ClassVar[str] = "The trap {trap} closes on {who}: {damage} damage, held for {rounds:round}"
    trap: str
    by: str | None = None
    damage: Amount = 0
    rounds: int = 0
    harmless: bool = False
    reveals: tuple[str, ...] = ()


class TrapDisarmed(Event, tag="trap.disarmed", frozen=True, kw_only=True):
    """EOS-TRAP-13: a trap that was found is taken apart; no dice."""

    says: ClassVar[str] = "{who} disarms the trap {trap}"
    trap: str
    reveals: tuple[str, ...] = ()


class EscapeRolled(Event, tag="escape.rolled", frozen=True, kw_only=True):
    """EOS-TRAP-18: one stat and Traps against the difficulty of the trap that holds somebody."""

    says: ClassVar[str] = "{who} tries to break free by {by}: {roll}"
    by: str
    freed: bool | None = None
    trap: str | None = None
