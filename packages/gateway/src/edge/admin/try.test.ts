import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall, Principal, Question } from "../../pipeline/call.ts";
import type { DryRun } from "../../pipeline/dry-run.ts";
import { type TryDeps, tryPart } from "./try.ts";

const input = {
  type: "object",
  properties: {
    city: { type: "string" },
    api_token: { type: "string" },
    max_tokens: { type: "integer" },
    pin: { type: "integer", writeOnly: true },
    trace_id: { type: "string", "x-host-injected": true },
    at: { type: "object", properties: { session_id: { type: "string", "x-host-injected": true } } },
  },
};
const tool = registeredTool({ contract: toolContract({ name: "get/forecast", input }) });
const { trace_id: _hosts, ...others } = input.properties;
const presented = { ...input, properties: { ...others, at: { type: "object", properties: {} } } };
const listed = { name: tool.publicName, title: "Forecast", inputSchema: presented };
const principal: Principal = { id: "key:olga", tenant: "north", permissions: [], kind: "user" };
const answered: CheckedResult = { content: [{ type: "text", text: "warm" }], isError: false };

interface Scene {
  readonly permissions?: readonly string[];
  readonly dry?: DryRun;
  readonly callTool?: TryDeps["callTool"];
  readonly callable?: boolean;
}

function setUp({ permissions = ["tools:try"], callable = true, ...scene }: Scene = {}) {
  const called: IncomingCall[] = [];
  const asked: IncomingCall[] = [];
  const dry: DryRun = scene.dry ?? {
    kind: "allowed",
    tool,
    grant: { statement: "all", policy: "9f" },
    judged: { kind: "passed" },
  };
  const part = tryPart({
    clock: createFakeClock(),
    newId: () => "id-1",
    find: (server, name) => (server === "weather" && name === "get/forecast" ? tool : undefined),
    callable: () => (callable ? [listed] : []),
    dryRun: async (call) => {
      asked.push(call);
      return dry;
    },
    callTool: async (call, signal) => {
      called.push(call);
      return scene.callTool === undefined ? answered : scene.callTool(call, signal);
    },
  });
  const socket = new Socket();
  const send = async (method: string, path: string, body?: string) => {
    const request = new IncomingMessage(socket);
    // An incomplete request would end its connection.
    Object.assign(request, { method, url: `/admin/v1/tools/${path}`, complete: true });
    Object.assign(request.headers, { "content-type": "application/json" });
    if (body !== undefined) request.push(body);
    request.push(null);
    expect(part.isAbout(request)).toBe(true);
    return part.answer(request, {
      principal,
      may: (permission) => permissions.includes(permission),
      require: (missing = "") => {
        if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
      },
    });
  };
  return { send, called, asked, socket };
}

const place = "weather/get%2Fforecast";
const bern = '{"arguments":{"city":"Bern"}}';
const dryBern = '{"arguments":{"city":"Bern"},"dry":true}';

describe("the form of a tool", () => {
  it("has the schema as callers see it, and names what the host fills in and what is sensitive", async () => {
    expect(await setUp().send("GET", `${place}/form`)).toMatchObject({
      server: "weather",
      name: "get/forecast",
      tool: "get-forecast",
      title: "Forecast",
      effect: "read",
      approval: null,
      input: presented,
      hosts: ["/properties/trace_id", "/properties/at/properties/session_id"],
      sensitive: ["/properties/api_token", "/properties/pin"],
      refusal: null,
    });
  });

  it("does not take a count of tokens for a secret", async () => {
    const { sensitive } = { sensitive: [], ...(await setUp().send("GET", `${place}/form`)) };

    expect(sensitive).not.toContain("/properties/max_tokens");
  });

  it("has no schema for a principal who cannot call the tool, and says why", async () => {
    const refusal = new Refusal("not-permitted", { tool: "get-forecast", missing: [] });
    const scene = { callable: false, dry: { kind: "refused", refusal, issues: [] } } as const;

    expect(await setUp(scene).send("GET", `${place}/form`)).toMatchObject({
      input: null,
      description: "",
      refusal: { code: "not-permitted", message: refusal.message },
    });
  });

  it("does not exist for a principal from whom the tool is hidden", async () => {
    const refusal = new Refusal("tool-unknown", { tool: "get-forecast" });
    const scene = { callable: false, dry: { kind: "refused", refusal, issues: [] } } as const;

    const hidden = setUp(scene).send("GET", `${place}/form`);
    const unknown = setUp().send("GET", "weather/nothing/form");

    for (const answer of [hidden, unknown]) {
      await expect(answer).rejects.toMatchObject({ code: "tool-absent" });
    }
  });
});

