"""Medicine: a task of a medic for a patient at rest."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class TreatGiven(Event, tag="treat.given", frozen=True, kw_only=True):
    """EOS-MED-02: so many hit points more when the day closes, if the patient rested all of it (EOS-MED-04)."""

    says: ClassVar[str] = "{who} treats {patient} with {tool} tools: {healing:hit point} more by the close of day {day}"
    patient: str
    day: int
    tool: str
    healing: Amount
