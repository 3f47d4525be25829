import { describe, expect, it } from "vitest";
import { z } from "zod";
import { flowOf } from "../flow/flow-of.ts";
import { hints } from "../result/build-hints.ts";
import { defineTool } from "./define-tool.ts";

const base = {
  name: "send-note",
  description: "Sends a note to a person. Use it to tell a person something. Returns its number.",
  version: "1.0.0",
  permissions: ["notes:send"],
  parameters: z.object({
    to: z.email().meta({ "x-role": "destination", "x-kind": "email" }),
    text: z.string(),
  }),
  result: z.object({
    number: z.string().meta({ "x-origin": "first-party", "x-kind": "note-id" }).nullable(),
    reply: z.string().meta({ "x-sensitivity": "pii" }),
  }),
  category: "mutation",
  responseTime: "fast",
  cacheable: false,
  idempotent: false,
  examples: [
    {
      description: "One",
      params: { to: "a@b.ch", text: "x" },
      expectedResult: { number: "1", reply: "y" },
    },
  ],
  tags: ["notes"],
  handler: () => ({
    data: { number: "1", reply: "y" },
    agentHints: hints({ confidence: [], sourceQuality: "high", validityPeriod: "short" }),
  }),
} satisfies Parameters<typeof defineTool>[0];

describe("a tool that says where values come from and go to", () => {
  it("keeps the keywords of its schemas in the contract", () => {
    const { contract } = defineTool(base);

    expect(contract.input).toMatchObject({
      properties: { to: { "x-role": "destination", "x-kind": "email" } },
    });
    expect(flowOf(contract).argumentAt(["to"])).toEqual({
      role: "destination",
      kind: "email",
      isGuessed: false,
    });
  });

  it("is read through the envelope around its data", () => {
    const { resultAt } = flowOf(defineTool(base).contract);

    expect(resultAt(["data", "number"])).toEqual({
      origin: "first-party",
      kind: "note-id",
      sensitivity: undefined,
      isDeclared: true,
    });
    expect(resultAt(["data", "reply"])).toMatchObject({
      origin: "third-party",
      sensitivity: "pii",
    });
    expect(resultAt(["metadata", "tool"]).origin).toBe("third-party");
  });

  it("states marks and reach as terms", () => {
    const { contract } = defineTool({
      ...base,
      reach: "internal",
      input: { "/text": { role: "query" } },
      output: { "/data": { origin: "first-party" } },
    });
    const flow = flowOf(contract);

    expect(contract.terms).toMatchObject({ reach: "internal" });
    expect([flow.reach, flow.isReachGuessed]).toEqual(["internal", false]);
    expect(flow.argumentAt(["text"])?.role).toBe("query");
    expect(flow.resultAt(["data", "reply"]).origin).toBe("first-party");
  });

  it("is refused with the place of a mark that cannot be read", () => {
    const output = { "/data/number": { origin: "first-party", level: 3 } };

    // @ts-expect-error a mark has no level
    expect(() => defineTool({ ...base, output })).toThrow(
      /Tool "send-note", \/output\/~1data~1number\/level: A mark here has only/,
    );
  });
});
