import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  own,
  parseJson,
  valueAt,
} from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namesIn, outcomeOf } from "../gate/outcome.ts";
import { command } from "../promises/command.ts";
import { bern, codeOf } from "../reload/world.ts";
import { callBy as call, openTeams, opsKey, supportKey, type Teams } from "./teams.ts";

// Two teams, each with a key and an endpoint, before one gateway: one policy, one audit log, common
// limits.

const stack = new AsyncDisposableStack();
let teams: Teams;
let world: Teams["world"];
let connect: Teams["connect"];
beforeAll(async () => {
  teams = await openTeams(stack);
  ({ world, connect } = teams);
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Returns the rows of calls, as far as they tell where a call came to. */
async function rows(): Promise<readonly JsonObject[]> {
  const all = (await world.audit()).map((row) => {
    const parsed = row === "" ? null : parseJson(row);
    const body = isJsonObject(parsed) ? own(parsed, "body") : undefined;
    return typeof body === "string" ? parseJson(body) : body;
  });
  return all.filter(isJsonObject).filter((row) => own(row, "kind") === "call.opened");
}

async function namesAt(path: string): Promise<readonly string[]> {
  return namesIn(await (await connect(path, supportKey))("tools/list", {}));
}

/** Returns a text of an object, or an empty one. */
function textAt(value: unknown, key: string): string {
  const text = isJsonObject(value) ? own(value, key) : undefined;
  return typeof text === "string" ? text : "";
}

describe("two teams on two endpoints", () => {
  it("see their own tools under their own names, and everything at the whole gateway", async () => {
    expect(await namesAt("/mcp/support")).toEqual([
      "get-customer",
      "get-rarely",
      "get-secret",
      "send-note",
    ]);
    expect(await namesAt("/mcp/ops")).toEqual([
      "ops_get-customer",
      "ops_get-machine",
      "ops_get-rarely",
      "ops_get-secret",
    ]);
    expect(await namesAt("/mcp")).toHaveLength(5);
  });

  it("have one policy: what it denies is denied and hidden at each endpoint", async () => {
    const names = namesIn(await (await connect("/mcp/ops", opsKey))("tools/list", {}));

    expect(names).toEqual(["ops_get-customer", "ops_get-machine", "ops_get-rarely"]);
    for (const path of ["/mcp", "/mcp/support"]) {
      expect(await call(await connect(path, opsKey), "get-secret")).toBe("tool-unknown");
    }
    expect(await call(await connect("/mcp/ops", opsKey), "ops_get-secret")).toBe("tool-unknown");
    expect(await call(await connect("/mcp/ops", supportKey), "ops_get-secret")).toBe("answered");
  });

  it("share limits: a principal has one allowance, whatever the endpoint", async () => {
    const [support, ops] = [
      await connect("/mcp/support", supportKey),
      await connect("/mcp/ops", supportKey),
    ];

    expect(await call(support, "get-rarely")).toBe("answered");
    expect(await call(ops, "ops_get-rarely")).toBe("answered");
    expect(await call(ops, "ops_get-rarely")).toBe("rate-limited");
    expect(await call(support, "get-rarely")).toBe("rate-limited");
    expect(await call(await connect("/mcp/ops", opsKey), "ops_get-rarely")).toBe("answered");
  });

  it("have one audit log, which names the endpoint and the public name", async () => {
    await call(await connect("/mcp/ops", opsKey), "ops_get-customer");
    await call(await connect("/mcp/support", opsKey), "get-machine");
    await call(await connect("/mcp", opsKey), "get-machine");

    const last = (await rows()).slice(-3);

    expect(
      last.map((row) => [own(row, "endpoint"), own(row, "tool"), own(row, "tool_id")]),
    ).toEqual([
      ["ops", "get-customer", "get-customer"],
      ["support", "get-machine", null],
      [undefined, "get-machine", "get-machine"],
    ]);
  });

  it("name the tool in a refusal as its caller does", async () => {
    const ask = await connect("/mcp/ops", opsKey);
    const answer = await ask("tools/call", { name: "ops_get-customer", arguments: { city: 7 } });

    expect(codeOf(answer)).toBe("input-invalid");
    expect(JSON.stringify(answer)).toContain("ops_get-customer");
  });

  it("use an approval at any endpoint: the principal and the tool are the same", async () => {
    const support = await connect("/mcp/support", supportKey);
    const asked = await support("tools/call", { name: "send-note", arguments: bern });
    const { refused, evidence } = outcomeOf(asked);
    expect(refused).toBe("approval-required");

    const [id, { path }] = [textAt(evidence, "id"), world.folder];
    const request: unknown = parseJson(await command(path, "approvals", "show", id, "--json"));
    await command(path, "approvals", "approve", id, "--digest", textAt(request, "digest"));

    const reached = teams.crm.calls.length;
    expect(await call(await connect("/mcp", supportKey), "send-note")).toBe("answered");
    expect(teams.crm.calls).toHaveLength(reached + 1);
  });
});

const hello = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "tester", version: "1.0.0" },
};
const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

