"""Who leaves, and groups (COMMANDS 2)."""

import pytest

from tests.conftest import Table
from tests.rules.test_learning import JOIN


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara, Brandt and three wolves."""
    table.all(
        "declare zone Oakwood --miles 15",
        f"join Mara --race human {JOIN}",
        f"join Brandt --race human {JOIN}",
        "npc wolf --count 3 --size 1x1 --move 6 --hp 20 --in Oakwood",
        'gm give Oakwood 200 preserved food --reason "stores"',
    )
    return table


def test_who_left_learns_eats_and_acts_no_more(camp: Table) -> None:
    """EOS-SKILL-04: months stop counting; the larder feeds one fewer."""
    [entry] = camp.entries('leave Brandt --reason "stays behind"')
    assert (entry["tag"], entry["rule"], entry["facts"]) == ("character.left", "EOS-SKILL-04", {"why": "stays behind"})
    assert camp.ok("sheet Brandt")["state"] == "gone"
    camp.ok("clock +30d")
    assert [camp.ok(f"sheet {who}")["points"]["time"] for who in ("Mara", "Brandt")] == [50, 48]
    assert camp.ok("larder Oakwood")["units"] == 200 - 30
    camp.refused('task Brandt "stands guard"')
    camp.refused("leave Brandt")


def test_a_group_is_named_and_named_anew(camp: Table) -> None:
    """`group guards Brandt,wolf-1`: from then on one word in WHO; said again it is these and no others."""
    [entry] = camp.entries("group guards Brandt,wolf-1")
    assert (entry["tag"], entry["facts"]) == ("group.named", {"name": "guards", "members": ["Brandt", "wolf-1"]})
    assert [e["who"] for e in camp.entries('task guards "stands guard"')] == ["Brandt", "wolf-1"]
    camp.ok("group guards Mara,wolf-1")
    assert [e["who"] for e in camp.entries('task guards "stands guard"')] == ["Mara", "wolf-1"]


def test_a_group_takes_no_name_that_is_taken(camp: Table) -> None:
    camp.refused("group Oakwood Mara,Brandt")
    camp.usage("group party Mara")
    camp.usage("group guards Nobody")
