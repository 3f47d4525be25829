import type { Durability } from "../audit-store.ts";
import type { Connection, Connections } from "./connection.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import type { Answer, How, Reply, Request } from "./protocol.ts";
import type { Scrub } from "./scrub.ts";
import { runStep, type StepName } from "./steps.ts";

/** A request with its position in the batch. */
type Placed = readonly [place: number, request: Request];
type Answers = Reply["answers"];

/** Steps whose removed data must not stay readable in the write-ahead log. */
const erasing: readonly StepName[] = [
  "erasePersonal",
  "revokeConnection",
  "forgetResults",
  "forgetApprovals",
];

/**
 * Executes a batch. Answers come in parts, so a request without a disk sync does not wait for one.
 */
export type Write = (batch: readonly Request[], send: (reply: Reply) => void) => void;

export function createWrite(connections: Connections, scrub: Scrub): Write {
  const guarded = (
    group: readonly Placed[],
    work: (connection: Connection) => Answers,
  ): Answers => {
    try {
      return work(connections.current());
    } catch (error) {
      if (endsConnection(error)) connections.drop();
      const answer = faultOf(error);
      return group.map(([place]) => [place, answer]);
    }
  };
  const change = (group: readonly Placed[], durability: Durability): Answers =>
    guarded(group, (connection) => {
      try {
        return connection.transact(durability, () => together(connection, group));
      } catch (error) {
        if (group.length === 1 || !isOfOneRequest(error)) throw error;
        return connection.transact(durability, () => apart(connection, group));
      }
    });
  const look = (placed: Placed): Answers =>
    guarded([placed], (connection) => together(connection, [placed]));
  const clean = (work: Scrub["now"]): void =>
    void guarded([], ({ database }) => {
      work(database);
      return [];
    });
  const changeForGood = (group: readonly Placed[]): Answers => {
    const answers = change(group, "on-disk");
    if (group.some(([, { step }]) => erasing.includes(step))) clean(scrub.now);
    return answers;
  };

  return (batch, send) => {
    const { committed, read, "on-disk": onDisk } = grouped(batch);
    let left = batch.length;
    const reply = (answers: Answers): void => {
      left -= answers.length;
      send({ answers, isLast: left === 0 });
    };
    const first = committed.length > 0 ? change(committed, "committed") : [];
    if (first.length > 0) reply(first);
    if (read.length > 0) reply(read.flatMap(look));
    if (onDisk.length > 0) reply(lockedFor(onDisk, first) ?? changeForGood(onDisk));
    clean(scrub.again);
  };
}

/** Fast path: one failing request fails the group. */
function together({ steps }: Connection, group: readonly Placed[]): Answers {
  return group.map(([place, request]) => [place, { value: runStep(steps, request) }]);
}

/** Slow path: a savepoint per request, so a failure affects no other. */
function apart({ database, chain, steps }: Connection, group: readonly Placed[]): Answers {
  return group.map(([place, request]) => {
    database.exec("SAVEPOINT step");
    try {
      const value = runStep(steps, request);
      database.exec("RELEASE step");
      return [place, { value }];
    } catch (error) {
      if (!isOfOneRequest(error) || !database.isTransaction) throw error;
      database.exec("ROLLBACK TO step; RELEASE step");
      chain.reset();
      return [place, faultOf(error)];
    }
  });
}

function faultOf(error: unknown): Answer {
  const { kind, cause } = asStoreError(error);
  return { fault: kind, cause };
}

/** Returns false for a full, locked or broken file, which affects all requests. */
function isOfOneRequest(error: unknown): boolean {
  return asStoreError(error).kind === "failed" && !endsConnection(error);
}

/** The lock wait is per batch: if the first waited in vain, the others fail at once. */
function lockedFor(group: readonly Placed[], before: Answers): Answers | undefined {
  const answer = before[0]?.[1];
  if (answer === undefined || "value" in answer || answer.fault !== "locked") return undefined;
  return group.map(([place]) => [place, answer]);
}

function grouped(batch: readonly Request[]): Record<How, Placed[]> {
  const groups: Record<How, Placed[]> = { committed: [], read: [], "on-disk": [] };
  let isBehindDisk = false;
  for (const [place, request] of batch.entries()) {
    const isRow = request.step === "append";
    // Rows keep their order: a call's outcome must not precede its intent.
    const how: How = isRow && isBehindDisk ? "on-disk" : request.how;
    isBehindDisk ||= isRow && how === "on-disk";
    groups[how].push([place, request]);
  }
  return groups;
}
