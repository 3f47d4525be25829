import type { JsonObject } from "@toolcourt/sdk";
import type { Trial, TriedCall } from "./try-policy.ts";

const maxListed = 100;

/** Returns what would change, and what is not known, of the tried calls. */
export function trialJson({ tried, rows }: Trial): JsonObject {
  const changed = tried.filter(isChanged);
  const unknown = tried.filter(({ replayed }) => replayed.answer === "unknown");
  return {
    calls: tried.length,
    rows,
    since: isoOf(tried.at(-1)?.call.at),
    same: tried.length - changed.length - unknown.length,
    changed: changed.length,
    unknown: unknown.length,
    changes: changed.slice(0, maxListed).map(triedJson),
    unknowns: unknown.slice(0, maxListed).map(triedJson),
  };
}

/** Tells whether a call would surely be decided otherwise. */
export function isChanged({ call, replayed: { answer } }: TriedCall): boolean {
  return answer !== "unknown" && (answer === "allowed") !== (call.decision.kind === "allowed");
}

function triedJson({ call, replayed }: TriedCall): JsonObject {
  const { callId, at, tool, target, subject, tenant, decision } = call;
  return {
    callId,
    at: isoOf(at),
    tool,
    server: target.server,
    principal: subject,
    tenant: tenant ?? null,
    was: decision.kind === "allowed" ? "allow" : "deny",
    wasBy: decision.statement ?? null,
    becomes: words[replayed.answer],
    by: replayed.statement ?? null,
    lacks: [...replayed.lacks],
  };
}

const words = { allowed: "allow", refused: "deny", unknown: "unknown" } as const;

function isoOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
