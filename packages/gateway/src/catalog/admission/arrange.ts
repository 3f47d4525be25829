import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Logger } from "../../telemetry/events.ts";
import type { Collision, ServerPolicy } from "../tool-config.ts";
import { type Candidate, ownerOf } from "./candidate.ts";

/** A candidate with its public name. */
export interface Named {
  readonly publicName: string;
  readonly candidate: Candidate;
}

/** Owner of a public name: a server and its tool, or a local tool. */
export interface Owner {
  readonly server: string | undefined;
  readonly tool: string;
}

export type Owners = ReadonlyMap<string, Owner>;

export interface Arrangement {
  readonly collision: Collision;
  readonly naming: (server: string) => ServerPolicy["naming"];
  readonly toolboxPath: string;
  /** Names assigned so far. They stay with their owners, so no call is routed to another tool. */
  readonly owners: Owners;
  /** The server that joined after the start. A name it loses is logged. Default: none. */
  readonly newcomer?: string;
  readonly log: Logger["log"];
}

/** Assigns every candidate its own name, in order: local tools first, then server by server. */
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

/** Returns the names that must be qualified under the `qualify` collision rule. */
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
  // An assigned name is final: other servers must not rename a tool in use.
  const given = [qualified, name].find((each) => isOwnedBy(candidate, owners.get(each)));
  if (given !== undefined) return given;
  return naming(owner) === "qualified" || shared.has(name) ? qualified : name;
}

/**
 * Tells whether a candidate gets its name. Throws a `Refusal` if the configuration leaves the owner
 * open.
 */
function takesName(
  { publicName, candidate }: Named,
  placed: ReadonlyMap<string, Named>,
  arrangement: Arrangement,
): boolean {
  const server = ownerOf(candidate);
  if (isTaken(publicName, candidate, arrangement)) return false;
  const rival = placed.get(publicName)?.candidate;
  // Two local tools with one name break a rule and are both held, so either may represent them.
  if (rival === undefined || server === undefined) return rival === undefined;
  // A tool that was never admitted takes no name from another.
  if (isWithheld(candidate)) return false;
  replaceRival({ tool: publicName, server, other: ownerOf(rival) }, arrangement);
  return true;
}

function isWithheld({ hold }: Candidate): boolean {
  return hold?.kind === "not-admitted" || hold?.kind === "unreviewed";
}

/** Tells whether the name was assigned to another tool before. */
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

/** Returns the current name assignments. */
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
