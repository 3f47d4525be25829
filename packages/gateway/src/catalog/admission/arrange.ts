import { Refusal } from "../../foundation/errors/refusal.ts";
import type { Logger } from "../../foundation/telemetry/events.ts";
import type { Collision, ServerPolicy } from "../settings.ts";
import { type Candidate, ownerOf } from "./candidate.ts";

/** A candidate under the name that callers use. */
export interface Named {
  readonly publicName: string;
  readonly candidate: Candidate;
}

/** Whose a public name is: a server and its tool, or one of our own tools. */
export interface Owner {
  readonly server: string | undefined;
  readonly tool: string;
}

export type Owners = ReadonlyMap<string, Owner>;

export interface Arrangement {
  readonly collision: Collision;
  readonly naming: (server: string) => ServerPolicy["naming"];
  readonly toolboxPath: string;
  /** Names that have been given. They stay with their owners, so that no call ends elsewhere than it used to. */
  readonly owners: Owners;
  /** The server that came after the start, if one did: it is told when it comes too late for a name. */
  readonly newcomer?: string;
  readonly log: Logger["log"];
}

/** Gives every candidate a name of its own, in their order: our own tools first, then server by server. */
export function arrange(
  candidates: readonly Candidate[],
  arrangement: Arrangement,
): ReadonlyMap<string, Named> {
  const shared = sharedNames(candidates, arrangement);
  const placed = new Map<string, Named>();
  for (const candidate of candidates) {
    const named = { publicName: publicNameOf(candidate, shared, arrangement), candidate };
    if (takesName(named, placed, arrangement)) placed.set(named.publicName, named);
  }
  return placed;
}

function qualifiedName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

/** Names that a server's tool may not have bare, where colliding names are to be qualified. */
function sharedNames(
  candidates: readonly Candidate[],
  { collision, naming, owners }: Arrangement,
): ReadonlySet<string> {
  if (collision !== "qualify") return new Set();
  const shared = new Set<string>();
  const seen = new Map([...owners].map(([name, { server }]) => [name, server]));
  for (const candidate of candidates) {
    const owner = ownerOf(candidate);
    if (owner !== undefined && naming(owner) === "qualified") continue;
    const { name } = candidate.contract;
    if (seen.has(name) && seen.get(name) !== owner) shared.add(name);
    else seen.set(name, owner);
  }
  return shared;
}

function publicNameOf(
  candidate: Candidate,
  shared: ReadonlySet<string>,
  { naming, owners }: Arrangement,
): string {
  const owner = ownerOf(candidate);
  const { name } = candidate.contract;
  if (owner === undefined) return name;
  const qualified = qualifiedName(owner, name);
  // A name that was given stays given: what other servers do must not rename a tool that is in use.
  const given = [qualified, name].find((each) => isOwnedBy(candidate, owners.get(each)));
  if (given !== undefined) return given;
  return naming(owner) === "qualified" || shared.has(name) ? qualified : name;
}

/** Whether a candidate gets its name. Refuses where the configuration leaves open who is meant. */
function takesName(
  { publicName, candidate }: Named,
  placed: ReadonlyMap<string, Named>,
  arrangement: Arrangement,
): boolean {
  const server = ownerOf(candidate);
  if (isTaken(publicName, candidate, arrangement)) return false;
  const rival = placed.get(publicName)?.candidate;
  // Two tools of ours with one name break a rule and are held both, so either may stand for them.
  if (rival === undefined || server === undefined) return rival === undefined;
  // What was never admitted takes nobody's name.
  if (candidate.hold?.kind === "not-admitted") return false;
  replaceRival({ tool: publicName, server, other: ownerOf(rival) }, arrangement);
  return true;
}

/** Whether the name was given to somebody else before. */
function isTaken(
  tool: string,
  candidate: Candidate,
  { owners, newcomer, log }: Arrangement,
): boolean {
  const owner = owners.get(tool);
  if (owner === undefined || isOwnedBy(candidate, owner)) return false;
  const loser = ownerOf(candidate);
  if (loser !== undefined && loser === newcomer) {
    log("tool.collided", { tool, winner: owner.server ?? "local", loser });
  }
  return true;
}

function isOwnedBy(candidate: Candidate, owner: Owner | undefined): boolean {
  return owner?.tool === candidate.contract.name && owner.server === ownerOf(candidate);
}

/** The names as they have been given now. */
export function ownersOf(placed: ReadonlyMap<string, Named>): Owners {
  return new Map(
    [...placed].map(([name, { candidate }]) => [
      name,
      { server: ownerOf(candidate), tool: candidate.contract.name },
    ]),
  );
}

interface Contest {
  readonly tool: string;
  readonly server: string;
  readonly other: string | undefined;
}

function replaceRival(
  { tool, server, other }: Contest,
  { collision, toolboxPath, log }: Arrangement,
): void {
  if (other === undefined) {
    throw new Refusal("tool-collision", { tool, server, owner: { kind: "local" }, toolboxPath });
  }
  if (collision !== "last-wins") {
    const owner = { kind: "server", name: other } as const;
    throw new Refusal("tool-collision", { tool, server, owner, toolboxPath });
  }
  log("tool.collided", { tool, winner: server, loser: other });
}
