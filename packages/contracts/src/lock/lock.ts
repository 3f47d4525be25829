import {
  contractDigest,
  type Effect,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolContract,
} from "@toolcourt/sdk";
import {
  type ItemsByServer,
  type LockedItem,
  type LockedItems,
  mergeItems,
} from "./locked-items.ts";

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
  /**
   * Owners of the public names that several locked tools could have. Default: none. Any other name
   * belongs to the one locked tool that has it.
   */
  readonly names?: LockedNames | undefined;
  /** Prompts, resource templates, views and URIs by server. Default: none, and nothing of them is held. */
  readonly items?: ItemsByServer | undefined;
}

/** A locked tool that owns a public name. */
export interface NameOwner {
  readonly server: string;
  readonly tool: string;
}

export type LockedNames = ReadonlyMap<string, NameOwner>;

export const emptyLock: Lock = { servers: new Map() };

/** Approver of a contract that was trusted without review. */
export const firstUse = "first-use";
export const admittedChange = "admitted-change";
/** Approver of a contract that was approved as a draft. The store knows the person. */
export const approvedDraft = "approved-draft";

/** Tells whether a person approved an entry. Trust on first use is not an approval. */
export function isApprovedByPerson(locked: Pick<LockedTool, "approvedBy"> | undefined): boolean {
  return locked !== undefined && ![firstUse, admittedChange].includes(locked.approvedBy);
}

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
  return { ...lock, servers: new Map(lock.servers).set(server, new Map([...known, ...tools])) };
}

/** Returns the lock with these owners of names added. The same object if it has them all. */
export function withNames(lock: Lock, names: LockedNames): Lock {
  const news = [...names].filter(([name, owner]) => !isSameOwner(owner, lock.names?.get(name)));
  return news.length === 0 ? lock : { ...lock, names: new Map([...(lock.names ?? []), ...news]) };
}

function isSameOwner(one: NameOwner | undefined, other: NameOwner | undefined): boolean {
  return one?.server === other?.server && one?.tool === other?.tool;
}

/**
 * Formats a lock. Sorted and deterministic, so a change shows as a small diff.
 *
 * @example
 * ```ts
 * import { writeFile } from "node:fs/promises";
 * await writeFile("toolcourt.lock", formatLock(emptyLock));
 * ```
 */
export function formatLock({ servers, names = new Map<string, NameOwner>(), items }: Lock): string {
  // A tool that left the lock owns no name in it.
  const owned = [...names].filter(([, { server, tool }]) => servers.get(server)?.has(tool));
  const all = new Set([...servers.keys(), ...(items?.keys() ?? [])]);
  const document = {
    version: 1,
    servers: objectOf(new Map([...all].map((server) => [server, server])), (server) => {
      const tools = servers.get(server);
      const toolsOf = tools && { tools: objectOf(tools, entryOf) };
      return { ...toolsOf, ...itemsOf(items?.get(server)) };
    }),
    ...(owned.length > 0 && {
      names: objectOf(new Map(owned), ({ server, tool }) => ({ server, tool })),
    }),
  };
  return `${JSON.stringify(sorted(document), undefined, 2)}\n`;
}

function entryOf({ digest, contract, effect, approvedAt, approvedBy }: LockedTool): JsonObject {
  return { digest, contract, effect, approvedAt, approvedBy };
}

/** A list that was never locked has no key, so that a later reader holds nothing of it. */
function itemsOf({ prompts, templates, views, resources }: LockedItems = {}): JsonObject {
  return {
    ...(prompts && { prompts: objectOf(prompts, writtenItem) }),
    ...(templates && { templates: objectOf(templates, writtenItem) }),
    ...(views && { views: objectOf(views, writtenItem) }),
    ...(resources && { resources: [...resources].toSorted() }),
  };
}

function writtenItem({ digest, definition, approvedAt, approvedBy }: LockedItem): JsonObject {
  return { digest, definition, approvedAt, approvedBy };
}

// `fromEntries` defines keys rather than setting them, so a tool called `__proto__` is safe.
function objectOf<Value>(
  map: ReadonlyMap<string, Value>,
  write: (value: Value) => JsonObject,
): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [key, write(value)]));
}

function sorted(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}

interface Merging {
  /** The common ancestor. */
  readonly base: Lock;
  /** Our version of `base`. */
  readonly next: Lock;
  /** The lock as it is now. */
  readonly there: Lock;
}

/**
 * Merges the additions from `base` to `next` into the current lock. An entry changed by another
 * writer in the meantime stays as it is. Removes nothing: only operators do.
 */
export function mergeLock({ base, next, there }: Merging): Lock {
  const names = [...(next.names ?? [])].filter(
    ([name, owner]) =>
      !isSameOwner(owner, base.names?.get(name)) &&
      isSameOwner(base.names?.get(name), there.names?.get(name)),
  );
  const merged = [...next.servers].reduce((made, [server, tools]) => {
    const [before, now] = [base.servers.get(server), there.servers.get(server)];
    const added = [...tools].filter(
      ([name, tool]) =>
        !isSame(tool, before?.get(name)) && isSame(before?.get(name), now?.get(name)),
    );
    // A server without tools is recorded too.
    const isNew = before === undefined && now === undefined;
    return added.length > 0 || isNew ? withLocked(made, server, new Map(added)) : made;
  }, there);
  const items = mergeItems({ base, next, there });
  const joined = items === there.items ? merged : { ...merged, items };
  return withNames(joined, new Map(names));
}

function isSame(one: LockedTool | undefined, other: LockedTool | undefined): boolean {
  return one?.digest === other?.digest && one?.approvedAt === other?.approvedAt;
}
