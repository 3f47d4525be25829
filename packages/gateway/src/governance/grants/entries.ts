import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { StoredGrant } from "../../stores/grant-store.ts";

interface OfGrant {
  readonly at: number;
  readonly grant: StoredGrant;
}

/** A change of a grant, recorded in the same transaction. */
export type GrantEvent = OfGrant &
  (
    | { readonly kind: "grant.given" }
    | { readonly kind: "grant.expired" }
    | { readonly kind: "grant.revoked"; readonly by: string }
    | { readonly kind: "grant.used"; readonly callId: string; readonly tool: string }
  );

/** Builds the audit entry of an event. */
export type GrantEntryOf = (event: GrantEvent) => Promise<AuditEntry>;

export interface GrantNote {
  readonly kind: GrantEvent["kind"];
  readonly at: number;
  readonly callId?: string;
  readonly about: JsonObject;
}

export interface GrantEntryDeps {
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => Promise<string>;
  /** Converts a note to a log entry. */
  readonly noteOf: (note: GrantNote) => AuditEntry;
}

export function createGrantEntryOf({ nameOf, noteOf }: GrantEntryDeps): GrantEntryOf {
  return async (event) => {
    const { kind, at, grant } = event;
    const { id, server, tenant } = grant;
    const principal = await nameOf(grant.principal, tenant);
    const about = { id, server, principal, ...(tenant !== null && { tenant }) };
    if (event.kind === "grant.used") {
      const { callId, tool } = event;
      const contract = grant.tools[tool] ?? "";
      return noteOf({ kind, at, callId, about: { ...about, tool, contract } });
    }
    if (event.kind === "grant.given") {
      const by = await nameOf(grant.givenBy, tenant);
      return noteOf({ kind, at, about: { ...about, ...termsOf(grant), by } });
    }
    const by = event.kind === "grant.revoked" ? { by: await nameOf(event.by, tenant) } : {};
    return noteOf({ kind, at, about: { ...about, ...by } });
  };
}

// Both texts are the operator's own and may name a person: the log could never erase that.
function termsOf({
  pattern,
  tools,
  maxUses,
  expiresAt,
  reason,
  condition,
}: StoredGrant): JsonObject {
  return {
    tool: pattern,
    tools: Object.keys(tools).length,
    contracts: digestOf(canonicalJson({ ...tools })),
    uses: maxUses,
    expiresAt,
    reason: digestOf(reason),
    ...(condition !== undefined && { when: digestOf(condition) }),
  };
}

function digestOf(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}
