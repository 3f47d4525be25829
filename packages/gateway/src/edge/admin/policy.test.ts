import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { link } from "../../governance/audit/chain.ts";
import { Subjects } from "../../governance/audit/subjects.ts";
import { createDefaultPolicy } from "../../governance/policy/open-policy.ts";
import { PolicyDesk } from "../../governance/policy/policy-desk.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { policyPart } from "./policy.ts";

const tool = {
  publicName: "hello",
  contract: { server: "local", name: "hello", effect: "read", digest: "d", terms: {} },
} as const;

const tools = () => new Map([[tool.publicName, tool]]);

const all = ["policy:read", "policy:write", "calls:read"];

interface SetUp {
  readonly permissions?: readonly string[];
  readonly tenant?: string;
}

function setUp({ permissions = all, tenant }: SetUp = {}) {
  const stores = openMemoryStores({ link });
  const clock = createFakeClock();
  const { policies, audit, personal } = stores;
  const subjects = new Subjects({ personal, clock, newId: () => "subject" });
  const policy = createDefaultPolicy();
  const part = policyPart(new PolicyDesk({ policy, policies, audit, subjects, tools, clock }));
  const principal = { id: "key:olga", permissions: [], kind: "user" } as const;
  const sender = {
    principal: tenant === undefined ? principal : { ...principal, tenant },
    may: (permission: string) => permissions.includes(permission),
    require: (missing = "") => {
      if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
    },
  };
  return async (method: string, path: string, body?: string) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/policy${path}` });
    if (body !== undefined) {
      Object.assign(request.headers, { "content-type": "application/json" });
      request.push(body);
    }
    request.push(null);
    return part.answer(request, sender);
  };
}

describe("the policy of the admin API", () => {
  it("is shown where none is configured, and cannot be written there", async () => {
    const send = setUp();
    const shown = await send("GET", "");

    expect(JSON.stringify(shown)).toContain("local-principal");
    expect(shown).toMatchObject({
      from: "default",
      usable: true,
      statements: 1,
      writable: false,
    });
    expect(await send("GET", "/versions")).toEqual({ versions: [] });
    await expect(
      send("POST", "", JSON.stringify({ text: "version: 1\n...\n", replaces: null })),
    ).rejects.toMatchObject({ code: "policy-refused", details: { because: "elsewhere" } });
  });

  it("explains a question to the policy in force, and to another text", async () => {
    const send = setUp();
    const asked = { principal: { id: "ada" }, tool: "hello" };
    const text = `version: 1
statements: [{ id: ada, effect: allow, principals: [ada], tools: [hello], when: "args.a == 'b'" }]
...
`;

    expect(await send("POST", "/explain", JSON.stringify(asked))).toMatchObject({
      decision: "deny",
      because: "no-statement",
      statements: [{ id: "local-principal", fate: "other-principal" }],
    });
    expect(
      await send("POST", "/explain", JSON.stringify({ ...asked, text, arguments: { a: "b" } })),
    ).toMatchObject({ decision: "allow", statement: "ada" });
  });

  it("says which statements about sequences it cannot judge without a history", async () => {
    const text = `version: 1
statements: [{ id: ada, effect: allow, principals: [ada], tools: [hello] }]
sequences:
  - { id: known, from: { destination: [user] }, ask: operator }
  - { id: watched, count: { over: PT1H, at_most: 1 }, mode: observe }
  - { id: others, tools: [bye], unattended: false, ask: operator }
  - { id: bob, principals: [bob], unattended: false, ask: operator }
...
`;
    const asked = { principal: { id: "ada" }, tool: "hello", text };

    expect(await setUp()("POST", "/explain", JSON.stringify(asked))).toMatchObject({
      decision: "allow",
      sequences: [
        { id: "known", mode: "enforce", fate: "needs-history" },
        { id: "watched", mode: "observe", fate: "needs-history" },
        { id: "others", mode: "enforce", fate: "other-tool" },
        { id: "bob", mode: "enforce", fate: "other-principal" },
      ],
    });
  });

  it.each([
    ["/explain", "{}", "request-invalid"],
    ["/explain", '{"principal":{"id":"a","kind":"root"},"tool":"hello"}', "request-invalid"],
    ["/explain", '{"principal":{"id":"a","role":"x"},"tool":"hello"}', "request-invalid"],
    ["/explain", '{"principal":{"id":"a"},"tool":"hello","arguments":[]}', "request-invalid"],
    ["/explain", '{"principal":{"id":"a"},"tool":"hello","now":0}', "request-invalid"],
    ["/explain", '{"principal":{"id":"a"},"tool":"helo"}', "policy-refused"],
    ["/explain", '{"principal":{"id":"a"},"tool":"hello","text":"{"}', "policy-refused"],
    ["/check", '{"text":1}', "request-invalid"],
    ["/check", JSON.stringify({ text: "#".repeat(64 * 1024 + 1) }), "request-invalid"],
    ["/try", '{"text":"version: 1\\n...\\n"}', "request-invalid"],
    ["/try", '{"text":"version: 1\\n...\\n","last":0}', "request-invalid"],
    ["/try", '{"text":"version: 1\\n...\\n","last":1001}', "request-invalid"],
    ["/try", '{"text":"version: 1\\n...\\n","last":1.5}', "request-invalid"],
    ["/try", '{"text":"version: 2","last":5}', "policy-refused"],
    ["", '{"text":"version: 1\\n...\\n"}', "request-invalid"],
    ["", '{"text":"version: 1\\n...\\n","replaces":"3f9c"}', "request-invalid"],
  ])("refuses POST policy%s with %.60s", async (path, body, code) => {
    await expect(setUp()("POST", path, body)).rejects.toMatchObject({ code });
  });

  it.each([
    ["GET", "?text=1", "query"],
    ["GET", "/version", "path"],
    ["DELETE", "", "method"],
    ["GET", "/check", "method"],
  ])("refuses %s policy%s", async (method, path, because) => {
    await expect(setUp()(method, path)).rejects.toMatchObject({ details: { because } });
  });

  it.each([
    ["GET", "", undefined, [], "policy:read"],
    ["POST", "", '{"text":"","replaces":null}', ["policy:read"], "policy:write"],
    ["POST", "/try", '{"text":"","last":1}', ["policy:read"], "calls:read"],
  ] as const)(
    "needs a permission for %s policy%s",
    async (...[method, path, body, permissions, missing]) => {
      await expect(setUp({ permissions })(method, path, body)).rejects.toMatchObject({
        details: { missing },
      });
    },
  );

  it.each([
    ["GET", ""],
    ["GET", "/versions"],
    ["POST", "/explain"],
    ["POST", "/check"],
    ["POST", "/try"],
    ["POST", ""],
  ])("gives a principal of a tenant nothing at %s policy%s", async (method, path) => {
    await expect(setUp({ tenant: "north" })(method, path, "{}")).rejects.toMatchObject({
      code: "policy-refused",
      details: { because: "tenant" },
    });
  });
});
