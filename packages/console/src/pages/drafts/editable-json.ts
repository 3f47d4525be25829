import type { Json } from "../../ui/json.ts";

/** Characters that a field shows as nothing, or that reorder what is beside them. */
const hidden = /(?![\n ])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a value as JSON for a field. Hidden characters are escapes, which mean the same. */
export function editableJson(value: Json): string {
  return JSON.stringify(value, undefined, 2).replaceAll(hidden, escaped);
}

function escaped(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
