export type JsonPrimitive = string | number | boolean | null;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
export type JsonValue = JsonPrimitive | JsonArray | JsonObject;

/**
 * A schema in object form. `true` and `false` are schemas too, but no contract may consist of them.
 */
export type JsonSchema = JsonObject;

/**
 * Narrows by shape only, like `isJsonObject`.
 *
 * @example
 * ```ts
 * const tools = parseJson('[{ "name": "get-card" }]');
 * if (isJsonArray(tools)) console.log(tools.length); // 1
 * ```
 */
export function isJsonArray(value: unknown): value is JsonArray {
  return Array.isArray(value);
}

/**
 * Narrows by shape only: the caller guarantees that the value came from parsed JSON.
 *
 * @example
 * ```ts
 * const tool = parseJson('{ "name": "get-card" }');
 * if (isJsonObject(tool)) console.log(tool["name"]); // get-card
 * ```
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns an own property or undefined: inherited names such as `constructor` are not found.
 *
 * @example
 * ```ts
 * own({ city: "Geneva" }, "city"); // "Geneva"
 * own({ city: "Geneva" }, "constructor"); // undefined
 * ```
 */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Parses JSON text. Throws a `SyntaxError` like `JSON.parse`, whose result is JSON by definition.
 *
 * @example
 * ```ts
 * parseJson('{ "city": "Geneva" }'); // { city: "Geneva" }
 * ```
 */
export function parseJson(text: string): JsonValue {
  // oxlint-disable-next-line typescript/no-unsafe-return -- `any` is what the standard library calls JSON
  return JSON.parse(text);
}
