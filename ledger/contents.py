"""The table of contents: every verb, and where it is decided. Names only, resolved on use, so that a line starts fast.

A mechanic adds its rows to `RULES` (what writes by a rule) and to `TICKS` (what a dawn brings); a view its row to
`VIEWS`; what is asked of the book itself stands in `ACTS`. Two words where the vocabulary has two (`gm give`).
"""

from typing import NamedTuple

BOTH = ("eos", "ranked")
EOS = ("eos",)


class Row(NamedTuple):
    """`module` (under its room), the struct that the words are read into, the function that answers, a line of help."""

    module: str
    words: str
    answer: str
    help: str
    games: tuple[str, ...] = EOS


RULES: dict[str, Row] = {
    "new": Row("opening", "New", "new", "open a new book", BOTH),
    "craft": Row("eos.crafting", "Craft", "craft", "make things; unfinished work stays on the bench"),
    "abandon": Row("eos.crafting", "Abandon", "abandon", "give unfinished work up"),
    "give": Row("goods", "Give", "give", "give things to somebody or to a store", BOTH),
    "take": Row("goods", "Take", "take", "take things up, out of a chest, from who lies there", BOTH),
    "share": Row("goods", "Share", "share", "share things out in equal parts", BOTH),
    "drop": Row("goods", "Drop", "drop", "lay things down", BOTH),
    "wear": Row("eos.wearing", "Wear", "wear", "put things on, or hang them in a slot"),
    "wield": Row("eos.wielding", "Wield", "wield", "take weapons and shields in hand"),
    "stow": Row("eos.stowing", "Stow", "stow", "put things into a container, back into a slot; fold a tent up"),
    "pitch": Row("eos.pitching", "Pitch", "pitch", "pitch a tent"),
    "fit": Row("eos.fitting", "Fit", "fit", "fit armor and clothing to another wearer"),
    "buy": Row("eos.trading", "Buy", "buy", "buy things for coin"),
    "sell": Row("eos.trading", "Sell", "sell", "sell things for coin"),
    "repair": Row("eos.repairing", "Repair", "repair", "mend gear and buildings"),
    "salvage": Row("eos.salvaging", "Salvage", "salvage", "break things down into their materials"),
    "cook": Row("eos.cooking", "Cook", "cook", "cook: free somebody of chores, preserve food, dip candles"),
    "declare zone": Row("declaring", "DeclareZone", "declare_zone", "declare a zone and its numbers", BOTH),
    "declare water": Row("declaring", "DeclareWater", "declare_water", "declare water to fish in", BOTH),
    "declare mine": Row("declaring", "DeclareMine", "declare_mine", "declare a mine and its ore", BOTH),
    "declare quarry": Row("declaring", "DeclareQuarry", "declare_quarry", "declare a quarry and its stones", BOTH),
    "declare site": Row("declaring", "DeclareSite", "declare_site", "declare a place in a zone", BOTH),
    "declare structure": Row(
        "declaring", "DeclareStructure", "declare_structure", "declare a building or a wall", BOTH
    ),
    "declare terrain": Row(
        "declaring", "DeclareTerrain", "declare_terrain", "declare ground that counts in a fight", BOTH
    ),
    "declare lock": Row("declaring", "DeclareLock", "declare_lock", "declare a lock", BOTH),
    "declare vessel": Row("declaring", "DeclareVessel", "declare_vessel", "declare a vessel", BOTH),
    "declare book": Row("declaring", "DeclareBook", "declare_book", "declare a book to read", BOTH),
    "declare map": Row("declaring", "DeclareMap", "declare_map", "declare a map", BOTH),
    "declare thing": Row("declaring", "DeclareThing", "declare_thing", "declare a thing of no book", BOTH),
    "calendar adopt": Row("sessions", "CalendarAdopt", "calendar_adopt", "count the days by another calendar", BOTH),
    "session start": Row("sessions", "SessionStart", "session_start", "begin a session of play", BOTH),
    "session end": Row("sessions", "SessionEnd", "session_end", "end the session, with its seal", BOTH),
    "seat": Row("sessions", "Seat", "seat", "say who plays whom", BOTH),
    "raise": Row("eos.learning", "Raise", "raise_", "spend a stat point"),
    "learn": Row("eos.learning", "Learn", "learn", "lay out points on skills"),
    "relearn": Row("eos.learning", "Relearn", "relearn", "lay all points out anew, after a level"),
    "leave": Row("company", "Leave", "leave", "leave the campaign", BOTH),
    "group": Row("company", "Group", "group", "call several people by one name", BOTH),
    "roll": Row("rolling", "Roll", "roll", "a check that the GM calls, or a table of the house", BOTH),
    "house": Row("house", "HouseFile", "house", "adopt the table's own rows over the rulebook's", BOTH),
    "ruling": Row("rulings", "Ruling", "ruling", "adopt a reading that the book leaves open", BOTH),
    "note": Row("notes", "Note", "note", "write what moves no number", BOTH),
    "weather": Row("weather", "Weather", "weather", "say how cold, bright and white a zone is", BOTH),
    "gm give": Row("gm", "GmGive", "gm_give", "give things out of nothing", BOTH),
    "gm take": Row("gm", "GmTake", "gm_take", "take things out of the world", BOTH),
    "gm set": Row("gm", "GmSet", "gm_set", "set a field of a sheet, place, piece or work", BOTH),
    "gm harm": Row("gm", "GmHarm", "gm_harm", "take hit points", BOTH),
    "gm heal": Row("gm", "GmHeal", "gm_heal", "give hit points", BOTH),
    "gm mark": Row("gm", "GmMark", "gm_mark", "mark someone", BOTH),
    "gm unmark": Row("gm", "GmUnmark", "gm_unmark", "lift a mark", BOTH),
    "gm award": Row("gm", "GmAward", "gm_award", "award experience", BOTH),
    "gm place": Row("gm", "GmPlace", "gm_place", "put people elsewhere", BOTH),
    "assert": Row("trust", "Assert", "assert_", "write what the table agreed", BOTH),
    "seal": Row("trust", "Seal", "seal", "seal the book: a code for players to keep", BOTH),
    "dispute": Row("disputes", "Dispute", "dispute", "question an entry; the GM settles it", BOTH),
    "settle": Row("disputes", "Settle", "settle", "decide a dispute", BOTH),
    "rename": Row("disputes", "Rename", "rename", "spell a name anew, everywhere", BOTH),
    "dice commit": Row("dice", "DiceCommit", "dice_commit", "promise the cup's next dice before they fall", BOTH),
    "dice reveal": Row(
        "dice", "DiceReveal", "dice_reveal", "show the dice that were promised, for anyone to recompute", BOTH
    ),
    "reveal": Row("disputes", "Reveal", "reveal", "show every seat an entry that was hidden", BOTH),
    "camp": Row("camp", "Camp", "camp", "close the day for everybody: meals, cold, hunger, healing, dawn", BOTH),
    "clock": Row("camp", "Clock", "clock", "move time on", BOTH),
    "task": Row("eos.dull_work", "Task", "task", "spend a task on work that no rule covers"),
    "meal": Row("eos.meals", "Meal", "meal", "say what somebody eats today"),
    "expose": Row("eos.cold", "Expose", "expose", "hours in the cold"),
    "light": Row("eos.lights", "Light", "light", "light a fire, a torch or a candle"),
    "douse": Row("eos.lights", "Douse", "douse", "put a fire or a light out"),
    "treat": Row("eos.medicine", "Treat", "treat", "treat a patient at rest"),
    "hunt": Row("eos.hunting", "Hunt", "hunt", "hunt game in a zone"),
    "trap": Row("eos.trapping", "Trap", "trap", "trap small game in a zone"),
    "fish": Row("eos.fishing", "Fish", "fish", "fish in a water"),
    "mine": Row("eos.mining", "Mine", "mine", "dig ore, and smelt it at a lit fire"),
    "quarry": Row("eos.mining", "Quarry", "quarry", "break stones in a quarry"),
    "fell": Row("eos.felling", "Fell", "fell", "fell trees for beams"),
    "farm": Row("eos.farming", "Farm", "farm", "work a plot for a month, and bring its harvest in"),
    "track": Row("eos.tracking", "Track", "track", "follow somebody's trail"),
    "attack": Row("eos.attacking", "Attack", "attack", "attack somebody or something, with a weapon or without"),
    "travel": Row("eos.travel", "Travel", "travel", "travel to a place; the rest of the way waits"),
    "pick": Row("eos.lockpicking", "Pick", "pick", "pick a lock, hour after hour"),
    "read": Row("eos.books", "Read", "read", "read a book, page by page"),
    "write": Row("eos.books", "Write", "write", "write a book, page by page"),
    "chart": Row("eos.charting", "Chart", "chart", "draw, copy, join or update a map"),
    "routine": Row("eos.routines", "Routine", "routine", "what somebody does on every day that passes"),
    "bushcraft": Row("eos.bushcraft", "Bushcraft", "bushcraft", "many small jobs: shelter, fire, food, crude tools"),
    "fall": Row("eos.falling", "Fall", "fall", "fall, and land hard"),
    "even-split": Row("eos.splitting", "EvenSplit", "even_split", "dozens of rounds of 20s and 1s in one"),
    "throw": Row("eos.throwing", "Throw", "throw", "throw a thing somewhere, to hurt nobody"),
    "reload": Row("eos.reloading", "Reload", "reload", "load a crossbow or a firearm"),
    "fight start": Row("fights", "FightStart", "fight_start", "begin a fight; each word is a side", BOTH),
    "fight end": Row("fights", "FightEnd", "fight_end", "end a fight", BOTH),
    "turn": Row("fights", "Turn", "turn", "begin somebody's turn, or the next one's", BOTH),
    "move": Row("eos.moving", "Move", "move", "move in a fight, or step into somebody's way"),
    "face": Row("eos.moving", "Face", "face", "say at the end of a turn where somebody looks"),
    "hold": Row("eos.moving", "Hold", "hold", "keep an action for somebody else's turn"),
    "set-trap": Row("eos.opponent_traps", "SetTrap", "set_trap", "set a trap for whoever comes by"),
    "meet-trap": Row("eos.opponent_traps", "MeetTrap", "meet_trap", "somebody comes near a trap"),
    "disarm": Row("eos.opponent_traps", "Disarm", "disarm", "take apart a trap that was found"),
    "escape": Row("eos.opponent_traps", "Escape", "escape", "break free of a trap"),
    "sneak": Row("eos.sneaking", "Sneak", "sneak", "sneak past others, for a flag on each who does not notice"),
    "search": Row("eos.sneaking", "Search", "search", "look for somebody who sneaked past"),
    "identify": Row("eos.sneaking", "Identify", "identify", "make out who is there, without eyes"),
    "use": Row("eos.using", "Use", "use", "use a thing, or what the GM ruled"),
    "join": Row("eos.people", "Join", "join", "bring a character into play"),
    "npc": Row("eos.people", "Npc", "npc", "bring figures of the GM into play"),
}
"""verb -> module under ledger.rules, its command, its rule."""

