import { contractDigest, type Effect, type JsonObject, type ToolContract } from "@toolcourt/sdk";

/** A contract that was approved, or trusted on first use. */
export interface LockedTool {
  /**
   * Digest of the server's name and the tool as received. Does not cover overlays, which are the
   * operator's own.
   */
  readonly digest: string;
  /** The whole tool object as received. */
  readonly contract: JsonObject;
  readonly effect: Effect;
  /** ISO 8601 timestamp. */
  readonly approvedAt: string;
  readonly approvedBy: string;
}

export type LockedServer = ReadonlyMap<string, LockedTool>;

/**
 * The file of approved contracts by server and tool. Entries stay until an operator removes them.
 */
export interface Lock {
  readonly servers: ReadonlyMap<string, LockedServer>;
}

export const emptyLock: Lock = { servers: new Map() };

/** Approver of a contract that was trusted without review. */
export const firstUse = "first-use";
export const admittedChange = "admitted-change";
/** Approver of a contract that was approved as a draft. The store knows the person. */
export const approvedDraft = "approved-draft";

export interface Approval {
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export function lockedTool(
  { server, asReceived, effect }: ToolContract,
  { by, at }: Approval,
): LockedTool {
  return {
    digest: contractDigest({ server, asReceived }),
    contract: asReceived,
    effect,
    approvedAt: new Date(at).toISOString(),
    approvedBy: by,
  };
}

/** Returns the lock with these tools of a server added, replacing those of the same name. */
export function withLocked(lock: Lock, server: string, tools: LockedServer): Lock {
  const known = lock.servers.get(server) ?? [];
  return { servers: new Map(lock.servers).set(server, new Map([...known, ...tools])) };
}
