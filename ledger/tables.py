"""Rolling on a table of the house: both games."""

from ledger.ruling import Scene
from schemas.events.rolling import RollMade
from schemas.house import HouseTable, TableRow
from schemas.units import Amount, Number, exact

TABLE = "the table"


def rolled(scene: Scene, table: HouseTable, who: str | None, bonus: Amount | None = None) -> RollMade:
    """One die of the table's faces, and the row that it names."""
    plus: list[tuple[str, Number]] = [] if bonus is None else [("bonus", exact(bonus))]
    thrown = scene.roll(who or TABLE, f"{who or TABLE} rolls {table.name}", plus, faces=(table.faces,))
    row: TableRow | None = None
    if thrown.total is not None:
        face = min(max(exact(thrown.total), 1), table.faces)
        row = next(r for r in table.rows if r.first <= face <= r.last)
    return RollMade(
        who=who,
        place=scene.world.place_of(who) if who else None,
        roll=thrown,
        by=table.name,
        row=row.text if row is not None else None,
        why=scene.reason,
    )
