import { defineTool, hintsForChange, parseJson, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import type { Memory } from "./memory.ts";
import { refused } from "./refused.ts";

/** Ten kibibytes. The schema limits the characters, this limits their bytes. */
const maxEntryBytes = 10_240;

/**
 * Characters that some readers treat as line ends although JSON does not. They occur only in
 * strings.
 */
const lineEndsInStrings = /[\u0085\u2028\u2029]/g;

const memoryFiles = ["progress_log.jsonl", "decisions.jsonl", "best_practices.md"] as const;

const written = z.object({
  success: z.boolean().describe("Whether the entry is on the disk"),
  file: z.string().describe("Memory file that was written to"),
  bytes_written: z.int().min(0).optional().describe("Bytes appended, the newline included"),
});

/**
 * Creates the tool. It requests no approval itself: the gateway reads the requirement from the
 * contract and refuses unapproved calls.
 */
export function createWriteMemoryEntry(memory: Memory): Tool<typeof written> {
  return defineTool({
    name: "write_memory_entry",
    description:
      "Append to memory file. Use it when something should be remembered in the log of progress, the decisions or the best practices. Returns the file and the number of bytes appended. For example: note in the log of progress that the milestone is reached.",
    version: "1.0.0",
    permissions: [],
    parameters: z.object({
      file: z.enum(memoryFiles).describe("Target memory file"),
      entry: z.string().max(10_000).describe("Content to append"),
    }),
    result: written,
    category: "mutation",
    effect: "write",
    responseTime: "medium",
    cacheable: false,
    idempotent: false,
    approval: "caller",
    examples: [
      {
        description: "Notes a milestone",
        params: {
          file: "progress_log.jsonl",
          entry:
            '{"timestamp": "2026-01-15T10:00:00Z", "event": "milestone", "description": "Completed EDA"}',
        },
        expectedResult: { success: true, file: "progress_log.jsonl", bytes_written: 92 },
      },
    ],
    tags: ["workspace", "memory"],
    rateLimit: { maxCalls: 60, windowMs: 60_000 },
    constraints: [
      "Append-only: cannot overwrite or delete.",
      "Allowed files: only the three memory files listed.",
      "Format: an entry of a .jsonl file must be valid JSON and is put on one line; an entry of an .md file is appended as it is with a newline.",
      "Size limit: 10,000 characters and 10,240 bytes per entry.",
      "Requires approval: the user must approve before the write.",
    ],
    handler: async ({ file, entry }, { signal }) => {
      const added = await memory.append(file, lineOf(file, entry), signal);
      return {
        data: { success: true, file, bytes_written: added },
        agentHints: hintsForChange(
          { type: "memory-file", id: file, label: file },
          { confidence: [{ name: "on the disk", value: 1 }] },
        ),
      };
    },
  });
}

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
