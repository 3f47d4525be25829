"""What the table is fitted to: sentences about things, tools as they describe themselves, and requests."""

import json
import random
import re
from pathlib import Path

from words import words_of

SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def meanings_of(folder: Path, common):
    """The meanings of WordNet that common words have: part of speech, words, definition, examples."""
    for pos in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{pos}").read_text("latin1").splitlines():
            if line.startswith("  "):
                continue
            left, _, gloss = line.partition("|")
            fields = left.split()
            names = [fields[4 + 2 * at] for at in range(int(fields[3], 16))]
            lemmas = [re.sub(r"\(.*", "", name).replace("_", " ") for name in names]
            lemmas = [lemma for lemma in lemmas if set(words_of(lemma)) <= common]
            if lemmas:
                yield pos, lemmas, gloss.strip().split('; "')[0], re.findall(r'"([^"]+)"', gloss)


def tools_of(files):
    """The tools of real servers: server, name, and the sentences of the description."""
    for file in files:
        for line in file.read_text("utf8").splitlines():
            tool = json.loads(line)
            said = SENTENCE.split(str(tool.get("description") or "")[:1500])
            name = tool.get("name") or ""
            yield tool.get("server") or name, name, [part.strip(" -*#:") for part in said]


def sentences(meanings, tools):
    """In an order that falls alike in every run."""
    chance = random.Random(7)
    defined = [", ".join(lemmas[:3]) + ": " + definition for _, lemmas, definition, _ in meanings]
    shown = [example for _, _, _, examples in meanings for example in examples]
    natural = short(defined + shown, 160)
    chance.shuffle(natural)
    described = short([part for _, _, said in tools for part in said], 160)
    # The name with what is said first, and the first three sentences: so the planner adds them up.
    whole = short([" ".join([*words_of(name), *said[:1]]) for _, name, said in tools], 300)
    whole += short([" ".join(said[:3]) for _, _, said in tools if len(said) > 1], 300)
    mixed = natural[:30_000] + described + whole + requests(meanings, chance)
    mixed = list(dict.fromkeys(mixed))
    chance.shuffle(mixed)
    return mixed


def short(texts, most):
    return [text for text in dict.fromkeys(texts) if 15 <= len(text) <= most and text.isascii()]


ASKED = [
    "Can you find {n} for me?",
    "I'm looking for {n}. Any suggestions?",
    "What is the best {n} for {m}?",
    "Where can I get {n}?",
    "Please show me some {n} and {m}.",
    "I want to learn more about {n}.",
    "Could you help me {v} the {n}?",
    "How do I {v} my {n}?",
    "I need information about {n} in {m}.",
    "Can you provide me with the latest {n}?",
    "Is there any {n} available with {m}?",
    "Tell me about the {n} of {m}.",
    "I would like to {v} a {n}.",
    "What are the most popular {n} today?",
    "Give me the current {n}.",
    "Do you have any recommendations for {n}?",
    "I'm interested in {n} and would like some advice.",
    "How much does {n} cost?",
    "I'm trying to {v} {n} but I don't know how.",
    "Find {n} near me, preferably with {m}.",
]
OFFERED = [
    "Find {n} and {m} near you.",
    "An app that helps you {v} {n}.",
    "Get real-time updates on {n}.",
    "Search {n} by {m}.",
    "Compare {n}, {m} and more.",
    "Provides {n} for {m}.",
    "Manage your {n} and {m} from anywhere.",
    "Answers questions about {n}.",
    "Allows users to {v} {n}.",
    "Generates {n} from {m}.",
]


def requests(meanings, chance):
    """Plain frames of requests and of offers around words of WordNet."""
    nouns = [lemma for pos, lemmas, _, _ in meanings if pos == "noun" for lemma in lemmas]
    verbs = [lemma for pos, lemmas, _, _ in meanings if pos == "verb" for lemma in lemmas]
    return [
        chance.choice(frames).format(
            n=chance.choice(nouns), m=chance.choice(nouns), v=chance.choice(verbs)
        )
        for frames, count in ((ASKED, 20_000), (OFFERED, 10_000))
        for _ in range(count)
    ]
