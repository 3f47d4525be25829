import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { ToolContract } from "@toolcourt/sdk";
import { readIsoDate } from "@toolcourt/sdk/rules";
import type { Logger } from "../telemetry/events.ts";
import type { Hold, RegisteredTool, Snapshot } from "./snapshot.ts";

/** Retires tools after the removal date in their own contracts. */
export class Retirement {
  readonly #clock: Clock;
  readonly #log: Logger["log"];
  readonly #logged = new Set<string>();
  readonly #dueAt = new WeakMap<Snapshot, number>();

  constructor(clock: Clock, log: Logger["log"]) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Tells whether there is anything to apply. Checked before every call. */
  isDue(snapshot: Snapshot): boolean {
    let next = this.#dueAt.get(snapshot);
    if (next === undefined) {
      next = nextRemoval(snapshot);
      this.#dueAt.set(snapshot, next);
    }
    return next <= this.#clock.now();
  }

  /** Returns the snapshot with those tools held, or the same snapshot if there are none. */
  apply(snapshot: Snapshot): Snapshot {
    if (!this.isDue(snapshot)) return snapshot;
    const { tools, retired } = retire(snapshot, this.#clock.now());
    for (const { contract } of retired) {
      const { server, name, digest, terms } = contract;
      if (this.#logged.has(digest)) continue;
      this.#logged.add(digest);
      this.#log("tool.removed", { tool: name, server, replacement: shortly(terms) });
    }
    const gone = new Set<unknown>(retired.map(({ publicName }) => publicName));
    const listed = snapshot.listed.filter(({ name }) => !gone.has(name));
    return Object.freeze({ version: snapshot.version + 1, tools, listed: Object.freeze(listed) });
  }
}

const maxNameLength = 128;

function shortly({ deprecated }: ToolContract["terms"]): string {
  return (deprecated?.replacement ?? "").slice(0, maxNameLength);
}

function retire(
  { tools }: Snapshot,
  now: number,
): { readonly tools: Snapshot["tools"]; readonly retired: readonly RegisteredTool[] } {
  const due = [...tools.values()].filter((tool) => mayRetire(tool) && removalOf(tool) <= now);
  const names = new Map(
    [...tools.values()]
      .filter((tool) => tool.hold === undefined && !due.includes(tool))
      .map(({ contract, publicName }) => [addressOf(contract.server, contract.name), publicName]),
  );
  const holds = due.map((tool) => {
    const { server, terms } = tool.contract;
    // The replacement name is untrusted. It is passed on only if it names a callable tool.
    const replacement = names.get(addressOf(server, terms.deprecated?.replacement ?? ""));
    const hold: Hold = { kind: "removed", ...(replacement !== undefined && { replacement }) };
    return [tool.publicName, Object.freeze({ ...tool, hold })] as const;
  });
  return { tools: new Map([...tools, ...holds]), retired: due };
}

/** Returns the time of the next removal. Infinity if no tool has a date. */
function nextRemoval({ tools }: Snapshot): number {
  const dates = [...tools.values()].filter(mayRetire).map(removalOf);
  return dates.reduce((first, each) => Math.min(first, each), Number.POSITIVE_INFINITY);
}

/** A contract's own removal date counts only if the contract is approved. */
function mayRetire({ hold }: RegisteredTool): boolean {
  return hold === undefined || hold.kind === "nonconformant";
}

function removalOf({ contract }: RegisteredTool): number {
  const { deprecated } = contract.terms;
  const removal = deprecated && readIsoDate(deprecated.removalDate);
  return removal?.end ?? Number.POSITIVE_INFINITY;
}

function addressOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
