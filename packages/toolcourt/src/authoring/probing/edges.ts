import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { isInput } from "./expectation.ts";

/** Values that tend to break programs, regardless of the schema. */
const edges: readonly JsonValue[] = [
  "",
  0,
  [],
  -1,
  " ",
  "0",
  "null",
  "a".repeat(10_000),
  "ß漢字",
  "🙂",
  "'\"\\%s{{x}}`$(x)",
  1.5,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  {},
  null,
  false,
];

/**
 * Yields the smallest valid input with one argument at a time at an edge value. Not all results are
 * valid.
 */
export function* edgesOf(schema: JsonSchema, min: JsonObject): Generator<JsonObject> {
  const properties = own(schema, "properties");
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  for (const edge of edges) {
    for (const name of names) yield { ...min, [name]: edge };
  }
}

type Accepts = (value: JsonValue) => Promise<boolean>;

/** Deeper than hand-written inputs, but within what a program must be able to parse. */
const depths = [48, 24, 12];
/** Limit on paths examined per value: a recursive schema refers to itself near the top. */
const maxPaths = 12;

/** Builds a deep input from a valid one by nesting a part in itself, if the schema allows it. */
export async function deepInput(
  inputs: readonly JsonObject[],
  accepts: Accepts,
): Promise<JsonObject | undefined> {
  for (const input of inputs) {
    for (const wrap of wrapsOf(input)) {
      const deep = await deepest(input, wrap, accepts);
      if (deep !== undefined) return deep;
    }
  }
  return undefined;
}

async function deepest(
  input: JsonObject,
  wrap: Wrap,
  accepts: Accepts,
): Promise<JsonObject | undefined> {
  if (!(await accepts(wrap(wrap(input))))) return undefined;
  for (const depth of depths) {
    const deep = Array.from({ length: depth }).reduce<JsonObject>((inner) => wrap(inner), input);
    if (await accepts(deep)) return deep;
  }
  return undefined;
}

type Wrap = (input: JsonObject) => JsonObject;

/** Yields ways to deepen an input: an argument is nested inside itself. */
function* wrapsOf(input: JsonObject): Generator<Wrap> {
  for (const [name, value] of Object.entries(input)) {
    for (const put of placesIn(value).slice(0, maxPaths)) {
      yield (inner) => ({ ...input, [name]: put(inner[name] ?? null) });
    }
  }
  for (const put of placesIn(input).slice(0, maxPaths)) {
    yield (inner) => {
      const deeper = put(inner);
      return isInput(deeper) ? deeper : inner;
    };
  }
}

type Put = (inner: JsonValue) => JsonValue;

/** Returns a setter for every path below a value. */
function placesIn(value: JsonValue): readonly Put[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, index): readonly Put[] => [
      (inner) => value.with(index, inner),
      ...placesIn(item).map(
        (put): Put =>
          (inner) =>
            value.with(index, put(inner)),
      ),
    ]);
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Put[] => [
    (inner) => ({ ...value, [name]: inner }),
    ...placesIn(member).map(
      (put): Put =>
        (inner) => ({ ...value, [name]: put(inner) }),
    ),
  ]);
}
