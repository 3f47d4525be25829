import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { kill } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { hello, spoken } from "../../packages/testing/src/lanes.ts";
import { readScrape } from "../../packages/testing/src/scrape.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { command } from "../promises/command.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { openUpstream, type Upstream } from "../replicas/upstream.ts";

// Three processes take seconds to start on a busy machine. The last test stops them.
const patience = { timeout: 60_000, shuffle: false };

/** Returns a tool limited only by its own terms. */
function plain(name: string, terms: JsonObject = {}): JsonObject {
  const _meta = { "dev.toolcourt/contract": { version: "1.0.0", category: "query", ...terms } };
  return tool({ name, _meta });
}

const rateLimit = { maxCalls: 100, windowMs: 600_000 };
const tools = [
  plain("read"),
  plain("limited", { rateLimit }),
  plain("narrow"),
  plain("queried"),
  plain("steady"),
  plain("counted"),
];

function configFor(url: URL): JsonObject {
  const crm = { name: "crm", url: url.href, transport: "streamable_http" };
  const defaults = { default_tool_config: { max_instances: 300 } };
  return {
    server: { workers: 2 },
    toolbox: {
      max_concurrent: 300,
      tools: [{ name: "narrow", max_instances: 4 }],
      mcps: [{ ...crm, mode: "dynamic", ...defaults }],
    },
    telemetry: { metrics: { port: 0 } },
  };
}

const modern = { era: "modern", lane: "fast" } as const;
const legacy = { era: "legacy", lane: "fast" } as const;

