import { type Lock, type LockedTool, withLocked } from "./lock.ts";

export interface Merging {
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
  return [...next.servers].reduce((made, [server, tools]) => {
    const [before, now] = [base.servers.get(server), there.servers.get(server)];
    const added = [...tools].filter(
      ([name, tool]) =>
        !isSame(tool, before?.get(name)) && isSame(before?.get(name), now?.get(name)),
    );
    // A server without tools is recorded too.
    const isNew = before === undefined && now === undefined;
    return added.length > 0 || isNew ? withLocked(made, server, new Map(added)) : made;
  }, there);
}

function isSame(one: LockedTool | undefined, other: LockedTool | undefined): boolean {
  return one?.digest === other?.digest && one?.approvedAt === other?.approvedAt;
}
