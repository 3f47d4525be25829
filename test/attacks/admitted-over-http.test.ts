import { createHash } from "node:crypto";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { expect, it, vi } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { openUpstream } from "../replicas/upstream.ts";

const keyOf = (person: string): string => `tck_${person}-0123456789-0123456789`;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const policy = `version: 1
roles: { reviewer: ["admissions:read", "admissions:decide"], reader: ["weather:read"] }
subjects:
  - { principals: ["key:grace"], roles: [reviewer] }
  - { principals: ["key:ada"], roles: [reader] }
statements: [{ id: ada-calls, effect: allow, principals: ["key:ada"], tools: ["*"] }]
...
`;

/** Opens a gateway with a caller (ada) and a reviewer (grace), before a server with one tool. */
async function open() {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await openUpstream([tool()]));
  const crm = { name: "crm", url: upstream.url.href, transport: "streamable_http" };
  const config = {
    toolbox: { mcps: [{ ...crm, mode: "dynamic", default_tool_config: { approval: "none" } }] },
    stores: { url: "memory:" },
    policy: { file: "policy.yaml" },
    server: {
      auth: {
        resource: "https://tools.example.com/mcp",
        keys: ["ada", "grace"].map((name) => ({ name, sha256: sha256(keyOf(name)) })),
      },
    },
  };
  const files = { "toolcourt.yaml": JSON.stringify(config), "policy.yaml": policy };
  const folder = stack.use(await openFolder(files));
  const serving = stack.use(await openServing(folder.path));
  const call = async (): Promise<string> => {
    const given = { name: "get-forecast", arguments: { city: "Bern" } };
    const request = spoken("tools/call", given, { era: "modern", lane: "fast" });
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${keyOf("ada")}`);
    return (await fetch(serving.url, { ...request, headers })).text();
  };
  const admin = async (person: string, path: string, body?: object) => {
    const authorization = `Bearer ${keyOf(person)}`;
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(new URL(`/admin/v1/admissions${path}`, serving.url), init);
    const answer = parseJson(await response.text());
    return { status: response.status, answer: isJsonObject(answer) ? answer : {} };
  };
  const owned = stack.move();
  return { upstream, call, admin, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function firstHeld(answer: JsonObject): JsonObject {
  const held = own(answer, "held");
  const [first] = isJsonArray(held) ? held : [];
  return isJsonObject(first) ? first : {};
}

// Loads and starts the whole gateway.
const slow = { timeout: 30_000 };

it(
  "SECURITY 13: a reviewer admits by digest, and the caller of the tool cannot",
  slow,
  async () => {
    await using world = await open();
    const { upstream, call, admin } = world;
    upstream.offer(() => [tool({ title: "Other" })]);
    upstream.ringAt(0);
    await vi.waitFor(async () => expect(await call()).toContain("tool-quarantined"), slow);

    const { digest } = firstHeld((await admin("grace", "")).answer);
    const { answer: held } = await admin("grace", "/crm/get-forecast");
    const byCaller = await admin("ada", "/crm/get-forecast/admit", { digest });
    const look = await admin("ada", "");
    const other = await admin("grace", "/crm/get-forecast/admit", { digest: "sha256:other" });
    const before = await call();
    const given = await admin("grace", "/crm/get-forecast/admit", { digest, note: "Read it." });
    await vi.waitFor(async () => expect(await call()).toContain('"celsius":21'), slow);
    const listed = await admin("grace", "");
    const back = await admin("grace", "/crm/get-forecast/withdraw", { digest });
    await vi.waitFor(async () => expect(await call()).toContain("tool-quarantined"), slow);

    expect(held).toMatchObject({
      server: "crm",
      tool: "get-forecast",
      reason: "drifted",
      class: "breaking",
      changes: [{ pointer: "/title", now: '\\"Other\\"' }],
      isAdmissible: true,
    });
    expect([byCaller.status, look.status, other.status]).toEqual([403, 403, 409]);
    expect(before).toContain("tool-quarantined");
    expect(given).toEqual({
      status: 200,
      answer: { server: "crm", tool: "get-forecast", digest, state: "admitted" },
    });
    expect(listed.answer).toMatchObject({ held: [], decisions: [{ state: "admitted", digest }] });
    expect(back.status).toBe(200);
  },
);
