import { type JsonObject, parseJson, readContract, type ToolContract } from "@toolcourt/sdk";
import { tool } from "@toolcourt/testing/tool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createSchemaEngine, type SchemaEngine } from "../schemas/engine.ts";
import { compareTools, type ToolComparison } from "./compare-tools.ts";

let engine: SchemaEngine;
beforeAll(() => {
  engine = createSchemaEngine({ clock: systemClock });
});
afterAll(() => engine[Symbol.asyncDispose]());

function contractOf(differences: JsonObject): ToolContract {
  const { outputSchema, ...rest } = tool(differences);
  const offered = outputSchema === null ? rest : tool(differences);
  const read = readContract({ server: "weather", tool: offered });
  if (read.kind === "unreadable") throw new Error("The tool of a test cannot be read.");
  return read.contract;
}

function compare(before: JsonObject, after: JsonObject): Promise<ToolComparison> {
  return compareTools(contractOf(before), contractOf(after), { engine, seed: 1 });
}

function input(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

function output(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { outputSchema: { type: "object", properties, required } };
}

function form(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

/** An output as our own tools declare it, with these fields in its data. */
function enveloped(properties: JsonObject, required: readonly string[] = []): JsonObject {
  const data = { type: "object", properties, required, additionalProperties: false };
  const parts = { agentHints: { type: "object" }, metadata: { type: "object" } };
  const failed = { data: { type: "null" }, error: { type: "object" }, ...parts };
  return {
    outputSchema: { type: "object", oneOf: [form({ data, ...parts }), form(failed)] },
  };
}

const unpromised: JsonObject = { outputSchema: null };
const days = { days: { type: "integer", minimum: 1 } };

describe("compareTools", () => {
  it("finds no difference between equal tools", async () => {
    expect(await compare({}, {})).toEqual({ difference: "none", changes: [], drift: "none" });
  });

  it("classifies new wording as cosmetic, though the lock holds the tool", async () => {
    expect(await compare({}, { description: "Other words." })).toEqual({
      difference: "cosmetic",
      changes: [{ kind: "cosmetic", field: "description" }],
      drift: "breaking",
    });
  });

  it("classifies a wider input as compatible", async () => {
    const more = { days: { type: "integer", minimum: 0 } };

    expect(await compare(input(days), input(more))).toMatchObject({ difference: "compatible" });
  });

  it("reports an input that is no longer valid as breaking", async () => {
    expect(await compare(input(days), input(days, ["days"]))).toMatchObject({
      difference: "breaking",
      changes: [{ kind: "breaking", side: "input", keyword: "required", witness: {} }],
    });
  });

  it("reports a newly possible output as breaking", async () => {
    expect(await compare(output(days, ["days"]), output(days))).toMatchObject({
      difference: "breaking",
      changes: [{ kind: "breaking", side: "output", keyword: "required", witness: {} }],
    });
  });

  it("reports a removed output schema as breaking", async () => {
    const { difference, changes } = await compare(output(days, ["days"]), {
      ...unpromised,
    });

    expect(difference).toBe("breaking");
    expect(changes[0]).toMatchObject({ kind: "breaking", side: "output" });
  });

  it("classifies a new output schema as compatible", async () => {
    expect(await compare(unpromised, output(days))).toMatchObject({
      difference: "compatible",
    });
  });

  it("puts widening first, and lists breaking changes too", async () => {
    const after = input({ ...days, note: { type: "string" } }, ["note"]);
    const { difference, changes } = await compare(input(days), after);

    expect(difference).toBe("widening");
    expect(changes.map(({ kind }) => kind)).toEqual(["widening", "breaking"]);
  });

  it("reports an unusable new schema as breaking", async () => {
    const after = { inputSchema: { type: "object", $ref: "https://example.com/x" } };

    const { changes } = await compare(input(days), after);

    expect(changes).toContainEqual({
      kind: "breaking",
      side: "input",
      keyword: "$schema",
      pointer: "",
      witness: {},
    });
  });

  it("proves nothing over schemas that were not compiled in time", async () => {
    const closed = createSchemaEngine({ clock: systemClock });
    await closed[Symbol.asyncDispose]();
    const [before, after] = ["string", "integer"].map((type) =>
      contractOf(input({ child: { $ref: "#" }, leaf: { type } })),
    );
    if (before === undefined || after === undefined) throw new Error("There are two tools.");

    const { difference } = await compareTools(before, after, { engine: closed, seed: 1 });

    expect(difference).toBe("unproven");
  });
});

describe("compareTools, inside an envelope", () => {
  const front = { front: { type: "string" } };

  it("proves by a witness in the data that a renamed field breaks readers", async () => {
    const renamed = enveloped({ face: { type: "string" } }, ["face"]);

    expect(await compare(enveloped(front, ["front"]), renamed)).toMatchObject({
      difference: "breaking",
      changes: [
        {
          kind: "breaking",
          side: "output",
          part: "data",
          keyword: "required",
          pointer: "/oneOf/0/properties/data",
          witness: { face: "a" },
        },
      ],
    });
  });

  it("classifies a new optional field as compatible, for the lock too", async () => {
    const more = enveloped({ ...front, hint: { type: "string" } }, ["front"]);

    expect(await compare(enveloped(front, ["front"]), more)).toEqual({
      difference: "compatible",
      changes: [{ kind: "compatible", field: "outputSchema" }],
      drift: "compatible",
    });
  });

  it("still compares the envelope itself", async () => {
    const { outputSchema } = enveloped(front);
    const open = JSON.stringify(outputSchema).replace(
      '"agentHints":{"type":"object"}',
      '"agentHints":{}',
    );

    const { changes } = await compare(enveloped(front), { outputSchema: parseJson(open) });

    expect(changes).toEqual([expect.objectContaining({ side: "output" })]);
    expect(changes[0]).not.toHaveProperty("part");
  });
});

describe("compareTools, for a new optional text", () => {
  const note = input({ ...days, note: { type: "string" } });
  const inside = { annotations: { readOnlyHint: true, openWorldHint: false } };

  it("reports widening where the tool may reach outside", async () => {
    expect(await compare(input(days), note)).toMatchObject({ difference: "widening" });
  });

  it("is compatible where the tool stays inside", async () => {
    expect(await compare({ ...inside, ...input(days) }, { ...inside, ...note })).toMatchObject({
      difference: "compatible",
      drift: "compatible",
    });
  });
});
