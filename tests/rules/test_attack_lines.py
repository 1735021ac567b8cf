"""Every line of COMMANDS.md, section 4.2, as it stands there, in one brawl in which nobody falls."""

from tests.conftest import Table

SETTING = """
declare zone Oakwood --miles 15 --zones 4
npc bandit --count 2 --race human --body 4 --reflex 4 --hp 900/900 --skills "main-hand melee 3" --gear "T2 axe, T2 armor" --in Oakwood
npc Brandt --race human --body 6 --reflex 4 --hp 90/90 --skills "two-handed melee 3" --gear "T2 glaive" --in Oakwood
npc Nia --race human --body 4 --reflex 4 --hp 90/90 --skills "main-hand melee 3, off-hand melee 2" --gear "T2 sword" --in Oakwood
npc Mara --race human --body 4 --reflex 4 --hp 90/90 --skills "bow 3, main-hand thrown 2" --gear "T1 spear" --in Oakwood
npc Ivo --race human --body 4 --reflex 4 --hp 90/90 --skills "main-hand crossbow 5, main-hand firearm 3" --gear "T1 crossbow" --in Oakwood
npc Ada --race human --body 4 --mind 6 --reflex 4 --hp 90/90 --skills "scholar 5, siege weapon 3" --in Oakwood
npc Pip --race neo-tabby --body 3 --reflex 4 --hp 90/90 --in Oakwood
npc Ogre --size 2x2 --body 6 --reflex 3 --move 5 --hp 90 --in Oakwood
gm give Ogre T1 club --reason "x"
wield Ogre club
gm give Nia T1 dagger --reason "x"
wear Nia dagger
gm give Mara T1 bow, 4 arrows --reason "x"
wear Mara bow
gm give Ivo 3 bolts, T3 pistol, 3 T3 bullets --reason "x"
gm give Oakwood T2 ballista --reason "x"
gm give Brandt T2 axe --reason "x"
wear Brandt axe
declare lock "cellar lock" --tier 4 --in Oakwood
declare structure "north wall" --tier 2 --of stone --length 40 --in Oakwood
reload Ivo crossbow
"""
BRAWL = (
    # 12 + 3 + 4 = 19 against 9 + 3 + 4 = 16: 3 + Body 6 + T2 - 2
    ('attack Brandt bandit-1 --with glaive --distance 2 --over Ivo --rolled 12 --against 9', [("bandit-1", 9)]),
    # 14 + the lower skill 2 + 4 = 20 against 16: 4 + 4 + the lower tier 1 - 2
    ('attack Nia bandit-1 --with sword,dagger --rolled 14,3 --choose 14 --against 9', [("bandit-1", 7)]),
    # 17 + 4 = 21 against 20 + 7 = 27: ten for the hands, then 6 + 4 + 2
    ('attack Nia bandit-1 --with hands --rolled 5,17 --against 20 --against-crit hands', [("Nia", 10), ("Nia", 12)]),
    # 21 against 13: 8 + 4 + 1 - 2
    ('attack Mara bandit-1 --with spear --as thrown --distance 4 --rolled 15 --against 6', [("bandit-1", 11)]),
    # 22 against 6 + 7 + (9 - 2 x 2) = 18: 4 + 1 - 2
    ('attack Mara bandit-1 --with bow --distance 9 --light 2 --rolled 15 --against 6', [("bandit-1", 3)]),
    # no dice: T1, and armor 2 less the bolt's 1 is 1 against it
    ('attack Ivo bandit-1 --with crossbow --distance 4', [("bandit-1", 0)]),
    ('wield Ivo pistol', None),
    ('reload Ivo pistol', None),
    # 14 against 11: 2 x 3 + 2 x 3, no armor
    ('attack Ivo bandit-1 --with pistol --distance 12 --using "1 T3 bullet" --rolled 10 --against 4', [("bandit-1", 12)]),
    # 10 x 2 + 14 - 20
    ('attack Ada north-wall --with ballista --distance 60 --tile 3 --crew Ivo,Mara --rolled 14', [("north wall", 14)]),
    # 18 + 4 = 22 + Body 6 + T2 - 24
    ('attack Brandt cellar-lock --with axe --rolled 18', [("cellar lock", 6)]),
    # 16 against 19: 3 + 3 - 5; and against 8 + 3 + 4 = 15: 1 + 6 + 1 + 12
    ('attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 15/8', [("Ogre", 1), ("Brandt", 20)]),
)


def test_every_line_of_the_fight_chapter_is_understood_and_comes_out(table: Table) -> None:
    """EOS-THM-05, EOS-DUAL-01, EOS-UNA-08, EOS-THR-06, EOS-LOWL-05, EOS-XB1-05, EOS-FA1-06, EOS-SIEGE-06, EOS-OBJ-04,
    EOS-TILE-03.
    """
    table.all(*SETTING.strip().splitlines())
    for line, wounds in BRAWL:
        entries = table.entries(line)
        if wounds is not None:
            dealt = [(e["who"] or e["place"], e["facts"]["dealt"]) for e in entries if e["tag"] == "wound.dealt"]
            assert dealt == wounds, line
