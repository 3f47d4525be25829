import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { admissionRig } from "@toolcourt/testing/admissions";
import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { draftRig } from "@toolcourt/testing/drafts";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { grantRig } from "@toolcourt/testing/grants";
import { quarantineRig } from "@toolcourt/testing/quarantine";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPermits } from "../../compose/decide-on-calls.ts";
import type { Proposal } from "../../governance/approvals/binding.ts";
import { createIdentities } from "../../governance/identity/create-identities.ts";
import type { PolicyState } from "../../governance/policy/open-policy.ts";
import { readPolicy } from "../../governance/policy/read-policy.ts";
import { StoreError } from "../../stores/store-error.ts";
import { openHttp } from "../http.ts";
import { createAdmin } from "./admin.ts";

const policyText = `version: 1
roles: { reviewer: ["approvals:read", "approvals:decide", "servers:read"], auditor: ["approvals:read"] }
subjects: [{ principals: ["key:rita"], roles: [auditor] }]
...
`;

/** Key names, and the roles of their holders. */
const people = {
  olga: { roles: ["reviewer"] },
  otto: { roles: ["reviewer"] },
  rita: { roles: [] },
  mallory: { roles: [] },
  nora: { roles: ["reviewer"], tenant: "north" },
  ada: { roles: ["reviewer"] },
} as const;
type Person = keyof typeof people;

function keyOf(person: string): string {
  return `tck_${person}-0123456789-0123456789`;
}

const gateway = fakeGatewayApi({
  listed: () => [],
  callTool: async () => ({ content: [], isError: false }),
});

const contract = { digest: "contract-1", description: "Moves money." };

function usablePolicy(): PolicyState {
  const reading = readPolicy(policyText, "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  return { kind: "usable", policy: reading.policy };
}

async function setUp() {
  const rig = approvalRig();
  rig.world.approvers = Object.keys(people).map((name) => `key:${name}`);
  const world = { policy: usablePolicy() };
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
  const permits = createPermits({ state: () => world.policy });
  const admin = createAdmin({
    approvals: rig.approvals,
    grants: grantRig().grants,
    drafts: draftRig().drafts,
    quarantine: quarantineRig().desk,
    admissions: admissionRig().review,
    permits,
    contractOf: () => contract,
    servers: async () => [{ name: "mail", state: "left-out", because: "it collides" }],
  });
  const deps = { ...fakeEntranceDeps(gateway, clock), identities, admin };
  const server = await openHttp(deps, { host: "127.0.0.1", port: 0, clock });
  onTestFinished(() => server[Symbol.asyncDispose]());

  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, server.url), init);
    const body: unknown = await response.json();
    if (!isJsonObject(body)) throw new Error("The answer is no object.");
    return { status: response.status, headers: response.headers, body };
  };
  const as = (person: Person) => {
    const authorization = `Bearer ${keyOf(person)}`;
    return {
      get: (path: string) => send(`/admin/v1/${path}`, { headers: { authorization } }),
      post: (path: string, body: JsonObject | string = {}, more: Record<string, string> = {}) =>
        send(`/admin/v1/${path}`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json", ...more },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
    };
  };
  const request = async (differences: Partial<Proposal> = {}) => {
    const result = await rig.approvals.request(proposal(differences));
    if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
    return result.approval;
  };
  return { ...rig, policyWorld: world, send, as, request };
}

describe("the approval list", () => {
  it("holds the pending requests of the caller's tenant, without digests", async () => {
    const { as, request } = await setUp();
    const { id, digest } = await request();
    await request({ tenant: "north", requester: "nina" });

    const { status, headers, body } = await as("rita").get("approvals");

    expect(status).toBe(200);
    expect(body).toMatchObject({ approvals: [{ id, tool: "transfer", tenant: null }] });
    expect(body).not.toHaveProperty("next");
    expect(JSON.stringify(body)).not.toContain(digest.slice(0, 12));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is paged, with each request once", async () => {
    const { as, request, hands } = await setUp();
    const made: string[] = [];
    for (let amount = 0; amount < 5; amount += 1) {
      hands.now += amount % 2;
      made.push((await request({ arguments: { amount } })).id);
    }
    const seen: unknown[] = [];
    let cursor: unknown = "";
    while (typeof cursor === "string") {
      const behind: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await as("olga").get(`approvals?state=pending&limit=2${behind}`);
      seen.push(...[body["approvals"]].flat().map((each) => isJsonObject(each) && each["id"]));
      cursor = body["next"];
    }

    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(made));
  });

  it("holds requests in another state", async () => {
    const { as, request } = await setUp();
    const { id } = await request();
    await as("olga").post(`approvals/${id}/deny`);

    const { body } = await as("olga").get("approvals?state=denied");

    expect(body).toMatchObject({ approvals: [{ id, state: "denied", decidedBy: "key:olga" }] });
  });

  it.each(["?state=odd", "?limit=0", "?limit=101", "?cursor=1", "?all=1", "?limit=1&limit=2"])(
    "is refused for %s",
    async (query) => {
      const { as } = await setUp();

      const { status, body } = await as("olga").get(`approvals${query}`);

      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { code: "request-invalid", class: "validation", retryable: false } },
      });
    },
  );
});

