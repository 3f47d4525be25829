import { defineTool, hintsForFound, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { readBeneath } from "./read-beneath.ts";
import { maxFileBytes } from "./read-text.ts";

const repoFile = z.object({
  content: z.string().describe("File contents"),
  path: z.string().describe("Normalized path"),
  size: z.int().min(0).max(maxFileBytes).optional().describe("File size in bytes"),
});

const constraints = [
  "Allowed paths: only within the repository root, also after links are followed.",
  "Refused names: every path with two dots in a row, .env files, names that hold secret or credential, .git, key files and settings of other programs that hold passwords.",
  "Size limit: 1,048,576 bytes.",
  "Text only: a file that is not UTF-8 is refused.",
  "Read-only: cannot modify files.",
];

/** Creates the tool. `root` must be a real path. */
export function createReadRepoFile(root: string): Tool<typeof repoFile> {
  return defineTool({
    name: "read_repo_file",
    description:
      "Read repository file. Use it when you need the text of a file whose path you know. Returns the contents, the normalized path and the size in bytes. For example: what is in .claude/memory/progress_log.jsonl?",
    version: "1.0.0",
    permissions: [],
    parameters: z.object({
      path: z
        .string()
        .regex(/^[a-zA-Z0-9_./-]+$/)
        .describe("Relative path from repo root"),
    }),
    result: repoFile,
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    approval: "none",
    examples: [
      {
        description: "Reads the log of progress",
        params: { path: ".claude/memory/progress_log.jsonl" },
        expectedResult: {
          content: '{"timestamp": "2026-01-01T00:00:00Z"}\n',
          path: ".claude/memory/progress_log.jsonl",
          size: 38,
        },
      },
    ],
    tags: ["workspace", "files"],
    rateLimit: { maxCalls: 600, windowMs: 60_000 },
    constraints,
    handler: async ({ path }) => {
      const { normalized, ...text } = await readBeneath(root, path);
      return {
        data: { ...text, path: normalized },
        agentHints: hintsForFound(
          { type: "file", id: normalized, label: normalized },
          { confidence: [{ name: "read whole", value: 1 }] },
        ),
      };
    },
  });
}
