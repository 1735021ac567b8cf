"""Blows: declared, rolled, what they do to gear and to bodies."""

from typing import ClassVar

from schemas.dice import Plus
from schemas.entry import Event
from schemas.units import Amount, counted, exact, text_of


class AttackDeclared(Event, tag="attack.declared", frozen=True, kw_only=True):
    """EOS-POS-06: a blow is announced, and each side has what it strikes with in hand before the dice fall.

    EOS-CRIT-14: once they have fallen nothing is switched any more, so there is no other line for it.

    `weapons` are pieces (`sword@41`) or parts of a body (`hand`, `claw`); `forms` are those of `--as`; `distance` is in
    tiles, None within reach; `against_weapons` what the defender changed to. The action and the ammunition are posted.
    """

    says: ClassVar[str] = "{who} attacks {whom} with {arms}{how}"
    whom: str
    weapons: tuple[str, ...]
    skill: str = ""
    forms: tuple[str, ...] = ()
    distance: Amount | None = None
    behind: bool = False
    cover: bool = False
    over: tuple[str, ...] = ()
    light: int | None = None
    sharing: tuple[str, ...] = ()
    ammunition: str | None = None
    against_weapons: tuple[str, ...] = ()
    actions: int = 0
    held: bool = False
    tile: Amount | None = None

    @property
    def arms(self) -> str:
        if len(self.weapons) > 1 and len(set(self.weapons)) == 1:
            return f"{self.weapons[0]}s"
        return " and ".join(self.weapons) or "nothing"

    @property
    def how(self) -> str:
        """The rest of it, for eyes."""
        words = list(self.forms)
        if self.tile is not None:
            words.append(f"tile {self.tile}")
        if self.distance is not None:
            words.append(f"from {counted(exact(self.distance), 'tile')}")
        if self.behind:
            words.append("from behind")
        if self.over:
            words.append(f"past {', '.join(self.over)}")
        return f" ({', '.join(words)})" if words else ""


class AttackRolled(Event, tag="attack.rolled", frozen=True, kw_only=True):
    """EOS-MELEE-01, EOS-PROJ-01: both sides' dice and sums; the higher total is the only one that may hurt.

    EOS-MH-05, EOS-OHM-01, EOS-THM-06, EOS-UNA-03, EOS-BOW-06, EOS-THR-05: each with Reflex and the skill of its own.

    `outcome`: `hit`, `countered` (the defender strikes back), `dodged` (the defender won and hurts nobody),
    `nobody` (a tie), `spared` (the winner waived it), `undefended`. `crit` and `fumble` of either side are what a natural 20
    or 1 was spent on: a piece, a part of the body, `declined`, or `nothing` where nothing was left to lose.
    """

    says: ClassVar[str] = "{who} against {whom}{way}: {roll}, {outcome}"
    whom: str
    skill: str = ""
    against_skill: str | None = None
    behind: bool = False
    outcome: str | None = None
    crit: str | None = None
    fumble: str | None = None
    against_crit: str | None = None
    against_fumble: str | None = None
    spared: bool = False
    form: str | None = None

    @property
    def way(self) -> str:
        """RNK-SEQ-01: the row of the second game that strikes, where it is more than a standard attack."""
        return f" ({self.form})" if self.form and self.form != "standard attack" else ""


class GearDamaged(Event, tag="gear.damaged", frozen=True, kw_only=True):
    """EOS-CRIT-01, EOS-CRIT-04, EOS-CRIT-06: a piece, or a part of a body, loses a tier before hit points are counted.

    `who` has it; `by` rolled the 20, or the 1 (`cause` is `crit` or `fumble`); `tier` is what is left.
    """

    says: ClassVar[str] = "{whose} goes down to T{tier} ({cause})"
    piece: str
    cause: str
    was: Amount
    tier: Amount
    by: str | None = None

    @property
    def whose(self) -> str:
        """The piece and who has it, for eyes; a wall is its own."""
        return self.piece if self.who in (None, self.piece) else f"{self.piece} of {self.who}"


class WoundDealt(Event, tag="wound.dealt", frozen=True, kw_only=True):
    """EOS-MELEE-03, EOS-MELEE-05: what a blow, a fall or a trap takes of the hit points of `who`.

    `raw` is the sum of `parts` before armor, `armor` what of it counts (`worn`, `natural`, `shield`), `dealt` what is left,
    never below 0 (EOS-CGEAR-02). `by` dealt it with `weapon`; `kind` is how: `melee thrown bow crossbow firearm siege
    unarmed natural fall trap bump crit fumble`.
    """

    says: ClassVar[str] = "{who} takes {dealt} damage ({weapon}{soaked})"
    dealt: Amount
    kind: str
    weapon: str = ""
    by: str | None = None
    raw: Amount = 0
    parts: tuple[Plus, ...] = ()
    armor: tuple[Plus, ...] = ()
    tile: Amount | None = None

    @property
    def soaked(self) -> str:
        """What armor held off, for eyes."""
        held = sum((exact(each.value) for each in self.armor), start=0)
        return f": {text_of(exact(self.raw))}, armor {text_of(held)}" if held else ""
