import { parseJson } from "@toolcourt/sdk";
import { refused } from "./refused.ts";

/** Ten kibibytes. The schema limits the characters, this limits what they take. */
const maxEntryBytes = 10_240;

/** The text that is appended for an entry: it ends with a newline, and in a `.jsonl` file that is its only one. */
export function lineOf(file: string, entry: string): string {
  if (entry.trim() === "") throw refused("entry-empty");
  if (!entry.isWellFormed()) throw refused("entry-not-text");
  const text = file.endsWith(".jsonl") ? onOneLine(entry) : entry;
  if (Math.max(Buffer.byteLength(entry), Buffer.byteLength(text)) > maxEntryBytes) {
    throw refused("entry-too-large");
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** What some readers take for the end of a line although JSON does not. It can stand in strings only. */
const lineEndsInStrings = /[\u0085\u2028\u2029]/g;

// A line break between the tokens of JSON means nothing, so it goes. Writing the parsed value instead
// would round long numbers and lose keys that are there twice.
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
