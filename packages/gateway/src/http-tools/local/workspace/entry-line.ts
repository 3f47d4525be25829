import { parseJson } from "@toolcourt/sdk";
import { refused } from "./refused.ts";

/** Ten kibibytes. The schema limits the characters, this limits their bytes. */
const maxEntryBytes = 10_240;

/**
 * Returns the text to append for an entry. It ends with a newline, the only one in a `.jsonl` file.
 */
export function lineOf(file: string, entry: string): string {
  if (entry.trim() === "") throw refused("entry-empty");
  if (!entry.isWellFormed()) throw refused("entry-not-text");
  const text = file.endsWith(".jsonl") ? onOneLine(entry) : entry;
  if (Math.max(Buffer.byteLength(entry), Buffer.byteLength(text)) > maxEntryBytes) {
    throw refused("entry-too-large");
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Characters that some readers treat as line ends although JSON does not. They occur only in
 * strings.
 */
const lineEndsInStrings = /[\u0085\u2028\u2029]/g;

// Line breaks between JSON tokens have no meaning, so they are removed. Reserializing the parsed
// value would round long numbers and lose duplicate keys.
function onOneLine(entry: string): string {
  try {
    parseJson(entry);
  } catch (error) {
    throw refused("entry-not-json", error);
  }
  return entry
    .trim()
    .replaceAll(/[\r\n]+[\t ]*/g, "")
    .replaceAll(lineEndsInStrings, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
