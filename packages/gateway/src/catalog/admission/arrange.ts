import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Logger } from "../../telemetry/events.ts";
import { gatewayItself } from "../reserved-names.ts";
import type { Hold } from "../snapshot.ts";
import type { Collision } from "../tool-config.ts";
import { type Candidate, ownerOf } from "./candidate.ts";
import { claims, isServers, reservedName } from "./claims.ts";
import {
  asOwner,
  isOwnedBy,
  type Naming,
  type Owner,
  type Owners,
  qualifiedName,
} from "./owners.ts";

/** A candidate with its public name. */
export interface Named {
  readonly publicName: string;
  readonly candidate: Candidate;
}

export interface Arrangement extends Naming {
  /**
   * Default: `last-wins` between servers whose profile `registry` the file names, else `qualify`. A
   * profile that follows from the mode does not count.
   */
  readonly collision?: Collision | undefined;
  readonly toolboxPath: string;
  /** Names assigned so far. They stay with their owners, so no call is routed to another tool. */
  readonly owners: Owners;
  /**
   * Whether the gateway runs already. Then a collision holds a tool, except that of a strict
   * newcomer, and only those of the newcomer are logged. Default: the gateway starts.
   */
  readonly running?: { readonly newcomer?: string | undefined } | undefined;
  /** Names that are the gateway's own. A tool that would take one is held. Default: none. */
  readonly reserved?: ReadonlySet<string> | undefined;
  readonly log: Logger["log"];
}

export interface Arranged {
  readonly placed: ReadonlyMap<string, Named>;
  /** Owners of the names in use. */
  readonly owners: Owners;
  /** Candidates that would take the name of another tool. */
  readonly taken: ReadonlyMap<Candidate, NameHold>;
}

export type NameHold = Extract<Hold, { kind: "name-taken" }>;

/**
 * Assigns every candidate its own name. Local tools come first, then owners of names, then server by
 * server. Throws a `Refusal` if the configuration leaves the owner of a name open.
 */
export function arrange(candidates: readonly Candidate[], arrangement: Arrangement): Arranged {
  const free = candidates.filter((each) => reservedName(each, arrangement) === undefined);
  const plan = new Plan(arrangement, free);
  for (const candidate of free) if (!isServers(candidate)) plan.placeLocal(candidate);
  const rest = free.filter((each) => isServers(each) && !plan.placeOwner(each));
  for (const candidate of rest.filter(claims)) plan.placeClaimant(candidate);
  for (const candidate of rest.filter((each) => !claims(each))) plan.placeAside(candidate);
  for (const candidate of candidates) {
    const name = reservedName(candidate, arrangement);
    if (name !== undefined) plan.holdReserved(name, candidate);
  }
  return plan;
}

class Plan implements Arranged {
  readonly placed = new Map<string, Named>();
  readonly owners = new Map<string, Owner>();
  readonly taken = new Map<Candidate, NameHold>();
  readonly #arrangement: Arrangement;
  readonly #order: readonly Candidate[];
  /** Candidates that want a name that has no owner yet, by that name. */
  readonly #claimants: ReadonlyMap<string, readonly Candidate[]>;

