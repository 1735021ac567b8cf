"""Fires and lights: lit and put out; what burns down in between is asked."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class LightLit(Event, tag="light.lit", frozen=True, kw_only=True):
    """EOS-BUSH-08, EOS-LITE-01: a fire, a torch or a candle burns from here on."""

    says: ClassVar[str] = "{who} lights a {what} at {at}"
    what: str
    fuel: str | None = None


class LightOut(Event, tag="light.out", frozen=True, kw_only=True):
    """EOS-LITE-02: a fire or a light is put out; `left` of it are days of a fire, hours of a light."""

    says: ClassVar[str] = "{who} puts a {what} out at {at}"
    what: str
    left: Amount = 0
