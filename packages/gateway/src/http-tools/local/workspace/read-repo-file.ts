import { defineTool, hintsForFound, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { type OpenFile, openBeneath } from "./open-beneath.ts";
import { componentsOf } from "./path-rules.ts";
import { refused } from "./refused.ts";
import { removeHidden } from "./removed-characters.ts";

/** One mebibyte. */
const maxFileBytes = 1_048_576;

/** A file with more places was made to hide something. */
const maxRemovedRuns = 1_000;

const repoFile = z.object({
  content: z.string().describe("File contents"),
  path: z.string().describe("Normalized path"),
  size: z.int().min(0).max(maxFileBytes).optional().describe("File size in bytes"),
  removed: z
    .array(
      z.object({
        at: z.int().min(0).describe("Number of characters of content before the place"),
        characters: z.array(z.string().max(10)).describe("Code points, such as U+200B"),
      }),
    )
    .max(maxRemovedRuns)
    .optional()
    .describe("Hidden characters that were taken out of content; absent if there were none"),
});

const constraints = [
  "Allowed paths: only within the repository root, also after links are followed.",
  "Refused names: every path with two dots in a row, .env files, names that hold secret or credential, .git, key files and settings of other programs that hold passwords.",
  "Size limit: 1,048,576 bytes.",
  "Text only: a file that is not UTF-8 is refused.",
  "Exact: the text is returned as it is, except for hidden characters, which are listed with their places.",
  "Read-only: cannot modify files.",
];

interface FileText {
  readonly content: string;
  readonly size: number;
}

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
      const { normalized, content, size } = await readBeneath(root, path);
      // Nothing hidden may reach a model, and nothing may be missing unsaid.
      const { text, removed } = removeHidden(content);
      if (removed.length > maxRemovedRuns) throw refused("text-hidden");
      const data = { content: text, path: normalized, size };
      return {
        data: removed.length === 0 ? data : { ...data, removed },
        agentHints: hintsForFound(
          { type: "file", id: normalized, label: normalized },
          { confidence: [{ name: "read whole", value: 1 }] },
        ),
      };
    },
  });
}

/** Reads a file below the root by any relative path, even with characters that the tool refuses. */
async function readBeneath(
  root: string,
  path: string,
): Promise<FileText & { readonly normalized: string }> {
  const components = componentsOf(path);
  await using file = await openBeneath(root, components);
  return { ...(await readText(file)), normalized: components.join("/") };
}

/** Returns the whole text of an open file, never a part of it. */
export async function readText(file: OpenFile): Promise<FileText> {
  if (file.size > maxFileBytes) throw refused("file-too-large");
  // One byte more than expected, to notice a growing file without following it.
  const buffer = new Uint8Array(file.size + 1);
  const size = await fill(file, buffer);
  if (size > maxFileBytes) throw refused("file-too-large");
  if (size !== file.size) throw refused("file-changing");
  return { content: decode(buffer.subarray(0, size)), size };
}

async function fill(file: OpenFile, buffer: Uint8Array): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const count = await file.read(buffer, filled);
    if (count === 0) return filled;
    filled += count;
  }
  return filled;
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark is part of the text, which must be returned unchanged.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw refused("not-text", error);
  }
}
