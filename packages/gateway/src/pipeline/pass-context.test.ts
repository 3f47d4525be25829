import { contextMetaKey, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { approvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { ApprovedCall, Principal } from "./call.ts";
import { createPassContext } from "./pass-context.ts";

const clock = createFakeClock();
const key = "k".repeat(32);
const ada: Principal = {
  id: "ada",
  tenant: "acme",
  permissions: ["weather:read"],
  roles: ["canary-role"],
  scopes: ["canary-scope"],
  claims: { jti: "canary-claim" },
};

const passContext = createPassContext({
  clock,
  newId: () => "nonce-1",
  keyOf: (server) => (server === "quiet" ? undefined : key),
});

function contextOf(differences: Partial<ApprovedCall>, server = "weather"): JsonObject {
  const meta = passContext(approvedCall({ principal: ada, ...differences }), server);
  const sealed = meta && own(meta, contextMetaKey);
  const context = isJsonObject(sealed) ? own(sealed, "context") : undefined;
  return isJsonObject(context) ? context : {};
}

describe("createPassContext", () => {
  it("S3-58 to S3-67: names the user, the agent, the ids, the time and the call", () => {
    expect(contextOf({})).toEqual({
      userId: "ada",
      correlationId: approvedCall().correlationId,
      traceId: approvedCall().traceId,
      agentId: "agent-under-test",
      agentVersion: "1.0.0",
      timestamp: new Date(clock.now()).toISOString(),
      metadata: { callId: approvedCall().callId, tenant: "acme" },
    });
  });

  it("passes no key, role, scope, claim or permission", () => {
    const meta = passContext(approvedCall({ principal: ada, sessionId: "canary-session" }), "a");

    expect(JSON.stringify(meta)).not.toMatch(/canary|weather:read|kkk/);
  });

  it("S3-60: has no user for a program that acts for itself", () => {
    const principal = { id: "key:nightly", permissions: [], kind: "system" } as const;

    expect(contextOf({ principal })).toMatchObject({
      userId: null,
      metadata: { callId: approvedCall().callId },
    });
  });

  it("S3-61: derives a session that no other principal, tenant or server shares", () => {
    const sessionId = "s-1";
    const sessions = [
      contextOf({ sessionId }),
      contextOf({ sessionId, principal: { ...ada, id: "eve" } }),
      contextOf({ sessionId, principal: { ...ada, tenant: "other" } }),
      contextOf({ sessionId }, "crm"),
      contextOf({ sessionId: "s-2" }),
    ].map((context) => own(context, "sessionId"));

    expect(new Set(sessions).size).toBe(5);
    expect(sessions[0]).toMatch(/^[\da-f]{32}$/);
    expect(own(contextOf({ sessionId }), "sessionId")).toBe(sessions[0]);
  });

  it("passes nothing to a server without a key, or with arguments that cannot be signed", () => {
    expect(passContext(approvedCall(), "quiet")).toBeUndefined();
    expect(passContext(approvedCall({ input: { city: "\ud800" } }), "weather")).toBeUndefined();
  });
});
