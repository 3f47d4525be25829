import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/**
 * A valid input with one argument after the other replaced by what a program could take for it: the same in
 * another type, nothing at all, other letters, something around it. Which of these are invalid, the schema says.
 */
export function* nearMissesOf(input: JsonObject): Generator<JsonObject> {
  const members = Object.entries(input);
  for (const change of changes) {
    for (const [name, value] of members) {
      const changed = change(value);
      if (changed !== undefined) yield { ...input, [name]: changed };
    }
  }
}

type Change = (value: JsonValue) => JsonValue | undefined;

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

/** Whatever texts there are in a value, at any place of it. */
function onTexts(change: (text: string) => string): Change {
  const changed: Change = (value) => {
    if (typeof value === "string") return change(value);
    return isJsonArray(value) ? value.map((item) => changed(item) ?? item) : undefined;
  };
  return changed;
}

function likeness(value: JsonValue): JsonValue {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return [value];
  if (value === null) return "null";
  if (isJsonArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? JSON.stringify(value) : value;
}
