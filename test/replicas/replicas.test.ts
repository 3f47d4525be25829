import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openRedis } from "../../packages/testing/src/services/open-redis.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { useRedis } from "../../packages/testing/src/services/use-redis.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { command } from "../promises/command.ts";
import { connect, openReplicas, type Replicas } from "./replicas.ts";
import { openUpstream, type Upstream } from "./upstream.ts";

const [postgres, redis] = [await usePostgres(), await useRedis()];
const missing = postgres.missing ?? redis.missing;

// Real processes, a real database and a real Redis each take seconds to start on a busy machine.
const patience = { timeout: 60_000 };

/** Returns a tool limited only by its own terms. */
function plain(name: string, terms: JsonObject = {}): JsonObject {
  const _meta = { "dev.toolcourt/contract": { version: "1.0.0", category: "query", ...terms } };
  return tool({ name, _meta });
}

const rateLimit = { maxCalls: 20, windowMs: 60_000 };
const tools = [
  plain("read"),
  plain("limited", { rateLimit }),
  plain("narrow"),
  plain("asks"),
  plain("asked-in-query"),
  plain("queried"),
  plain("needs-operator"),
  plain("turns"),
  plain("vanishes"),
];

function configFor(url: URL, stores: JsonObject): JsonObject {
  const crm = { name: "crm", url: url.href, transport: "streamable_http" };
  return {
    toolbox: {
      max_concurrent: 60,
      tools: [
        { name: "narrow", max_instances: 2 },
        { name: "asks", approval: "caller" },
        { name: "asked-in-query", approval: "caller" },
        { name: "needs-operator", approval: "operator", max_instances: 50 },
      ],
      mcps: [{ ...crm, mode: "dynamic", default_tool_config: { max_instances: 50 } }],
    },
    stores,
  };
}

function call(name: string, city = "Bern") {
  return { name, arguments: { city } };
}

/** Returns a call that belongs to a query. */
function callFor(query: string, name: string, city?: string) {
  return { ...call(name, city), _meta: { "dev.toolcourt/query": query } };
}

