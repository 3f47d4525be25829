import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signIn } from "../../packages/testing/src/console-requests.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { browserOf, openServedConsole, type ServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const key = "tck_nora-0123456789-0123456789";

const policy = `version: 1
roles:
  reader: ["configuration:read", "configuration:reload", "tools:read", "servers:read", "repo:read"]
statements:
  - { id: files-north, effect: allow, tenants: [north], tools: [read_repo_file] }
  - { id: all-south, effect: allow, tenants: [south], tools: ["*"] }
limits:
  - { id: everywhere, tools: ["*"], max_result_bytes: 4096 }
  - { id: slow-south, tenants: [south], tools: ["*"], max_timeout: PT2S }
...
`;

/** Serves a gateway of two tenants. Returns what a reader of one of them may look at. */
async function openForNora(): Promise<Pick<ServedConsole, "get" | "post" | "serving">> {
  const auth = {
    resource: "http://127.0.0.1/mcp",
    keys: ["north", "south"].map((tenant) => ({
      name: tenant === "north" ? "nora" : "canary-of-south",
      sha256: createHash("sha256")
        .update(tenant === "north" ? key : "another-0123456789")
        .digest("hex"),
      tenant,
      roles: ["reader"],
    })),
  };
  const { serving } = await openServedConsole(
    { server: { auth }, policy: { file: "policy.yaml" } },
    { "policy.yaml": policy },
  );
  return { serving, ...browserOf(serving.url, await signIn(serving.url, { key })) };
}

describe("a reader of one tenant", patience, () => {
  it("gets the endpoints with the tools of that tenant, and no configuration", async () => {
    const { get } = await openForNora();

    const { body, text } = await get("endpoints");
    const settings = await get("config/effective?q=south");

    expect(body).toMatchObject({
      endpoints: [{ path: "/mcp", tools: { callable: 1, held: 0, names: ["read_repo_file"] } }],
    });
    expect(text).not.toContain("write_memory_entry");
    expect(settings).toMatchObject({
      status: 403,
      body: { error: { code: "configuration-refused" } },
    });
    expect(settings.text).not.toContain("canary");
  });

  it("neither reloads the gateway nor learns what that would change", async () => {
    const { post } = await openForNora();

    for (const path of ["reload/plan", "reload"]) {
      const refused = { status: 403, body: { error: { code: "configuration-refused" } } };
      expect(await post(path)).toMatchObject(refused);
    }
  });

  it("gets a tool without the limits and the counts of other tenants", async () => {
    const { get, serving } = await openForNora();
    const given = { name: "read_repo_file", arguments: { path: "toolcourt.yaml" } };
    const asked = spoken("tools/call", given, { era: "modern", lane: "fast" });
    const headers = new Headers(asked.headers);
    headers.set("authorization", `Bearer ${key}`);
    const called = await (await fetch(serving.url, { ...asked, headers })).text();

    const { body, text } = await get("tools/local/read_repo_file");
    const servers = await get("servers");

    expect(called).toContain('"result"');
    expect(body).toMatchObject({
      counts: [],
      explanation: { settings: { resultBytes: { value: 4_096 } } },
    });
    expect(text).not.toContain("slow-south");
    for (const count of servers.text.matchAll(/"clauses":\[(.*?)\]/g)) expect(count[1]).toBe("");
  });
});
