"""Stealth: checks and searches, and knowing in the dark who is there."""

from typing import ClassVar

import msgspec

from schemas.dice import Roll
from schemas.entry import Event
from schemas.units import Amount


class Defence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One of those whom somebody sneaks past: what they rolled (None: nothing), the total they met, whether they noticed.

    `why` says why nothing was rolled: `blind asleep unconscious far`.
    """

    who: str
    met: Amount | None = None
    roll: Roll | None = None
    noticed: bool | None = None
    why: str | None = None


class StealthRolled(Event, tag="stealth.rolled", frozen=True, kw_only=True):
    """EOS-STL-01, EOS-STS-06: one throw of stealth against each who might notice; a tie is theirs.

    `by` is what hid the one who sneaked (`shadow cover distraction behind`, or `darkness`); `search`: it was `whom` who
    was looked for (EOS-STS-18). `exposed`: they moved before this turn's check, in view (EOS-STS-03).
    """

    says: ClassVar[str] = "{who} {acts}: {roll}{result}"
    whom: tuple[str, ...] = ()
    by: str | None = None
    search: bool = False
    defences: tuple[Defence, ...] = ()
    unnoticed_by: tuple[str, ...] = ()
    exposed: bool = False

    @property
    def acts(self) -> str:
        return f"looks for {', '.join(self.whom)}" if self.search else f"sneaks ({self.by})"

    @property
    def result(self) -> str:
        """Who noticed and who did not, for eyes."""
        if self.search or not self.defences:
            return ""
        seen = [d.who for d in self.defences if d.noticed]
        words = [f"unnoticed by {', '.join(self.unnoticed_by)}"] if self.unnoticed_by else []
        words += [f"noticed by {', '.join(seen)}"] if seen else []
        return f", {', '.join(words)}" if words else ""


class FoeIdentified(Event, tag="foe.identified", frozen=True, kw_only=True):
    """EOS-DARK-04: an action told somebody by other senses who is there."""

    says: ClassVar[str] = "{who} makes out who is there: {whom}"
    whom: str
