import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { isJsonArray, type JsonObject, parseJson, valueAt } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";

// Tests every key of endpoints with an observable effect.

const program = fileURLToPath(
  new URL("../../../testing/src/programs/listed-server.ts", import.meta.url),
);
const { outputSchema: _output, ...untyped } = tool({ name: "get-note" });
const tagged = { "dev.toolcourt/contract": { tags: ["mail"], effect: "write" } };
const crm = [untyped, { ...tool({ name: "send-mail", annotations: {} }), _meta: tagged }];
async function configured(endpoints: readonly JsonObject[], server: JsonObject = {}) {
  const folder = await openFolder({ "crm.json": JSON.stringify(crm) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const mcp = { name: "crm", mode: "dynamic", default_tool_config: {}, transport: "stdio" };
  const toolbox = {
    local: ["workspace"],
    tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
    mcps: [{ ...mcp, command: execPath, args: [program, join(folder.path, "crm.json")] }],
  };
  const config = { toolbox, stores: { url: "memory:" }, server, endpoints: [...endpoints] };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  return folder.path;
}

async function serveWith(endpoints: readonly JsonObject[], server?: JsonObject) {
  const serving = await openServing(await configured(endpoints, server));
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

/** Returns the names that a path lists, or its status. */
async function namesAt({ url }: Serving, path: string): Promise<readonly unknown[] | number> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const text = await response.text();
  if (response.status !== 200) return response.status;
  const tools = valueAt(parseJson(text), "/result/tools");
  return isJsonArray(tools) ? tools.map((each) => valueAt(each, "/name")) : [];
}

/** Returns what an endpoint with these keys lists. */
async function offeredBy(keys: JsonObject): Promise<readonly unknown[] | number> {
  return namesAt(await serveWith([{ path: "/mcp/team", ...keys }]), "/mcp/team");
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "server.whole_gateway": async () => {
    const endpoints = [{ path: "/mcp/team", tools: ["hello"] }];
    const [both, one] = [
      await serveWith(endpoints),
      await serveWith(endpoints, { whole_gateway: false }),
    ];

    expect(await namesAt(both, "/mcp")).toHaveLength(5);
    expect(await namesAt(one, "/mcp")).toBe(404);
    expect(await namesAt(one, "/mcp/team")).toEqual(["hello"]);
    expect([both.url.pathname, one.url.pathname]).toEqual(["/mcp", "/mcp/team"]);
  },
  "endpoints.path": async () => {
    const serving = await serveWith([{ path: "/teams/a", tools: ["hello"] }]);

    expect(await namesAt(serving, "/teams/a")).toEqual(["hello"]);
    expect(await namesAt(serving, "/teams/a/")).toBe(404);
    expect(await namesAt(serving, "/teams/b")).toBe(404);
    expect(serving.printed).toContain("and on /teams/a");
  },
  "endpoints.name": async () => {
    const folder = await configured([{ path: "/mcp/team", tools: ["hello"], name: "ours" }]);
    const { output } = await run(["explain", "hello"], { folder });

    expect(output).toContain("endpoint    ours (/mcp/team), as hello");
  },
  "endpoints.servers": async () => {
    expect(await offeredBy({ servers: ["crm"] })).toEqual(["get-note", "send-mail"]);
    expect(await offeredBy({ servers: ["local"], tools: ["h*"] })).toEqual(["hello"]);
  },
  "endpoints.tools": async () => {
    expect(await offeredBy({ tools: ["crm/send-*", "hello"] })).toEqual(["hello", "send-mail"]);
  },
  "endpoints.tags": async () => {
    expect(await offeredBy({ tags: ["mail"] })).toEqual(["send-mail"]);
  },
  "endpoints.effects": async () => {
    expect(await offeredBy({ servers: ["crm"], effects: ["read"] })).toEqual(["get-note"]);
  },
  "endpoints.prefix": async () => {
    expect(await offeredBy({ tools: ["hello"], prefix: "team." })).toEqual(["team.hello"]);
  },
  "endpoints.profile": async () => {
    // The profile of a dynamic server lets a tool without an output schema pass.
    expect(await offeredBy({ servers: ["crm", "local"], tools: ["get-note", "hello"] })).toEqual([
      "get-note",
      "hello",
    ]);
    expect(
      await offeredBy({
        servers: ["crm", "local"],
        tools: ["get-note", "hello"],
        profile: ["core"],
      }),
    ).toEqual(["hello"]);
  },
  "endpoints.discovery": async () => {
    const selection = { servers: ["crm"] };
    const own = ["search_tools", "call_tool"];

    expect(await offeredBy({ ...selection, discovery: "search" })).toEqual(own);
    expect(await offeredBy({ ...selection, discovery: "list" })).toHaveLength(2);
  },
};

describe("a key of endpoints", { timeout: 30_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "endpoints"), "endpoints")];

    expect(Object.keys(effects).toSorted()).toEqual([...paths, "server.whole_gateway"].toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();
    await observe();
  });
});