describe("the list of servers", () => {
  it("describes each server to an operator", async () => {
    const { as } = await setUp();

    expect(await as("olga").get("servers")).toMatchObject({
      status: 200,
      body: { servers: [{ name: "mail", state: "left-out", because: "it collides" }] },
    });
  });

  it("can only be read, and takes no query", async () => {
    const { as } = await setUp();
    const refused = { error: { code: "request-invalid" } };

    expect(await as("olga").post("servers")).toMatchObject({ status: 405, body: refused });
    expect(await as("olga").get("servers?all")).toMatchObject({ status: 400, body: refused });
    expect(await as("olga").get("servers/mail?all")).toMatchObject({ status: 400, body: refused });
    expect(await as("olga").get("servers/none")).toMatchObject({
      status: 404,
      body: { error: { code: "server-absent", next: "toolcourt servers" } },
    });
    expect(await as("mallory").get("servers/none")).toMatchObject({ status: 403 });
  });

  it("shows one by its name", async () => {
    const { as } = await setUp();

    expect(await as("olga").get("servers/mail")).toMatchObject({
      status: 200,
      body: { name: "mail", state: "left-out" },
    });
  });
});

describe("an approval request", () => {
  it("shows the exact bytes that will run, with a visible form, and audits the view", async () => {
    const { as, request, stores } = await setUp();
    const { id, digest } = await request({
      arguments: { to: "gra\u{202e}ce", note: "x".repeat(600) },
    });

    const { status, body } = await as("rita").get(`approvals/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      state: "pending",
      tool: "transfer",
      server: "bank",
      effect: "write",
      requester: "ada",
      from: "operator",
      approvers: 1,
      approvedBy: [],
      contract: "contract-1",
      description: "Moves money.",
      digest,
      arguments: {
        canonical: JSON.stringify({ note: "x".repeat(600), to: "gra\u{202e}ce" }),
      },
    });
    expect(JSON.stringify(body["arguments"])).toContain(String.raw`gra\\u{202e}ce`);
    const [, shown] = await stores.audit.read(1, 10);
    expect(JSON.parse(shown?.body ?? "")).toMatchObject({
      kind: "approval.shown",
      by: "key:rita",
      id,
    });
  });

  it("shows the difference from the last approved call of the tool", async () => {
    const { as, request, approvals, hands } = await setUp();
    const before = await request();
    await as("olga").post(`approvals/${before.id}/approve`, { digest: before.digest });
    await approvals.consume({ id: before.id, callId: "c1", proposal: proposal() });
    await approvals.close(before.id, "done");
    hands.now += 1;
    const { id } = await request({ arguments: { amount: 11, to: "grace" } });

    const { body } = await as("olga").get(`approvals/${id}`);

    expect(body["lastRun"]).toEqual({ id: before.id, changedArguments: ["amount"] });
  });

  it("is not shown if it was tampered with", async () => {
    const { as, request, stores } = await setUp();
    const { id } = await request();
    const find = stores.approvals.find;
    Object.assign(stores.approvals, {
      find: async (...given: Parameters<typeof find>) => {
        const found = await find(...given);
        return found && { ...found, arguments: "{}" };
      },
    });

    expect(await as("olga").get(`approvals/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "approval-differs" } },
    });
  });
});

