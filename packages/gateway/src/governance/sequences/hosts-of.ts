import { canonicalJson } from "@toolcourt/sdk";
import type { Policy } from "../policy/policy.ts";
import type { RegisteredHost } from "./words.ts";

const known = new WeakMap<Policy, readonly RegisteredHost[]>();

/** Returns the hosts of a policy. Of policies that must all agree, each has to name them. */
export function hostsOf(policy: Policy): readonly RegisteredHost[] {
  const before = known.get(policy);
  if (before !== undefined) return before;
  const { within } = policy;
  const others = within && new Set(hostsOf(within).map(({ id, key }) => textOf(id, key)));
  const hosts = policy.hosts
    .map(({ id, key }): RegisteredHost => ({ id, key: { ...key } }))
    .filter(({ id, key }) => others === undefined || others.has(textOf(id, key)));
  known.set(policy, hosts);
  return hosts;
}

function textOf(id: string, key: RegisteredHost["key"]): string {
  const { kty, crv, x, y, n, e } = key;
  return canonicalJson([id, kty ?? null, crv ?? null, x ?? null, y ?? null, n ?? null, e ?? null]);
}