describe("two workers on one port", patience, () => {
  const stack = new AsyncDisposableStack();
  let upstream: Upstream;
  let folder: Folder;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    upstream = stack.use(await openUpstream(tools));
    const text = JSON.stringify(configFor(upstream.url));
    folder = stack.use(await openFolder({ "toolcourt.yaml": text }));
    gateway = stack.use(await startGateway({ folder: folder.path }));
  }, patience.timeout);
  afterAll(() => stack.disposeAsync(), patience.timeout);

  /** Calls a tool on a connection of its own, so that any worker may take it. */
  const call = async (name: string, query?: string): Promise<string> => {
    const request = spoken("tools/call", { name, arguments: { city: "Bern" } }, modern);
    const meta = query === undefined ? "" : `"dev.toolcourt/query":"${query}",`;
    const body = textOf(request).replace('"_meta":{', `"_meta":{${meta}`);
    const headers = closing(request.headers);
    const response = await fetch(gateway.url, { method: "POST", headers, body });
    return /"code":"([a-z-]+)"/.exec(await response.text())?.[1] ?? "answered";
  };
  const rush = (count: number, name: string, query?: string): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => call(name, query)));

  it("start with one summary, and are ready together", async () => {
    const ready = await fetch(new URL("/readyz", gateway.url));

    expect(await ready.text()).toBe("ready\n");
    expect(gateway.printed().match(/Toolcourt listens on/g)).toHaveLength(1);
    expect(gateway.printed().match(/crm: \d+ tools/g)).toHaveLength(1);
    expect(workersOf(gateway)).toHaveLength(2);
  });

  it("grant exactly the rate limit to 200 callers", async () => {
    const outcomes = await rush(200, "limited");

    expect(answered(outcomes)).toBe(100);
    expect(upstream.callsOf("limited")).toBe(100);
    expect(new Set(outcomes)).toEqual(new Set(["answered", "rate-limited"]));
  });

  it("keep to the limit of concurrent calls", async () => {
    const outcomes = await rush(40, "narrow");

    expect(answered(outcomes)).toBe(40);
    expect(upstream.maxAtOnce("narrow")).toBeLessThanOrEqual(4);
  });

  it("make at most one call for a query", async () => {
    const outcomes = await rush(40, "queried", "q-1");

    expect(answered(outcomes)).toBe(1);
    expect(upstream.callsOf("queried")).toBe(1);
  });

  it("serve a legacy session from each of them, whichever has it", async () => {
    const opened = await fetch(gateway.url, { ...hello, headers: closing(hello.headers) });
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const request = spoken("tools/call", { name: "read", arguments: { city: "Bern" } }, legacy);
      const headers = { ...closing(request.headers), "mcp-session-id": session };
      const response = await fetch(gateway.url, { ...request, headers });
      expect(await response.text()).toContain("celsius");
      statuses.push(response.status);
    }
    const unknown = { ...hello, headers: { ...closing(hello.headers), "mcp-session-id": "2.x" } };

    expect(session).toMatch(/^[12]\./);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await fetch(gateway.url, unknown)).status).toBe(404);
  });

  it("show one page of metrics with their sums", async () => {
    const url = /Metrics are at (http:\S+)/.exec(gateway.printed())?.[1] ?? "";
    const outcomes = await rush(10, "counted");
    const page = readScrape(await (await fetch(url)).text());
    const labels = { tool: "counted", status: "answered" };

    expect(answered(outcomes)).toBe(10);
    expect(page.valueOf("toolcourt_calls_total", labels)).toBe(10);
    expect(page.valueOf("toolcourt_server_connected", { server: "crm" })).toBe(1);
  });

  it("answer calls and count alone while the primary process is stuck", async () => {
    kill(gateway.pid, "SIGSTOP");
    // Each is a query of its own, which must ask the primary process. Slots are kept for a while.
    const calls = Array.from({ length: 8 }, (_, number) => call("read", `stuck-${number}`));
    const outcomes = await Promise.all(calls).finally(() => kill(gateway.pid, "SIGCONT"));
    await vi.waitUntil(() => gateway.printed().includes("in this process alone"), {
      timeout: 20_000,
    });

    expect(answered(outcomes)).toBe(8);
  });

  it("lose no acknowledged call when one is killed, and the other goes on", async () => {
    const [victim = 0] = workersOf(gateway);
    const outcomes: string[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        outcomes.push(await call("steady").catch(() => "cut off"));
      }
    });
    await vi.waitUntil(() => answered(outcomes) > 20, { timeout: 20_000 });
    kill(victim, "SIGKILL");
    await Promise.all(callers);
    await vi.waitUntil(() => gateway.printed().includes("serves again"), { timeout: 40_000 });

    const rows = await command(folder.path, "audit", "export");
    const closed = rows.split("\n").filter((row) => /call\.closed/.test(row) && /steady/.test(row));
    expect(gateway.printed()).toMatch(/Worker \d ended \(SIGKILL\), the others go on/);
    expect(closed.length).toBeGreaterThanOrEqual(answered(outcomes));
    expect(outcomes.length - answered(outcomes)).toBeLessThanOrEqual(8);
    expect(workersOf(gateway)).toHaveLength(2);
    expect(await call("read")).toBe("answered");
  });

  it("write one audit log, and end together on SIGTERM", async () => {
    const workers = workersOf(gateway);
    kill(gateway.pid, "SIGTERM");
    await gateway.gone;

    const file = `${folder.path}/log.jsonl`;
    await command(folder.path, "audit", "export", "--out", file);
    const key = await command(folder.path, "audit", "key");
    const verified = await command(folder.path, "audit", "verify", file, "--key", key.trim());
    expect(verified).toContain("rows");
    expect(gateway.exitCode()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(linesOf(gateway)).not.toContainEqual(expect.stringMatching(/.(INFO|WARNING): /));
  });
});

function answered(outcomes: readonly string[]): number {
  return outcomes.filter((each) => each === "answered").length;
}

function textOf({ body }: RequestInit): string {
  return typeof body === "string" ? body : "";
}

function closing(headers: RequestInit["headers"]): Record<string, string> {
  return { ...Object.fromEntries(new Headers(headers)), connection: "close" };
}

function workersOf({ pid }: GatewayProcess): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  return spawnSync("kill", ["-0", String(pid)]).status === 0;
}

function linesOf(gateway: GatewayProcess): readonly string[] {
  return gateway.printed().split("\n");
}
