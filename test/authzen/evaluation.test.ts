import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { keyOf, openWorld, type World } from "@toolcourt/testing/proxied-world";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// AuthZEN Authorization API 1.0 over a whole gateway. The requests named as examples are those of
// the specification: their subjects and resources are not ours, so each is answered with no.

let world: World;

beforeAll(async () => {
  world = await openWorld({ flags: [], server: { authzen: true } });
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

const patient = { timeout: 30_000 };

interface Sending {
  readonly by?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Sends a body to a path. Undefined for no body. */
async function send(path: string, body: JsonValue | string | undefined, sending: Sending = {}) {
  const { by = "pep", headers = {}, method = "POST" } = sending;
  const response = await fetch(new URL(path, world.serving.url), {
    method,
    headers: {
      "content-type": "application/json",
      ...(by !== "" && { authorization: `Bearer ${keyOf(by)}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const one = "/access/v1/evaluation";
const several = "/access/v1/evaluations";

const support = { type: "user", id: "key:ada", properties: { roles: ["support"] } };

function question(tool: string, args?: JsonObject, subject: JsonObject = support): JsonObject {
  const action = { name: "tools/call", ...(args && { properties: { arguments: args } }) };
  return { subject, action, resource: { type: "tool", id: tool } };
}

const alice = { type: "user", id: "alice@example.com" };
const time = { time: "2024-05-31T15:22-07:00" };
const documents = ["boxcarring.md", "subject-search.md", "resource-search.md"].map((id) => ({
  type: "document",
  id,
}));

describe("POST /access/v1/evaluation", patient, () => {
  it("answers the specification's example", async () => {
    const example = {
      subject: alice,
      resource: { type: "account", id: "123" },
      action: { name: "can_read", properties: { method: "GET" } },
      context: { time: "1985-10-26T01:22-07:00" },
    };
    const { status, headers, body } = await send(one, example);

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({ decision: false, context: { reason: "action-unknown" } });
  });

  it.each([
    { why: "an allowed call", tool: "find", args: { id: "c-1" }, reason: "allowed" },
    {
      why: "a statement that denies",
      tool: "find",
      args: { id: "secret" },
      reason: "policy-denied",
    },
    {
      why: "arguments against the contract",
      tool: "find",
      args: { id: 7 },
      reason: "input-invalid",
    },
    {
      why: "a tool that needs a person",
      tool: "erase",
      args: { id: "c-1" },
      reason: "approval-required",
    },
    { why: "an unknown tool", tool: "finds", args: {}, reason: "tool-unknown" },
    {
      why: "a tool whose arguments decide",
      tool: "find",
      args: undefined,
      reason: "arguments-needed",
    },
  ])("decides by the pipeline: $why", async ({ tool, args, reason }) => {
    const { body } = await send(one, question(tool, args));

    expect(body).toMatchObject({ decision: reason === "allowed", context: { reason } });
  });

  it("names the statement of an allowed call", async () => {
    const { body } = await send(one, question("find", { id: "c-1" }));

    expect(body).toMatchObject({ context: { statement: "crm" } });
    expect(JSON.stringify(body)).toContain('"policy":"sha256:');
  });

  it.each([
    { who: "without the role", subject: { type: "user", id: "key:eve" }, reason: "not-permitted" },
    { who: "of another type", subject: { type: "device", id: "x" }, reason: "subject-unknown" },
    {
      who: "with roles that are none",
      subject: { type: "user", id: "x", properties: { roles: "support" } },
      reason: "subject-unknown",
    },
    {
      who: "named as the local user",
      subject: { type: "user", id: "local" },
      reason: "not-permitted",
    },
  ])("refuses a subject $who", async ({ subject, reason }) => {
    const { body } = await send(one, question("find", { id: "c-1" }, subject));

    expect(body).toMatchObject({ decision: false, context: { reason } });
  });

  it("runs nothing, and records the question with its answer and pseudonyms only", async () => {
    const rows = await world.rowsOf(() => send(one, question("find", { id: "card-xyz" })));

    expect(world.ran).toEqual([]);
    expect(rows.map(({ kind }) => kind)).not.toContain("call.opened");
    expect(rows.filter(({ kind }) => kind === "policy.asked")).toMatchObject([
      { about: { tool: "find", decision: true, reason: "allowed" } },
    ]);
    expect(JSON.stringify(rows)).not.toContain("card-xyz");
  });

  it("takes no rate and reserves nothing", async () => {
    const asked = Array.from({ length: 30 }, () => send(one, question("rename", { id: "c-1" })));
    const answers = await Promise.all(asked);

    expect(answers.every(({ body }) => isJsonObject(body) && own(body, "decision") === true)).toBe(
      true,
    );
    expect(world.ran).toEqual([]);
  });

  it("repeats the id of the request", async () => {
    const headers = { "x-request-id": "bfe9eb29-ab87-4ca3-be83-a1d5d8305716" };
    const answer = await send(one, question("find", { id: "c-1" }), { headers });
    const odd = await send(one, question("find"), { headers: { "x-request-id": "a b" } });

    expect(answer.headers.get("x-request-id")).toBe(headers["x-request-id"]);
    expect(odd.headers.get("x-request-id")).toBeNull();
  });

  it.each([
    { why: "no token", sending: { by: "" }, status: 401 },
    { why: "a sender without the permission", sending: { by: "ada" }, status: 403 },
    { why: "another method", sending: { method: "PUT" }, status: 405 },
    { why: "another type", sending: { headers: { "content-type": "text/plain" } }, status: 415 },
    { why: "no JSON", body: "{", status: 400 },
    { why: "a duplicate key", body: '{"subject":{},"subject":{}}', status: 400 },
    { why: "a list", body: [], status: 400 },
    { why: "a missing resource", body: { subject: alice, action: { name: "read" } }, status: 400 },
    {
      why: "an id that is no text",
      body: { ...question("find"), subject: { type: "user", id: 7 } },
      status: 400,
    },
    { why: "too many bytes", body: JSON.stringify("x".repeat(2_000_000)), status: 413 },
  ])("answers $why with an error that is a text", async ({ sending, body, status }) => {
    const answer = await send(one, body ?? question("find", { id: "c-1" }), sending);

    expect(answer.status).toBe(status);
    expect(typeof answer.body).toBe("string");
  });
});

describe("POST /access/v1/evaluations", patient, () => {
  const read = { name: "can_read" };
  const examples: Readonly<Record<string, JsonObject>> = {
    "no defaults": {
      evaluations: documents.map((resource) => ({
        subject: alice,
        action: read,
        resource,
        context: time,
      })),
    },
    "a default subject": {
      subject: alice,
      context: time,
      evaluations: documents.map((resource) => ({ action: read, resource })),
    },
    "a default that one overrides": {
      subject: alice,
      context: time,
      action: read,
      evaluations: documents.map((resource, at) => ({
        resource,
        ...(at === 2 && { action: { name: "can_edit" } }),
      })),
    },
    options: {
      evaluations: [{ resource: { type: "doc", id: "1" }, subject: { type: "doc", id: "2" } }],
      options: { evaluations_semantic: "execute_all", another_option: "value" },
    },
  };

  it.each(Object.entries(examples))(
    "answers the specification's example: %s",
    async (_, example) => {
      const { status, body } = await send(several, example);
      const asked = own(example, "evaluations") ?? [];

      expect(status).toBe(200);
      expect(isJsonArray(asked) && asked.length).toBe(decisionsIn(body).length);
      expect(new Set(decisionsIn(body))).toEqual(new Set([false]));
    },
  );

  const ids = [{ id: "c-1" }, { id: "secret" }, { id: "c-3" }];
  it.each([
    { semantic: "execute_all", decisions: [true, false, true] },
    { semantic: "deny_on_first_deny", decisions: [true, false] },
    { semantic: "permit_on_first_permit", decisions: [true] },
    { semantic: undefined, decisions: [true, false, true] },
  ])("follows the specification's semantics: $semantic", async ({ semantic, decisions }) => {
    const evaluations = ids.map((given) => ({
      action: { name: "tools/call", properties: { arguments: given } },
    }));
    const options = semantic === undefined ? {} : { evaluations_semantic: semantic };
    const { body } = await send(several, { ...question("find"), options, evaluations });

    expect(decisionsIn(body)).toEqual(decisions);
  });

  it("refuses an incomplete evaluation alone, and the others are answered", async () => {
    const { body } = await send(several, { evaluations: [question("rename", { id: "a" }), {}, 7] });

    expect(decisionsIn(body)).toEqual([true, false, false]);
  });

  it("answers a request without a list as one", async () => {
    const { body } = await send(several, question("rename", { id: "a" }));

    expect(body).toMatchObject({ decision: true });
  });

  it.each([
    ["an unknown semantic", { ...examples["options"], options: { evaluations_semantic: "all" } }],
    ["too many", { evaluations: Array.from({ length: 101 }, () => question("find")) }],
    ["a list that is none", { evaluations: "x" }],
  ])("refuses %s", async (_, body) => {
    expect((await send(several, body)).status).toBe(400);
  });
});

describe("GET /.well-known/authzen-configuration", patient, () => {
  it("names the decision point and its endpoints, without a token", async () => {
    const { status, body } = await send("/.well-known/authzen-configuration", undefined, {
      by: "",
      method: "GET",
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      policy_decision_point: "http://tools.example.com",
      access_evaluation_endpoint: "http://tools.example.com/access/v1/evaluation",
      access_evaluations_endpoint: "http://tools.example.com/access/v1/evaluations",
    });
  });
});

describe("AuthZEN", patient, () => {
  it("is off by default, and needs authentication", async () => {
    await using plain = await openWorld({ flags: [] });
    const found = await fetch(new URL(one, plain.serving.url), { method: "POST", body: "{}" });

    expect(found.status).toBe(404);
    await expect(
      openWorld({ flags: [], server: { authzen: true, auth: null, ext_mcp: null } }),
    ).rejects.toThrow("server.authzen");
  });
});

function decisionsIn(body: unknown): readonly (JsonValue | undefined)[] {
  const list = isJsonObject(body) ? own(body, "evaluations") : undefined;
  if (list === undefined || !isJsonArray(list)) return [];
  return list.map((each) => (isJsonObject(each) ? own(each, "decision") : undefined));
}
