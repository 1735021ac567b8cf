"""The house: the table's own rows over the rulebook's."""

from typing import ClassVar

from schemas.entry import Event


class HouseAdopted(Event, tag="house.adopted", frozen=True, kw_only=True):
    """From here on these rows hold; they are kept whole in the posting, and no file is needed again."""

    says: ClassVar[str] = "The table adopts {name}: {rows}"
    name: str
    rows: tuple[str, ...]
