import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { isJsonObject, type JsonObject, parseJson } from "../../packages/sdk/src/index.ts";
import { signIn } from "../../packages/testing/src/console-requests.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { browserOf, openServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

function objectsIn(output: string): readonly JsonObject[] {
  return output.split("\n").flatMap((line) => {
    if (line === "") return [];
    const value = parseJson(line);
    return isJsonObject(value) ? [value] : [];
  });
}

async function callsIn(folder: string): Promise<readonly JsonObject[]> {
  const { output } = await run(["audit", "export"], { folder });
  return objectsIn(output).flatMap(({ body }) => {
    const entry = typeof body === "string" ? parseJson(body) : body;
    return isJsonObject(entry) && entry["kind"] === "call.opened" ? [entry] : [];
  });
}

/** The workspace with these settings of its tools. */
function toolboxWith(...changed: readonly JsonObject[]): JsonObject {
  const names = ["hello", "read_repo_file", "write_memory_entry"];
  const tools = names.map(
    (name) => changed.find((each) => each["name"] === name) ?? { name, approval: "none" },
  );
  return { local: ["workspace"], tools };
}

const ada = { arguments: { name: "Ada" } };

describe("trying a tool in the console", patience, () => {
  it("has a form, a verdict that uses up nothing, and a call with its source in the record", async () => {
    const config = { toolbox: toolboxWith() };
    const { get, post, folder } = await openServedConsole(config);

    const form = await get("tools/local/hello/form");
    const dry = await post("tools/local/hello/try", { ...ada, dry: true });
    const unfit = await post("tools/local/hello/try", { arguments: { nam: 1 }, dry: true });
    const before = await callsIn(folder.path);
    const ran = await post("tools/local/hello/try", ada);
    const unknown = await get("tools/local/none/form");
    const recorded = await vi.waitFor(async () => {
      const calls = await callsIn(folder.path);
      expect(calls).toHaveLength(1);
      return calls;
    }, 5_000);

    expect(form.body).toMatchObject({
      server: "local",
      name: "hello",
      effect: "read",
      approval: null,
      input: { type: "object", properties: { name: { type: "string" } } },
      refusal: null,
    });
    expect(dry.body).toMatchObject({ dry: true, verdict: "allowed", statement: "local-principal" });
    expect(unfit.body).toMatchObject({ verdict: "refused", issues: [{ pointer: "/nam" }] });
    expect(before).toEqual([]);
    expect(ran.body).toMatchObject({
      outcome: "answered",
      result: { structuredContent: { message: "Hello, Ada!" } },
    });
    expect(recorded).toMatchObject([
      { source: "console", tool: "hello", agent: { name: "toolcourt console" } },
    ]);
    expect(unknown.status).toBe(404);
  });

  it("never lets the operator approve what they typed, by page or command; another person may", async () => {
    const key = "tck_olga-0123456789-0123456789";
    const sha256 = createHash("sha256").update(key).digest("hex");
    const auth = { resource: "http://127.0.0.1/mcp", keys: [{ name: "olga", sha256 }] };
    const policy = `version: 1
roles: { reviewer: ["approvals:read", "approvals:decide"] }
subjects: [{ principals: ["key:olga"], roles: [reviewer] }]
statements: [{ id: operator-calls, effect: allow, kinds: [local], tools: ["*"] }]
...
`;
    const config = {
      toolbox: toolboxWith({ name: "hello", approval: "caller" }),
      server: { auth },
      policy: { file: "policy.yaml" },
    };
    const { get, post, serving, folder } = await openServedConsole(config, {
      "policy.yaml": policy,
    });
    const place = { folder: folder.path };

    const dry = await post("tools/local/hello/try", { ...ada, dry: true });
    const before = await get("approvals");
    const asked = await post("tools/local/hello/try", ada);
    const again = await post("tools/local/hello/try", ada);
    const { request } = asked.body;
    const id = isJsonObject(request) && typeof request["id"] === "string" ? request["id"] : "";
    const { body } = await get(`approvals/${id}`);
    const { digest = null } = body;
    const byPage = await post(`approvals/${id}/approve`, { digest });
    const byCommand = await run(
      [
        "approvals",
        "approve",
        id,
        "--digest",
        typeof digest === "string" ? digest.slice(0, 12) : "",
      ],
      place,
    );
    const still = await post("tools/local/hello/try", ada);
    const other = browserOf(serving.url, await signIn(serving.url, { key }));
    const byOther = await other.post(`approvals/${id}/approve`, { digest });
    const ran = await post("tools/local/hello/try", ada);
    const later = await post("tools/local/hello/try", ada);

    expect(dry.body).toMatchObject({ verdict: "allowed", approval: "caller" });
    expect(before.body).toEqual({ approvals: [] });
    expect(asked.body).toMatchObject({ outcome: "waits", request: { path: `/approvals/${id}` } });
    expect(again.body).toMatchObject({ outcome: "waits", request: { id } });
    expect(body).toMatchObject({ source: "console", requester: "operator:grace" });
    expect([byPage.status, byPage.body]).toMatchObject([403, { error: { code: "approval-own" } }]);
    expect(byCommand.code).toBe(1);
    expect(still.body).toMatchObject({ outcome: "waits" });
    expect([byOther.status, ran.body]).toMatchObject([200, { outcome: "answered" }]);
    expect(later.body).toMatchObject({ outcome: "waits" });
  });

  it("needs the permission, and gives no right to call", async () => {
    const keys = ["rita", "olga"].map((name) => ({
      name,
      sha256: createHash("sha256").update(`tck_${name}-0123456789-0123456789`).digest("hex"),
    }));
    const policy = `version: 1
roles: { trier: ["tools:try"] }
subjects: [{ principals: ["key:olga"], roles: [trier] }]
statements: [{ id: reads, effect: allow, principals: ["key:olga"], tools: ["read_repo_file"] }]
...
`;
    const auth = { resource: "http://127.0.0.1/mcp", keys };
    const config = {
      toolbox: toolboxWith(),
      server: { auth },
      policy: { file: "policy.yaml" },
    };
    const { serving } = await openServedConsole(config, { "policy.yaml": policy });
    const as = async (name: string) =>
      browserOf(
        serving.url,
        await signIn(serving.url, { key: `tck_${name}-0123456789-0123456789` }),
      );
    const [rita, olga] = [await as("rita"), await as("olga")];

    const none = await rita.post("tools/local/hello/try", ada);
    const form = await olga.get("tools/local/hello/form");
    const dry = await olga.post("tools/local/hello/try", { ...ada, dry: true });
    const ran = await olga.post("tools/local/hello/try", ada);
    const file = { arguments: { path: "toolcourt.yaml" } };
    const read = await olga.post("tools/local/read_repo_file/try", file);
    const byClient = await fetch(
      serving.url,
      spoken("tools/call", { name: "hello" }, { era: "modern", lane: "fast" }),
    );

    expect([none.status, none.body]).toMatchObject([
      403,
      { error: { code: "permission-missing", evidence: { missing: "tools:try" } } },
    ]);
    // A tool that she may not call looks like none, whatever she asks.
    for (const hidden of [form, dry, ran]) {
      expect(hidden).toMatchObject({ status: 404, body: { error: { code: "tool-absent" } } });
    }
    expect(read.body).toMatchObject({ outcome: "answered" });
    expect(byClient.status).toBe(401);
  });
});
