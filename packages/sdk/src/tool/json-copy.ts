import type { JsonValue } from "../contract/json.ts";

/** Deep enough for any real value, and safe for recursion. */
const maxDepth = 100;
/** Enough for the largest honest answer. Stops a list that contains itself many times. */
const maxValues = 200_000;

/** The reason a value is not JSON, and its path. */
export class NotJson extends Error {
  override readonly name = "NotJson";
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Copies a JSON value without sharing any part. Reads every property once. Rejects non-JSON values
 * instead of converting them. Omits undefined properties, like JSON.
 */
export function copyJson(value: unknown): JsonValue {
  return copy(value, { depth: 0, budget: { left: maxValues } });
}

/** Stores only a parent link. Paths are rarely needed, while places are created for every value. */
interface Place {
  readonly above?: Place;
  readonly token?: string | number;
  readonly depth: number;
  readonly budget: { left: number };
}

function pathTo(place: Place): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let here: Place | undefined = place; here !== undefined; here = here.above) {
    if (here.token !== undefined) path.unshift(here.token);
  }
  return path;
}

function copy(value: unknown, place: Place): JsonValue {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return wellFormed(value, place);
  if (typeof value === "number") return finite(value, place);
  if (typeof value !== "object") throw new NotJson(pathTo(place), "Expected a JSON value.");
  if (place.depth >= maxDepth) {
    throw new NotJson([], `Expected at most ${maxDepth} levels.`);
  }
  return Array.isArray(value) ? copyArray(value, place) : copyObject(value, place);
}

function copyArray(list: readonly unknown[], place: Place): JsonValue {
  // Read once, because a proxy may return another value the second time.
  const { length } = list;
  spend(length, place);
  // Not `map`, which would skip holes and keep a subclass.
  return Array.from({ length }, (_, index) => copy(list[index], below(place, index)));
}

function copyObject(object: object, place: Place): JsonValue {
  if (!isPlain(object)) throw new NotJson(pathTo(place), "Expected a plain object.");
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  spend(entries.length, place);
  return Object.fromEntries(
    entries.map(([key, value]: [string, unknown]) => [key, copyMember(key, value, place)]),
  );
}

function copyMember(key: string, value: unknown, place: Place): JsonValue {
  if (key === "__proto__" || !key.isWellFormed()) {
    throw new NotJson(pathTo(place), "Expected only usual names of keys.");
  }
  return copy(value, below(place, key));
}

function below(above: Place, token: string | number): Place {
  return { above, token, depth: above.depth + 1, budget: above.budget };
}

function spend(count: number, { budget }: Place): void {
  budget.left -= count;
  if (budget.left < 0) throw new NotJson([], `Expected at most ${maxValues} values.`);
}

function wellFormed(text: string, place: Place): string {
  if (!text.isWellFormed()) throw new NotJson(pathTo(place), "Expected well-formed text.");
  return text;
}

function finite(number: number, place: Place): number {
  if (!Number.isFinite(number)) throw new NotJson(pathTo(place), "Expected a finite number.");
  // JSON has only one zero.
  return number === 0 ? 0 : number;
}

// Plain objects from another realm have a different prototype, so we cannot compare with ours.
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return (
    prototype === null ||
    (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null)
  );
}

/** Freezes a value recursively. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