describe("a decision", () => {
  it("is accepted from a person who has seen the digest, with their roles", async () => {
    const { as, request, approvals } = await setUp();
    const { id, digest } = await request();

    const answer = await as("olga").post(`approvals/${id}/approve`, {
      digest: digest.slice(0, 12),
    });

    expect(answer).toMatchObject({ status: 200, body: { id, state: "approved" } });
    expect((await approvals.find(id))?.yeses).toMatchObject([
      { by: "key:olga", roles: ["reviewer"] },
    ]);
  });

  it.each([
    ["deny", "denied"],
    ["revoke", "revoked"],
  ])("may be to %s", async (verb, state) => {
    const { as, request } = await setUp();
    const { id } = await request();

    expect(await as("olga").post(`approvals/${id}/${verb}`)).toMatchObject({
      status: 200,
      body: { id, state },
    });
  });

  it("is not accepted twice", async () => {
    const { as, request } = await setUp();
    const { id, digest } = await request();
    await as("olga").post(`approvals/${id}/deny`);

    expect(await as("otto").post(`approvals/${id}/approve`, { digest })).toMatchObject({
      status: 409,
      body: { error: { code: "approval-settled", evidence: { state: "denied" } } },
    });
  });

  it("is not accepted after the request has expired", async () => {
    const { as, request, hands } = await setUp();
    const { id, digest } = await request();
    hands.now += 600_000;

    expect(await as("olga").post(`approvals/${id}/approve`, { digest })).toMatchObject({
      status: 409,
      body: { error: { code: "approval-settled", evidence: { state: "expired" } } },
    });
  });

  it("is not accepted with another digest", async () => {
    const { as, request } = await setUp();
    const { id } = await request();

    expect(
      await as("olga").post(`approvals/${id}/approve`, { digest: "0".repeat(12) }),
    ).toMatchObject({ status: 409, body: { error: { code: "approval-differs" } } });
  });

  it.each(["operator", "caller"] as const)(
    "is not accepted from the requester, whose token a program may hold: for the %s",
    async (from) => {
      const { as, request } = await setUp();
      const { id, digest } = await request({ requester: "key:ada", from });

      expect(await as("ada").post(`approvals/${id}/approve`, { digest })).toMatchObject({
        status: 403,
        body: { error: { code: "approval-own" } },
      });
      expect(await as("ada").post(`approvals/${id}/revoke`)).toMatchObject({ status: 200 });
    },
  );

  it("counts each person once if two approvals are needed", async () => {
    const { as, request, world } = await setUp();
    world.needed = 2;
    const { id, digest } = await request();
    const say = (person: Person) => as(person).post(`approvals/${id}/approve`, { digest });

    const answers = [await say("olga"), await say("olga"), await say("otto")];

    expect(answers.map(({ status, body }) => [status, body["state"], body["approvedBy"]])).toEqual([
      [200, "pending", ["key:olga"]],
      [200, "pending", ["key:olga"]],
      [200, "approved", ["key:olga", "key:otto"]],
    ]);
  });
});

describe("a request outside the caller's rights", () => {
  it("looks the same for an unknown id, another tenant's id and an invalid id", async () => {
    const { as, request } = await setUp();
    const { id, digest } = await request();
    const ids = [id, "f".repeat(32), "nothing", "", "..%2f..", "%00", "x".repeat(5_000)];
    const answers = [];
    for (const each of ids) {
      answers.push(await as("nora").get(`approvals/${each}`));
      answers.push(await as("nora").post(`approvals/${each}/approve`, { digest }));
      answers.push(await as("nora").post(`approvals/${each}/deny`));
      answers.push(await as("nora").post(`approvals/${each}/revoke`));
    }

    const texts = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    expect(new Set(texts).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 404,
      body: { error: { code: "approval-unknown" } },
    });
  });

  it.each([
    ["mallory", "approvals", "approvals:read"],
    ["mallory", "approvals/x", "approvals:read"],
    ["mallory", "servers", "servers:read"],
    ["rita", "approvals/x/approve", "approvals:decide"],
    ["rita", "approvals/x/revoke", "approvals:decide"],
  ] as const)("is refused to %s at %s", async (person, path, missing) => {
    const { as } = await setUp();
    const { get, post } = as(person);

    expect(await (path.split("/").length === 3 ? post(path) : get(path))).toMatchObject({
      status: 403,
      body: { error: { code: "permission-missing", evidence: { missing } } },
    });
  });

  it("is refused while there is no policy", async () => {
    const { as, policyWorld } = await setUp();
    policyWorld.policy = { kind: "unusable", problems: [] };

    expect(await as("olga").get("approvals")).toMatchObject({
      status: 503,
      body: { error: { code: "admin-unavailable", evidence: { because: "policy" } } },
    });
  });

  it("is refused without a token, and with an unknown one", async () => {
    const { send } = await setUp();

    for (const headers of [{}, { authorization: "Bearer tck_x" }, { cookie: keyOf("olga") }]) {
      const answer = await send("/admin/v1/approvals", { headers });

      expect(answer).toMatchObject({ status: 401, body: { error: { code: "identity-required" } } });
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    }
  });

  it("is refused to web pages of other origins", async () => {
    const { send } = await setUp();
    const headers = { authorization: `Bearer ${keyOf("olga")}`, origin: "https://evil.example" };

    expect(await send("/admin/v1/approvals", { headers })).toMatchObject({ status: 403 });
  });
});

