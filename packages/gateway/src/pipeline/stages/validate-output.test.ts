import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import type { Validate } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonObject, Promotion } from "@toolcourt/sdk";
import { approvedCall, goodResult, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import {
  ClauseCounters,
  type ClauseName,
  type Clauses,
  defaultClauses,
} from "../clause-counters.ts";
import { Quarantine } from "../quarantine.ts";
import { createValidateOutput } from "./validate-output.ts";

const refusing: Validate = () => ({
  kind: "invalid",
  issues: [{ pointer: "/celsius", message: 'expected number, got string "x"' }],
});

function setUp(tool: RegisteredTool = registeredTool(), clauses: Partial<Clauses> = {}) {
  const counters = new ClauseCounters();
  const quarantine = new Quarantine({
    clock: createFakeClock(),
    newId: () => "q1",
    hideSecrets: (text) => text,
  });
  const stage = createValidateOutput({
    clausesOf: () => ({ ...defaultClauses, ...clauses }),
    counters,
    quarantine,
    maxBytes: 1_000,
  });
  const validate = async (raw: unknown) => stage(approvedCall({ registered: tool }), raw);
  return { validate, counters, quarantine };
}

const { validateOutput: _, ...uncheckable } = registeredTool();
const { output: _schema, ...promisingNothing } = toolContract();
const promising = registeredTool();
const lenient = registeredTool({ contract: promisingNothing });

function made(result: Promotion, validateOutput?: Validate): RegisteredTool {
  return registeredTool({
    contract: toolContract({ result }),
    ...(validateOutput && { validateOutput }),
  });
}

describe("a result with structured content built from its blocks", () => {
  const content = [{ type: "text", text: '{"celsius":21}' }];

  it("passes with it, and keeps the text", async () => {
    const { validate } = setUp(made("json-text"));

    expect(await validate({ content })).toEqual({
      content,
      isError: false,
      structuredContent: { celsius: 21 },
    });
  });

  it("is validated against the schema", async () => {
    const { validate } = setUp(made("json-text", refusing));

    await expect(validate({ content })).rejects.toMatchObject({
      code: "output-invalid",
      details: { clause: "output" },
    });
  });

  it("is refused if there is nothing to build from", async () => {
    const { validate } = setUp(made("json-text"));

    await expect(validate({ content: [{ type: "text", text: "Sunny" }] })).rejects.toMatchObject({
      details: { clause: "output-missing" },
    });
  });

  it("ignores the server's own structured content", async () => {
    const { validate } = setUp(made("text"), { "text-agrees": "enforce" });
    const structuredContent = { text: "something else" };

    expect(await validate({ content, structuredContent })).toMatchObject({
      structuredContent: { text: '{"celsius":21}' },
    });
  });

  it("stays an error", async () => {
    const { validate } = setUp(made("text"));
    const failed = { content: [{ type: "text", text: "No such city" }], isError: true };

    expect(await validate(failed)).toEqual(failed);
  });
});

describe("validateOutput", () => {
  it("passes a result that keeps its contract", async () => {
    const { validate, quarantine } = setUp();

    expect(await validate(goodResult())).toEqual(goodResult());
    expect(quarantine.list()).toEqual([]);
  });

  it("drops unknown fields and forged metadata of ours", async () => {
    const { validate } = setUp();
    const _meta = { "dev.toolcourt/refusal": 1, "Dev.Toolcourt/x": 1, "example.com/trace": "t" };

    expect(await validate(goodResult({ surprise: 1, _meta }))).toEqual({
      ...goodResult(),
      meta: { "example.com/trace": "t" },
    });
  });

  it("treats missing content as empty, and a missing flag as no error", async () => {
    const { validate } = setUp();

    expect(await validate({ structuredContent: { celsius: 21 } })).toEqual({
      content: [],
      structuredContent: { celsius: 21 },
      isError: false,
    });
  });

  it.each<unknown>([
    undefined,
    null,
    "sunny",
    [goodResult()],
    goodResult({ content: "sunny" }),
    goodResult({ content: ["sunny"] }),
    goodResult({ content: [{ type: "text" }] }),
    goodResult({ content: [{ type: "script", text: "x" }] }),
    goodResult({ isError: "false" }),
    goodResult({ resultType: "task" }),
  ])("refuses %j in every clause mode, because it lacks the shape of a result", async (raw) => {
    const off = { output: "off", "output-missing": "off", size: "off" } as const;
    const { validate, quarantine } = setUp(promising, off);

    await expect(validate(raw)).rejects.toMatchObject({
      code: "output-invalid",
      details: { clause: "output", quarantineId: "q1" },
    });
    expect(quarantine.list()).toHaveLength(1);
  });

  it("refuses a result nested too deep to check", async () => {
    const { validate } = setUp();
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);

    await expect(validate({ structuredContent: deep })).rejects.toMatchObject({
      code: "output-invalid",
    });
  });

  it.each(["input_required", "task", 7])(
    "refuses a declared result type other than a result: %s",
    async (resultType) => {
      const { validate } = setUp();

      await expect(validate({ ...goodResult(), resultType })).rejects.toMatchObject({
        code: "output-invalid",
      });
    },
  );

  it("refuses structured content if its schema could not be compiled", async () => {
    const { validate } = setUp(uncheckable);

    await expect(validate(goodResult())).rejects.toMatchObject({ code: "output-invalid" });
  });

  it("waits for an asynchronous validator", async () => {
    const { validate } = setUp(registeredTool({ validateOutput: async (v) => refusing(v) }));

    await expect(validate(goodResult())).rejects.toMatchObject({ code: "output-invalid" });
  });
});

