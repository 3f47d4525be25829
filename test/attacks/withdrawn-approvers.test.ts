import { hash } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { approvalIn, callOf, cameTo } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { shown, transfer } from "./transfer.ts";

const policy = `version: 1
roles: { reader: ["weather:read"], reviewer: ["approvals:read", "approvals:decide"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;

function keyOf(name: string): string {
  return `tck_${name}-0123456789-0123456789`;
}

function entryOf(name: string, ...roles: readonly string[]): JsonObject {
  return { name, sha256: hash("sha256", keyOf(name), "hex"), roles };
}

function keysText(...keys: readonly JsonObject[]): string {
  return `${JSON.stringify({ keys })}\n...\n`;
}

const ada = entryOf("ada", "reader");
const grace = entryOf("grace", "reviewer");

async function openWithKeys(): Promise<Served> {
  const resource = "http://127.0.0.1:8080/mcp";
  return openServed({
    tools: [transfer("send")],
    entries: [{ name: "send", approval: "operator" }],
    policy,
    files: { "keys.yaml": keysText(ada, grace) },
    keys: { server: { auth: { resource, keys_file: "keys.yaml" } } },
  });
}

/** Queries the admin API as a reviewer, or posts to it if a body is given. */
async function asked(served: Served, path: string, body?: JsonObject) {
  const headers = { authorization: `Bearer ${keyOf("grace")}`, "content-type": "application/json" };
  const sent = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(new URL(path, served.url()), { headers, ...(body && sent) });
  const parsed = parseJson(await response.text());
  return { status: response.status, body: isJsonObject(parsed) ? parsed : {} };
}

async function called(served: Served): Promise<JsonObject> {
  const request = callOf("send", shown);
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${keyOf("ada")}`);
  const answer = parseJson(await (await fetch(served.url(), { ...request, headers })).text());
  return isJsonObject(answer) ? answer : {};
}

describe("an approval by a reviewer whose key is", () => {
  it.each([
    ["taken back", keysText(ada)],
    ["for no reviewer any more", keysText(ada, entryOf("grace", "reader"))],
  ])("%s is void", async (_what, then) => {
    await using served = await openWithKeys();
    const id = approvalIn(await called(served));
    const path = `/admin/v1/approvals/${id}`;
    const { body } = await asked(served, path);
    const { status } = await asked(served, `${path}/approve`, {
      digest: body["digest"] ?? "",
    });
    await served.folder.write("next.yaml", then);
    await rename(join(served.folder.path, "next.yaml"), join(served.folder.path, "keys.yaml"));
    while ((await asked(served, path)).status === 200) await systemClock.sleep(20);

    const outcome = cameTo(await called(served));

    expect(status).toBe(200);
    expect(outcome).not.toBe("answered");
    expect(served.upstream.calls).toHaveLength(0);
  });
});