interface Sent {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

describe("a malformed or failing request", () => {
  it.each([
    ["approvals/x/y", 404],
    ["approvals/x?x=1", 400],
    ["approvals?state=pending?", 400],
    ["approval", 404],
    ["", 404],
    ["approvals/x/approve", 405],
  ])("is refused by its path: %s", async (path, status) => {
    const { as } = await setUp();

    expect(await as("olga").get(path)).toMatchObject({
      status,
      body: { error: { code: "request-invalid" } },
    });
  });

  const digest = "0123456789ab";
  it.each([
    ["no JSON", { body: "digest=1" }, 400],
    ["no object", { body: "[]" }, 400],
    ["a key twice", { body: `{"digest":"${digest}","digest":"${digest}"}` }, 400],
    ["a key too many", { body: `{"digest":"${digest}","id":"x"}` }, 400],
    ["too short a digest", { body: '{"digest":"0123456789a"}' }, 400],
    ["another type", { headers: { "content-type": "text/plain" } }, 415],
    ["another encoding", { headers: { "content-encoding": "gzip" } }, 415],
    ["too much", { body: `{"digest":"${"0".repeat(70_000)}"}` }, 413],
  ])("is refused by its body: %s", async (_, { body = "{}", headers = {} }: Sent, status) => {
    const { as, request } = await setUp();
    const { id } = await request();

    expect(await as("olga").post(`approvals/${id}/approve`, body, headers)).toMatchObject({
      status,
      body: { error: { code: "request-invalid" } },
    });
  });

  it.each([
    ["approve", '{"digest":"0123"}', 'Expected {"digest": "…"}, its first 12 digits at least.'],
    ["deny", '{"digest":"0123"}', "Expected {}."],
  ])("names the expected body: %s", async (verb, sent, expected) => {
    const { as, request } = await setUp();
    const { id } = await request();

    const { body } = await as("olga").post(`approvals/${id}/${verb}`, sent);

    expect(JSON.stringify(body)).toContain(JSON.stringify(expected).slice(1, -1));
  });

  it("names the valid query keys", async () => {
    const { as } = await setUp();

    const { body } = await as("olga").get("approvals?limit=101");

    expect(JSON.stringify(body)).toContain(
      "Expected state (pending, approved, consumed, done, failed, unknown, denied, expired or revoked), limit (1 to 100) and cursor, each once.",
    );
  });

  it("reports a store failure without its cause", async () => {
    const { as, stores } = await setUp();
    Object.assign(stores.approvals, { expire: () => Promise.reject(new StoreError("full")) });

    const answer = await as("olga").get(`approvals/${"0".repeat(32)}`);

    expect(answer).toMatchObject({
      status: 503,
      body: { error: { code: "admin-unavailable", retryable: true } },
    });
  });

  it("reveals nothing about a bug", async () => {
    const { as, stores } = await setUp();
    Object.assign(stores.approvals, { expire: () => Promise.reject(new TypeError("secret")) });

    expect(await as("olga").get(`approvals/${"0".repeat(32)}`)).toMatchObject({
      status: 500,
      body: { error: { code: "gateway-failed", message: "The gateway failed." } },
    });
  });
});

it("is not served if callers need no identity", async () => {
  const { approvals } = approvalRig();
  const admin = createAdmin({
    approvals,
    grants: grantRig().grants,
    drafts: draftRig().drafts,
    quarantine: quarantineRig().desk,
    admissions: admissionRig().review,
    permits: () => ({ kind: "permitted", roles: [] }),
    contractOf: () => undefined,
    servers: async () => [],
  });
  const clock = createFakeClock();
  const deps = { ...fakeEntranceDeps(gateway, clock), admin };
  await using server = await openHttp(deps, { host: "127.0.0.1", port: 0, clock });

  expect((await fetch(new URL("/admin/v1/approvals", server.url))).status).toBe(404);
});
