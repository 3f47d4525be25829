import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/**
 * Puts a member into an object that nobody else holds yet, such as an answer that was just read. A copy
 * would cost several times what reading it did, where a target sends many thousands of names.
 */
export function putMember(object: JsonObject, name: string, value: JsonValue): void {
  // An assignment to `__proto__` would be something else.
  const kind = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, { ...kind, value });
}
