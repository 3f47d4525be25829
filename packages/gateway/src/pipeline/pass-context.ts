import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  canonicalJson,
  contextMetaKey,
  type JsonObject,
  type PassedContext,
  signContext,
} from "@toolcourt/sdk";
import type { ApprovedCall } from "./call.ts";

export interface PassContextDeps extends Pick<Runtime, "clock" | "newId"> {
  /** Returns the key shared with a server. Undefined for servers that get no context. */
  readonly keyOf: (server: string) => string | undefined;
}

/** Returns the metadata that names a call's user, agent, session and ids to its server. */
export type PassContext = (call: ApprovedCall, server: string) => JsonObject | undefined;

/**
 * Signs the context of calls for the servers that may know it. Holds no token, claim or role of the
 * caller.
 */
export function createPassContext({ keyOf, clock, newId }: PassContextDeps): PassContext {
  return (call, server) => {
    const key = keyOf(server);
    if (key === undefined) return undefined;
    const signedAt = clock.now();
    const sent = { name: call.registered.contract.name, arguments: call.input };
    const seal = { key, signedAt, nonce: newId() };
    try {
      return { [contextMetaKey]: signContext(contextOf(call, server, signedAt), sent, seal) };
    } catch {
      // Without a canonical form there is no signature, and without one no context.
      return undefined;
    }
  };
}

function contextOf(call: ApprovedCall, server: string, now: number): PassedContext {
  const { principal, agent, callId, correlationId, traceId, sessionId } = call;
  const { kind, id, tenant } = principal;
  return {
    // A program acting for itself is not a user (S3-60).
    userId: kind === "system" ? null : id,
    ...(sessionId !== undefined && { sessionId: opaque([server, tenant ?? null, id, sessionId]) }),
    correlationId,
    traceId,
    agentId: agent.name,
    agentVersion: agent.version,
    timestamp: new Date(now).toISOString(),
    metadata: { callId, ...(tenant !== undefined && { tenant }) },
  };
}

/**
 * Returns the same id for the same session. Callers choose their session ids, so the principal is
 * part of it: no caller can enter the session of another.
 */
function opaque(parts: readonly (string | null)[]): string {
  return hash("sha256", canonicalJson(parts), "hex").slice(0, 32);
}
