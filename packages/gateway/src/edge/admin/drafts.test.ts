import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { admissionRig } from "@toolcourt/testing/admissions";
import { approvalRig } from "@toolcourt/testing/approvals";
import { draftRig } from "@toolcourt/testing/drafts";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { grantRig } from "@toolcourt/testing/grants";
import { quarantineRig } from "@toolcourt/testing/quarantine";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPermits } from "../../compose/decide-on-calls.ts";
import { createIdentities } from "../../governance/identity/create-identities.ts";
import { readPolicy } from "../../governance/policy/read-policy.ts";
import { openHttp } from "../http.ts";
import { createAdmin } from "./admin.ts";

const policyText = `version: 1
roles: { author: ["drafts:write"], judge: ["drafts:review"] }
subjects:
  - { principals: ["key:ada", "key:both"], roles: [author] }
  - { principals: ["key:grace", "key:both"], roles: [judge] }
...
`;
const people = ["ada", "grace", "both", "mallory"] as const;
type Person = (typeof people)[number];

function keyOf(person: string): string {
  return `tck_${person}-0123456789-0123456789`;
}

const document = (description: string): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: {
      "/pets": {
        get: {
          operationId: "list_pets",
          description,
          responses: {
            200: {
              description: "The pets.",
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["names"],
                    properties: {
                      names: { type: "array", items: { type: "string" }, description: "Names." },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });

const good = "Lists the names of all pets that the shop has.";

async function setUp() {
  const clock = createFakeClock();
  const keys = people.map((name) => {
    const sha256 = createHash("sha256").update(keyOf(name)).digest("hex");
    return { name, sha256, isSystem: false, roles: [] };
  });
  const resource = new URL("https://gateway.example/mcp");
  const trust = { resource, issuers: [], scopes: [], trusted: [], keys };
  const identities = createIdentities(trust, {
    clock,
    fetch: () => Promise.reject(new Error("x")),
  });
  const reading = readPolicy(policyText, "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  const permits = createPermits({ state: () => ({ kind: "usable", policy: reading.policy }) });
  const rig = draftRig();
  const admin = createAdmin({
    approvals: approvalRig().approvals,
    grants: grantRig().grants,
    drafts: rig.drafts,
    quarantine: quarantineRig().desk,
    admissions: admissionRig().review,
    permits,
    contractOf: () => undefined,
    servers: async () => [],
  });
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: async () => ({ content: [], isError: false }),
  });
  const deps = { ...fakeEntranceDeps(gateway, clock), identities, admin };
  const server = await openHttp(deps, { host: "127.0.0.1", port: 0, clock });
  onTestFinished(() => server[Symbol.asyncDispose]());

  const ask = async (person: Person, path: string, body?: JsonObject) => {
    const headers = {
      authorization: `Bearer ${keyOf(person)}`,
      ...(body && { "content-type": "application/json" }),
    };
    const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(new URL(`/admin/v1/drafts${path}`, server.url), init);
    const answer: unknown = await response.json();
    return { status: response.status, answer: isJsonObject(answer) ? answer : {} };
  };
  const write = (person: Person, description = good) =>
    ask(person, "", { set: "shop", from: "pets.json", document: document(description) });
  return { ask, write, audited: rig.audited };
}

const one = "/shop/list_pets";

function membersOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

describe("drafts in the admin API", () => {
  it("are imported by one person, reviewed and approved by another", async () => {
    const { ask, write, audited } = await setUp();

    const imported = await write("ada");
    const listed = await ask("grace", "?set=shop&state=pending");
    const { answer: shown } = await ask("grace", one);
    const approved = await ask("grace", `${one}/approve`, { digest: shown["digest"] ?? "" });
    const again = await ask("grace", `${one}/approve`, { digest: shown["digest"] ?? "" });

    expect(imported).toMatchObject({
      status: 200,
      answer: { drafts: [{ name: "list_pets", became: "added", approvable: true }] },
    });
    expect(listed.answer).toMatchObject({ drafts: [{ name: "list_pets", standing: "pending" }] });
    expect(shown).toMatchObject({ operation: { path: "/pets" }, approvable: true, findings: [{}] });
    expect(shown["visible"]).toEqual(expect.stringContaining(good));
    expect(approved).toMatchObject({ status: 200, answer: { state: "approved" } });
    expect(again).toMatchObject({ status: 409, answer: { error: { code: "draft-settled" } } });
    expect((await audited()).at(-1)).toMatchObject({
      kind: "draft.decided",
      about: { by: "subject of key:grace", to: "approved" },
    });
  });

  it("are not approved by their author, nor with another digest", async () => {
    const { ask, write } = await setUp();
    await write("both");
    const { answer: shown } = await ask("both", one);

    const own = await ask("both", `${one}/approve`, { digest: shown["digest"] ?? "" });
    const other = await ask("grace", `${one}/approve`, { digest: "0".repeat(64) });

    expect(own).toMatchObject({ status: 403, answer: { error: { code: "draft-own" } } });
    expect(other).toMatchObject({ status: 409, answer: { error: { code: "draft-differs" } } });
  });

  it("are not approved while a rule objects, and can be edited and rejected", async () => {
    const { ask, write } = await setUp();
    await write("ada", "Lists\u202E the names of all pets.");
    const { answer: shown } = await ask("grace", one);
    const { tool, operation } = shown;
    const flawed = await ask("grace", `${one}/approve`, { digest: shown["digest"] ?? "" });
    const mended = { ...membersOf(tool), description: good };

    const edited = await ask("ada", `${one}/edit`, { tool: mended, operation: operation ?? null });
    const rejected = await ask("grace", `${one}/reject`, {});

    expect(flawed).toMatchObject({
      status: 422,
      answer: { error: { code: "draft-flawed", evidence: { rules: ["text/visible"] } } },
    });
    expect(edited).toMatchObject({ status: 200, answer: { approvable: true, changed: true } });
    expect(rejected).toMatchObject({ status: 200, answer: { state: "rejected" } });
  });

  it.each([
    ["mallory", "", undefined],
    ["mallory", one, undefined],
    ["ada", `${one}/approve`, { digest: "0".repeat(64) }],
    ["ada", `${one}/reject`, {}],
    ["grace", "", { set: "shop", from: "x", document: "{}" }],
    ["grace", `${one}/edit`, {}],
  ] as const)("need a permission: %s %s", async (person, path, body) => {
    const { ask, write } = await setUp();
    await write("both");

    const refused = await ask(person, path, body);

    expect(refused).toMatchObject({
      status: 403,
      answer: { error: { code: "permission-missing" } },
    });
  });

  it.each([
    ["/shop/none", undefined, 404],
    ["/shop", undefined, 404],
    ["/%E0%A4%A/x", undefined, 404],
    ["?color=red", undefined, 400],
    [one, {}, 405],
    ["", { set: "a/b", from: "x", document: "{}" }, 400],
    ["", { set: "shop", from: "x", document: "{}", extra: 1 }, 400],
    ["", { set: "shop", from: "x", document: "{}" }, 422],
    ["", { set: "shop", from: "x", draft: {} }, 422],
    [`${one}/approve`, {}, 400],
    [`${one}/reject`, { digest: 5 }, 400],
    [`${one}/approve`, { digest: "0".repeat(12) }, 400],
    ["", { set: "shop", from: "x", document: "x".repeat(1_100_000) }, 413],
    ["", { set: "shop", from: "x", draft: Array.from({ length: 300_000 }, () => 1) }, 413],
  ] as const)("refuse %s %j with its status", async (path, body, status) => {
    const { ask, write } = await setUp();
    await write("ada");

    expect((await ask("both", path, body)).status).toBe(status);
  });

  it.each([
    ["JSON", (size: number) => `{"a":[${"1,".repeat(size / 2)}1]}`, [240_000, 520_000]],
    ["YAML", (size: number) => "- 1\n".repeat(size / 4), [60_000, 70_000]],
  ])("are refused for their size if their %s is slow to read", async (_, text, sizes) => {
    const { ask } = await setUp();
    const send = async (size: number) =>
      (await ask("both", "", { set: "shop", from: "x", document: text(size) })).status;

    expect(await Promise.all(sizes.map(send))).toEqual([422, 413]);
  });

  it("are listed in pages", async () => {
    const { ask, write } = await setUp();
    await write("ada");
    const { answer: shown } = await ask("grace", one);
    const { tool, operation } = shown;
    const other = { ...membersOf(tool), name: "more_pets" };
    const draft = { tool: other, operation: operation ?? null };
    await ask("ada", "", { set: "shop", from: "hand", draft });

    const first = await ask("grace", "?limit=1");
    const second = await ask("grace", "?limit=1&cursor=shop/list_pets");

    expect(first.answer).toMatchObject({ drafts: [{ name: "list_pets" }], next: "shop/list_pets" });
    expect(second.answer).toMatchObject({ drafts: [{ name: "more_pets" }] });
    expect(second.answer).not.toHaveProperty("next");
  });

  it("are listed completely while decisions are made in between", async () => {
    const { ask, write } = await setUp();
    await write("ada");
    const { answer: shown } = await ask("grace", one);
    const draft = {
      tool: { ...membersOf(shown["tool"]), name: "more_pets" },
      operation: shown["operation"] ?? null,
    };
    await ask("ada", "", { set: "shop", from: "hand", draft });

    const first = await ask("grace", "?state=pending&limit=1");
    await ask("grace", `${one}/reject`, {});
    const second = await ask("grace", "?state=pending&limit=1&cursor=shop/list_pets");
    const last = await ask("grace", "?state=pending&limit=1&cursor=shop/more_pets");

    expect(first.answer).toMatchObject({ next: "shop/list_pets" });
    expect(second.answer).toMatchObject({ drafts: [{ name: "more_pets" }] });
    expect(last.answer).toEqual({ drafts: [] });
  });
});
