"""Cold: what every hour of it takes."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class ColdBitten(Event, tag="cold.bitten", frozen=True, kw_only=True):
    """EOS-ENV-02: an hour of cold hurts someone: its level, what protects, a shelter, a fire."""

    says: ClassVar[str] = "The cold ({level}) takes {lost:hit point} from {who} at {at}"
    level: Amount
    protection: Amount
    shelter: bool = False
    fire: bool = False
