"""Words as the planner cuts them."""

import re
from pathlib import Path

CLOSED = Path(__file__).parents[2] / "packages/host/src/planner/closed-class.ts"


def closed_class(name: str):
    """One of the planner's lists of words, read from where the planner has it."""
    found = re.search(rf"export const {name}[^`]*`([^`]*)`", CLOSED.read_text("utf8"))
    if found is None:
        raise SystemExit(f"closed-class.ts has no list {name}")
    return set(found[1].split())


function_words = closed_class("functionWords")
request_words = closed_class("requestWords")


def words_of(text: str):
    """The words of a text or an identifier, in lower case, as `partsOf` of words.ts has them."""
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    text = re.sub(r"[A-Z](?=[A-Z][a-z])", r"\g<0> ", text)
    text = re.sub(r"([A-Za-z])([0-9])", r"\1 \2", text)
    return [part for part in re.split(r"[^a-z0-9]+", text.lower()) if part]
