import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  step,
} from "@toolcourt/sdk";

/** One place where two values differ. */
export interface LeafDifference {
  readonly pointer: string;
  /** Absent where there was nothing. */
  readonly was?: JsonValue;
  /** Absent where there is nothing any more. */
  readonly now?: JsonValue;
}

/** Every place where two values differ, as deep down as both have something to compare. */
export function* leafDifferences(
  was: JsonValue,
  now: JsonValue,
  pointer = "",
): Generator<LeafDifference> {
  const [before, after] = [membersOf(was), membersOf(now)];
  if (before === undefined || after === undefined || isJsonArray(was) !== isJsonArray(now)) {
    if (canonicalJson(was) !== canonicalJson(now)) yield { pointer, was, now };
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* inMember(own(before, key), own(after, key), pointer + step(key));
  }
}

function* inMember(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  pointer: string,
): Generator<LeafDifference> {
  if (was !== undefined && now !== undefined) yield* leafDifferences(was, now, pointer);
  else if (was !== undefined) yield { pointer, was };
  else if (now !== undefined) yield { pointer, now };
}

/** A list is told item by item only where its items have something inside to tell apart. */
function membersOf(value: JsonValue): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  const isDeep = isJsonArray(value) && value.some((each) => isJsonObject(each));
  return isDeep ? Object.fromEntries(Object.entries(value)) : undefined;
}
