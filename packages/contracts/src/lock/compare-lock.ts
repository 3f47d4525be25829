import { contractDigest, type ToolContract } from "@toolcourt/sdk";
import {
  type Approval,
  type Lock,
  type LockedTool,
  lockedTool,
  withLocked,
  withNames,
} from "./lock.ts";

/** One tool that differs from the lock. */
export type LockDifference = { readonly server: string; readonly tool: string } & (
  | {
      readonly kind: "added";
      readonly contract: ToolContract;
      /** The public name that it would take from its owner. Default: none. */
      readonly takes?: string | undefined;
    }
  /** Locked as it is, but it would take the public name of another tool. */
  | { readonly kind: "takes-name"; readonly contract: ToolContract; readonly takes: string }
  | { readonly kind: "removed"; readonly locked: LockedTool }
  | { readonly kind: "changed"; readonly locked: LockedTool; readonly contract: ToolContract }
  /** As the lock has it, but held because no person approved its texts. */
  | { readonly kind: "unreviewed"; readonly contract: ToolContract }
  /** As the lock has it, but held because its approval was withdrawn. */
  | { readonly kind: "withdrawn"; readonly contract: ToolContract }
);

/** Differences between a lock and the tools that servers offer. */
export interface LockComparison {
  readonly differences: readonly LockDifference[];
  /** Servers that answered and are missing from the lock. */
  readonly newServers: readonly string[];
  /** Configured servers that did not answer. Their lock entries stay. */
  readonly unreached: readonly string[];
  /** Servers in the lock that are not configured. Their lock entries stay. */
  readonly unconfigured: readonly string[];
  /** Nonconformant tools that were never locked. They stay out of the lock until they conform. */
  readonly nonconformant: readonly { readonly server: string; readonly tool: string }[];
}

/** A tool that a server offers: its contract, and the hold that admission put on it, if any. */
export interface OfferedTool {
  readonly contract: ToolContract;
  readonly hold?: { readonly kind: string; readonly name?: string } | undefined;
}

interface Offered {
  readonly lock: Lock;
  /** Tools of each server that answered. */
  readonly offered: ReadonlyMap<string, readonly OfferedTool[]>;
  /** Every configured server, in order. */
  readonly configured: readonly string[];
}

/**
 * Compares the lock with the tools that servers offer now.
 *
 * @example
 * ```ts
 * const { newServers, unreached } = compareLock({
 *   lock: emptyLock,
 *   offered: new Map([["cards", []]]),
 *   configured: ["cards", "mail"],
 * });
 * console.log(newServers, unreached); // ["cards"] ["mail"]
 * ```
 */
export function compareLock({ lock, offered, configured }: Offered): LockComparison {
  const answered = configured.filter((server) => offered.has(server));
  const all = answered.flatMap((server) => ofServer(server, lock, offered.get(server) ?? []));
  return {
    differences: all.filter((each) => each.kind !== "nonconformant"),
    newServers: answered.filter((server) => !lock.servers.has(server)),
    unreached: configured.filter((server) => !offered.has(server)),
    unconfigured: [...lock.servers.keys()].filter((server) => !configured.includes(server)),
    nonconformant: all
      .filter(({ kind }) => kind === "nonconformant")
      .map(({ server, tool }) => ({ server, tool })),
  };
}

type Seen =
  | LockDifference
  | { readonly kind: "nonconformant"; readonly server: string; readonly tool: string };

function ofServer(
  server: string,
  { servers }: Lock,
  candidates: readonly OfferedTool[],
): readonly Seen[] {
  const locked = servers.get(server) ?? new Map<string, LockedTool>();
  const present = new Set(candidates.map(({ contract }) => contract.name));
  const removed = [...locked].filter(([tool]) => !present.has(tool));
  return [
    ...candidates.flatMap((each) => ofTool(each, locked.get(each.contract.name))),
    ...removed.map(([tool, known]): Seen => ({ kind: "removed", server, tool, locked: known })),
  ];
}

function ofTool({ contract, hold }: OfferedTool, locked: LockedTool | undefined): readonly Seen[] {
  const { server, name: tool, asReceived } = contract;
  if (locked === undefined) {
    const isOut = hold?.kind === "nonconformant";
    return [
      isOut
        ? { kind: "nonconformant", server, tool }
        : { kind: "added", server, tool, contract, takes: hold?.name },
    ];
  }
  const isSame = locked.digest === contractDigest({ server, asReceived });
  return isSame ? held({ contract, hold }) : [{ kind: "changed", server, tool, locked, contract }];
}

/** Returns what an approval can change for a tool that is as the lock has it. */
function held({ contract, hold }: OfferedTool): readonly Seen[] {
  const { server, name: tool } = contract;
  if (hold?.kind === "unreviewed" || hold?.kind === "withdrawn") {
    return [{ kind: hold.kind, server, tool, contract }];
  }
  const takes = hold?.name;
  return takes === undefined ? [] : [{ kind: "takes-name", server, tool, contract, takes }];
}

/** Returns the lock with these differences approved. Everything else stays as it was. */
export function approveDifferences(
  lock: Lock,
  differences: readonly LockDifference[],
  approval: Approval,
): Lock {
  return differences.reduce((made, each) => approveOne(made, each, approval), lock);
}

function approveOne(lock: Lock, difference: LockDifference, approval: Approval): Lock {
  const { server, tool } = difference;
  if (difference.kind === "removed") return without(lock, server, tool);
  const contract = lockedTool(difference.contract, approval);
  const approved = withLocked(lock, server, new Map([[tool, contract]]));
  const takes = "takes" in difference ? difference.takes : undefined;
  return takes === undefined ? approved : withNames(approved, new Map([[takes, { server, tool }]]));
}

function without(lock: Lock, server: string, tool: string): Lock {
  const kept = new Map<string, LockedTool>(lock.servers.get(server));
  kept.delete(tool);
  return { ...lock, servers: new Map(lock.servers).set(server, kept) };
}
