import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";

/** One path at which two values differ. */
export interface LeafDifference {
  readonly pointer: string;
  /** Undefined if there was no value. */
  readonly was?: JsonValue;
  /** Undefined if there is no value any more. */
  readonly now?: JsonValue;
}

/** Yields every path at which two values differ, as deep as both are comparable. */
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
    yield* inMember(own(before, key), own(after, key), pointer + pointerToken(key));
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

/** Compares a list item by item only if it contains objects. */
function membersOf(value: JsonValue): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  const isDeep = isJsonArray(value) && value.some((each) => isJsonObject(each));
  return isDeep ? Object.fromEntries(Object.entries(value)) : undefined;
}
