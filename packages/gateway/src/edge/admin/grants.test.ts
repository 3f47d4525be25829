import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { admissionRig } from "@toolcourt/testing/admissions";
import { approvalRig } from "@toolcourt/testing/approvals";
import { draftRig } from "@toolcourt/testing/drafts";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { grantRig, mustGive } from "@toolcourt/testing/grants";
import { quarantineRig } from "@toolcourt/testing/quarantine";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPermits } from "../../compose/decide-on-calls.ts";
import { createIdentities } from "../../governance/identity/create-identities.ts";
import { readPolicy } from "../../governance/policy/read-policy.ts";
import { openHttp } from "../http.ts";
import { createAdmin } from "./admin.ts";

const policyText = `version: 1
roles: { lead: ["grants:read", "grants:give"], auditor: ["grants:read"], reviewer: ["approvals:decide"] }
subjects: [{ principals: ["key:sven"], roles: [lead] }]
...
`;

/** Key names, and the roles of their holders. */
const people = {
  olga: { roles: ["lead"] },
  otto: { roles: ["auditor"] },
  rita: { roles: ["reviewer"] },
  nora: { roles: ["lead"], tenant: "north" },
  sven: { roles: ["auditor"] },
} as const;
type Person = keyof typeof people;

function keyOf(person: string): string {
  return `tck_${person}-0123456789-0123456789`;
}

const gateway = fakeGatewayApi({
  listed: () => [],
  callTool: async () => ({ content: [], isError: false }),
});

async function setUp() {
  const rig = grantRig();
  rig.world.givers = Object.keys(people).map((name) => `key:${name}`);
  const clock = createFakeClock();
  const keys = Object.entries(people).map(([name, more]) => {
    const sha256 = createHash("sha256").update(keyOf(name)).digest("hex");
    return { name, sha256, isSystem: false, ...more };
  });
  const resource = new URL("https://gateway.example/mcp");
  const trust = { resource, issuers: [], scopes: [], trusted: [], keys };
  const identities = createIdentities(trust, {
    clock,
    fetch: () => Promise.reject(new Error("x")),
  });
  const reading = readPolicy(policyText, "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  const { policy } = reading;
  const admin = createAdmin({
    approvals: approvalRig().approvals,
    grants: rig.grants,
    drafts: draftRig().drafts,
    quarantine: quarantineRig().desk,
    admissions: admissionRig().review,
    permits: createPermits({ state: () => ({ kind: "usable", policy }) }),
    contractOf: () => undefined,
    servers: async () => [],
  });
  const deps = { ...fakeEntranceDeps(gateway, clock), identities, admin };
  const server = await openHttp(deps, { host: "127.0.0.1", port: 0, clock });
  onTestFinished(() => server[Symbol.asyncDispose]());

  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(new URL(`/admin/v1/${path}`, server.url), init);
    const body: unknown = await response.json();
    if (!isJsonObject(body)) throw new Error("The answer is no object.");
    return { status: response.status, body, allow: response.headers.get("allow") };
  };
  const as = (person: Person) => {
    const headers = {
      authorization: `Bearer ${keyOf(person)}`,
      "content-type": "application/json",
    };
    return {
      get: (path: string) => send(path, { headers }),
      post: (path: string, body: JsonObject = {}) =>
        send(path, { method: "POST", headers, body: JSON.stringify(body) }),
      put: (path: string) => send(path, { method: "PUT", headers, body: "{}" }),
    };
  };
  return { ...rig, as };
}

const asked = {
  server: "bank",
  tool: "transfer",
  principal: "key:ada",
  uses: 3,
  for: "PT2H",
  when: "args.amount < 10.0",
  reason: "the monthly run",
};