RANKED = ("ranked",)

RULES_OF: dict[str, dict[str, Row]] = {
    "ranked": {
        "join": Row("ranked.people", "Join", "join", "bring a character into play", RANKED),
        "npc": Row("ranked.people", "Npc", "npc", "bring figures of the GM into play", RANKED),
        "roll": Row("ranked.rolling", "Roll", "roll", "a skill roll against a difficulty, or a table of the house", RANKED),
        "attack": Row("ranked.attacking", "Attack", "attack", "attack by a row of a skill", RANKED),
        "use": Row("ranked.powers", "Use", "use", "stances, healing, shapes, summons and other powers", RANKED),
        "move": Row("ranked.moving", "Move", "move", "run to another area, jump to high ground", RANKED),
        "reload": Row("ranked.reloading", "Reload", "reload", "load a bolt", RANKED),
        "escape": Row("ranked.escaping", "Escape", "escape", "pull the arrow out that pins you down", RANKED),
    }
}
"""The verbs that a game decides in its own way, over `RULES`: game -> verb -> row."""

TICKS: tuple[tuple[str, str], ...] = (
    ("eos.routines", "ROUTINES"),
    ("eos.meals", "SUPPER"),
    ("eos.cold", "NIGHT"),
    ("eos.hunger", "HUNGER"),
    ("eos.healing", "HEALING"),
    ("camp", "CLOSE"),
    ("eos.months", "MONTH"),
    ("eos.months", "SPRING"),
)
"""What time asks in Eos: (module under ledger.rules, name of a TickRule); each says its own rank."""