async function post(path: string, headers: Record<string, string>, message: JsonObject) {
  return fetch(new URL(path, world.gateway.url), {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
}

describe("an endpoint over HTTP", () => {
  it("keeps a session to itself: elsewhere its id is unknown", async () => {
    const authorization = `Bearer ${supportKey}`;
    const opened = await post(
      "/mcp/support",
      { authorization },
      {
        method: "initialize",
        params: hello,
      },
    );
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const statusAt = async (path: string, key: string): Promise<number> => {
      const headers = {
        authorization: `Bearer ${key}`,
        "mcp-session-id": session,
        "mcp-protocol-version": "2025-11-25",
      };
      const response = await post(path, headers, { method: "tools/list", params: {} });
      await response.text();
      return response.status;
    };

    expect(session).not.toBe("");
    expect(await statusAt("/mcp/support", supportKey)).toBe(200);
    expect(await statusAt("/mcp/ops", supportKey)).toBe(404);
    expect(await statusAt("/mcp", supportKey)).toBe(404);
    expect(await statusAt("/mcp/support", opsKey)).toBe(404);
  });

  it.each(["GET", "DELETE"])("takes no %s of a session elsewhere", async (method) => {
    const authorization = `Bearer ${supportKey}`;
    const greeting = { method: "initialize", params: hello };
    const opened = await post("/mcp/support", { authorization }, greeting);
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const headers = { ...json, ...session, authorization, "mcp-protocol-version": "2025-11-25" };
    for (const path of ["/mcp", "/mcp/ops"]) {
      const response = await fetch(new URL(path, world.gateway.url), { method, headers });
      await response.text();
      expect(response.status).toBe(404);
    }
    const list = { method: "tools/list", params: {} };
    const still = await post("/mcp/support", { ...headers }, list);

    expect(still.status).toBe(200);
    expect(await still.text()).toContain("get-customer");
  });

  it("tells a stranger where its metadata is, which names its own address", async () => {
    const refused = await post("/mcp/support", {}, { method: "ping", params: {} });
    const [, found = ""] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
    const { pathname } = new URL(found);
    const metadata: unknown = await (await fetch(new URL(pathname, world.gateway.url))).json();

    expect(refused.status).toBe(401);
    expect(pathname).toBe("/.well-known/oauth-protected-resource/mcp/support");
    expect(metadata).toMatchObject({ resource: "http://127.0.0.1/mcp/support" });
  });

  it("is nowhere else", async () => {
    for (const path of ["/mcp/other", "/mcp/support/", "/mcp/Support", "/mcp/support?x=1"]) {
      const authorization = `Bearer ${supportKey}`;
      expect((await post(path, { authorization }, { method: "ping", params: {} })).status).toBe(
        404,
      );
    }
  });
});

describe("the operator", () => {
  it("sees which endpoints offer a tool", async () => {
    const { path } = world.folder;
    const tools: unknown = parseJson(await command(path, "tools", "--json"));
    const explained = await command(path, "explain", "get-customer");
    const elsewhere = await command(path, "explain", "get-machine");
    const found = isJsonObject(tools) ? own(tools, "tools") : undefined;
    const offered = Object.fromEntries(
      (isJsonArray(found) ? found : []).map((each) => [
        textAt(each, "tool"),
        valueAt(each, "/endpoints"),
      ]),
    );

    expect(offered).toMatchObject({
      "get-customer": ["support", "ops"],
      "get-machine": ["ops"],
      "send-note": ["support"],
    });
    expect(await command(path, "tools")).toMatch(/send-note .* at support$/m);
    expect(explained).toContain("endpoint    support (/mcp/support), as get-customer");
    expect(explained).toContain("endpoint    ops (/mcp/ops), as ops_get-customer");
    expect(elsewhere).not.toContain("support");
    expect(await command(path, "effective")).toContain("endpoints[1].prefix: ops_");
  });
});
