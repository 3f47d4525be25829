import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import { type Upstream, UpstreamError } from "@toolcourt/gateway/internal/upstreams/upstream";
import { isJsonObject, type JsonObject, type JsonValue, own, readContract } from "@toolcourt/sdk";
import { createAutoClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { afterAll, describe, expect, it } from "vitest";
import { planTest } from "./plan-test.ts";
import { findingsOf, summaryOf, type TestReport } from "./report.ts";
import { type TestOptions, testServer } from "./test-server.ts";

const engine = createSchemaEngine({ clock: systemClock });
afterAll(() => engine[Symbol.asyncDispose]());

const readSchema = {
  type: "object",
  properties: { name: { type: "string", minLength: 1, maxLength: 8 } },
  required: ["name"],
  additionalProperties: false,
};

function tool(name: string, effect = "read"): JsonObject {
  return {
    name,
    inputSchema: readSchema,
    outputSchema: { type: "object", properties: { size: { type: "integer" } }, required: ["size"] },
    _meta: { "dev.toolcourt/contract": { effect } },
  };
}

type Run = (name: string) => JsonObject;

function isValid(name: JsonValue | undefined): name is string {
  return typeof name === "string" && name.length >= 1 && Array.from(name).length <= 8;
}

/** A server that enforces its schema and answers valid calls with `run`. */
function serverThat(run: Run): Upstream {
  return {
    ...createFakeUpstream().upstream,
    listTools: async () => [tool("measure-name"), tool("drop-name", "destroy")],
    callTool: async ({ arguments: input }) => {
      const name = own(input, "name");
      if (!isValid(name) || Object.keys(input).length > 1) {
        return { content: [{ type: "text", text: "Invalid arguments." }], isError: true };
      }
      return run(name);
    },
  };
}

function size(name: string): JsonObject {
  return { content: [], structuredContent: { size: name.length } };
}

/** Envelope members of a result. */
const envelope = { data: null, agentHints: {} };

function sizeOrCrash(name: string): JsonObject {
  if (name.includes("a")) throw new UpstreamError({ kind: "lost" });
  return size(name);
}

function optionsFor(run: Run, differences: Partial<TestOptions> = {}): TestOptions {
  return {
    server: "names",
    label: "names",
    transport: "stdio",
    open: async () => serverThat(run),
    read: async (tools) => tools.map((each) => readContract({ server: "names", tool: each })),
    mayCall: ({ effect }) => effect === "read",
    only: [],
    engine,
    clock: createAutoClock(),
    signal: new AbortController().signal,
    seed: 7,
    budget: { callsPerTool: 40, timeMs: 60_000, patienceMs: 1_000 },
    profiles: ["core"],
    repeat: (name, input) => JSON.stringify([name, input ?? null]),
    ...differences,
  };
}

function test(run: Run, differences?: Partial<TestOptions>): Promise<TestReport> {
  return testServer(optionsFor(run, differences));
}

/** Collects every valid name drawn with this seed. */
async function namesFor(seed: number): Promise<readonly string[]> {
  const names: string[] = [];
  const remember: Run = (name) => {
    names.push(name);
    return size(name);
  };
  await test(remember, { seed });
  return names;
}

// The first schema loads the compilers, which is slow on a busy machine.
describe("testServer", () => {
  it("finds nothing wrong with a correct server", async () => {
    const report = await test(size);

    expect(findingsOf(report)).toEqual([]);
    expect(summaryOf(report)).toMatchObject({ tools: 2, tested: 1, skipped: 1, errors: 0 });
  });

  it("skips tools it may not call, with the reason", async () => {
    const { tools } = await test(size);

    expect(tools[1]).toMatchObject({ name: "drop-name", calls: 0, skipped: { reason: "effect" } });
  });

  it("reports a defect with the smallest input and the command to repeat it", async () => {
    const report = await test((name) =>
      name.length > 3 ? { content: [], structuredContent: { size: "long" } } : size(name),
    );

    expect(findingsOf(report)).toMatchObject([
      {
        rule: "test/output-nonconformant",
        severity: "error",
        tool: "measure-name",
        pointer: "/structuredContent/size",
        expected: "integer",
        seed: 7,
      },
    ]);
    const [finding] = findingsOf(report);
    const input = finding?.input ?? null;
    expect(isJsonObject(input) ? own(input, "name") : undefined).toHaveLength(4);
    expect(finding?.repeat).toBe(JSON.stringify(["measure-name", input]));
  });

  it("reproduces a finding from its input alone", async () => {
    const first = findingsOf(await test(sizeOrCrash));
    const input = first[0]?.input ?? null;
    const given = isJsonObject(input) ? { given: input } : {};

    const again = findingsOf(
      await test(sizeOrCrash, { ...given, only: ["measure-name"], seed: 99 }),
    );

    expect(first).toMatchObject([{ rule: "test/crash", input: { name: "a" } }]);
    expect(again).toMatchObject([{ rule: "test/crash", input: { name: "a" } }]);
  });

  it("draws the same inputs for the same seed", async () => {
    const [one, same, other] = await Promise.all([7, 7, 8].map(namesFor));

    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  it("does not restart a server more often because its answers hold timestamps", async () => {
    let [calls, starts] = [0, 0];
    const options = optionsFor((name) => {
      calls += 1;
      const metadata = { timestamp: String(calls), executionTime: calls, toolVersion: "1.0.0" };
      return { content: [], structuredContent: { ...envelope, size: name.length, metadata } };
    });
    const report = await testServer({
      ...options,
      open: async (hearing) => {
        starts += 1;
        return options.open(hearing);
      },
    });

    expect(findingsOf(report)).toEqual([]);
    // The initial start, the restart for the repeat probe, and the restart before the final list.
    expect(starts).toBe(3);
  });

  it("separates strays before the first call from strays after a call", async () => {
    const options = optionsFor(size);
    const report = await testServer({
      ...options,
      open: async (hearing) => {
        const upstream = await options.open(hearing);
        hearing.strayed("line");
        return {
          ...upstream,
          callTool: async (call, signal) => {
            const result = await upstream.callTool(call, signal);
            hearing.strayed("second-answer");
            return result;
          },
        };
      },
    });

    expect(findingsOf(report)).toMatchObject([
      { rule: "test/stray-output", tool: "", probe: "start", repeat: '["",null]' },
      { rule: "test/answer-repeated", tool: "measure-name", input: {} },
    ]);
  });

  it("keeps its findings when the server is gone for good", async () => {
    let opened = 0;
    const options = optionsFor(() => {
      throw new UpstreamError({ kind: "lost" });
    });
    const report = await testServer({
      ...options,
      transport: "http",
      open: async (hearing) => {
        opened += 1;
        if (opened > 1) throw new UpstreamError({ kind: "unreachable" });
        return options.open(hearing);
      },
      read: async () => options.read([tool("measure-name"), tool("weigh-name")]),
    });

    expect(findingsOf(report)).toMatchObject([{ rule: "test/crash", tool: "measure-name" }]);
    expect(report.tools.map(({ skipped }) => skipped?.reason)).toEqual([
      "server-gone",
      "server-gone",
    ]);
  });

  it("stops when its time is spent", async () => {
    const budget = { callsPerTool: 40, timeMs: 0, patienceMs: 1_000 };
    const { tools } = await test(size, { budget });

    expect(tools[0]).toMatchObject({ calls: 0, skipped: { reason: "time-spent" } });
  });

  it("starts no call once its time is spent, even in the middle of a probe", async () => {
    const clock = createAutoClock();
    let calls = 0;
    const options = optionsFor(size, { clock });
    const slow = async (hearing: Parameters<TestOptions["open"]>[0]): Promise<Upstream> => {
      const upstream = await options.open(hearing);
      return {
        ...upstream,
        callTool: async (call, signal) => {
          calls += 1;
          await clock.sleep(900);
          return upstream.callTool(call, signal);
        },
      };
    };
    // Three calls to find observers, one for the input, and the first repeated call.
    const budget = { callsPerTool: 1, timeMs: 4_000, patienceMs: 1_000 };
    const given = { name: "a" };
    const { tools } = await testServer({ ...options, open: slow, budget, given });

    expect(calls).toBe(5);
    expect(tools[0]?.probes.map(({ leftOut }) => leftOut)).toContain("the time ran out");
  });

  it("survives deeply nested JSON in a text", async () => {
    const text = "[".repeat(20_000) + "]".repeat(20_000);
    const report = await test((name) => ({ ...size(name), content: [{ type: "text", text }] }));
    const untyped = await test(() => ({ content: [{ type: "text", text }] }));

    expect(findingsOf(report)).toEqual([]);
    expect(findingsOf(untyped)).toMatchObject([{ rule: "test/output-missing" }]);
  });

  it("can plan its calls without making them", async () => {
    const planned = await planTest(
      optionsFor(() => {
        throw new Error("called");
      }),
    );

    expect(planned.map(({ name, inputs }) => [name, inputs.length > 0])).toEqual([
      ["measure-name", true],
      ["drop-name", false],
    ]);
  });
});
