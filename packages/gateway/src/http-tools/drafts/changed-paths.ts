import {
  digestOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";

/** A difference between two values. */
export type ChangedPath = {
  readonly pointer: string;
  /** Unset if the value was added or removed. */
  readonly was?: JsonValue;
  readonly is?: JsonValue;
};

/**
 * Returns the differences of two values, as deep in objects as possible. Lists are compared as a
 * whole.
 */
export function changedPaths(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  pointer = "",
): readonly ChangedPath[] {
  if (isSame(was, is)) return [];
  const [before, now] = [membersOf(was), membersOf(is)];
  if (before && now) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
    return keys.flatMap((key) =>
      changedPaths(own(before, key), own(now, key), pointer + pointerToken(key)),
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
