import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, digestOf, parseJson } from "@toolcourt/sdk";
import {
  approvedCall,
  authorizedCall,
  incomingCall,
  registeredTool,
  resolvedCall,
  writingTool,
} from "@toolcourt/testing/calls";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditedCall, AuditedEnding } from "./audited-call.ts";
import { intentOf, noteOf, outcomeOf } from "./call-entries.ts";

const moment = { at: 1_000, monotonic: 12.34567 };
const subject = { id: "s1", proof: "sha256:00" };
const answered: AuditedEnding = {
  kind: "answered",
  output: { isError: false },
  fromCache: false,
  contract: "sha256:11",
};

describe("an intent", () => {
  it("records the caller and the request, as digests", () => {
    const { body, ...entry } = intentOf(
      {
        ...incomingCall({ arguments: { b: 1, a: "secret city" }, queryId: "q1" }),
        within: { callId: "call-0" },
      },
      { subject, moment },
    );

    expect(entry).toEqual({ callId: "call-1", part: "intent", at: 1_000 });
    expect(parseJson(body)).toEqual({
      agent: { name: "agent-under-test", version: "1.0.0" },
      arguments: { bytes: 25, digest: digestOf({ a: "secret city", b: 1 }) },
      at: 1_000,
      callId: "call-1",
      connection_id: null,
      correlationId: incomingCall().correlationId,
      correlation_id: incomingCall().correlationId,
      kind: "call.opened",
      monotonic: 12.346,
      parent: "call-0",
      principal: subject,
      queryId: "q1",
      session_id: null,
      stage: "opened",
      status: "started",
      tool: "get-forecast",
      tool_id: null,
      traceId: incomingCall().traceId,
    });
  });

  it("records the tool, the statement and the approval once they are known", () => {
    const call: AuditedCall = {
      ...approvedCall(),
      principal: { id: "ada", tenant: "acme", kind: "user", roles: ["reader", "a\u001b"] },
      approval: { kind: "given", id: "a1", digest: "sha256:22" },
    };

    expect(parseJson(intentOf(call, { subject, moment }).body)).toMatchObject({
      approval: { id: "a1", digest: "sha256:22" },
      principal: { ...subject, kind: "user" },
      roles: ["reader", "a\\u{1b}"],
      statement: "a test",
      target: { server: "weather", name: "get-forecast", effect: "read" },
      tenant: "acme",
    });
  });

  it("digests arguments without a canonical form too", () => {
    const { body } = intentOf(incomingCall({ arguments: { a: "\ud800" } }), { subject, moment });

    expect(body).toMatch(/"digest":"sha256:[0-9a-f]{64}"/);
  });
});

describe("every entry of a call", () => {
  const tracking = {
    correlation_id: "c-1",
    session_id: "s-\u001b",
    connection_id: "azure-prod",
    tool_id: "get-forecast",
    stage: "run",
  };
  const facts = { moment, ms: 5.5 };
  const call = { ...resolvedCall(), tracking };
  const refused = { kind: "refused", error: new Error("bug") } as const;
  const failed = { ...answered, output: { isError: true } } as const;

  it.each([
    { status: "started", entry: intentOf(call, { subject, moment }) },
    { status: "answered", entry: outcomeOf(call, answered, facts) },
    { status: "failed", entry: outcomeOf(call, failed, facts) },
    { status: "asked", entry: outcomeOf(call, { kind: "asked", contract: "x" }, facts) },
    { status: "refused", entry: outcomeOf(call, refused, facts) },
  ])("has the six fields that follow a call: $status", ({ status, entry: { body } }) => {
    expect(parseJson(body)).toMatchObject({ ...tracking, session_id: "s-\\u{1b}", status });
    expect(body).toBe(canonicalJson(parseJson(body)));
  });

  it("has the scope and the tier of a discovery, and the granted connection at its end", () => {
    const scope = { tenantId: "t-\u001b", group: "web" };
    const discovering = { ...call, tracking: { ...tracking, scope, tier: "cost" } };
    const granted = { ...call, tracking: { ...discovering.tracking, connection: "c1" } };
    const entries = [
      intentOf(discovering, { subject, moment }).body,
      outcomeOf(granted, answered, facts).body,
    ];

    const shown = { scope: { group: "web", tenantId: "t-\\u{1b}" }, tier: "cost" };
    expect(entries.map((body) => parseJson(body))).toMatchObject([
      shown,
      { ...shown, connection: "c1" },
    ]);
    for (const body of entries) expect(body).toBe(canonicalJson(parseJson(body)));
  });

  it("says that a discovery gave no scope and no tier", () => {
    const unknown = { ...call, tracking: { ...tracking, scope: null, tier: null } };

    expect(parseJson(intentOf(unknown, { subject, moment }).body)).toMatchObject({
      scope: null,
      tier: null,
    });
    expect(intentOf(call, { subject, moment }).body).not.toContain('"scope"');
  });

  it("has them as null if they are unknown", () => {
    const { body } = outcomeOf(incomingCall(), answered, facts);

    expect(parseJson(body)).toMatchObject({
      correlation_id: incomingCall().correlationId,
      session_id: null,
      connection_id: null,
      tool_id: null,
    });
  });
});

