import { type Lock, type LockedTool, withLocked } from "./lock.ts";

export interface Merging {
  /** The lock that somebody began with. */
  readonly base: Lock;
  /** What they made of it. */
  readonly next: Lock;
  /** The lock as it is by now. */
  readonly there: Lock;
}

/**
 * The lock as it is by now, with what was put into `next` since `base`. An entry that somebody else
 * changed meanwhile stays as they left it. Nothing is taken out: only people do that.
 */
export function mergeLock({ base, next, there }: Merging): Lock {
  return [...next.servers].reduce((made, [server, tools]) => {
    const [before, now] = [base.servers.get(server), there.servers.get(server)];
    const added = [...tools].filter(
      ([name, tool]) =>
        !isSame(tool, before?.get(name)) && isSame(before?.get(name), now?.get(name)),
    );
    // A server without tools is known too.
    const isNew = before === undefined && now === undefined;
    return added.length > 0 || isNew ? withLocked(made, server, new Map(added)) : made;
  }, there);
}

function isSame(one: LockedTool | undefined, other: LockedTool | undefined): boolean {
  return one?.digest === other?.digest && one?.approvedAt === other?.approvedAt;
}
