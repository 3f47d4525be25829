import type { LockDifference } from "./compare-lock.ts";
import { type Approval, type Lock, type LockedTool, lockedTool, withLocked } from "./lock.ts";

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
  return withLocked(lock, server, new Map([[tool, lockedTool(difference.contract, approval)]]));
}

function without({ servers }: Lock, server: string, tool: string): Lock {
  const kept = new Map<string, LockedTool>(servers.get(server));
  kept.delete(tool);
  return { servers: new Map(servers).set(server, kept) };
}
