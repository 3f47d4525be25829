import { type Lock, type NameOwner, withNames } from "@toolcourt/contracts/internal/lock/lock";
import type { Overlay } from "@toolcourt/sdk";
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

function policiesOf({ servers }: { readonly servers: readonly ServerPolicy[] }): PolicyOf {
  const policies = new Map(servers.map((policy) => [policy.name, policy]));
  return (server) => policies.get(server);
}

export function qualifiedName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

/** Returns the name that a tool has if no other tool wants it. */
export type NameOf = (owner: Owner) => string;

/** How the operator names tools. */
export interface Naming {
  readonly policyOf: PolicyOf;
  readonly nameOf: NameOf;
}

interface Names {
  readonly servers: readonly ServerPolicy[];
  readonly overlayOf: (server: string, tool: string) => Overlay | undefined;
}

/** An overlay names a tool exactly. No prefix of its server precedes that. */
export function namingBy(names: Names): Naming {
  const policyOf = policiesOf(names);
  return {
    policyOf,
    nameOf: (owner) => {
      const { server, tool } = owner;
      const alias = server === undefined ? undefined : names.overlayOf(server, tool)?.name;
      return alias ?? plainName(owner, policyOf);
    },
  };
}

/** Returns the name that a tool has without an overlay. */
function plainName({ server, tool }: Owner, policyOf: PolicyOf): string {
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
export function ownersInLock(lock: Lock | undefined, naming: Naming): Owners {
  const locked = lockedByName(lock, naming);
  const recorded = [...(lock?.names ?? [])].filter(([name, owner]) => {
    const natural = naming.nameOf(owner);
    const names = [natural, qualifiedName(owner.server, owner.tool)];
    // The operator may have given the server qualified names since, or removed the rival.
    return names.includes(name) && isContested(owner, locked.get(natural) ?? []);
  });
  const decided = recorded.map(([, owner]) => owner);
  const sole = [...locked].flatMap(([name, all]) => {
    const owner = soleOwner(name, all, { decided, naming });
    return owner === undefined ? [] : [[name, owner] as const];
  });
  return new Map<string, Owner>([...sole, ...recorded]);
}

interface Deciding {
  /** Owners of contested names, as recorded. */
  readonly decided: readonly NameOwner[];
  readonly naming: Naming;
}

/** A new overlay takes no name from the one tool that had it before. */
function soleOwner(
  name: string,
  all: readonly NameOwner[],
  { decided, naming: { policyOf } }: Deciding,
): NameOwner | undefined {
  const isDecided = all.some((each) => decided.some((owner) => isSame(owner, each)));
  const before =
    all.length > 1 && !isDecided ? all.filter((each) => plainName(each, policyOf) === name) : all;
  return before.length === 1 ? before[0] : undefined;
}

function isSame(one: Owner, other: Owner): boolean {
  return one.server === other.server && one.tool === other.tool;
}

function isContested({ server, tool }: NameOwner, locked: readonly NameOwner[]): boolean {
  return locked.length > 1 && locked.some((each) => isSame(each, { server, tool }));
}

type ByName<Of extends Owner> = ReadonlyMap<string, readonly Of[]>;

function lockedByName(lock: Lock | undefined, naming: Naming): ByName<NameOwner> {
  const all = [...(lock?.servers ?? [])]
    .filter(([server]) => naming.policyOf(server) !== undefined)
    .flatMap(([server, tools]) => [...tools.keys()].map((tool) => ({ server, tool })));
  return byName(all, naming);
}

/** Groups tools by their names. A renamed one keeps its old name from others. */
function byName<Of extends Owner>(all: readonly Of[], { policyOf, nameOf }: Naming): ByName<Of> {
  const named = all.flatMap((each) =>
    [...new Set([nameOf(each), plainName(each, policyOf)])].map((name) => ({ name, each })),
  );
  const groups = Map.groupBy(named, ({ name }) => name);
  return new Map([...groups].map(([name, group]) => [name, group.map(({ each }) => each)]));
}

/**
 * Records the owners of contested names in the lock. Without a record, a later start could decide
 * differently, such as after servers changed places in the file.
 */
export function rememberOwners(
  lock: Lock,
  assigned: { readonly owners: Owners; readonly candidates: readonly Candidate[] },
  naming: Naming,
): Lock {
  const { owners, candidates } = assigned;
  const { nameOf } = naming;
  const wanted = byName([...lockedOnes(lock, naming), ...candidates.map(asOwner)], naming);
  const names = new Map<string, NameOwner>();
  for (const [name, owner] of owners) {
    const { server, tool } = owner;
    if (server === undefined || lock.servers.get(server)?.has(tool) !== true) continue;
    const rivals = wanted.get(nameOf(owner)) ?? [];
    if (rivals.some((rival) => !isSame(rival, owner))) names.set(name, { server, tool });
  }
  return withNames(lock, names);
}

function lockedOnes(lock: Lock, naming: Naming): readonly Owner[] {
  return [...lockedByName(lock, naming).values()].flat();
}

export function asOwner(candidate: Candidate): Owner {
  return { server: ownerOf(candidate), tool: candidate.contract.name };
}
