import type { Random } from "../promises/random.ts";

export interface MutateDeps {
  readonly random: Random;
  /** Words of the input's language. */
  readonly words: readonly string[];
  /** Inputs to take parts from. */
  readonly others: readonly Buffer[];
  readonly maxLength: number;
}

/** Returns a changed copy of an input: one to eight changes, one after another. */
export function mutate(data: Buffer, deps: MutateDeps): Buffer {
  const { random, maxLength } = deps;
  let changed = data;
  const count = 1 << random.below(4);
  for (let done = 0; done < count; done += 1) {
    const change = changes[random.below(changes.length)] ?? flip;
    changed = change(changed, deps);
  }
  return changed.subarray(0, maxLength);
}

type Change = (data: Buffer, deps: MutateDeps) => Buffer;

const flip: Change = (data, { random }) => {
  const copy = Buffer.from(data);
  const at = random.below(Math.max(1, copy.length));
  copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  return copy;
};

const setByte: Change = (data, { random }) => {
  const copy = Buffer.from(data);
  copy[random.below(Math.max(1, copy.length))] = random.below(256);
  return copy;
};

const insertBytes: Change = (data, { random }) => {
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(4) }, () => random.below(256)));
  return inserted(data, random, bytes);
};

const insertWord: Change = (data, { random, words }) =>
  inserted(data, random, Buffer.from(one(words, random) ?? ""));

/** Puts a word in the place of another piece. */
const replaceByWord: Change = (data, { random, words }) => {
  const [from, to] = piece(data, random);
  return Buffer.concat([
    data.subarray(0, from),
    Buffer.from(one(words, random) ?? ""),
    data.subarray(to),
  ]);
};

const remove: Change = (data, { random }) => {
  const [from, to] = piece(data, random);
  return Buffer.concat([data.subarray(0, from), data.subarray(to)]);
};

/** Repeats a piece, sometimes many times: costs often grow faster than the input. */
const repeat: Change = (data, { random, maxLength }) => {
  const [from, to] = piece(data, random);
  const times = random.below(4) === 0 ? 1 << (4 + random.below(7)) : 1 + random.below(3);
  const most = Math.max(1, Math.floor(maxLength / Math.max(1, to - from)));
  const copies = Array.from({ length: Math.min(times, most) }, () => data.subarray(from, to));
  return Buffer.concat([data.subarray(0, to), ...copies, data.subarray(to)]);
};

const move: Change = (data, { random }) => {
  const [from, to] = piece(data, random);
  const rest = Buffer.concat([data.subarray(0, from), data.subarray(to)]);
  return inserted(rest, random, data.subarray(from, to));
};

/** Puts a piece of another input into this one, or joins the two in the middle. */
const splice: Change = (data, { random, others }) => {
  const other = one(others, random) ?? data;
  const [from, to] = piece(other, random);
  if (random.below(2) === 0) return inserted(data, random, other.subarray(from, to));
  return Buffer.concat([data.subarray(0, random.below(data.length + 1)), other.subarray(from)]);
};

const numbers = [
  "0",
  "-0",
  "1",
  "-1",
  "255",
  "65536",
  "2147483648",
  "9007199254740993",
  "1e400",
  "1E-7",
  "0.1",
];

const changeNumber: Change = (data, { random }) => {
  const text = data.toString("latin1");
  const found = one([...text.matchAll(/\d+/g)], random);
  if (found === undefined) return data;
  const number = one(numbers, random) ?? "0";
  const after = text.slice(found.index + found[0].length);
  return Buffer.from(text.slice(0, found.index) + number + after, "latin1");
};

const changes: readonly Change[] = [
  flip,
  setByte,
  insertBytes,
  insertWord,
  insertWord,
  replaceByWord,
  replaceByWord,
  remove,
  remove,
  repeat,
  move,
  splice,
  changeNumber,
];

function inserted(data: Buffer, random: Random, bytes: Uint8Array): Buffer {
  const at = random.below(data.length + 1);
  return Buffer.concat([data.subarray(0, at), bytes, data.subarray(at)]);
}

/** Returns the ends of a piece. Short pieces are more likely. */
function piece(data: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(Math.max(1, data.length));
  const most = Math.max(1, data.length - from);
  const length = 1 + random.below(random.below(3) === 0 ? most : Math.min(most, 8));
  return [from, Math.min(data.length, from + length)];
}

function one<T>(values: readonly T[], random: Random): T | undefined {
  return values[random.below(values.length)];
}