describe("an outcome", () => {
  const facts = { moment, ms: 5.5, address: "https://weather.example" };

  it("records the answer as a digest", () => {
    const redacted = { secrets: 1, characters: 2 };
    const { body, part } = outcomeOf(resolvedCall(), { ...answered, redacted }, facts);

    expect(part).toBe("outcome");
    expect(parseJson(body)).toMatchObject({
      callId: "call-1",
      code: "answered",
      contract: "sha256:11",
      fromCache: false,
      kind: "call.closed",
      ms: 5.5,
      redacted: { characters: 2, secrets: 1 },
      result: { bytes: 17, digest: digestOf({ isError: false }) },
      shape: { named: ["city: string(6)"] },
      target: { address: "https://weather.example", server: "weather" },
    });
    expect(body).toBe(canonicalJson(parseJson(body)));
  });

  it("says that no schema describes the result", () => {
    const { body } = outcomeOf(resolvedCall(), { ...answered, untyped: true }, facts);

    expect(parseJson(body)).toMatchObject({ untyped: true });
    expect(body).toBe(canonicalJson(parseJson(body)));
    expect(outcomeOf(resolvedCall(), answered, facts).body).not.toContain("untyped");
  });

  it("names the statement that allowed or denied the call", () => {
    const grant = { statement: "readers", policy: "sha256:33" };
    const denied = { statement: "no-transfers", policy: "sha256:44" };
    const error = new Refusal("policy-denied", { tool: "x", because: "denied", ...denied });
    const call = authorizedCall({ grant });

    expect(parseJson(outcomeOf(call, answered, facts).body)).toMatchObject(grant);
    expect(parseJson(outcomeOf(call, { kind: "refused", error }, facts).body)).toMatchObject(
      denied,
    );
  });

  it.each([
    { code: "tool-failed", ending: { ...answered, output: { isError: true } } },
    { code: "asked", ending: { kind: "asked", contract: "sha256:11" } },
    {
      code: "tool-unknown",
      ending: { kind: "refused", error: new Refusal("tool-unknown", { tool: "x" }) },
    },
    { code: "gateway-failed", ending: { kind: "refused", error: new TypeError("bug") } },
  ] as const)("has the code $code", ({ code, ending }) => {
    const { body } = outcomeOf(incomingCall(), ending, facts);

    expect(parseJson(body)).toMatchObject({ code });
    expect(body).not.toContain("bug");
    expect(body).not.toContain("mayHaveActed");
  });

  const tool = "transfer";
  const ran = { ...incomingCall(), registered: writingTool(), approval: { kind: "not-needed" } };
  it.each([
    { error: new Refusal("cancelled", { tool, mayHaveActed: true }), call: ran, may: true },
    { error: new Refusal("cancelled", { tool, mayHaveActed: false }), call: ran },
    {
      error: new Refusal("deadline-passed", { tool, afterMs: 1, mayHaveActed: true }),
      call: ran,
      may: true,
    },
    {
      error: new Refusal("outcome-unknown", { tool, server: "bank", fault: {} }),
      call: ran,
      may: true,
    },
    { error: new TypeError("bug"), call: ran, may: true },
    { error: new TypeError("bug"), call: { ...ran, registered: registeredTool() } },
    { error: new TypeError("bug"), call: { ...incomingCall(), registered: writingTool() } },
  ])("records whether a tool may have acted: %#", ({ error, call, may }) => {
    const { body } = outcomeOf(call, { kind: "refused", error }, facts);

    expect(body).toBe(canonicalJson(parseJson(body)));
    expect(body.includes('"mayHaveActed":true')).toBe(may ?? false);
  });
});

function registeredAs(name: string): NonNullable<AuditedCall["registered"]> {
  return {
    contract: {
      server: name,
      name,
      digest: "sha256:11",
      effect: "read",
      input: { properties: { text: {}, [name]: {} } },
    },
  };
}

describe("every entry body", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\r\n", "\u001b[31m", '"},{"', "\u2028", "\u0085", "\ud800", "x".repeat(1e6)),
  );
  const calls = fc.record({
    callId: text,
    tool: text,
    queryId: text,
    within: fc.record({ callId: text }),
    traceId: text,
    correlationId: text,
    agent: fc.record({ name: text, version: text }),
    principal: fc.record({ id: text, tenant: text, roles: fc.array(text) }),
    grant: fc.record({ statement: text, policy: text }),
    arguments: fc.record({ text }),
  });

  it("is one line of canonical JSON, for any upstream name", () => {
    fc.assert(
      fc.property(calls, text, (call, word) => {
        const bodies = [
          intentOf(call, { subject, moment }),
          outcomeOf({ ...call, registered: registeredAs(word) }, answered, { moment, ms: 1 }),
          noteOf({
            kind: "tool.drifted",
            moment,
            callId: word,
            about: { [word]: [word], n: { m: 1 } },
          }),
        ].map(({ body }) => body);

        for (const body of bodies) {
          expect(body).toBe(canonicalJson(parseJson(body)));
          expect(body).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u);
          expect(body.length).toBeLessThan(20_000);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("a note", () => {
  it("has a subject, and a call id if it belongs to a call", () => {
    const entry = noteOf({ kind: "approval.decided", moment, callId: "c1", about: { id: "a1" } });

    expect(entry).toEqual({
      body: '{"about":{"id":"a1"},"at":1000,"callId":"c1","kind":"approval.decided","monotonic":12.346}',
      callId: "c1",
      part: "note",
      at: 1_000,
    });
    expect(noteOf({ kind: "gateway.stopped", moment, about: {} })).not.toHaveProperty("callId");
  });
});
