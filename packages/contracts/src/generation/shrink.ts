import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";

type Answer = boolean | Promise<boolean>;

interface ShrinkOptions {
  /** Returns whether a value still shows the original failure. */
  readonly fails: (value: JsonValue) => Answer;
  /** Returns whether a value may be tested, for example only valid ones. Default: all. */
  readonly accepts?: (value: JsonValue) => Answer;
  /** Maximum number of `fails` calls: each may be a call to an upstream server. */
  readonly tries?: number;
}

interface Shrunk {
  readonly value: JsonValue;
  /** Whether every smaller value was tested. */
  readonly isSmallest: boolean;
}

const defaultTries = 500;

/** Returns the smallest value that still fails, reached by steps that all fail. */
export async function shrink(
  failing: JsonValue,
  { fails, accepts = () => true, tries = defaultTries }: ShrinkOptions,
): Promise<Shrunk> {
  let left = tries;
  const seen = new Set([identityOf(failing)]);
  const isWorthTrying = async (value: JsonValue): Promise<boolean> => {
    const identity = identityOf(value);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return accepts(value);
  };
  const next = async (value: JsonValue): Promise<JsonValue | undefined> => {
    for (const candidate of smaller(value)) {
      if (!(await isWorthTrying(candidate))) continue;
      if (left === 0) return undefined;
      left -= 1;
      if (await fails(candidate)) return candidate;
    }
    return undefined;
  };
  let value = failing;
  for (let step = await next(value); step !== undefined; step = await next(value)) value = step;
  return { value, isSmallest: left > 0 };
}

/**
 * Yields smaller values, largest reductions first: fewer members and items, shorter and simpler
 * texts, numbers nearer to zero. The order is well-founded, so shrinking terminates.
 */
export function* smaller(value: JsonValue): Generator<JsonValue> {
  if (isJsonArray(value)) yield* smallerArrays(value);
  else if (isJsonObject(value)) yield* smallerObjects(value);
  else if (typeof value === "string") yield* smallerTexts(value);
  else if (typeof value === "number") yield* smallerNumbers(value);
  else if (value === true) yield false;
}

function* smallerArrays(items: JsonArray): Generator<JsonValue> {
  yield* lessOf(items);
  for (const [index, item] of items.entries()) {
    for (const each of smaller(item)) yield items.with(index, each);
  }
}

function* smallerObjects(object: JsonObject): Generator<JsonValue> {
  const members = Object.entries(object);
  for (const fewer of lessOf(members)) yield Object.fromEntries(fewer);
  for (const [index, [name, member]] of members.entries()) {
    for (const each of smaller(member)) yield Object.fromEntries(members.with(index, [name, each]));
  }
}

function* smallerTexts(text: string): Generator<JsonValue> {
  const chars = Array.from(text);
  for (const fewer of lessOf(chars)) yield fewer.join("");
  const unlike = chars.flatMap((char, index) => (char === plainest ? [] : [index]));
  if (unlike.length > 1) yield plainest.repeat(chars.length);
  for (const index of unlike.slice(0, maxPlaces)) yield chars.with(index, plainest).join("");
}

const plainest = "a";
/** Maximum positions removed one by one: the halving steps cover the rest. */
const maxPlaces = 100;

/** Yields the list without all parts, a half, a quarter and so on, and without each single one. */
function* lessOf<Part>(parts: readonly Part[]): Generator<readonly Part[]> {
  for (let size = parts.length; size >= 1; size = Math.floor(size / 2)) {
    const places = Math.min(Math.ceil(parts.length / size), maxPlaces);
    for (let place = 0; place < places; place += 1) {
      yield [...parts.slice(0, place * size), ...parts.slice((place + 1) * size)];
    }
  }
}

function* smallerNumbers(value: number): Generator<JsonValue> {
  if (value === 0) return;
  yield 0;
  if (value < 0) yield -value;
  if (!Number.isInteger(value)) {
    yield Math.trunc(value);
    return;
  }
  // Halving steps: from the midpoint to zero up to the nearest neighbor. Very large numbers cannot
  // represent such small differences.
  for (let gap = Math.trunc(value / 2); value - gap !== value; gap = Math.trunc(gap / 2)) {
    yield value - gap;
  }
}
