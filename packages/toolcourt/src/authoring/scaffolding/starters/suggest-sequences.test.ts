import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readTrace } from "@toolcourt/gateway/internal/governance/sequences/read-trace";
import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type ShapeName, shapeNames } from "./shapes.ts";
import { starterStatements } from "./statements.ts";
import { suggestSequences } from "./suggest-sequences.ts";

const folder = resolve(import.meta.dirname, "../../../../../../examples/starters");

/** Returns the tools in the trace of a starter, as contracts. */
async function toolsOf(name: ShapeName): Promise<readonly ToolContract[]> {
  const reading = readTrace(await readFile(resolve(folder, name, "trace.yaml"), "utf8"), name);
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.trace.calls.map(({ tool: { contract }, reach, input, output }) => ({
    ...contract,
    terms: { ...contract.terms, reach, input, output },
    description: "",
    input: {},
    asReceived: {},
  }));
}

describe.each(shapeNames)("the tools of the starter for %s", (name) => {
  it("have its shape, and get its statements", async () => {
    const { shapes, sequences } = suggestSequences(await toolsOf(name));
    const own = starterStatements.filter((each) => each.shapes.includes(name));

    expect([...shapes.keys()]).toContain(name);
    expect(sequences.map(({ id }) => id)).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
  });
});

function unmarked(name: string, properties: JsonObject, terms: JsonObject): ToolContract {
  const tool = {
    name,
    inputSchema: { type: "object", properties },
    _meta: { "dev.toolcourt/contract": terms },
  };
  const reading = readContract({ server: "desk", tool });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return reading.contract;
}

describe("tools whose contracts mark nothing", () => {
  it.each([
    ["mail", { email: { type: "string" } }],
    ["chat", { channel: { type: "string" }, text: { type: "string" } }],
    ["payments", { recipient: { type: "string" }, amount: { type: "number" } }],
    ["tickets", { ticket_id: { type: "string" }, comment: { type: "string" } }],
    ["files", { file_id: { type: "string" } }],
    ["web", { url: { type: "string" } }],
    ["cloud", { role: { type: "string" } }],
  ] as const)("have the shape %s by their arguments", (shape, properties) => {
    const { shapes, gaps } = suggestSequences([unmarked("act", properties, { effect: "write" })]);

    expect([...shapes.keys()]).toContain(shape);
    expect(gaps).toEqual([
      { server: "desk", missing: { roles: ["act"], origins: ["act"], reach: ["act"] } },
    ]);
  });

  it("get no statement if they only read inside", () => {
    const read = unmarked(
      "look",
      { id: { type: "string" } },
      { effect: "read", reach: "internal" },
    );

    expect(suggestSequences([read])).toMatchObject({ sequences: [], hasLabels: false });
  });
});
