import { isJsonArray, isJsonObject, type JsonValue, own } from "./json.ts";

/** One more step of an RFC 6901 JSON Pointer, escaped. */
export function step(token: string | number): string {
  const text = String(token);
  // Nearly no name needs it, and every walk over a contract asks for every name.
  if (!text.includes("~") && !text.includes("/")) return `/${text}`;
  return `/${text.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The steps of a pointer, unescaped. The empty pointer has none. */
export function stepsOf(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value a pointer leads to, or undefined when it leads nowhere. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const token of stepsOf(pointer)) {
    here = here === undefined ? undefined : child(here, token);
  }
  return here;
}

function child(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? own(value, token) : undefined;
}
