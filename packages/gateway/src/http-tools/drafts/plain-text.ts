import { createPositions } from "@toolcourt/contracts/internal/judge/position";
import { scanJson } from "@toolcourt/contracts/internal/judge/scan-json";
import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { readYamlText } from "./yaml-text.ts";

export type TextReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Parses untrusted text: JSON if it starts like an object, otherwise YAML. Refuses duplicate keys
 * and expanding aliases.
 */
export function readPlainText(text: string): TextReading {
  const plain = text.replace(/^\uFEFF/, "");
  return isJsonText(plain) ? readJson(plain) : readYamlText(plain);
}

/** Tells whether a text is read as JSON, or else as YAML. */
export function isJsonText(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text);
}

function readJson(text: string): TextReading {
  const scanned = scanJson(text);
  if (scanned.kind !== "flaw") return { kind: "value", value: parseJson(text) };
  const { line, column } = createPositions(text)(scanned.flaw.offset);
  const what = scanned.flaw.kind === "syntax" ? "is not JSON" : "gives a key twice";
  return { kind: "unreadable", reason: `${what}, at line ${line}, column ${column}.` };
}
