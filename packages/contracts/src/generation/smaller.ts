import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "@toolcourt/sdk";

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
  for (const index of unlike.slice(0, mostPlaces)) yield chars.with(index, plainest).join("");
}

const plainest = "a";
/** Maximum positions removed one by one: the halving steps cover the rest. */
const mostPlaces = 100;

/** Yields the list without all parts, a half, a quarter and so on, and without each single one. */
function* lessOf<Part>(parts: readonly Part[]): Generator<readonly Part[]> {
  for (let size = parts.length; size >= 1; size = Math.floor(size / 2)) {
    const places = Math.min(Math.ceil(parts.length / size), mostPlaces);
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
