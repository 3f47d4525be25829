import { appendFile, readFile } from "node:fs/promises";
import { env } from "node:process";
import { defineTool, hints, type Tool } from "@toolcourt/sdk";
import { defineWorkflow, END, postgresRuns, START } from "@toolcourt/workflows";
import { z } from "zod";

// Two workflows of three steps each, whose second step hangs the first time. The tools record their
// own calls, independently of the gateway.

const file = env["NOTES"] ?? "";
const runs = postgresRuns(env["RUNS_URL"] ?? "");

const agentHints = hints({
  confidence: [{ name: "written", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});
const defaults = {
  description:
    "Writes down that it was called. Use it to see which steps a workflow has taken. Returns the word. For example: write down a.",
  version: "1.0.0",
  permissions: [],
  responseTime: "fast",
  tags: ["notes"],
} as const;
const parameters = z.object({ word: z.string().max(40).describe("What to write down") });
const result = z.object({ word: z.string().max(40).describe("What was written down") });
const example = { description: "A", params: { word: "a" }, expectedResult: { word: "a" } };

async function note(word: string) {
  await appendFile(file, `${word}\n`);
  return { data: { word }, agentHints };
}

async function noteAndHang(word: string) {
  const before = await readFile(file, "utf8").catch(() => "");
  const noted = await note(word);
  return before.includes(`${word}\n`) ? noted : new Promise<never>(() => undefined);
}

const shapes = { parameters, result, cacheable: false, examples: [example] } as const;

export const writeNote: Tool = defineTool({
  ...defaults,
  ...shapes,
  name: "write-note",
  category: "mutation",
  idempotent: false,
  examples: [example],
  handler: ({ word }) => note(word),
});
export const writeSlowly: Tool = defineTool({
  ...defaults,
  ...shapes,
  name: "write-slowly",
  category: "mutation",
  idempotent: false,
  examples: [example],
  handler: ({ word }) => noteAndHang(word),
});
export const readSlowly: Tool = defineTool({
  ...defaults,
  ...shapes,
  name: "read-slowly",
  category: "query",
  idempotent: true,
  examples: [example],
  handler: ({ word }) => noteAndHang(word),
});

function workflow(name: string, middle: "read-slowly" | "write-slowly"): Tool {
  return defineWorkflow({
    ...defaults,
    name,
    category: "mutation",
    idempotent: false,
    examples: [example],
    parameters,
    result,
    state: z.object({}),
    steps: ({ readStep, toolStep }) => ({
      first: toolStep("write-note", ({ params }) => ({ word: `${params.word}-first` }), nothing),
      second: (middle === "read-slowly" ? readStep : toolStep)(
        middle,
        ({ params }) => ({ word: `${params.word}-second` }),
        nothing,
      ),
      third: toolStep("write-note", ({ params }) => ({ word: `${params.word}-third` }), nothing),
    }),
    graph: (flow) =>
      flow
        .addEdge(START, "first")
        .addEdge("first", "second")
        .addEdge("second", "third")
        .addEdge("third", END),
    answer: ({ params }) => ({ data: { word: params.word }, agentHints }),
    runs,
  });
}

function nothing(): Record<string, never> {
  return {};
}

export const noteReading = workflow("note-reading", "read-slowly");
export const noteWriting = workflow("note-writing", "write-slowly");
