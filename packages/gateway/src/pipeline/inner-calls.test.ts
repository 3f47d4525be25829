import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  InnerCallError,
  type InnerCalls,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import { createMemoryRecords, createRecord } from "@toolcourt/testing/call-records";
import {
  type CallingTool,
  callingTool,
  registeredCallingTool,
} from "@toolcourt/testing/calling-tool";
import {
  fakeUpstream,
  goodResult,
  incomingCall,
  never,
  noAbort,
  registeredTool,
  toolContract,
  writingTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import { createMemoryLimits } from "../stores/memory/transient.ts";
import type { OpenSpan, ServedRequest } from "../telemetry/tracing/tracing.ts";
import { type IncomingCall, isQuestion } from "./call.ts";
import { defaultClauses } from "./clause-counters.ts";
import { Away } from "./limits/away.ts";
import { SharedSlots } from "./limits/shared-slots.ts";
import { openPipeline, type PipelineDeps } from "./open-pipeline.ts";
import type { CallRecord } from "./pipeline.ts";

interface Scene extends Partial<PipelineDeps> {
  readonly tools: readonly RegisteredTool[];
  readonly answer?: () => Promise<JsonObject> | JsonObject;
}

/** A pipeline over tools, some of which call others. */
function open({ tools, answer = () => goodResult(), ...options }: Scene) {
  const clock = createFakeClock();
  const records = createMemoryRecords();
  const upstream = fakeUpstream(answer);
  const snapshot: Snapshot = {
    version: 1,
    tools: new Map(tools.map((tool) => [tool.publicName, tool])),
    listed: [],
  };
  const seen: IncomingCall[] = [];
  const record = createRecord(records, clock);
  let ids = 0;
  const line = openPipeline({
    clock,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    record: (call) => {
      seen.push(call);
      return record(call);
    },
    current: () => snapshot,
    upstreamOf: () => upstream,
    clausesOf: () => ({ ...defaultClauses, output: "off", "output-missing": "off" }),
    maxConcurrent: 10,
    ...options,
  });
  onTestFinished(() => line[Symbol.asyncDispose]());
  const call = (differences: Partial<IncomingCall> = {}, signal: AbortSignal = noAbort) =>
    line.callTool(incomingCall({ tool: "sum-up", arguments: {}, ...differences }), signal);
  return { call, clock, records, seen, upstream };
}

const forecast = registeredTool();
const named = (publicName: string, rest: Partial<RegisteredTool> = {}): RegisteredTool =>
  registeredTool({ publicName, contract: toolContract({ name: publicName }), ...rest });

function calling(run: CallingTool["run"], rest: Partial<CallingTool> = {}): RegisteredTool {
  return registeredCallingTool(callingTool({ steps: ["get-forecast"], run, ...rest }));
}

/** The output of a tool that calls others. */
async function saidBy(answer: Promise<object>): Promise<JsonValue> {
  const output = await answer;
  if (isQuestion(output)) throw new TypeError("It asked.");
  return parseJson(JSON.stringify(output));
}

/** The refusal of an inner call, or its result. */
async function tried(calls: InnerCalls, tool: string, args: JsonObject = {}): Promise<JsonValue> {
  try {
    return { isError: (await calls.call(tool, args)).isError };
  } catch (error) {
    if (!(error instanceof InnerCallError)) throw error;
    const { code, message, retryable, approvalId = null, neverRan } = error;
    return { code, message, retryable, approvalId, neverRan };
  }
}

const city = { city: "Bern" };

const callTwice: CallingTool["run"] = async ({ call }) => {
  await Promise.all([call("t1", {}), call("t1", {})]);
  return null;
};

function places(): SharedSlots {
  const clock = createFakeClock();
  const store = createMemoryLimits(clock);
  return new SharedSlots({ store, clock, away: new Away({ clock }), name: "p" });
}

describe("a tool that calls another", () => {
  it("gets the other tool's checked result, with its call id", async () => {
    const tool = calling(async ({ call }) => ({ ...(await call("get-forecast", city)) }));
    const { call, upstream } = open({ tools: [tool, forecast] });

    const said = JSON.stringify(await saidBy(call()));

    expect(said).toContain(String.raw`\"structured\":{\"celsius\":21}`);
    expect(said).toContain(String.raw`\"callId\":\"id-1\"`);
    expect(upstream.calls).toEqual([{ name: "get-forecast", arguments: city }]);
  });

  it("calls as its own caller, within its own call, and serves no query", async () => {
    const tool = calling(({ call }) => call("get-forecast", city).then(() => null));
    const { call, seen } = open({ tools: [tool, forecast] });
    const principal = { id: "eva", permissions: ["a:read"], tenant: "acme" };
    const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-00` };

    await call({
      principal,
      queryId: "q",
      namedApproval: "a",
      sessionId: "s",
      channel: { capabilities: { elicitation: {} } },
      trace,
    });

    const [outer, inner] = seen;
    expect(inner).toMatchObject({
      callId: "id-1",
      principal,
      correlationId: outer?.correlationId,
      traceId: outer?.traceId,
      agent: outer?.agent,
      sessionId: "s",
      within: { callId: outer?.callId, tool: "sum-up" },
    });
    expect(inner?.trace).toEqual(trace);
    const { queryId, namedApproval, channel, resumption } = inner ?? {};
    expect([queryId, namedApproval, channel, resumption]).toEqual(Array(4).fill(undefined));
  });

  it("continues its trace in the inner call", async () => {
    const asked: ServedRequest[] = [];
    const served = (request: ServedRequest): OpenSpan => {
      asked.push(request);
      return { context: { traceparent: `00-${asked.length}` }, end: () => undefined };
    };
    const tool = calling(({ call }) => call("get-forecast", city).then(() => null));
    const tracing = { served, sent: () => undefined };
    const { call } = open({ tools: [tool, forecast], traces: { tracing, flags: "ignore" } });

    await call();

    expect(asked).toMatchObject([{ parent: undefined }, { parent: { traceparent: "00-1" } }]);
    expect(asked[1]?.correlationId).toBe(asked[0]?.correlationId);
  });

  it("consumes only its query's one call, with any number of steps", async () => {
    const tool = calling(async ({ call }) => {
      await call("get-forecast", city);
      await call("get-forecast", { city: "Basel" });
      return null;
    });
    const { call, upstream } = open({ tools: [tool, forecast] });

    await call({ queryId: "q" });

    expect(upstream.calls).toHaveLength(2);
    await expect(call({ queryId: "q" })).rejects.toMatchObject({ code: "query-limit" });
  });

  it("gets no inner calls if its contract names no steps", async () => {
    const tool = calling(async () => null, { steps: [] });
    const { call } = open({ tools: [tool, forecast] });

    expect(await saidBy(call())).toMatchObject({ isError: true });
  });
});

const refused = async (run: CallingTool["run"], scene: Omit<Scene, "tools"> = {}) => {
  const others = [forecast, named("get-other"), writingTool({ publicName: "write-card" })];
  const steps = ["get-forecast", "write-card", "get-lost"];
  const opened = open({ tools: [calling(run, { steps }), ...others], ...scene });
  return { said: JSON.stringify(await saidBy(opened.call())), ...opened };
};

describe("a refused inner call", () => {
  it("is to a tool outside the contract's steps, and is recorded", async () => {
    const { said, upstream, records } = await refused((calls) => tried(calls, "get-other"));

    expect(said).toContain("step-refused");
    expect(said).toContain("sum-up may not call get-other: its contract does not name that step.");
    expect(upstream.calls).toEqual([]);
    expect(records.recent()).toMatchObject([
      { kind: "call.opened", tool: "sum-up" },
      { kind: "call.opened", tool: "get-other" },
      { kind: "call.closed", ending: { kind: "refused", code: "step-refused" } },
      { kind: "call.closed", ending: { kind: "answered" } },
    ]);
  });

  it("is to any tool if the steps contain only a star", async () => {
    const tool = calling((calls) => tried(calls, "get-forecast"), { steps: ["*"] });
    const { call } = open({ tools: [tool, forecast] });

    expect(JSON.stringify(await saidBy(call()))).toContain("step-refused");
  });

  it("is to a tool with a stronger effect than its caller declares", async () => {
    const { said, upstream } = await refused((calls) => tried(calls, "write-card"));

    expect(said).toContain("sum-up may not call write-card: its effect is stronger");
    expect(upstream.calls).toEqual([]);
  });

  it("is to an unknown tool", async () => {
    const { said } = await refused((calls) => tried(calls, "get-lost"));

    expect(said).toContain("tool-unknown");
  });

  it("exceeds the limit of calls", async () => {
    const { said, upstream } = await refused(async (calls) => {
      for (let made = 0; made < 50; made += 1)
        await calls.call("get-forecast", { city: `${made}` });
      return tried(calls, "get-forecast", city);
    });

    expect(said).toContain("it has used all its calls");
    expect(upstream.calls).toHaveLength(50);
  });

  it("has arguments that are not JSON", async () => {
    const circle: Record<string, JsonValue> = {};
    circle["self"] = circle;
    const { said } = await refused(async (calls) => tried(calls, "get-forecast", circle));

    expect(said).toContain("input-invalid");
  });

  it("comes after the outer tool has answered", async () => {
    let kept: InnerCalls | undefined;
    const { upstream } = await refused(async (calls) => {
      kept = calls;
      return null;
    });

    await expect(kept?.call("get-forecast", city)).rejects.toMatchObject({
      code: "step-refused",
      message: "sum-up may not call get-forecast: it has already answered.",
    });
    expect(upstream.calls).toEqual([]);
  });

  it("cannot have its arguments changed later, nor change a cached answer", async () => {
    const args: Record<string, JsonValue> = { ...city };
    const kept = toolContract({ terms: { category: "query", cacheable: true, cacheTTL: 60 } });
    const tool = calling(async ({ call }) => {
      const answer = call("get-forecast", args);
      args["city"] = "Basel";
      const { structured } = await answer;
      Object.assign(structured ?? {}, { celsius: -40 });
      return (await call("get-forecast", city)).structured ?? null;
    });
    const { call, upstream } = open({ tools: [tool, registeredTool({ contract: kept })] });

    const said = JSON.stringify(await saidBy(call()));

    expect(upstream.calls).toEqual([{ name: "get-forecast", arguments: city }]);
    expect(said).toContain(String.raw`{\\\"celsius\\\":21}`);
  });
});

const chain = (length: number): readonly RegisteredTool[] =>
  Array.from({ length }, (_, index) =>
    calling((calls) => tried(calls, index + 1 === length ? "get-forecast" : `t${index + 1}`), {
      name: index === 0 ? "sum-up" : `t${index}`,
      steps: ["get-forecast", `t${index + 1}`],
    }),
  );

describe("nested inner calls", () => {
  it.each([
    [3, 1],
    [4, 0],
  ])("are limited to three levels: %i tools around one make %i call", async (length, made) => {
    const { call, upstream } = open({ tools: [...chain(length), forecast] });

    await call();

    expect(upstream.calls).toHaveLength(made);
  });

  it("refuse a tool that is already being called, under any name", async () => {
    let outcome: JsonValue = null;
    const outer = callingTool({ steps: ["t1"], run: (calls) => tried(calls, "t1") });
    const inner = calling(
      async (calls) => {
        outcome = await tried(calls, "another-name");
        return null;
      },
      { name: "t1", steps: ["another-name"] },
    );
    const again = { ...registeredCallingTool(outer), publicName: "another-name" };
    const { call } = open({ tools: [registeredCallingTool(outer), inner, again] });

    await call();

    expect(outcome).toMatchObject({ code: "step-refused" });
  });

  it("share the outermost call's limit", async () => {
    const outcomes: JsonValue[] = [];
    const inner = calling(
      async (calls) => {
        for (let made = 0; made < 30; made += 1) {
          outcomes.push(await tried(calls, "get-forecast", { city: `${outcomes.length}` }));
        }
        return null;
      },
      { name: "t1" },
    );
    const tool = calling(
      async ({ call }) => {
        await call("t1", {});
        await call("t1", {});
        return null;
      },
      { steps: ["t1"] },
    );
    const { call, upstream } = open({ tools: [tool, inner, forecast] });

    await call();

    expect(upstream.calls).toHaveLength(48);
    expect(outcomes).toHaveLength(60);
  });
});

describe("slots and deadlines of inner calls", () => {
  it("a toolbox of one slot does not deadlock at any depth", async () => {
    const inner = calling(({ call }) => call("get-forecast", city).then(() => 1), { name: "t1" });
    const tool = calling(({ call }) => call("t1", {}).then(() => 2), { steps: ["t1"] });
    const { call, upstream } = open({ tools: [tool, inner, forecast], maxConcurrent: 1 });

    expect(await saidBy(call())).toMatchObject({ isError: false });
    expect(upstream.calls).toHaveLength(1);
  });

  it("concurrent inner calls run one after the other, so that no slot is used twice", async () => {
    const waiting: ((result: JsonObject) => void)[] = [];
    const tool = calling(async ({ call }) => {
      await Promise.all(["a", "b", "c"].map((each) => call("get-forecast", { city: each })));
      return null;
    });
    const { call, clock, upstream } = open({
      tools: [tool, forecast],
      maxConcurrent: 1,
      answer: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const answer = call();
    const started: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(0);
      started.push(upstream.calls.length);
      waiting[round]?.(goodResult());
    }

    await answer;
    expect(started).toEqual([1, 2, 3]);
  });

  it.each(["in one process", "among processes"])(
    "many concurrent callers all finish, and no slot is used twice: %s",
    async (form) => {
      let [running, most] = [0, 0];
      const answer = async (): Promise<JsonObject> => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return goodResult();
      };
      const inner = calling(
        async ({ call }) => {
          await Promise.all(["a", "b"].map((each) => call("get-forecast", { city: each })));
          return null;
        },
        { name: "t1" },
      );
      const limitless = registeredTool({ contract: toolContract({ terms: {} }) });
      const { call, clock, upstream } = open({
        tools: [calling(callTwice, { steps: ["t1"] }), inner, limitless],
        answer,
        maxConcurrent: 2,
        ...(form === "among processes" && { sharedSlots: places() }),
      });
      const answers = Promise.all(Array.from({ length: 20 }, () => call()));
      for (let round = 0; round < 40; round += 1) await clock.advance(25);

      expect(await answers).toHaveLength(20);
      expect(upstream.calls).toHaveLength(80);
      expect(most).toBeLessThanOrEqual(2);
    },
  );

  it("the called tool's own slots count", async () => {
    const gate = Promise.withResolvers<JsonObject>();
    const settings = { maxInstances: 1, timeoutMs: 60_000, approval: "none" } as const;
    const tool = registeredCallingTool(
      callingTool({ steps: ["get-forecast"], run: (calls) => tried(calls, "get-forecast", city) }),
      { timeoutMs: 60_000 },
    );
    const { call, clock } = open({
      tools: [tool, registeredTool({ settings })],
      answer: () => gate.promise,
      maxWaitMs: 100,
    });
    const first = call();
    await clock.advance(0);
    const second = call();
    await clock.advance(100);

    expect(JSON.stringify(await saidBy(second))).toContain("no-capacity");
    gate.resolve(goodResult());
    await first;
  });

  it("no inner call outlasts its outer call", async () => {
    const settings = { maxInstances: 1, timeoutMs: 60_000, approval: "none" } as const;
    const tool = calling((calls) => tried(calls, "get-forecast", city));
    const { call, clock, seen } = open({
      tools: [tool, registeredTool({ settings })],
      answer: never,
    });
    const answer = call();
    answer.catch(() => undefined);
    await clock.advance(1_000);

    await expect(answer).rejects.toMatchObject({ code: "deadline-passed" });
    expect(seen[1]?.within?.endsAt).toBe(1_000);
  });

  it("an unawaited inner call ends with its tool", async () => {
    const tool = calling(async ({ call }) => {
      call("get-forecast", city).catch(() => undefined);
      await clock.advance(0);
      return null;
    });
    const { call, clock, upstream, records } = open({ tools: [tool, forecast], answer: never });

    await call();
    await clock.advance(0);

    expect(upstream.calls).toHaveLength(1);
    expect(records.recent()).toContainEqual(
      expect.objectContaining({ callId: "id-1", ending: { kind: "refused", code: "cancelled" } }),
    );
  });

  it("canceling the outer call ends both", async () => {
    const tool = calling((calls) => tried(calls, "get-forecast", city));
    const { call, clock, records } = open({ tools: [tool, forecast], answer: never });
    const caller = new AbortController();
    const answer = call({}, caller.signal);
    answer.catch(() => undefined);
    await clock.advance(0);
    caller.abort();
    await clock.advance(0);

    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(records.recent().filter(({ kind }) => kind === "call.closed")).toHaveLength(2);
  });
});

const written = (): Promise<void> => Promise.resolve();
const failed = (): Promise<never> =>
  Promise.reject(new Refusal("audit-failed", { tool: "get-forecast", moment: "opened" }));

describe("the gates for inner calls", () => {
  it("apply permissions", async () => {
    const tool = calling((calls) => tried(calls, "get-forecast", city));
    const { call, upstream } = open({ tools: [tool, forecast] });

    const said = await saidBy(call({ principal: { id: "eva", permissions: [] } }));

    expect(JSON.stringify(said)).toContain("not-permitted");
    expect(upstream.calls).toEqual([]);
  });

  it("apply rate limits", async () => {
    const limited = toolContract({ terms: { rateLimit: { maxCalls: 1, windowMs: 60_000 } } });
    const tool = calling(async (calls) => [
      await tried(calls, "get-forecast", city),
      await tried(calls, "get-forecast", city),
    ]);
    const { call, upstream } = open({ tools: [tool, registeredTool({ contract: limited })] });

    expect(JSON.stringify(await saidBy(call()))).toContain("rate-limited");
    expect(upstream.calls).toHaveLength(1);
  });

  it("apply approvals", async () => {
    const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "operator" } as const;
    const tool = calling((calls) => tried(calls, "get-forecast", city));
    const { call, upstream } = open({ tools: [tool, registeredTool({ settings })] });

    expect(JSON.stringify(await saidBy(call()))).toContain("approval-required");
    expect(upstream.calls).toEqual([]);
  });

  it("apply the second gate", async () => {
    const tool = calling((calls) => tried(calls, "get-forecast", city));
    const { call } = open({
      tools: [tool, forecast],
      answer: () => ({ content: "nothing that the protocol knows" }),
    });

    const said = JSON.stringify(await saidBy(call()));

    expect(said).toContain("output-invalid");
    expect(said).not.toContain("nothing that the protocol knows");
  });

  it.each([
    ["durable", 0],
    ["closed", 1],
  ] as const)("refuse an inner call whose record cannot be %s", async (moment, made) => {
    const whole: CallRecord = { durable: written, closed: async () => undefined };
    const tool = calling(async (calls) => tried(calls, "get-forecast", city));
    const { call, upstream } = open({
      tools: [tool, forecast],
      record: ({ within }) => (within === undefined ? whole : { ...whole, [moment]: failed }),
    });

    const said = JSON.stringify(await saidBy(call()));

    expect(said).toContain("audit-failed");
    expect(upstream.calls).toHaveLength(made);
  });
});

describe("the host's inner call", () => {
  it("reaches any tool its caller may use, once", async () => {
    const tool = calling(
      async (calls) => [await tried(calls, "get-forecast"), await tried(calls, "get-other")],
      { steps: ["*"] },
    );
    const { call, upstream } = open({
      tools: [tool, forecast, named("get-other")],
      isHost: ({ publicName }) => publicName === "sum-up",
    });

    const said = JSON.stringify(await saidBy(call()));

    expect(upstream.calls).toHaveLength(1);
    expect(said).toContain("it has used all its calls");
  });
});
