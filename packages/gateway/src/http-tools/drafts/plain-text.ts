import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { createPositions } from "../../contracts/judge/position.ts";
import { scanJson } from "../../contracts/judge/scan-json.ts";
import { readYamlText } from "./yaml-text.ts";

export type TextReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Reads a text that a stranger wrote, as JSON where it begins like an object of JSON and else as YAML. No key
 * comes twice, and no text unfolds into more than it seems to be.
 */
export function readPlainText(text: string): TextReading {
  const plain = text.replace(/^\uFEFF/, "");
  return /^\s*\{/.test(plain) ? readJson(plain) : readYamlText(plain);
}

function readJson(text: string): TextReading {
  const scanned = scanJson(text);
  if (scanned.kind !== "flaw") return { kind: "value", value: parseJson(text) };
  const { line, column } = createPositions(text)(scanned.flaw.offset);
  const what = scanned.flaw.kind === "syntax" ? "is not JSON" : "gives a key twice";
  return { kind: "unreadable", reason: `${what}, at line ${line}, column ${column}.` };
}
