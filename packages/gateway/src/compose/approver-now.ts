import type { HolderOf } from "../governance/identity/key-book.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";

/** Whoever decided, as they were when they did. */
export interface Decider {
  readonly by: string;
  readonly roles: readonly string[];
  /** Of what they decided on. */
  readonly tenant: string | null;
}

/**
 * Whoever decided, as far as it can be told who they are now. The holder of a key is what the key says at this
 * moment, and nobody once it is taken back; of the others only their tokens knew more.
 */
export function approverNow(
  { by, roles, tenant }: Decider,
  holderOf: HolderOf,
): PolicyPrincipal | undefined {
  const holder = holderOf(by);
  const known = { id: by, permissions: [], ...(tenant === null ? {} : { tenant }) };
  if (holder === undefined) return { ...known, roles };
  if (holder === "nobody" || (holder.tenant ?? null) !== tenant) return undefined;
  return { ...known, roles: holder.roles, kind: holder.isSystem ? "system" : "user" };
}
