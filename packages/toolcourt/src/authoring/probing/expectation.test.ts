import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonObject, JsonSchema } from "@toolcourt/sdk";
import { contract } from "@toolcourt/sdk/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Expectation, expectationFor, isSameBreach } from "./expectation.ts";
import { prepareTool } from "./prepare-tool.ts";

const engine = createSchemaEngine({ clock: systemClock });
afterAll(() => engine[Symbol.asyncDispose]());

const closed: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 5 },
    day: { type: "string", format: "date" },
    limit: { type: "integer", default: 3 },
  },
  required: ["name", "limit"],
  additionalProperties: false,
};

async function expectationOf(input: JsonObject, schema = closed): Promise<Expectation> {
  const deps = { engine, seed: 1, profiles: ["core"] } as const;
  const tool = await prepareTool(contract({ input: schema }), deps);
  if (tool === undefined) throw new Error("The schema is refused.");
  return expectationFor(input, tool.inputs);
}

// The first schema loads the compilers, which is slow on a busy machine.
describe("expectationFor", () => {
  it("expects an answer to an input that the schema accepts", async () => {
    expect(await expectationOf({ name: "Ada", limit: 1 })).toEqual({ kind: "accept" });
  });

  it("expects a refusal of an invalid input, and describes the mistake in our words", async () => {
    expect(await expectationOf({ name: "Augusta", limit: 1 })).toEqual({
      kind: "refuse",
      broken: [{ pointer: "/name", message: "wants at most 5 characters" }],
      isUnknownOnly: false,
    });
  });

  it("distinguishes an unknown name from other mistakes", async () => {
    expect(await expectationOf({ name: "Ada", limit: 1, sort: "up" })).toMatchObject({
      kind: "refuse",
      isUnknownOnly: true,
    });
  });

  it.each([
    ["an unknown name, where the schema is open", { sort: "up" }, { type: "object" }],
    ["what a default may stand for", { name: "Ada" }, closed],
    ["a text that has no such format", { name: "Ada", limit: 1, day: "tomorrow" }, closed],
    ["characters that are counted as one or two", { name: "🙂🙂🙂🙂🙂🙂", limit: 1 }, closed],
    ["a number that is not exact everywhere", { name: "Ada", limit: 1e300 }, closed],
    ["a text without an end", { name: "a".repeat(2_000) }, { type: "object" }],
  ])("expects either outcome for %s", async (_, input, schema) => {
    expect(await expectationOf(input, schema)).toEqual({ kind: "either" });
  });

  it("is the same for two inputs that break the same rule", async () => {
    const [long, longer, missing] = await Promise.all([
      expectationOf({ name: "Augusta", limit: 1 }),
      expectationOf({ name: "Augusta Ada", limit: 1 }),
      expectationOf({ limit: 1 }),
    ]);

    expect([isSameBreach(long, longer), isSameBreach(long, missing)]).toEqual([true, false]);
  });
});
