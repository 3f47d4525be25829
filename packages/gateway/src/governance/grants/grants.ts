import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import type { GrantFilter, GrantStore, StoredGrant } from "../../stores/grant-store.ts";
import type { GrantEntryOf } from "./entries.ts";
import { expireOverdue } from "./expire.ts";
import { type Gift, type GiveResult, give } from "./give.ts";
import { type UsedGrant, type Using, use } from "./use.ts";

export type Tool = AuthorizedCall["registered"];

export interface GrantDeps extends Pick<Runtime, "randomBytes"> {
  readonly store: GrantStore;
  readonly clock: Pick<Clock, "now">;
  /** Builds the audit entry, written in the same transaction as each change. */
  readonly entryOf: GrantEntryOf;
  readonly checks: GrantChecks;
}

/** Checks at the gift, and again at each use: a grant holds only as long as they do. */
export interface GrantChecks {
  /** Returns the tools of the gateway by public name. */
  readonly tools: () => ReadonlyMap<string, Tool>;
  /** Whether the principal may still make the call. */
  readonly mayCall: (call: AuthorizedCall) => boolean;
  /** Whether a person may give grants in a tenant. */
  readonly mayGive: (giver: Giver, tenant: string | null) => boolean;
}

/** The person who gives or revokes a grant. */
export interface Giver {
  readonly by: string;
  /** Their roles, without those that the policy adds. Default: none, for the operator of the gateway. */
  readonly roles?: readonly string[] | undefined;
}

export interface Revocation extends Giver {
  /** The tenant to look in. Default: all tenants, for the operator. */
  readonly tenant?: string | null;
}

export type RevokeResult =
  | { readonly kind: "revoked"; readonly grant: StoredGrant }
  /** Unknown, or of another tenant. */
  | { readonly kind: "unknown" }
  | { readonly kind: "not-permitted" }
  /** It has ended already. */
  | { readonly kind: "settled"; readonly state: StoredGrant["state"] };

/**
 * Grants of operators: bounded permissions for calls that would need an approval each. Does not own
 * the store: its opener closes it.
 */
export class Grants {
  readonly #deps: GrantDeps;

  constructor(deps: GrantDeps) {
    this.#deps = deps;
  }

  /** Gives a grant for the tools that fit it now. A tool that is new or changes later has none. */
  async give(gift: Gift): Promise<GiveResult> {
    await expireOverdue(this.#deps);
    return give(this.#deps, gift);
  }

  /** Takes one use of a grant that covers the call. Undefined if there is none. */
  use(using: Using): Promise<UsedGrant | undefined> {
    return use(this.#deps, using);
  }

  async find(id: string, tenant?: string | null): Promise<StoredGrant | undefined> {
    await expireOverdue(this.#deps);
    return this.#deps.store.find(id, { tenant });
  }

  async list(filter: GrantFilter): Promise<readonly StoredGrant[]> {
    await expireOverdue(this.#deps);
    return this.#deps.store.list(filter);
  }

  /** Ends a grant at once, for every gateway on the store. */
  async revoke(id: string, { by, roles, tenant }: Revocation): Promise<RevokeResult> {
    const { store, clock, entryOf, checks } = this.#deps;
    const grant = await this.find(id, tenant);
    if (grant === undefined) return { kind: "unknown" };
    if (!checks.mayGive({ by, roles }, grant.tenant)) return { kind: "not-permitted" };
    const at = clock.now();
    const entry = await entryOf({ kind: "grant.revoked", at, grant, by });
    const ended = await store.end(id, { to: "revoked", by, at }, entry);
    if (ended !== undefined) return { kind: "revoked", grant: ended };
    const now = await this.find(id, tenant);
    return now === undefined ? { kind: "unknown" } : { kind: "settled", state: now.state };
  }
}
