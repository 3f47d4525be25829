import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  approvedCall,
  authorizedCall,
  connectedCall,
  incomingCall,
  judgedCall,
  noAbort,
  outerCall,
  permittedCall,
  resolvedCall,
  validatedCall,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CheckedResult } from "./call.ts";
import { createPipeline, type Stages } from "./pipeline.ts";
import { CallWatchers, type EndedCall } from "./watch-calls.ts";

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
  const watcher = {
    opened: () => passed("watchers.opened"),
    closed: ({ ending }: EndedCall) => passed(`watchers.closed ${ending.status}`),
  };
  const stages: Stages = {
    find: () => undefined,
    trace: () => undefined,
    recordable: () => undefined,
    nameConnection: (call) => {
      passed("nameConnection");
      return call;
    },
    rounds: {
      accept: at("rounds.accept", undefined),
      unseal: (call) => {
        passed("rounds.unseal");
        return call;
      },
      seal: (_call, asked) => asked,
    },
    judgeSequence: at("judgeSequence", judgedCall()),
    remember: () => undefined,
    settle: async () => undefined,
    defer: () => undefined,
    waitAsTask: () => undefined,
    report: at("report", undefined),
    noteLinks: () => undefined,
    redactRefusal: (error) => error,
    watchers: new CallWatchers([watcher], createFakeClock()),
    record: () => {
      passed("record");
      return {
        durable: async () => passed("record.durable"),
        closed: async (_call, { kind }) => {
          passed(`record.closed ${kind}`);
          return undefined;
        },
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

/** Longer than any number of promises that a stage awaits by accident. */
function later(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A step stage that reports asynchronously, as with a shared store. */
function toldLater(passed: (stage: string) => void): Stages["queryBudget"] {
  const left = async (): Promise<void> => {
    await later();
    passed("left");
  };
  return { taken: () => undefined, asked: left, waits: left };
}

const given = { kind: "given", by: "grace", at: 0, id: "a1", digest: "d" } as const;

describe("a call whose intent cannot be recorded", () => {
  it("does not run, and its approval learns how it ended", async () => {
    const error = new Refusal("audit-failed", { tool: "get-forecast", moment: "opened" });
    const endings: unknown[] = [];
    const { callTool, path } = setUp(() => ({
      record: () => ({ durable: () => Promise.reject(error), closed: async () => undefined }),
      approve: (call) => ({ ...call, approval: given }),
      settle: async (_call, ending) => void endings.push(ending),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toBe(error);
    expect(endings).toEqual([{ error }]);
    expect(path).not.toContain("run");
  });
});

const unremembered = new Refusal("sequence-unavailable", { tool: "x", mayHaveActed: true });

describe("the life of a call", () => {
  it("passes every stage in order", async () => {
    const { callTool, path } = setUp();

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(redacted);
    expect(path).toEqual([
      "watchers.opened",
      "record",
      "resolve",
      "permit",
      "step.taken",
      "prepareArguments",
      "validateInput",
      "nameConnection",
      "authorize",
      "limitRate",
      "connect",
      "judgeSequence",
      "cache.read",
      "rounds.accept",
      "approve",
      "record.durable",
      "rounds.unseal",
      "run",
      "validateOutput",
      "report",
      "redact",
      "hint",
      "cache.write",
      "record.closed answered",
      "watchers.closed answered",
    ]);
  });

  it("is short on a cache hit, and recorded all the same", async () => {
    const { callTool, path } = setUp(() => ({
      cache: { read: () => checked, write: () => undefined },
    }));

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(checked);
    expect(path.slice(-3, -1)).toEqual(["judgeSequence", "record.closed answered"]);
  });

  it("ends with the tool's question, which is not cached", async () => {
    const question = { asks: { requestState: "s" } };
    const { callTool, path } = setUp(() => ({ question: () => question }));

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(question);
    expect(path.slice(-4, -1)).toEqual(["run", "step.asked", "record.closed asked"]);
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
    expect(path.slice(-3, -1)).toEqual(["step.waits", "record.closed refused"]);
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
    expect(path.slice(1, -1)).toEqual(["record", "resolve", "permit", "record.closed refused"]);
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

    expect(asks.path.slice(-3, -1)).toEqual(["left", "record.closed asked"]);
    expect(waits.path.slice(-3, -1)).toEqual(["left", "record.closed refused"]);
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
      expect(path.slice(-3, -1)).toEqual(["refused", "record.closed refused"]);
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

  it("is not checked against its outer tool while the record cannot be trusted", async () => {
    const { callTool, path } = setUp(() => ({
      recordable: () => {
        throw new Refusal("audit-failed", { tool: "x", moment: "opened" });
      },
    }));
    const within = { ...outerCall, mayCall: () => false };

    await expect(callTool(incomingCall({ within }), noAbort)).rejects.toMatchObject({
      code: "audit-failed",
    });
    expect(path.slice(1, -1)).toEqual(["record", "record.closed refused"]);
  });

  it("takes no query if its outer tool is itself", async () => {
    const { contract } = permittedCall().registered;
    const { callTool, path } = setUp(() => ({
      permit: () => permittedCall({ within: { ...outerCall, contract } }),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
      code: "step-refused",
      details: { because: "itself" },
    });
    expect(path.slice(1, -1)).toEqual(["record", "resolve", "record.closed refused"]);
  });

  it("connects to nothing before a shared store has counted it", async () => {
    const { callTool, path } = setUp((passed) => ({
      limitRate: async () => {
        await later();
        passed("refused");
        throw new Refusal("query-limit", { tool: "x" });
      },
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({ code: "query-limit" });
    expect(path.slice(-4, -1)).toEqual(["authorize", "refused", "record.closed refused"]);
  });

  it("looks at no argument and takes no query of a call that is not permitted", async () => {
    const { callTool, path } = setUp(() => ({
      permit: () => {
        throw new Refusal("not-permitted", { tool: "get-forecast", missing: [] });
      },
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
      code: "not-permitted",
    });
    expect(path.slice(1, -1)).toEqual(["record", "resolve", "record.closed refused"]);
  });

  it("caches nothing of a refused result", async () => {
    const { callTool, path } = setUp(() => ({
      validateOutput: () => Promise.reject(new Error("x")),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toThrow("x");
    expect(path).not.toContain("cache.write");
  });

  it("does not look up a tool that its outer tool does not name", async () => {
    const { callTool, path } = setUp();
    const within = { ...outerCall, mayCall: () => false };

    await expect(callTool(incomingCall({ within }), noAbort)).rejects.toMatchObject({
      code: "step-refused",
    });
    expect(path.slice(1, -1)).toEqual(["record", "record.closed refused"]);
  });

  it("tells an inner call nothing of a tool that its principal may not call", async () => {
    const { callTool } = setUp(() => ({
      permit: () => {
        throw new Refusal("not-permitted", { tool: "b", missing: [] });
      },
    }));

    await expect(callTool(incomingCall({ within: outerCall }), noAbort)).rejects.toMatchObject({
      code: "not-permitted",
    });
  });

  it("is refused, watched as refused and leaves no link if it cannot be recorded", async () => {
    const full = new Refusal("audit-failed", { tool: "x", moment: "closed" });
    const { callTool, path } = setUp((passed) => ({
      record: () => ({ durable: async () => undefined, closed: () => Promise.reject(full) }),
      noteLinks: (_call, { kind }) => passed(`noteLinks ${kind}`),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toBe(full);
    expect(path.slice(-3)).toEqual(["cache.write", "noteLinks refused", "watchers.closed refused"]);
  });

  it("is remembered with its outcome before its record is closed", async () => {
    const { callTool, path } = setUp((passed) => ({
      remember: async (_call, { kind }) => passed(`remember ${kind}`),
    }));

    await callTool(incomingCall(), noAbort);

    expect(path.slice(-3, -1)).toEqual(["remember answered", "record.closed answered"]);
  });

  it.each([
    [
      "at once",
      () => {
        throw unremembered;
      },
    ],
    ["later", () => Promise.reject(unremembered)],
  ])(
    "is withheld and recorded as refused if it cannot be remembered, %s",
    async (_when, remember) => {
      const { callTool, path } = setUp(() => ({ remember }));

      await expect(callTool(incomingCall(), noAbort)).rejects.toBe(unremembered);
      expect(path.slice(-2, -1)).toEqual(["record.closed refused"]);
    },
  );

  it("keeps its own refusal if it cannot be remembered either", async () => {
    const denied = new Refusal("policy-denied", { tool: "x", because: "denied" });
    const { callTool } = setUp(() => ({
      authorize: () => {
        throw denied;
      },
      remember: () => Promise.reject(unremembered),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toBe(denied);
  });

  it("notes links after the record and before its end is seen", async () => {
    const { callTool, path } = setUp((passed) => ({ noteLinks: () => passed("noteLinks") }));

    await callTool(incomingCall(), noAbort);

    expect(path.slice(-3)).toEqual([
      "record.closed answered",
      "noteLinks",
      "watchers.closed answered",
    ]);
  });

  it("seals the question of a tool", async () => {
    const sealed = { asks: { requestState: "sealed" } };
    const { callTool } = setUp(() => ({
      rounds: { accept: () => undefined, unseal: (call) => call, seal: () => sealed },
      question: () => ({ asks: { requestState: "plain" } }),
    }));

    await expect(callTool(incomingCall(), noAbort)).resolves.toBe(sealed);
  });

  it.each([
    ["answers", () => Promise.resolve(raw), ["settle raw", "validateOutput"]],
    ["fails", () => Promise.reject(new Error("x")), ["settle error", "record.closed refused"]],
  ])("settles its approval when the tool %s, and waits for it", async (_, run, next) => {
    const { callTool, path } = setUp((passed) => ({
      approve: () => approvedCall({ approval: given }),
      run,
      settle: async (_call, ending) => {
        await later();
        passed(`settle ${Object.keys(ending).join()}`);
      },
    }));

    await callTool(incomingCall(), noAbort).catch(() => undefined);

    const from = path.indexOf("rounds.unseal") + 1;
    expect(path.slice(from, from + 2)).toEqual(next);
  });

  it("settles its approval if the state of the tool cannot be restored", async () => {
    const endings: unknown[] = [];
    const error = new Error("x");
    const unseal = (): never => {
      throw error;
    };
    const { callTool } = setUp(() => ({
      approve: () => approvedCall({ approval: given }),
      rounds: { accept: () => undefined, unseal, seal: (_call, asked) => asked },
      settle: async (_call, ending) => void endings.push(ending),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toBe(error);
    expect(endings).toEqual([{ error }]);
  });

  it.each(["answered", "refused"] as const)(
    "ends its trace as %s, once the watchers have seen its end",
    async (kind) => {
      const { callTool, path } = setUp((passed) => ({
        trace: () => ({
          context: undefined,
          end: (outcome) => passed(`trace.end ${outcome.kind}`),
        }),
        ...(kind === "refused" && { run: () => Promise.reject(new Error("x")) }),
      }));

      await callTool(incomingCall(), noAbort).catch(() => undefined);

      expect(path.slice(-2)).toEqual([`watchers.closed ${kind}`, `trace.end ${kind}`]);
    },
  );

  it("redacts the refusal that leaves, not the recorded one", async () => {
    const { callTool } = setUp(() => ({
      resolve: () => {
        throw new Refusal("tool-unknown", { tool: "s3cret" });
      },
      redactRefusal: () => new Refusal("tool-unknown", { tool: "***" }),
    }));

    await expect(callTool(incomingCall(), noAbort)).rejects.toMatchObject({
      details: { tool: "***" },
    });
  });
});
