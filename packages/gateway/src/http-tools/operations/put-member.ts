import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/**
 * Adds a member to an object with no other owner, such as a freshly parsed answer. For answers with
 * thousands of names, a copy would cost several times the parsing.
 */
export function putMember(object: JsonObject, name: string, value: JsonValue): void {
  // Assigning `__proto__` would set the prototype.
  const kind = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, { ...kind, value });
}
