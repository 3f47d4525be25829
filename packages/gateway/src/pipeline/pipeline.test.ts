import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  approvedCall,
  authorizedCall,
  connectedCall,
  incomingCall,
  noAbort,
  permittedCall,
  resolvedCall,
  validatedCall,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { CheckedResult } from "./call.ts";
import { createPipeline, type Stages } from "./pipeline.ts";

const raw: CheckedResult = { content: ["raw"], isError: false };
const checked: CheckedResult = { content: ["checked"], isError: false };
const redacted: CheckedResult = { content: ["redacted"], isError: false };

/** Stages that pass everything and record the path of a call. */
function setUp(differences: (passed: (stage: string) => void) => Partial<Stages> = () => ({})) {
  const path: string[] = [];
  const passed = (stage: string): void => {
    path.push(stage);
  };
  const at =
    <Result>(stage: string, result: Result) =>
    (): Result => {
      passed(stage);
      return result;
    };
  const stages: Stages = {
    record: () => {
      passed("record");
      return {
        durable: async () => passed("record.durable"),
        closed: async (_call, { kind }) => passed(`record.closed ${kind}`),
      };
    },
    resolve: at("resolve", resolvedCall()),
    permit: at("permit", permittedCall()),
    queryBudget: {
      taken: at("step.taken", undefined),
      asked: at("step.asked", undefined),
      waits: at("step.waits", undefined),
    },
    prepareArguments: at("prepareArguments", permittedCall()),
    validateInput: at("validateInput", validatedCall()),
    authorize: at("authorize", authorizedCall()),
    limitRate: at("limitRate", undefined),
    connect: at("connect", connectedCall()),
    cache: { read: at("cache.read", undefined), write: at("cache.write", undefined) },
    approve: at("approve", approvedCall()),
    run: at("run", Promise.resolve(raw)),
    question: () => undefined,
    validateOutput: at("validateOutput", checked),
    redact: at("redact", { output: redacted }),
    hint: (_call, output) => {
      passed("hint");
      return output;
    },
    ...differences(passed),
  };
  return { path, callTool: createPipeline(stages) };
}

/** A step stage that reports asynchronously, as with a shared store. */
function toldLater(passed: (stage: string) => void): Stages["queryBudget"] {
  const left = async (): Promise<void> => {
    await Promise.resolve();
    passed("left");
  };
  return { taken: () => undefined, asked: left, waits: left };
}

describe("the life of a call", () => {
  it("passes every stage in order", async () => {
    const { callTool, path } = setUp();

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(redacted);
    expect(path).toEqual([
      "record",
      "resolve",
      "permit",
      "step.taken",
      "prepareArguments",
      "validateInput",
      "authorize",
      "limitRate",
      "connect",
      "cache.read",
      "approve",
      "record.durable",
      "run",
      "validateOutput",
      "redact",
      "hint",
      "cache.write",
      "record.closed answered",
    ]);
  });

  it("is short on a cache hit, and recorded all the same", async () => {
    const { callTool, path } = setUp(() => ({
      cache: { read: () => checked, write: () => undefined },
    }));

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(checked);
    expect(path.slice(-2)).toEqual(["connect", "record.closed answered"]);
  });

  it("ends with the tool's question, which is not cached", async () => {
    const question = { asks: { requestState: "s" } };
    const { callTool, path } = setUp(() => ({ question: () => question }));

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(question);
    expect(path.slice(-3)).toEqual(["run", "step.asked", "record.closed asked"]);
  });

  it("keeps its query's one call while waiting for approval", async () => {
    const { callTool, path } = setUp(() => ({
      approve: () => {
        throw new Refusal("approval-required", { tool: "x", from: "operator" });
      },
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
      code: "approval-required",
    });
    expect(path.slice(-2)).toEqual(["step.waits", "record.closed refused"]);
  });

  it("stops at the query step if the store reports it as taken", async () => {
    const { callTool, path } = setUp(() => ({
      queryBudget: {
        taken: () => Promise.reject(new Refusal("query-limit", { tool: "x" })),
        asked: () => undefined,
        waits: () => undefined,
      },
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({ code: "query-limit" });
    expect(path).toEqual(["record", "resolve", "permit", "record.closed refused"]);
  });

  it("releases its query before it ends with a question or waits", async () => {
    const asks = setUp((passed) => ({
      queryBudget: toldLater(passed),
      question: () => ({ asks: { requestState: "s" } }),
    }));
    const waits = setUp((passed) => ({
      queryBudget: toldLater(passed),
      approve: () =>
        Promise.reject(new Refusal("approval-required", { tool: "x", from: "operator" })),
    }));

    await asks.callTool(incomingCall(), noAbort);
    await waits.callTool(incomingCall(), noAbort).catch(() => undefined);

    expect(asks.path.slice(-2)).toEqual(["left", "record.closed asked"]);
    expect(waits.path.slice(-2)).toEqual(["left", "record.closed refused"]);
  });

  it.each(["resolve", "authorize", "limitRate", "approve"] as const)(
    "ends where %s refuses, and is recorded",
    async (stage) => {
      const { callTool, path } = setUp((passed) => ({
        [stage]: () => {
          passed("refused");
          throw new Refusal("query-limit", { tool: "x" });
        },
      }));

      await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
        code: "query-limit",
      });
      expect(path.slice(-2)).toEqual(["refused", "record.closed refused"]);
    },
  );

  it.each([
    [true, "tool-unknown", { tool: "get-forecast" }],
    [false, "not-permitted", { tool: "get-forecast", missing: [], isHidden: false }],
  ] as const)(
    "records why a call is not permitted; the caller of a hidden tool (%s) is told %s",
    async (isHidden, code, details) => {
      const recorded: unknown[] = [];
      const { callTool } = setUp(() => ({
        record: () => ({
          durable: async () => undefined,
          closed: async (_call, outcome) => void recorded.push(outcome),
        }),
        permit: () => {
          throw new Refusal("not-permitted", { tool: "get-forecast", missing: [], isHidden });
        },
      }));

      await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({ code, details });
      expect(recorded).toMatchObject([{ kind: "refused", error: { code: "not-permitted" } }]);
    },
  );

  it("looks at no argument and takes no query of a call that is not permitted", async () => {
    const { callTool, path } = setUp(() => ({
      permit: () => {
        throw new Refusal("not-permitted", { tool: "get-forecast", missing: [] });
      },
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
      code: "not-permitted",
    });
    expect(path).toEqual(["record", "resolve", "record.closed refused"]);
  });

  it("caches nothing of a refused result", async () => {
    const { callTool, path } = setUp(() => ({
      validateOutput: () => Promise.reject(new Error("x")),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toThrow("x");
    expect(path).not.toContain("cache.write");
  });
});
