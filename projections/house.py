"""The house: which overlays on the rulebook are adopted, in their order. Their rows are text here; rules read it."""

from projections.world import Holder, World, put_fold
from schemas.postings import Put


def houses(book: Holder) -> list[str]:
    """Names of the overlays in force, the newest last."""
    return [name for name in book.word("house").split("\n") if name]


def rows_of(book: Holder, name: str) -> str:
    """The rows of one overlay, as they were adopted."""
    return book.word(f"house {name}")


@put_fold("house")
def adopted(world: World, book: Holder, p: Put) -> None:
    """One more overlay, the newest; the same name again takes the place of what it was."""
    name = str(p.to)
    book.fields["house"] = "\n".join([*(n for n in houses(book) if n != name), name])