  constructor(arrangement: Arrangement, candidates: readonly Candidate[]) {
    this.#arrangement = arrangement;
    this.#order = candidates;
    this.#claimants = Map.groupBy(
      candidates.filter(
        (each) =>
          ownerOf(each) !== undefined && claims(each) && this.#givenName(each) === undefined,
      ),
      (each) => this.#natural(each),
    );
  }

  placeLocal(candidate: Candidate): void {
    const { name } = candidate.contract;
    const { owners, running } = this.#arrangement;
    // A server that took the name at the start keeps it, even while its tool is away.
    if (running !== undefined && owners.get(name)?.server !== undefined) return;
    // Two local tools with one name break a rule and are both held, so either may represent them.
    if (!this.placed.has(name)) this.#put(name, candidate);
  }

  /** Places a tool that owns its name. Returns false for any other. */
  placeOwner(candidate: Candidate): boolean {
    const name = this.#givenName(candidate);
    if (name === undefined) return false;
    // A local tool that is new since the lock was written goes before.
    if (this.placed.has(name)) this.#meetLocal(name, candidate);
    else this.#put(name, candidate);
    return true;
  }

  placeClaimant(candidate: Candidate): void {
    const name = this.#natural(candidate);
    const owner = this.#arrangement.owners.get(name);
    const there = this.placed.get(name)?.candidate;
    if (there !== undefined && ownerOf(there) === undefined) this.#meetLocal(name, candidate);
    else if (owner !== undefined) this.#meetOwner(name, candidate);
    else this.#meetClaimants(name, candidate);
  }

  /** Places a tool that takes no name from another, under a free name. */
  placeAside(candidate: Candidate): void {
    const { server, name } = candidate.contract;
    const names = [this.#natural(candidate), qualifiedName(server, name), `${server}/${name}`];
    const free = names.find((each) => !this.#isUsed(each, candidate));
    if (free !== undefined) this.#putAside(free, candidate);
  }

  /** A local tool has the name. Only its operator can give it away. */
  #meetLocal(name: string, candidate: Candidate): void {
    const { policyOf, running, log } = this.#arrangement;
    const { server } = candidate.contract;
    const isShadow = policyOf(server)?.allowShadowLocal === true;
    if (isShadow && (running === undefined || this.#owns(name, candidate))) {
      if (running === undefined) log("tool.collided", { tool: name, winner: server, loser: local });
      this.#put(name, candidate);
    } else if (this.#rule([server]) === "qualify") this.#qualify(name, candidate, local);
    else this.#yield(name, candidate, local);
  }

  /** Another server's tool owns the name, whether it is there or not. */
  #meetOwner(name: string, candidate: Candidate): void {
    const { server } = candidate.contract;
    const owner = this.#arrangement.owners.get(name)?.server ?? local;
    const there = this.placed.get(name)?.candidate;
    const rule = this.#rule([server, owner]);
    if (rule === "qualify") this.#qualify(name, candidate, owner);
    // With the owner away, nothing collides. The name stays its own.
    else if (there === undefined) this.#hold(name, candidate, owner);
    else if (rule === "error") this.#yield(name, candidate, owner);
    else if (this.#isBefore(candidate, there)) this.#logLoser(name, candidate, owner);
    else this.#hold(name, candidate, owner);
  }

  /** No tool owns the name yet. */
  #meetClaimants(name: string, candidate: Candidate): void {
    const { server } = candidate.contract;
    const claimants = this.#claimants.get(name) ?? [];
    const there = this.placed.get(name)?.candidate;
    const rule = this.#rule(claimants.map(({ contract }) => contract.server));
    if (claimants.length > 1 && rule === "qualify") {
      this.#qualifyAll(name, candidate, claimants);
    } else if (there === undefined) this.#put(name, candidate);
    else if (rule !== "last-wins") this.#yield(name, candidate, there.contract.server);
    else if (this.#isTrustedMore(there, candidate)) {
      this.#hold(name, candidate, there.contract.server);
    } else {
      const loser = there.contract.server;
      this.#arrangement.log("tool.collided", { tool: name, winner: server, loser });
      this.#put(name, candidate);
    }
  }

  /** All claimants of a name get qualified names. */
  #qualifyAll(name: string, candidate: Candidate, claimants: readonly Candidate[]): void {
    const [first] = claimants;
    if (first === undefined || first === candidate) this.#putQualified(candidate);
    else this.#qualify(name, candidate, first.contract.server);
  }

  /** Gives a tool its qualified name, since another server or the local tools have the other. */
  #qualify(name: string, candidate: Candidate, other: string): void {
    const { server, name: tool } = candidate.contract;
    const qualified = this.#putQualified(candidate);
    if (qualified === undefined || !this.#isNews(server)) return;
    const has = this.placed.has(name) || this.#arrangement.owners.has(name);
    const names = [has ? name : qualifiedName(other, tool), qualified];
    this.#arrangement.log("tool.qualified", { tool: name, servers: [other, server], names });
  }

  /** Returns undefined if the qualified name belongs to another tool. */
  #putQualified(candidate: Candidate): string | undefined {
    const { server, name } = candidate.contract;
    const qualified = qualifiedName(server, name);
    const owner = this.#arrangement.owners.get(qualified);
    if (owner !== undefined && !isOwnedBy(candidate, owner)) {
      this.#hold(qualified, candidate, owner.server ?? local);
      return undefined;
    }
    const there = this.placed.get(qualified)?.candidate;
    const [claimant] = this.#claimantsOf(qualified, candidate);
    const other = there === undefined ? claimant : (ownerOf(there) ?? local);
    if (other !== undefined) {
      this.#yield(qualified, candidate, other);
      return undefined;
    }
    this.#put(qualified, candidate);
    return qualified;
  }

  /**
   * Stops the start, which leaves the choice to the operator. A running gateway leaves out a strict
   * server that joins, and holds any other tool.
   */
  #yield(tool: string, candidate: Candidate, other: string): void {
    const { toolboxPath, running, policyOf } = this.#arrangement;
    const { server } = candidate.contract;
    const isStrictNewcomer = running?.newcomer === server && policyOf(server)?.mode === "strict";
    if (running !== undefined && !isStrictNewcomer) {
      this.#hold(tool, candidate, other);
      return;
    }
    const owner =
      other === local ? ({ kind: "local" } as const) : ({ kind: "server", name: other } as const);
    throw new Refusal("tool-collision", { tool, server, owner, toolboxPath });
  }

  /** Holds a tool that would take a name of the gateway itself. */
  holdReserved(name: string, candidate: Candidate): void {
    this.#hold(name, candidate, gatewayItself);
  }

  /** Holds a tool that would take a name from its owner. It stays known, under a free name. */
  #hold(name: string, candidate: Candidate, owner: string): void {
    const { server, name: tool } = candidate.contract;
    const { log, running } = this.#arrangement;
    const hold = { kind: "name-taken", name, owner } as const;
    this.taken.set(candidate, hold);
    if (running === undefined) log("tool.name-taken", { tool, server, name, owner });
    else this.#logLoser(name, candidate, owner);
    const free = [qualifiedName(server, tool), `${server}/${tool}`].find(
      (each) => !this.#isUsed(each, candidate),
    );
    if (free !== undefined) this.#putAside(free, { ...candidate, hold: candidate.hold ?? hold });
  }

  #logLoser(tool: string, candidate: Candidate, winner: string): void {
    const loser = candidate.contract.server;
    if (this.#isNews(loser)) this.#arrangement.log("tool.collided", { tool, winner, loser });
  }

  /** A running gateway reports each server once, when it joins. */
  #isNews(server: string): boolean {
    const { running } = this.#arrangement;
    return running === undefined || running.newcomer === server;
  }

  #put(publicName: string, candidate: Candidate): void {
    this.placed.set(publicName, { publicName, candidate });
    this.owners.set(publicName, asOwner(candidate));
  }

  /** A held tool is known by this name, and does not own it. */
  #putAside(publicName: string, candidate: Candidate): void {
    this.placed.set(publicName, { publicName, candidate });
  }

  #rule(servers: readonly string[]): Collision {
    const { collision, policyOf } = this.#arrangement;
    const isRegistry = servers.map(policyOf).every((policy) => {
      return policy?.isProfileByMode !== true && policy?.profiles.includes("registry");
    });
    return collision ?? (isRegistry ? "last-wins" : "qualify");
  }

  #natural(candidate: Candidate): string {
    return this.#arrangement.nameOf(asOwner(candidate));
  }

  /** An assigned name is final: other servers must not rename a tool in use. */
  #givenName(candidate: Candidate): string | undefined {
    const { server, name } = candidate.contract;
    const [natural, qualified] = [this.#natural(candidate), qualifiedName(server, name)];
    // A renamed tool may own its old name too, which it no longer uses.
    const isRenamed = natural !== name && natural !== qualified;
    const names = isRenamed ? [natural, qualified] : [qualified, natural];
    return names.find((each) => this.#owns(each, candidate));
  }

  #owns(name: string, candidate: Candidate): boolean {
    return isOwnedBy(candidate, this.#arrangement.owners.get(name));
  }

  #claimantsOf(name: string, candidate: Candidate): readonly string[] {
    return (this.#claimants.get(name) ?? [])
      .filter((each) => each !== candidate)
      .map(({ contract }) => contract.server);
  }

  #isUsed(name: string, candidate: Candidate): boolean {
    const owner = this.#arrangement.owners.get(name);
    const isOwned = owner !== undefined && !isOwnedBy(candidate, owner);
    return isOwned || this.placed.has(name) || this.#claimantsOf(name, candidate).length > 0;
  }

  #isBefore(one: Candidate, other: Candidate): boolean {
    return this.#order.indexOf(one) < this.#order.indexOf(other);
  }

  /** A dynamic server decides which tools it has. A strict server's are the operator's choice. */
  #isTrustedMore(one: Candidate, other: Candidate): boolean {
    const { policyOf } = this.#arrangement;
    const [first, second] = [one, other].map(({ contract }) => policyOf(contract.server)?.mode);
    return first === "strict" && second === "dynamic";
  }
}

const local = "local";
