import { digestOf, isJsonObject, type JsonObject, type JsonValue, own, step } from "@toolcourt/sdk";

/** One place at which two values differ. */
export type ChangedPlace = {
  readonly pointer: string;
  /** Absent where there was nothing, or where there is nothing now. */
  readonly was?: JsonValue;
  readonly is?: JsonValue;
};

/** Where two values differ, as deep in their objects as can be said. Lists are compared whole. */
export function changedPlaces(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  pointer = "",
): readonly ChangedPlace[] {
  if (isSame(was, is)) return [];
  const [before, now] = [membersOf(was), membersOf(is)];
  if (before && now) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
    return keys.flatMap((key) =>
      changedPlaces(own(before, key), own(now, key), pointer + step(key)),
    );
  }
  return [{ pointer, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }];
}

function membersOf(value: JsonValue | undefined): JsonObject | undefined {
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

function isSame(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (was === undefined || is === undefined) return was === is;
  return digestOf(was) === digestOf(is);
}
