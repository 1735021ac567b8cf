"""Things and powers that the books leave to the GM: used, with what came of it in the GM's words."""

from typing import ClassVar

from schemas.entry import Event


class ThingUsed(Event, tag="thing.used", frozen=True, kw_only=True):
    """EOS-TURN-11, EOS-MAGIC-01: somebody uses a thing, or a row that the GM ruled; what it does is the GM's to say.

    `piece` is the thing itself, `effect` the words of the ruling or of the line's reason.
    """

    says: ClassVar[str] = "{who} uses {what}{on}{does}"
    what: str
    piece: str | None = None
    whom: tuple[str, ...] = ()
    effect: str | None = None

    @property
    def on(self) -> str:
        return f" on {', '.join(self.whom)}" if self.whom else ""

    @property
    def does(self) -> str:
        return f": {self.effect}" if self.effect else ""
