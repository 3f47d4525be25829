import { describe, expect, it } from "vitest";
import { answersIn, callsOf, withCap } from "./calls.ts";

const refusal = (code: string) => ({
  content: [{ type: "text", text: "Refused." }],
  isError: true,
  _meta: { "dev.toolcourt/refusal": { code } },
});
const discovery = (complete: boolean) => ({
  structuredContent: { data: {}, metadata: { discovery: { complete } } },
});

const failed = (tool: string, reason: string) => ({ tool, status: "failed", reason }) as const;

describe("answersIn", () => {
  it.each([
    ["a whole answer", discovery(true), { status: "complete" }],
    ["an answer that was cut", discovery(false), { status: "partial" }],
    [
      "a denial",
      refusal("target-denied"),
      { status: "denied", reason: "Refused. (target-denied)" },
    ],
    [
      "a refusal",
      refusal("output-invalid"),
      { status: "failed", reason: "Refused. (output-invalid)" },
    ],
    [
      "an error of the protocol",
      { error: { code: -32_602, message: "No.", data: { code: "tool-unknown" } } },
      { status: "failed", reason: "No. (tool-unknown)" },
    ],
  ])("reads %s", (_, printed, expected) => {
    expect(answersIn("a-tool", JSON.stringify(printed))).toEqual([{ tool: "a-tool", ...expected }]);
  });

  it.each(["", "Killed", "{}"])("takes %j for a failure", (printed) => {
    expect(answersIn("a-tool", printed)).toMatchObject([{ status: "failed" }]);
  });

  it("reads each part of a workflow", () => {
    const parts = [
      { tool: "one", status: "complete" },
      { tool: "two", status: "denied", code: "target-denied", reason: "A role is missing." },
      { tool: "three", status: "denied", code: "connection-tier", reason: "No such tier." },
    ];
    const printed = { structuredContent: { data: { stages: [{ parts }] } } };

    expect(answersIn("workflow", JSON.stringify(printed))).toEqual([
      { tool: "one", status: "complete" },
      { tool: "two", status: "denied", reason: "A role is missing. (target-denied)" },
      { tool: "three", status: "failed", reason: "No such tier. (connection-tier)" },
    ]);
  });
});

describe("withCap", () => {
  const sentence = "gave no usable answer (rejected). (target-failed)";
  const invalid = failed("invalid", "The result does not fit. (output-invalid)");

  it("tells the refusals of the cap from other failures", () => {
    const answers = [failed("early", sentence), invalid, failed("late", sentence)];

    expect(withCap(answers, 1)).toEqual([
      failed("early", sentence),
      invalid,
      { tool: "late", status: "capped" },
    ]);
  });

  it("leaves failures alone if the cap refused nothing", () => {
    const answers = [failed("early", sentence), invalid];

    expect(withCap(answers, 0)).toEqual(answers);
  });
});

describe("callsOf", () => {
  it("asks for the costs of a week that has ended", () => {
    const now = new Date("2026-03-02T10:00:00Z");
    const calls = callsOf({ tenantId: "t", subscriptionId: "s", now });

    expect(calls.find(({ tool }) => tool === "query-costs-between")?.args).toMatchObject({
      from: "2026-02-22",
      to: "2026-03-01",
      tier: "cost",
    });
  });
});
