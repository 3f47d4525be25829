import { contractDigest, type Effect, type JsonObject, type ToolContract } from "@toolcourt/sdk";

/** A contract that somebody approved, or that was there first. */
export interface LockedTool {
  /** Over the server's name and the tool as received. Overlays are the operator's own and not covered. */
  readonly digest: string;
  /** The whole tool object, as it was received. */
  readonly contract: JsonObject;
  readonly effect: Effect;
  /** An ISO 8601 moment. */
  readonly approvedAt: string;
  readonly approvedBy: string;
}

export type LockedServer = ReadonlyMap<string, LockedTool>;

/** The file of approved contracts: server, tool, contract. What a server once had stays until somebody removes it. */
export interface Lock {
  readonly servers: ReadonlyMap<string, LockedServer>;
}

export const emptyLock: Lock = { servers: new Map() };

/** Who approved what nobody looked at. */
export const firstUse = "first-use";
export const admittedChange = "admitted-change";
/** Who approved what somebody approved as a draft: the store knows them. */
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

/** The lock with these tools of a server in place of those of the same name. */
export function withLocked(lock: Lock, server: string, tools: LockedServer): Lock {
  const known = lock.servers.get(server) ?? [];
  return { servers: new Map(lock.servers).set(server, new Map([...known, ...tools])) };
}