describe.skipIf(missing !== undefined)(`two replicas (${missing ?? "there"})`, patience, () => {
  const stack = new AsyncDisposableStack();
  let upstream: Upstream;
  let replicas: Replicas;

  beforeAll(async () => {
    const own = stack.use(await openRedis());
    upstream = stack.use(await openUpstream(tools));
    const stores = { url: await postgres.database(), redis: own.url };
    replicas = stack.use(await openReplicas(configFor(upstream.url, stores)));
  }, patience.timeout);
  afterAll(() => stack.disposeAsync(), patience.timeout);

  it("serve one client whose requests alternate between them", async () => {
    await using balanced = await connect(replicas.gateways);

    const { tools: listed } = await balanced.client.listTools();
    for (const city of ["Bern", "Oslo", "Rome", "Linz"]) {
      const result = await balanced.client.callTool(call("read", city));
      expect(result.structuredContent).toEqual({ celsius: 21 });
    }

    expect(listed.map(({ name }) => name)).toContain("read");
    expect(new Set(balanced.went("tools/call"))).toEqual(new Set([0, 1]));
  });

  it("serve legacy clients without a session in the same way", async () => {
    const { message, headers } = legacyCall("read");
    const statuses: number[] = [];
    for (const { url } of replicas.gateways) {
      const response = await fetch(url, { method: "POST", headers, body: message });
      statuses.push(response.status);
      expect(await response.text()).toContain('"celsius":21');
    }

    expect(statuses).toEqual([200, 200]);
  });

  it("continue a legacy session at the replica that did not open it", async () => {
    const [first, second] = replicas.gateways;
    await using legacy = await connect([first], { era: "legacy" });
    const session = legacy.client.transport?.sessionId ?? "";
    const { message, headers } = legacyCall("read");
    const post = (url: URL, id: string): Promise<Response> =>
      fetch(url, { method: "POST", headers: { ...headers, "mcp-session-id": id }, body: message });

    const elsewhere = await post(second.url, session);
    const unknown = await post(second.url, "0".repeat(session.length));

    expect(session).not.toBe("");
    expect(await elsewhere.text()).toContain('"celsius":21');
    expect(unknown.status).toBe(404);
  });

  it("answer a legacy question at one replica that the other has asked", async () => {
    await using balanced = await connect(replicas.gateways, { era: "legacy", action: "accept" });
    const before = upstream.callsOf("asks");

    const result = await balanced.client.callTool(call("asks", "Graz"));

    expect(result.structuredContent).toEqual({ celsius: 21 });
    expect(upstream.callsOf("asks")).toBe(before + 1);
  });

  it("accept an approval at one replica for a request of the other, and run it once", async () => {
    await using balanced = await connect(replicas.gateways, { action: "accept" });
    const before = upstream.callsOf("asks");

    const result = await balanced.client.callTool(call("asks"));

    expect(result.structuredContent).toEqual({ celsius: 21 });
    const [asked, answered] = balanced.went("tools/call");
    expect(asked).not.toBe(answered);
    expect(upstream.callsOf("asks")).toBe(before + 1);
  });

  it("allow a query one of its concurrent calls", async () => {
    await using balanced = await connect(replicas.gateways);

    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        balanced.client.callTool(callFor("at once", "queried", `City ${i}`)),
      ),
    );

    const refused = results.filter(({ isError }) => isError === true);
    expect(refused).toHaveLength(39);
    for (const each of refused) expect(JSON.stringify(each)).toContain("query-limit");
    expect(upstream.callsOf("queried")).toBe(1);
  });

  it("accept a query's answers at one replica for the other's question, and no further call", async () => {
    await using balanced = await connect(replicas.gateways, { action: "accept" });
    const query = callFor("questions", "asked-in-query");

    const result = await balanced.client.callTool(query);
    const again = [await balanced.repeat("tools/call"), await balanced.repeat("tools/call")];
    const third = JSON.stringify(await balanced.client.callTool(query));

    expect(result.structuredContent).toEqual({ celsius: 21 });
    const [asked, answered, ...later] = balanced.went("tools/call");
    expect(asked).not.toBe(answered);
    expect(later.slice(0, 2)).toEqual([asked, answered]);
    for (const each of [...again, third]) expect(each).toContain("query-limit");
    expect(upstream.callsOf("asked-in-query")).toBe(1);
  });

  it("share the rate limit", async () => {
    await using balanced = await connect(replicas.gateways);

    let answered = 0;
    for (let i = 0; i < 50; i += 1) {
      const { isError } = await balanced.client.callTool(call("limited", `City ${i}`));
      if (isError !== true) answered += 1;
    }

    expect(answered).toBe(rateLimit.maxCalls);
    expect(upstream.callsOf("limited")).toBe(rateLimit.maxCalls);
  });

  it("share the concurrency limit of a tool", async () => {
    await using balanced = await connect(replicas.gateways);

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => balanced.client.callTool(call("narrow", `City ${i}`))),
    );

    expect(results.filter(({ isError }) => isError === true)).toEqual([]);
    expect(upstream.callsOf("narrow")).toBe(20);
    expect(upstream.maxAtOnce("narrow")).toBe(2);
  });

  it("run an operator-approved call once under concurrent use", async () => {
    await using balanced = await connect(replicas.gateways);
    const asked = await balanced.client.callTool(call("needs-operator"));
    const id = /approvals show ([0-9a-f]{32})/.exec(JSON.stringify(asked))?.[1] ?? "";
    const shown = await command(replicas.home, "approvals", "show", id);
    const digest = /^Digest: +([0-9a-f]{12})$/m.exec(shown)?.[1] ?? "";
    await command(replicas.home, "approvals", "approve", id, "--digest", digest);

    const using = Array.from({ length: 100 }, () =>
      balanced.client.callTool(call("needs-operator")),
    );
    const ended = await Promise.allSettled(using);

    // If the log is too slow on a busy machine, a call that ran is not answered either.
    const answered = ended.filter((each) => each.status === "fulfilled" && !each.value.isError);
    expect(answered.length).toBeLessThanOrEqual(1);
    expect(upstream.callsOf("needs-operator")).toBe(1);
  });

  it("both hold a tool whose drift one has seen, and notify their own clients", async () => {
    const [first, second] = replicas.gateways;
    await using other = await connect([second], { era: "legacy" });
    await using both = await connect([first, second]);
    let notified = 0;
    other.client.setNotificationHandler("notifications/tools/list_changed", () => {
      notified += 1;
    });

    // The first list shows a changed contract, all later ones the old one.
    let looks = 0;
    upstream.offer(() => {
      looks += 1;
      const turned = looks === 1 ? tool({ ...plain("turns"), title: "Other" }) : plain("turns");
      return tools
        .filter(({ name }) => name !== "vanishes")
        .map((each) => (each["name"] === "turns" ? turned : each));
    });

    upstream.ringAt(0);

    await vi.waitFor(() => expect(looks).toBe(2), patience);
    await vi.waitFor(() => expect(notified).toBeGreaterThan(0), patience);
    for (let i = 0; i < 2; i += 1) {
      const result = await both.client.callTool(call("turns"));
      expect(JSON.stringify(result)).toContain("tool-quarantined");
      const { tools: listed } = await both.client.listTools();
      expect(listed.map(({ name }) => name)).not.toContain("vanishes");
    }
    expect(upstream.callsOf("turns")).toBe(0);
  });

  it("write one log, which verifies", async () => {
    await using balanced = await connect(replicas.gateways);
    await balanced.client.callTool(call("read", "Turin"));
    await balanced.client.callTool(call("read", "Ghent"));

    const key = await command(replicas.home, "audit", "key");
    await command(replicas.home, "audit", "export", "--out", "audit.jsonl");
    const verified = await command(replicas.home, "audit", "verify", "audit.jsonl", "--key", key);

    expect(verified).toMatch(/^\d+ rows, all in place\./);
  });
});

function legacyCall(name: string) {
  return {
    message: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: { city: "Bern" } },
    }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
  };
}
