import { type Lock, type NameOwner, withNames } from "@toolcourt/contracts/internal/lock/lock";
import type { ServerPolicy } from "../tool-config.ts";
import { type Candidate, ownerOf } from "./candidate.ts";

/** Owner of a public name: a server and its tool, or a local tool. */
export interface Owner {
  readonly server: string | undefined;
  readonly tool: string;
}

export type Owners = ReadonlyMap<string, Owner>;

/** Returns the policy of a configured server. */
export type PolicyOf = (server: string) => ServerPolicy | undefined;

export function policiesOf({ servers }: { readonly servers: readonly ServerPolicy[] }): PolicyOf {
  const policies = new Map(servers.map((policy) => [policy.name, policy]));
  return (server) => policies.get(server);
}

export function qualifiedName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

/** Returns the name that a server's tool has if no other tool wants it. */
export function naturalName({ server, tool }: Owner, policyOf: PolicyOf): string {
  if (server === undefined) return tool;
  return policyOf(server)?.naming === "bare" ? tool : qualifiedName(server, tool);
}

export function isOwnedBy(candidate: Candidate, owner: Owner | undefined): boolean {
  return owner?.tool === candidate.contract.name && owner.server === ownerOf(candidate);
}

/**
 * Returns the names that the lock holds to their owners. Names of servers that left the
 * configuration are free: only an operator can remove a server.
 */
export function ownersInLock(lock: Lock | undefined, policyOf: PolicyOf): Owners {
  const locked = lockedByName(lock, policyOf);
  const sole = [...locked].flatMap(([name, [only, ...others]]) =>
    only === undefined || others.length > 0 ? [] : [[name, only] as const],
  );
  const recorded = [...(lock?.names ?? [])].filter(([name, owner]) => {
    const natural = naturalName(owner, policyOf);
    const names = [natural, qualifiedName(owner.server, owner.tool)];
    // The operator may have given the server qualified names since, or removed the rival.
    return names.includes(name) && isContested(owner, locked.get(natural) ?? []);
  });
  return new Map<string, Owner>([...sole, ...recorded]);
}

function isContested({ server, tool }: NameOwner, locked: readonly NameOwner[]): boolean {
  return locked.length > 1 && locked.some((each) => each.server === server && each.tool === tool);
}

function lockedByName(
  lock: Lock | undefined,
  policyOf: PolicyOf,
): ReadonlyMap<string, readonly NameOwner[]> {
  const all = [...(lock?.servers ?? [])]
    .filter(([server]) => policyOf(server) !== undefined)
    .flatMap(([server, tools]) => [...tools.keys()].map((tool) => ({ server, tool })));
  return Map.groupBy(all, (each) => naturalName(each, policyOf));
}

/**
 * Records the owners of contested names in the lock. Without a record, a later start could decide
 * differently, such as after servers changed places in the file.
 */
export function rememberOwners(
  lock: Lock,
  assigned: { readonly owners: Owners; readonly candidates: readonly Candidate[] },
  policyOf: PolicyOf,
): Lock {
  const { owners, candidates } = assigned;
  const wanted = Map.groupBy([...lockedOnes(lock, policyOf), ...candidates.map(asOwner)], (each) =>
    naturalName(each, policyOf),
  );
  const names = new Map<string, NameOwner>();
  for (const [name, owner] of owners) {
    const { server, tool } = owner;
    if (server === undefined || lock.servers.get(server)?.has(tool) !== true) continue;
    const rivals = wanted.get(naturalName(owner, policyOf)) ?? [];
    if (rivals.some((rival) => rival.server !== server)) names.set(name, { server, tool });
  }
  return withNames(lock, names);
}

function lockedOnes(lock: Lock, policyOf: PolicyOf): readonly Owner[] {
  return [...lockedByName(lock, policyOf).values()].flat();
}

function asOwner(candidate: Candidate): Owner {
  return { server: ownerOf(candidate), tool: candidate.contract.name };
}
