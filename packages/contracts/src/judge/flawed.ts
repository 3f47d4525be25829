import { Refusal } from "../errors/refusal.ts";
import { createPositions } from "./position.ts";
import type { JsonFlaw } from "./scan-json.ts";

/** Creates the refusal of a text that is not JSON, with the position. */
export function flawed(text: string, file: string, { kind, offset, expected }: JsonFlaw): Refusal {
  const place = { file, ...createPositions(text)(offset) };
  return kind === "syntax"
    ? new Refusal("json-invalid", { ...place, expected: expected + butFound(text, offset) })
    : new Refusal("json-duplicate-key", place);
}

// Names only the kind of character found: the text itself is untrusted.
function butFound(text: string, offset: number): string {
  const char = text.charAt(offset);
  if (char === "") return "";
  const [, kind] = kinds.find(([pattern]) => pattern.test(char)) ?? [];
  return `, but found ${kind ?? `"${char}"`}`;
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/"/, "a quote"],
  [/\d/, "a digit"],
  [/\p{L}/u, "a letter"],
  [/\p{C}/u, "a control character"],
  [/[^{}[\]:,]/, "another character"],
];