TICKS_OF: dict[str, tuple[tuple[str, str], ...]] = {
    "eos": TICKS,
    "ranked": (("camp", "CLOSE"),),
}
"""What time asks, game by game."""

VIEWS: dict[str, Row] = {
    "party": Row("people", "PartyQuestion", "party", "everyone in play: where they are, how they fare"),
    "sheet": Row("people", "SheetQuestion", "sheet", "all the figures of one person"),
    "log": Row("log", "LogQuestion", "log", "the entries, in the order of history", BOTH),
    "show": Row("log", "ShowQuestion", "show", "one entry, what caused it and what it caused", BOTH),
    "why": Row("why", "WhyQuestion", "why", "why a number is what it is, term by term", BOTH),
    "check": Row("why", "CheckQuestion", "check", "which agreements no longer hold, and what cannot be", BOTH),
    "bench": Row("bench", "BenchQuestion", "bench", "work in hand: what is done, what is left", BOTH),
    "encounter": Row("encounter", "EncounterQuestion", "view", "a fight: whose turn, who stands where, what is left", BOTH),
    "gear": Row("goods", "GearQuestion", "gear", "slots, hands and pieces of somebody", BOTH),
    "stock": Row("goods", "StockQuestion", "stock", "everything a holder has", BOTH),
    "history": Row("compare", "HistoryQuestion", "history", "every change of a thing, or of one of its fields", BOTH),
    "diff": Row("compare", "DiffQuestion", "diff", "two days, positions or branches side by side", BOTH),
    "branch compare": Row("compare", "BranchCompare", "branch_compare", "a branch beside the book, or beside another", BOTH),
    "replay": Row("compare", "ReplayQuestion", "replay", "a session entry by entry, with what each changed", BOTH),
    "recap": Row("compare", "RecapQuestion", "recap", "a session as Markdown for players", BOTH),
    "trace": Row("compare", "TraceQuestion", "trace", "where a lot comes from, back to the ground or the gift", BOTH),
    "disputes": Row("disputes", "DisputesQuestion", "disputes", "what was questioned, and how it was settled", BOTH),
    "late": Row("disputes", "LateQuestion", "late", "entries that were written after their day", BOTH),
    "dice stats": Row("dice", "DiceStats", "dice_stats", "what the dice showed, and what to expect of them", BOTH),
    "session list": Row("table", "SessionList", "session_list", "the sessions, and their seals", BOTH),
    "seat list": Row("table", "SeatList", "seat_list", "who sits at the table", BOTH),
    "calendar show": Row("table", "CalendarShow", "calendar_show", "today, and what of the year is next", BOTH),
    "rules": Row("rules", "RulesQuestion", "rules", "the mechanics of the book, by a word or an id", BOTH),
    "rulings": Row("rules", "RulingsQuestion", "rulings", "open readings and what the table adopted", BOTH),
    "site": Row("places", "SiteQuestion", "site", "a place: shelter, fire, what stands and who is there", BOTH),
    "day": Row("day", "DayQuestion", "view", "a day: tasks, meals, rest and cooking points of everybody", BOTH),
    "due": Row("due", "DueQuestion", "view", "what time does next if nobody acts", BOTH),
    "larder": Row("larder", "LarderQuestion", "view", "the food of a place, and how long it lasts"),
    "zone": Row("places", "ZoneQuestion", "zone", "a zone: numbers to beat, wear, weather, sites", BOTH),
}
"""noun -> module under ledger.cli.views, its question, its answer."""

