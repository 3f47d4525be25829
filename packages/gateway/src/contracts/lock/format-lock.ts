import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { Lock, LockedTool } from "./lock.ts";

/** The text of a lock: the same for the same lock, sorted, so that a change shows as a small difference. */
export function formatLock({ servers }: Lock): string {
  const document = {
    version: 1,
    servers: objectOf(servers, (tools) => ({ tools: objectOf(tools, entryOf) })),
  };
  return `${JSON.stringify(sorted(document), undefined, 2)}\n`;
}

function entryOf({ digest, contract, effect, approvedAt, approvedBy }: LockedTool): JsonObject {
  return { digest, contract, effect, approvedAt, approvedBy };
}

// `fromEntries` defines keys and never sets them, so a tool called `__proto__` is a key like any other.
function objectOf<Value>(
  map: ReadonlyMap<string, Value>,
  write: (value: Value) => JsonObject,
): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [key, write(value)]));
}

function sorted(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}
