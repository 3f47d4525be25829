import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Principal } from "../call.ts";
import type { Wanted } from "./slots.ts";

/** The calls of one owner: a tenant, or a principal without one. All have the same weight. */
export interface Share {
  /** Calls in a slot of the toolbox. */
  running: number;
  /** Calls in the queue. */
  waiting: number;
}

/** A limit that owners share: that of the toolbox, or that of a tool. */
interface Pool {
  last: Share | undefined;
  /** Until then more than one owner is active. */
  sharedUntil: number;
}

interface ToolPool extends Pool {
  readonly owners: Owners<ToolShare>;
}

/** The calls of one owner of one tool. */
export interface ToolShare {
  readonly share: Share;
  readonly pool: Pool;
  running: number;
}

/** How long an owner counts as active after its last call. */
const activeMs = 10_000;
/** Beyond this number idle owners are forgotten. */
const maxOwners = 10_000;

/**
 * Counts the calls of each owner. While several owners are active, it keeps a quarter of the slots
 * for the others. Otherwise slow calls of one owner could hold every slot until their timeouts. A
 * lone owner may use all slots.
 */
export class Shares {
  readonly #clock: Clock;
  readonly #maxConcurrent: number;
  readonly #toolbox: Pool = { last: undefined, sharedUntil: 0 };
  readonly #tools = new Map<string, ToolPool>();
  readonly #owners = new Owners<Share>();

  constructor(clock: Clock, maxConcurrent: number) {
    this.#clock = clock;
    this.#maxConcurrent = maxConcurrent;
  }

  of(principal: Principal, tool: string): ToolShare {
    const pool = this.#tools.get(tool) ?? this.#addTool(tool);
    return pool.owners.get(principal) ?? this.#addOwner(principal, pool);
  }

  /** Returns whether the owner of a call leaves enough slots for the others. */
  admits({ tool, of, isInside }: Wanted): boolean {
    const { share, pool, running } = of;
    const { maxInstances } = tool.settings;
    if (this.#isShared(pool, share) && running >= fairPart(maxInstances)) return false;
    if (isInside || !this.#isShared(this.#toolbox, share)) return true;
    return share.running < fairPart(this.#maxConcurrent);
  }

  entered({ of, isInside }: Wanted): void {
    of.running += 1;
    if (!isInside) of.share.running += 1;
  }

  left({ of, isInside }: Wanted): void {
    of.running -= 1;
    if (!isInside) of.share.running -= 1;
  }

  /** Returns the running calls of each tool that was called so far. */
  running(): readonly { readonly tool: string; readonly running: number }[] {
    return [...this.#tools].map(([tool, { owners }]) => ({
      tool,
      running: owners.sum(({ running }) => running),
    }));
  }

  /** Returns the slots of the toolbox in use. */
  used(): number {
    return this.#owners.sum(({ running }) => running);
  }

  /** Notes that an owner is active, and returns whether another one is too. */
  #isShared(pool: Pool, share: Share): boolean {
    if (pool.last === share && pool.sharedUntil === 0) return false;
    const now = this.#clock.monotonic();
    if (pool.last !== share) {
      if (pool.last !== undefined) pool.sharedUntil = now + activeMs;
      pool.last = share;
    }
    if (pool.sharedUntil <= now) pool.sharedUntil = 0;
    return pool.sharedUntil > 0;
  }

  // A tool stays in here after its calls have ended. The registry's history bounds the size.
  #addTool(tool: string): ToolPool {
    const pool = { last: undefined, sharedUntil: 0, owners: new Owners<ToolShare>() };
    this.#tools.set(tool, pool);
    return pool;
  }

  #addOwner(principal: Principal, pool: ToolPool): ToolShare {
    if (this.#owners.size() >= maxOwners) this.#sweep();
    const known = this.#owners.get(principal);
    const share = known ?? { running: 0, waiting: 0 };
    if (known === undefined) this.#owners.set(principal, share);
    const added = { share, pool, running: 0 };
    pool.owners.set(principal, added);
    return added;
  }

  #sweep(): void {
    for (const { owners } of this.#tools.values()) owners.keep(({ share }) => isBusy(share));
    this.#owners.keep(isBusy);
  }
}

/** Returns how many slots one owner may hold while others are active. */
function fairPart(max: number): number {
  return max - Math.floor(max / 4);
}

function isBusy({ running, waiting }: Share): boolean {
  return running > 0 || waiting > 0;
}

/** Values by owner. Two maps, because a tenant may be named like a principal. */
class Owners<Value> {
  readonly #tenants = new Map<string, Value>();
  readonly #principals = new Map<string, Value>();

  size(): number {
    return this.#tenants.size + this.#principals.size;
  }

  get({ tenant, id }: Principal): Value | undefined {
    return tenant === undefined ? this.#principals.get(id) : this.#tenants.get(tenant);
  }

  set({ tenant, id }: Principal, value: Value): void {
    if (tenant === undefined) this.#principals.set(id, value);
    else this.#tenants.set(tenant, value);
  }

  sum(part: (value: Value) => number): number {
    let total = 0;
    for (const map of [this.#tenants, this.#principals]) {
      for (const value of map.values()) total += part(value);
    }
    return total;
  }

  keep(isKept: (value: Value) => boolean): void {
    for (const map of [this.#tenants, this.#principals]) {
      for (const [owner, value] of map) if (!isKept(value)) map.delete(owner);
    }
  }
}