VIEWS_OF: dict[str, dict[str, Row]] = {
    "ranked": {
        "party": Row("ranked_people", "PartyQuestion", "party", "everyone in play: where they are, how they fare", RANKED),
        "sheet": Row("ranked_people", "SheetQuestion", "sheet", "all the figures of one person", RANKED),
    }
}
"""The nouns that a game answers in its own way, over `VIEWS`."""

BOOKLESS = ("rules",)
"""Views that answer where there is no book, too; they are given None for a reading then."""

ACTS: dict[str, Row] = {
    "doctor": Row("care", "Doctor", "doctor", "find impossible states; save what stands before a damage", BOTH),
    "backup": Row("care", "Backup", "backup", "copy the book, or put a copy in its place", BOTH),
    "house": Row("house", "HouseFile", "adopt", "adopt the table's own rows over the rulebook's", BOTH),
    "calendar adopt": Row("calendar", "CalendarAdopt", "adopt", "count the days by another calendar", BOTH),
    "help": Row("help", "Help", "help_", "how a line is typed", BOTH),
    "void": Row("corrections", "Void", "do_void", "strike an entry and what it caused", BOTH),
    "undo": Row("corrections", "Undo", "do_undo", "take back the last operation", BOTH),
    "redo": Row("corrections", "Redo", "do_redo", "take back the last undo", BOTH),
    "rollback": Row(
        "corrections", "Rollback", "do_rollback", "go back to a day; what was played since is kept as a branch", BOTH
    ),
    "correct": Row("corrections", "Correct", "do_correct", "put another line in the place of a deed", BOTH),
    "revert": Row("corrections", "Revert", "do_revert", "undo one older operation", BOTH),
    "restore": Row("corrections", "Restore", "do_restore", "bring a branch back", BOTH),
    "branch list": Row("corrections", "BranchList", "do_branch_list", "the branches that rollbacks set aside", BOTH),
    "branch show": Row("corrections", "BranchShow", "do_branch_show", "the entries of a branch", BOTH),
    "whatif start": Row("whatif", "Start", "start", "begin a world beside the book", BOTH),
    "whatif list": Row("whatif", "List", "list_", "the worlds beside the book", BOTH),
    "whatif promote": Row("whatif", "Promote", "promote", "play a what-if into the book, as one operation", BOTH),
    "whatif drop": Row("whatif", "Drop", "drop", "forget a what-if", BOTH),
    "new": Row("opening", "New", "new", "open a new book", BOTH),
    "play": Row("notes", "Play", "play", "play a session note", BOTH),
    "shell": Row("shell", "Shell", "shell", "a prompt for line after line", BOTH),
    "verify": Row("trust", "Verify", "verify", "check that nothing was rewritten", BOTH),
    "export": Row("trust", "Export", "export", "write the book as JSON lines", BOTH),
    "import": Row("trust", "Import", "import_", "make the same book again from its export", BOTH),
}
"""verb -> module under ledger.cli.acts, its words, what it does: corrections, notes, the shell, trust."""


# -- which row a verb has in a game -----------------------------------------------------------------------------

for _table, _own in ((RULES, RULES_OF), (VIEWS, VIEWS_OF)):
    for _rows in _own.values():
        for _verb, _row in _rows.items():
            _table.setdefault(_verb, _row)  # a verb of one game only is a verb all the same


def rules_of(game: str) -> dict[str, Row]:
    """What writes in this game, verb by verb."""
    return _of(game, RULES, RULES_OF)


def views_of(game: str) -> dict[str, Row]:
    """What reads in this game, noun by noun."""
    return _of(game, VIEWS, VIEWS_OF)


def _of(game: str, table: dict[str, Row], own: dict[str, dict[str, Row]]) -> dict[str, Row]:
    return {**{verb: row for verb, row in table.items() if game in row.games}, **own.get(game, {})}


def rows_of(verb: str) -> dict[str, Row]:
    """The row of a verb by game, for every game that has it."""
    found: dict[str, Row] = {}
    for game in BOTH:
        row = rules_of(game).get(verb) or views_of(game).get(verb) or ACTS.get(verb)
        if row is not None and game in row.games:
            found[game] = row
    return found
