import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { isInput } from "./expectation.ts";

type Accepts = (value: JsonValue) => Promise<boolean>;

/** Deeper than what people write, and not deeper than what a program may be asked to read. */
const depths = [48, 24, 12];
/** Places of one value that are looked at: a schema that refers to itself does so near the top. */
const mostPlaces = 12;

/** A deep input, made of a valid one by putting a part of it into itself, where its schema allows that. */
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

/** Ways to make an input deeper: its own argument stands within that argument. */
function* wrapsOf(input: JsonObject): Generator<Wrap> {
  for (const [name, value] of Object.entries(input)) {
    for (const put of placesIn(value).slice(0, mostPlaces)) {
      yield (inner) => ({ ...input, [name]: put(inner[name] ?? null) });
    }
  }
  for (const put of placesIn(input).slice(0, mostPlaces)) {
    yield (inner) => {
      const deeper = put(inner);
      return isInput(deeper) ? deeper : inner;
    };
  }
}

type Put = (inner: JsonValue) => JsonValue;

/** Every place below a value, as a way to put something else there. */
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
