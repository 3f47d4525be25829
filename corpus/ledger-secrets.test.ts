import { hash } from "node:crypto";
import { type JsonValue, readContract } from "@toolcourt/sdk";
import { approvedCall, connectedCall, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { policy } from "@toolcourt/testing/policy";
import { sharedData } from "@toolcourt/testing/shared-data";
import { describe, expect, it } from "vitest";
import { eachLeaf } from "../packages/gateway/src/governance/sequences/origins/walk.ts";
import { openSequences } from "../packages/gateway/src/governance/sequences/stage.ts";
import { createMemoryHistories } from "../packages/gateway/src/stores/memory/histories.ts";
import { type AnnotatedTool, overlayOf, readSuites, type Trace } from "./agentdojo-data.ts";

// Every kind of row: what is compared later is noted of all calls, and each call is counted.
const statements = policy(`statements: []
sequences:
  - { id: known, from: { destination: [user] }, mode: observe }
  - { id: once, not_after: { tool: "*", same: [args.recipient, args.file_id, args.email] }, mode: observe }
  - { id: few, count: { over: PT1H, per: tenant, at_most: 1000 }, mode: observe }`);

/** Plays traces through the ledger, without tools. Returns its rows. */
async function rowsOf(
  traces: readonly Trace[],
  tools: ReadonlyMap<string, AnnotatedTool>,
): Promise<ReadonlySet<string>> {
  const rows = new Set<string>();
  const store = createMemoryHistories();
  const sequences = openSequences({
    clock: createFakeClock(),
    store: {
      ...store,
      append: (name, entry, previousAt) => {
        rows.add(`${name} ${entry.body}`);
        return store.append(name, entry, previousAt);
      },
    },
    key: new Uint8Array(32).fill(7),
    subjects: { of: async ({ id }) => ({ id: hash("sha256", id).slice(0, 12) }) },
    policy: { state: () => ({ kind: "usable", policy: statements }) },
    onObserved: () => undefined,
  });
  const played = new Set<string>();
  for (const { id, queries, calls } of traces) {
    for (const { query, tool, arguments: input, result, error } of calls) {
      const text = queries[query]?.prompt ?? "";
      // The same call of another trace leaves the same row.
      const what = JSON.stringify([tool, input, result, error, text]);
      if (played.has(what)) continue;
      played.add(what);
      const call = connectedCall({
        callId: "c",
        tool,
        registered: registeredOf(tools.get(tool)),
        principal: { id, tenant: "one", permissions: "all" },
        words: { kind: "typed", text },
        input,
      });
      await sequences.judgeSequence(call);
      Object.assign(call, { approval: approvedCall().approval });
      const content = [{ type: "text", text: error ?? JSON.stringify(result) }];
      const isError = error !== undefined;
      const output = { content, isError, ...(result && { structuredContent: result }) };
      await sequences.remember(call, { kind: "answered", output, fromCache: false, contract: "" });
    }
  }
  return rows;
}

const known = new Map<AnnotatedTool, ReturnType<typeof registeredTool>>();

function registeredOf(tool: AnnotatedTool | undefined): ReturnType<typeof registeredTool> {
  if (tool === undefined) throw new Error("A trace calls a tool that its suite does not have.");
  const before = known.get(tool);
  if (before !== undefined) return before;
  const { name, description, inputSchema, outputSchema } = tool;
  const _meta = { "dev.toolcourt/contract": overlayOf(tool)["terms"] ?? {} };
  const listed = { name, description, inputSchema, outputSchema, _meta };
  const reading = readContract({ server: "desk", tool: listed });
  if (reading.kind === "unreadable") throw new Error(`${name}: ${reading.message}`);
  const registered = registeredTool({ publicName: name, contract: reading.contract });
  known.set(tool, registered);
  return registered;
}

/** Everything of a length that a trace says, plain and as digests without a key. */
function secretsOf(traces: readonly Trace[]): ReadonlyMap<string, string> {
  const values = new Set<string>();
  const take = (value: JsonValue): boolean =>
    eachLeaf(value, ({ text, type }) => {
      if (type === "key" || text.length < shortest) return true;
      values.add(text);
      for (const address of text.match(/[\w.-]+@[\w.-]+\w/g) ?? []) values.add(address);
      return true;
    });
  for (const { queries, calls } of traces) {
    for (const { prompt } of queries) take(prompt);
    for (const each of calls) {
      take(each.arguments);
      take(each.result ?? each.error ?? null);
    }
  }
  const spellings = [...values].flatMap((value) => [
    [value, value],
    [JSON.stringify(value).slice(1, -1), value],
    [encodeURIComponent(value.toWellFormed()), value],
    ...(["hex", "base64", "base64url"] as const).flatMap((form) => [
      [hash("sha256", value, form), value],
      [hash("sha256", `user\0${value}`, form), value],
    ]),
  ]);
  return new Map(spellings.map(([spelling = "", value = ""]) => [spelling, value]));
}

const shortest = 6;

/** Finds spellings in one pass: each by its first characters. */
function foundIn(text: string, spellings: ReadonlyMap<string, string>): readonly string[] {
  const byHead = new Map<string, string[]>();
  for (const spelling of spellings.keys()) {
    const head = spelling.slice(0, shortest);
    byHead.set(head, [...(byHead.get(head) ?? []), spelling]);
  }
  const found = new Set<string>();
  for (let at = 0; at + shortest <= text.length; at += 1) {
    for (const spelling of byHead.get(text.slice(at, at + shortest)) ?? []) {
      if (text.startsWith(spelling, at)) found.add(spelling);
    }
  }
  return [...found];
}

const data = sharedData("agentdojo", ".jsonl");

describe("the rows of the ledger", () => {
  it.skipIf(data.missing !== undefined)(
    "hold no value of the recorded traces",
    async () => {
      for (const { traces, tools } of readSuites(data.path)) {
        const rows = await rowsOf(traces, new Map(tools.map((tool) => [tool.name, tool])));
        const spellings = secretsOf(traces);
        // The names of tools are shown.
        const text = tools.reduce(
          (all, { name }) => all.replaceAll(name, "@"),
          [...rows].join("\n"),
        );
        expect(foundIn(text, spellings)).toEqual([]);
        // The search itself finds what is there.
        const [spelling = ""] = spellings.keys();
        expect(foundIn(`${text} ${spelling}`, spellings)).toContain(spelling);
      }
    },
    120_000,
  );
});
