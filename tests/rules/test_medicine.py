"""Medicine: the medic's level times the tool, for a patient who rests all day (seed 2189 to 2212)."""

import pytest

from tests.conftest import Table

BRANDT = 'join Brandt --race human --body 5 --mind 6 --reflex 4 --presence 4 --aura 5 --time "medicine 5" --in Oakwood'
ADA = BRANDT.replace("Brandt", "Ada").replace("medicine 5", "medicine 2")
HOB = "npc Hob --size 1x1 --hp 10/60 --in Oakwood"


@pytest.fixture
def ward(table: Table) -> Table:
    """Hob has 10 of 60 hit points and no Body: what medicine does is seen alone."""
    table.all("declare zone Oakwood --miles 15", BRANDT, HOB)
    table.all("gm give Brandt medicine toolkit, 40 preserved food --reason found")
    return table


def hp(table: Table) -> int:
    found: int = table.ok("sheet Hob")["hp"]
    return found


def test_a_task_heals_the_medics_level_when_the_day_closes(ward: Table) -> None:
    """EOS-MED-02, EOS-MED-01 (line 2193): medicine 5, crude: 10 + 5 = 15."""
    spent, given = ward.entries("treat Brandt Hob")
    assert (spent["tag"], given["tag"], given["cause"]) == ("task.spent", "treat.given", spent["position"])
    assert given["facts"] == {"patient": "Hob", "day": 1, "tool": "crude", "healing": 5}
    assert hp(ward) == 10
    [healed] = [e for e in ward.entries("camp") if e["tag"] == "body.healed"]
    assert healed["facts"] == {"day": 1, "rest": 0, "medicine": 5, "grown": []}
    assert hp(ward) == 15


@pytest.mark.parametrize(
    ("choice", "tool", "healing"),
    [
        ("text", "crude", 5),
        ("text", "basic", 10),
        ("table", "crude", 6),
        ("table", "basic", 12),
    ],
)
def test_what_a_task_heals_by_the_sentence_and_by_the_table(ward: Table, choice: str, tool: str, healing: int) -> None:
    """EOS-MED-02, EOS-MED-03, ruling medicine_rule: level x {1, 2}, or the row of level 5: 6, 12."""
    if choice != "text":
        ward.ok(f"ruling medicine_rule {choice} --reason vote")
    if tool != "crude":
        ward.ok("gm give Brandt basic medicine toolkit --reason found")
    assert ward.entries(f"treat Brandt Hob --with {tool}")[1]["facts"]["healing"] == healing
    ward.ok("camp")
    assert hp(ward) == 10 + healing


def test_a_workshop_adds_nothing(ward: Table) -> None:
    """EOS-MED-03 (line 2191): the sentence knows crude and basic."""
    ward.refused("treat Brandt Hob --with workshop", "EOS-MED-03")


def test_the_tables_workshop_is_one_of_any_skill(ward: Table) -> None:
    """EOS-MED-03, rulings medicine_rule and workshop_scope: none is medicine's own; level 5 says 24."""
    ward.all("ruling medicine_rule table --reason vote", "gm give Oakwood cooking workshop --reason found")
    ward.refused("treat Brandt Hob --with workshop")
    ward.ok("ruling workshop_scope all-skills --reason vote")
    assert ward.entries("treat Brandt Hob --with workshop")[1]["facts"]["healing"] == 24


def test_all_medics_and_all_their_tasks_add_up(ward: Table) -> None:
    """EOS-MED-06: 2 x 5 + 2 = 12, beside the night's rest."""
    ward.all(ADA, "gm give Ada medicine toolkit --reason found")
    ward.all("treat Brandt Hob --tasks 2", "treat Ada Hob", "camp")
    assert hp(ward) == 22


def test_no_medicine_without_a_toolkit(ward: Table) -> None:
    """EOS-MED-01."""
    ward.all("gm take Brandt medicine toolkit --reason lost")
    ward.refused("treat Brandt Hob", "EOS-MED-01")


def test_a_patient_rests_all_day_from_both_sides(ward: Table) -> None:
    """EOS-MED-04, ruling rest_scope: who worked is not treated, who is treated does not work."""
    ward.all(ADA, 'task Ada "digs"')
    ward.refused("treat Brandt Ada", "EOS-MED-04")
    ward.all("camp", "treat Brandt Ada")
    ward.refused('task Ada "digs"', "EOS-MED-04")
    ward.refused("treat Brandt Brandt", "EOS-MED-04")
    ward.all("camp", 'task Ada "digs"')


def test_a_treatment_of_who_worked_after_all_does_nothing(ward: Table) -> None:
    """EOS-MED-04: overruled, the work stands and the medicine is lost; rest itself stays."""
    ward.all(
        ADA, "gm harm Ada 20 --kind wound --reason dice", "treat Brandt Ada", 'task Ada "digs" --overrule "on fire"'
    )
    [healed] = [e for e in ward.entries("camp") if e["tag"] == "body.healed"]
    assert healed["facts"] == {"day": 1, "rest": 5, "medicine": 0, "grown": []}


def test_who_worked_is_treated_all_the_same_if_the_gm_says_so(ward: Table) -> None:
    """EOS-MED-04: overruled when the patient was treated, the medicine counts: 20 lost, 5 of rest, 5 of medicine."""
    ward.all(
        ADA, "gm harm Ada 20 --kind wound --reason dice", 'task Ada "mends nets"', 'treat Brandt Ada --overrule "light"'
    )
    [healed] = [e for e in ward.entries("camp") if e["tag"] == "body.healed"]
    assert healed["facts"] == {"day": 1, "rest": 5, "medicine": 5, "grown": []}


def test_nobody_treats_the_dead_or_who_is_elsewhere(ward: Table) -> None:
    """EOS-STAT-07."""
    ward.all("declare zone Ford --miles 20", "gm place Hob --to Ford --reason x")
    ward.refused("treat Brandt Hob")
    ward.all("gm place Hob --to Oakwood --reason x", "gm harm Hob 99 --kind wound --reason dice")
    ward.refused("treat Brandt Hob")
    ward.usage("treat Brandt Hob --tasks 0")


def test_no_medicine_amid_a_fight(ward: Table) -> None:
    """EOS-MED-05: whoever stands in a fight neither treats nor is treated."""
    ward.all("npc bandit --race human --in Oakwood", "fight start Hob bandit")
    ward.refused("treat Brandt Hob", "EOS-MED-05")
    ward.all("fight end", "treat Brandt Hob")
