import { defineTool, hintsForChange, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { lineOf } from "./entry-line.ts";
import type { Memory } from "./memory.ts";

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
