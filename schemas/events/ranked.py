"""The second game: damage dice, stances, powers, healing, summons, weapons that fall."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount, exact, text_of


class DamageRolled(Event, tag="damage.rolled", frozen=True, kw_only=True):
    """RNK-DMG-01, RNK-SEQ-01: the damage dice of an attack that hit; the roll's total is their sum and their flat bonus."""

    says: ClassVar[str] = "{who} rolls damage on {whom}: {roll}"
    whom: str
    form: str = ""


class StanceTaken(Event, tag="stance.taken", frozen=True, kw_only=True):
    """RNK-ACT-03: somebody takes a stance; `until` is `turn` (the own next one), `fight` (its end) or `answered`."""

    says: ClassVar[str] = "{who} takes a stance: {stance}"
    stance: str
    until: str
    times: int | None = None


class StanceUsed(Event, tag="stance.used", frozen=True, kw_only=True):
    """RNK-1H-04, RNK-PA-03: a stance takes effect against `whom`; `reveals` is the entry that took it, hidden no longer.

    `left` is how many times it may still, None where nobody counts.
    """

    says: ClassVar[str] = "{stance} of {who} takes effect on {whom}"
    stance: str
    whom: str
    reveals: tuple[int | str, ...] = ()
    left: int | None = None


class PowerUsed(Event, tag="power.used", frozen=True, kw_only=True):
    """A power takes effect: `power` is the row, `words` what was said with it (a form, an answer, a ruling's text)."""

    says: ClassVar[str] = "{who} uses {power}{on}{said}"
    power: str
    whom: str | None = None
    words: str | None = None
    size: Amount | None = None

    @property
    def on(self) -> str:
        return f" on {self.whom}" if self.whom else ""

    @property
    def said(self) -> str:
        """What was said, for eyes."""
        size = "" if self.size is None else f", {text_of(exact(self.size))} times the size"
        return f" ({self.words}{size})" if self.words else ""


class HealingGiven(Event, tag="healing.given", frozen=True, kw_only=True):
    """RNK-MP-01, RNK-MP-03, RNK-MP-05: hit points offered to somebody; `blessed`: twice the most that the dice can show."""

    says: ClassVar[str] = "{who} heals {whom}: {healed:hit point} ({power})"
    whom: str
    power: str
    amount: Amount | None = None
    blessed: bool = False


class CharacterSummoned(Event, tag="character.summoned", frozen=True, kw_only=True):
    """RNK-ST-07: a character steps out of a story: its `figure` (`imaginary storied fabled`), skill, rank, hit points."""

    says: ClassVar[str] = "{who} summons {summoned} ({figure}, {skill} {rank}, {hp:hit point})"
    summoned: str
    figure: str
    skill: str
    rank: str
    hp: int
    until: int


class WeaponDropped(Event, tag="weapon.dropped", frozen=True, kw_only=True):
    """RNK-ACT-05: what somebody had in hand falls; an action picks each piece up."""

    says: ClassVar[str] = "{who} drops {pieces}"
    pieces: tuple[str, ...]
    by: str | None = None
