import { isJsonArray, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/**
 * Yields the smallest valid input with one argument at a time replaced by a near miss. Near misses
 * are another type, a missing value, other case, or a wrapped value. The schema decides which of
 * them are invalid.
 */
export function* nearMissesOf(
  inputs: readonly JsonObject[],
  names: readonly string[],
): Generator<JsonObject> {
  const [least = {}] = inputs;
  const known = names.map((name) => ({
    name,
    value: own(inputs.find((input) => Object.hasOwn(input, name)) ?? {}, name),
  }));
  for (const change of changes) {
    for (const { name, value } of known) {
      const changed = change(value);
      if (changed !== undefined) yield { ...least, [name]: changed };
    }
  }
}

/** Returns undefined if there is nothing to change. */
type Change = (value: JsonValue | undefined) => JsonValue | undefined;

const changes: readonly Change[] = [
  likeness,
  (value) => (value === null ? undefined : null),
  onTexts((text) => text.toUpperCase()),
  onTexts((text) => text.toLowerCase()),
  onTexts((text) => `${text}\n`),
  onTexts((text) => `!${text}!`),
  onTexts((text) => ` ${text}`),
  (value) => (typeof value === "number" ? value + 0.5 : undefined),
];

/** Applies a change to every text in a value, at any depth. */
function onTexts(change: (text: string) => string): Change {
  const changed: Change = (value) => {
    if (typeof value === "string") return change(value);
    if (value === undefined || !isJsonArray(value)) return undefined;
    return value.map((item) => changed(item) ?? item);
  };
  return changed;
}

function likeness(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return [value];
  if (value === null) return "null";
  if (value !== undefined && isJsonArray(value)) return Object.fromEntries(value.entries());
  return value === undefined ? undefined : JSON.stringify(value);
}
