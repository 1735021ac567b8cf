"""Makes shape-1-hunt.jsonl: a book as the first hunters' ledger wrote it, `hunt.rolled` in shape 1.

Run once; the file it made is never edited. The bytes are written by hand, as that ledger's pen wrote them.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from ledger.seals import Chain, event_digest

EVENTS: list[tuple[int, str, dict[str, Any]]] = [
    (
        21600,
        '{"type":"book.opened","postings":[{"type":"put","holder":"book","field":"kind","to":"book"},'
        '{"type":"put","holder":"book","field":"title","to":"Old Road"},'
        '{"type":"put","holder":"book","field":"game","to":"eos"},'
        r'{"type":"put","holder":"book","field":"calendar","to":"{\"spring\":[3,1]}"}],'
        '"title":"Old Road","game":"eos","to":21600}',
        {"rank": 0, "clock": 21600, "words": 'new "Old Road" --game eos --spring 03-01'},
    ),
    (
        21600,
        '{"type":"place.declared","place":"Oakwood","postings":['
        '{"type":"put","holder":"Oakwood","field":"kind","to":"zone"},'
        '{"type":"put","holder":"Oakwood","field":"miles","to":15},'
        '{"type":"put","holder":"Oakwood","field":"zones","to":4}],"name":"Oakwood","kind":"zone"}',
        {"words": "declare zone Oakwood --miles 15 --zones 4"},
    ),
    (
        21600,
        '{"type":"hunt.rolled","hunter":"Mara","zone":"Oakwood","die":5,"bonus":{"hunting":6,"presence":6},'
        '"target":15,"day":1}',
        {"words": "hunt Mara --rolled 5"},
    ),
    (
        21600,
        '{"type":"hunt.rolled","hunter":"Mara","zone":"Oakwood","die":3,"bonus":{"hunting":6,"presence":6},'
        '"target":15,"day":1}',
        {"words": "hunt Mara --rolled 3"},
    ),
    (
        108000,
        '{"type":"clock.moved","to":108000}',
        {"rank": 0, "clock": 108000, "words": "clock day-2"},
    ),
]
"""(moment, the event's bytes, what else stands in the header) of each entry: day 1 from dawn, and the dawn of day 2."""


def lines() -> list[str]:
    """The lines of the export."""
    chain = Chain()
    found = []
    for moment, event, more in EVENTS:
        header = {
            "position": chain.position + 1,
            "before": chain.before,
            "moment": moment,
            "written_at": "2019-04-06T18:30:00.000Z",
            "event_sha": event_digest(event.encode()),
            "op": f"{chain.position + 1:020x}",
            "event": msgspec.Raw(event.encode()),
            **more,
        }
        stored = msgspec.json.encode(header)
        chain.add(stored)
        found.append(msgspec.json.encode({"position": chain.position, "stored": stored.decode()}).decode())
    return found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join(lines()) + "\n", encoding="utf-8")
