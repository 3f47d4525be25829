import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { Lock, LockedTool } from "./lock.ts";

/** Formats a lock. Sorted and deterministic, so a change shows as a small diff. */
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

// `fromEntries` defines keys rather than setting them, so a tool called `__proto__` is safe.
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
