import { isJsonArray, isJsonObject, type JsonValue, own } from "./json.ts";

/**
 * Returns one escaped step of an RFC 6901 JSON Pointer.
 *
 * @example
 * ```ts
 * `/paths${pointerToken("/cards")}`; // "/paths/~1cards"
 * ```
 */
export function pointerToken(token: string | number): string {
  const text = String(token);
  // Fast path: hardly any name needs escaping, and every walk over a contract comes here.
  if (!text.includes("~") && !text.includes("/")) return `/${text}`;
  return `/${text.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Returns the unescaped steps of a pointer. The empty pointer has none.
 *
 * @example
 * ```ts
 * pointerTokens("/paths/~1cards/0"); // ["paths", "/cards", "0"]
 * ```
 */
export function pointerTokens(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Returns the value at a pointer, or undefined.
 *
 * @example
 * ```ts
 * valueAt({ cards: [{ title: "Lisp" }] }, "/cards/0/title"); // "Lisp"
 * valueAt({ cards: [] }, "/cards/0/title"); // undefined
 * ```
 */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const token of pointerTokens(pointer)) {
    here = here === undefined ? undefined : child(here, token);
  }
  return here;
}

function child(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? own(value, token) : undefined;
}