describe("a request to try a tool", () => {
  it.each([
    ["another method", "GET", `${place}/try`, undefined, "method"],
    ["a query", "POST", `${place}/try?dry=true`, bern, "query"],
    ["a broken escape", "POST", "weather/%/try", bern, "path"],
    ["no arguments", "POST", `${place}/try`, "{}", "body"],
    ["arguments in a list", "POST", `${place}/try`, '{"arguments":[]}', "body"],
    ["an unknown key", "POST", `${place}/try`, '{"arguments":{},"wet":true}', "body"],
    ["dry in quotes", "POST", `${place}/try`, '{"arguments":{},"dry":"true"}', "body"],
    ["no JSON", "POST", `${place}/try`, "{", "body"],
  ])("is refused for %s", async (...[, method, path, body, because]) => {
    const { send, called, asked } = setUp();

    await expect(send(method, path, body)).rejects.toMatchObject({
      code: "request-invalid",
      details: { because },
    });
    expect([called, asked]).toEqual([[], []]);
  });

  it.each([
    ['{"arguments":{"n":12345678901234567890}}', "send such a number as text"],
    ['{"arguments":{"a":1,"a":2}}', "each name once"],
    ['{"arguments":{"__proto__":1}}', "__proto__"],
    [String.raw`{"arguments":{"a":"\ud800"}}`, "surrogate"],
  ])("says what is wrong with %s", async (body, expected) => {
    await expect(setUp().send("POST", `${place}/try`, body)).rejects.toThrow(expected);
  });

  it("is refused for an unknown tool", async () => {
    await expect(setUp().send("POST", "weather/nothing/try", bern)).rejects.toMatchObject({
      code: "tool-absent",
    });
  });

  it.each([
    ["is refused for a tool that is hidden from its sender as for none", bern],
    ["is refused so for a dry run", dryBern],
    ["is refused so for a broken body", "{"],
  ])("%s", async (_title, body) => {
    const refusal = new Refusal("tool-unknown", { tool: "get-forecast" });
    const dry = { kind: "refused", refusal, issues: [] } as const;
    const { send } = setUp({ dry, callTool: () => Promise.reject(refusal) });
    const [hidden, none] = await Promise.allSettled([
      send("POST", `${place}/try`, body),
      send("POST", "weather/nothing/try", body),
    ]);

    expect(hidden).toMatchObject({ status: "rejected" });
    expect(hidden).toEqual(none);
  });

  it("needs the permission before it learns whether there is such a tool", async () => {
    for (const path of [`${place}/try`, "weather/nothing/try"]) {
      await expect(setUp({ permissions: [] }).send("POST", path, bern)).rejects.toMatchObject({
        code: "permission-missing",
        details: { missing: "tools:try" },
      });
    }
  });
});

describe("a dry run", () => {
  it("is one of the sender's own call, which is not made", async () => {
    const { send, called, asked } = setUp();
    const answer = await send("POST", `${place}/try`, dryBern);

    expect(answer).toEqual({
      tool: "get-forecast",
      dry: true,
      verdict: "allowed",
      approval: null,
      statement: "all",
      policy: "9f",
      limits: { timeoutMs: 1_000, maxInstances: 10, rate: { maxCalls: 60, windowMs: 60_000 } },
      refusal: null,
      issues: [],
    });
    expect(called).toEqual([]);
    expect(asked).toMatchObject([{ principal, source: "console", arguments: { city: "Bern" } }]);
  });

  it("says what the gate objects to, by place", async () => {
    const issues = [{ pointer: "", message: "expected a city", missing: ["city"] }];
    const refusal = new Refusal("input-invalid", { tool: "get-forecast", issues: ["a"] });
    const { send } = setUp({ dry: { kind: "refused", refusal, issues } });

    expect(await send("POST", `${place}/try`, dryBern)).toMatchObject({
      verdict: "refused",
      refusal: { code: "input-invalid" },
      issues,
    });
  });
});

describe("a call of a person who tries a tool", () => {
  it("is theirs, from the console, and answers with the result", async () => {
    const { send, called } = setUp();
    const answer = await send("POST", `${place}/try`, bern);

    expect(called).toMatchObject([
      { principal, source: "console", tool: "get-forecast", arguments: { city: "Bern" } },
    ]);
    expect(called[0]).not.toHaveProperty("channel");
    expect(answer).toMatchObject({
      callId: "id-1",
      outcome: "answered",
      result: answered,
      refusal: null,
      request: null,
    });
  });

  const question: Question = { asks: { requestState: "s" } };

  it.each<[string, () => Promise<CheckedResult | Question>, object]>([
    ["failed", async () => ({ ...answered, isError: true }), { result: { isError: true } }],
    [
      "waits",
      async () => {
        throw new Refusal("approval-required", { tool: "x", from: "operator", id: "5f0c" });
      },
      { request: { id: "5f0c", path: "/approvals/5f0c" }, result: null },
    ],
    [
      "refused",
      async () => {
        throw new Refusal("approval-required", { tool: "x", from: "operator", waiting: 10 });
      },
      { request: null, refusal: { code: "approval-required" } },
    ],
    ["refused", async () => question, { refusal: { code: "interaction-required" } }],
  ])("has %s", async (outcome, callTool, more) => {
    const { send } = setUp({ callTool });

    expect(await send("POST", `${place}/try`, bern)).toMatchObject({ outcome, ...more });
  });

  it("ends when the browser leaves", async () => {
    const { send, socket } = setUp({
      callTool: (_, signal) =>
        new Promise((__, reject) => {
          const left = new Refusal("cancelled", { tool: "x", mayHaveActed: false });
          signal.addEventListener("abort", () => reject(left), { once: true });
          socket.destroy();
        }),
    });

    expect(await send("POST", `${place}/try`, bern)).toMatchObject({
      outcome: "refused",
      refusal: { code: "cancelled" },
    });
    expect(socket.listenerCount("close")).toBe(0);
  });

  it("does not hide a bug", async () => {
    const { send } = setUp({ callTool: () => Promise.reject(new TypeError("a bug")) });

    await expect(send("POST", `${place}/try`, bern)).rejects.toThrow("a bug");
  });
});