describe("POST /admin/v1/grants", () => {
  it("gives a grant in the tenant of its giver, and remembers the giver's roles", async () => {
    const { as, grants, hands } = await setUp();
    const { status, body } = await as("nora").post("grants", asked);

    const expiresAt = new Date(hands.now + 7_200_000).toISOString();
    const { for: _for, ...kept } = asked;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...kept,
      state: "active",
      tenant: "north",
      used: 0,
      givenBy: "key:nora",
      expiresAt,
      tools: { transfer: "digest of transfer" },
      leftOut: [],
    });
    const [grant] = await grants.list({ max: 2 });
    expect(grant).toMatchObject({ tenant: "north", giverRoles: ["lead"] });
  });

  it("remembers no roles that the policy adds", async () => {
    const { as, grants } = await setUp();

    expect((await as("sven").post("grants", asked)).status).toBe(200);

    const [grant] = await grants.list({ max: 2 });
    expect(grant).toMatchObject({ givenBy: "key:sven", giverRoles: ["auditor"] });
  });

  it("needs grants:give", async () => {
    const { as, grants } = await setUp();
    for (const person of ["otto", "rita"] as const) {
      const { status, body } = await as(person).post("grants", asked);
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: { evidence: { missing: "grants:give" } } });
    }
    expect(await grants.list({ max: 2 })).toEqual([]);
  });

  it("refuses a grant for the giver itself", async () => {
    const { as } = await setUp();
    const { status, body } = await as("olga").post("grants", { ...asked, principal: "key:olga" });

    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: "grant-own" } });
  });

  it("names every field that is out of its bounds", async () => {
    const { as } = await setUp();
    const { status, body } = await as("olga").post("grants", { ...asked, uses: 0, for: "P1D" });

    expect(status).toBe(400);
    const problems = [
      "uses: Expected a whole number from 1 to 1000.",
      "for: Expected an ISO 8601 duration of at most 8 hours, such as PT30M or PT1H.",
    ];
    const next = "toolcourt grants --help";
    expect(body).toMatchObject({ error: { code: "grant-invalid", next, evidence: { problems } } });
  });

  it.each<[string, JsonObject]>([
    ["an unknown key", { ...asked, tenant: "south" }],
    ["a text for the uses", { ...asked, uses: "3" }],
    ["a number for the tool", { ...asked, tool: 3 }],
    ["a number for the condition", { ...asked, when: 1 }],
    ["nothing", {}],
  ])("refuses a body with %s", async (_what, body) => {
    const { as } = await setUp();
    const answer = await as("olga").post("grants", body);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: "request-invalid" } });
  });
});

describe("GET /admin/v1/grants", () => {
  it("lists the grants of the reader's tenant, page by page", async () => {
    const rig = await setUp();
    for (const uses of [1, 2, 3]) {
      rig.hands.now += 1;
      await mustGive(rig, { by: "key:olga", uses });
    }
    await mustGive(rig, { by: "key:olga", tenant: "north" });
    const { get } = rig.as("otto");

    const first = await get("grants?limit=2");
    const { next } = first.body;
    const second = await get(`grants?limit=2&cursor=${typeof next === "string" ? next : ""}`);

    expect(first.body).toMatchObject({ grants: [{ uses: 3 }, { uses: 2 }] });
    expect(second.body).toMatchObject({ grants: [{ uses: 1 }] });
    expect(second.body).not.toHaveProperty("next");
    expect((await get("grants?state=revoked")).body).toEqual({ grants: [] });
  });

  it.each(["grants?state=open", "grants?limit=0", "grants?tenant=north", "grants?a?b"])(
    "refuses %s",
    async (path) => {
      const { as } = await setUp();
      expect((await as("otto").get(path)).status).toBe(400);
    },
  );

  it("shows one grant, and needs grants:read", async () => {
    const rig = await setUp();
    const { id } = await mustGive(rig, { by: "key:olga" });

    expect(await rig.as("otto").get(`grants/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await rig.as("rita").get(`grants/${id}`)).toMatchObject({ status: 403 });
  });

  it("answers for another tenant's, an unknown and an invalid id alike", async () => {
    const rig = await setUp();
    const { id } = await mustGive(rig, { by: "key:olga" });
    const nora = rig.as("nora");

    for (const each of [id, "0".repeat(32), "no-id"]) {
      const refused = { status: 404, body: { error: { code: "grant-unknown" } } };
      expect(await nora.get(`grants/${each}`)).toMatchObject(refused);
      expect(await nora.post(`grants/${each}/revoke`)).toMatchObject(refused);
    }
    expect(await rig.grants.find(id)).toMatchObject({ state: "active" });
  });
});

describe("POST /admin/v1/grants/{id}/revoke", () => {
  it("ends a grant once, with grants:give and an empty body", async () => {
    const rig = await setUp();
    const { id } = await mustGive(rig, { by: "key:olga" });
    const { post } = rig.as("olga");

    expect((await rig.as("otto").post(`grants/${id}/revoke`)).status).toBe(403);
    expect((await post(`grants/${id}/revoke`, { yes: true })).status).toBe(400);
    expect(await post(`grants/${id}/revoke`)).toMatchObject({
      status: 200,
      body: { state: "revoked", revokedBy: "key:olga" },
    });
    expect(await post(`grants/${id}/revoke`)).toMatchObject({
      status: 409,
      body: { error: { code: "grant-settled", evidence: { state: "revoked" } } },
    });
  });
});

it("refuses other addresses and methods of grants", async () => {
  const { as } = await setUp();

  expect(await as("olga").put("grants")).toMatchObject({ status: 405, allow: "GET, POST" });
  expect(await as("olga").get("grants/a/b")).toMatchObject({ status: 404 });
});