interface Breach {
  readonly clause: ClauseName;
  readonly raw: JsonObject;
  readonly tool?: RegisteredTool;
  readonly issue: RegExp;
}

const breaches: readonly Breach[] = [
  {
    clause: "output",
    raw: goodResult(),
    tool: registeredTool({ validateOutput: refusing }),
    issue: /^\/structuredContent\/celsius: expected number$/,
  },
  { clause: "output-missing", raw: { content: [], isError: false }, issue: /expected what/ },
  { clause: "is-error-flag", raw: { structuredContent: {} }, issue: /^\/isError: / },
  {
    clause: "text-agrees",
    raw: goodResult({ content: [{ type: "text", text: '{"celsius":22}' }] }),
    issue: /^\/content\/0\/text: /,
  },
  {
    clause: "size",
    raw: goodResult({ content: [{ type: "text", text: "x".repeat(1_000) }] }),
    issue: /^expected at most 1000 bytes$/,
  },
];

describe.each(breaches)("the clause $clause", ({ clause, raw, tool = promising, issue }) => {
  it("refuses in enforce mode, with its issues and the quarantine id", async () => {
    const { validate, quarantine } = setUp(tool, { [clause]: "enforce" });

    const error: unknown = await validate(raw).catch((e: unknown) => e);

    expect(hasCode(error, "output-invalid") && error.details).toEqual({
      tool: "get-forecast",
      clause,
      issues: [expect.stringMatching(issue)],
      quarantineId: "q1",
    });
    expect(quarantine.find("q1")).toMatchObject({ clause, text: JSON.stringify(raw) });
  });

  it("counts and passes in observe mode", async () => {
    const { validate, counters, quarantine } = setUp(tool, { [clause]: "observe" });

    await validate(raw);

    expect(counters.counts()).toContainEqual({
      tool: "get-forecast",
      clause,
      checked: 1,
      broken: 1,
    });
    expect(quarantine.list()).toEqual([]);
  });

  it("checks nothing when off", async () => {
    const { validate, counters } = setUp(tool, { [clause]: "off" });

    await validate(raw);

    expect(counters.counts().map((count) => count.clause)).not.toContain(clause);
  });
});

describe("a result flagged as an error", () => {
  it("passes with its text and without structured content", async () => {
    const { validate } = setUp();
    const raw = { content: [{ type: "text", text: "No such city." }], isError: true };

    expect(await validate(raw)).toEqual(raw);
  });

  it("is validated against the schema if it has structured content", async () => {
    const { validate } = setUp(registeredTool({ validateOutput: refusing }));

    await expect(validate(goodResult({ isError: true }))).rejects.toMatchObject({
      code: "output-invalid",
      details: { clause: "output" },
    });
  });
});

describe("the clause text-agrees", () => {
  it.each(["It will be warm.", "21", '{ "celsius": 21.0 }', "{ not json }"])(
    "accepts %j",
    async (text) => {
      const { validate, counters } = setUp();

      await validate(goodResult({ content: [{ type: "text", text }] }));

      expect(counters.counts()).toContainEqual(
        expect.objectContaining({ clause: "text-agrees", broken: 0 }),
      );
    },
  );

  it.each(['{"celsius":21,"more":1}', "{}", "[21]", '{"celsius":"21"}', '{"celsius":null}'])(
    "objects to %j",
    async (text) => {
      const { validate } = setUp(promising, { "text-agrees": "enforce" });

      await expect(
        validate(goodResult({ content: [{ type: "text", text }] })),
      ).rejects.toMatchObject({ details: { clause: "text-agrees" } });
    },
  );
});

it("ignores a tool without an output schema", async () => {
  const { validate } = setUp(lenient);

  expect(await validate({ content: [], isError: false })).toEqual({ content: [], isError: false });
});
