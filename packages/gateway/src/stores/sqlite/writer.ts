import type { DatabaseSync } from "node:sqlite";
import type { Durability } from "../audit-store.ts";
import type { Connection, Connections } from "./connection.ts";
import type { Scrub } from "./deadlines.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import type { Answer, How, Reply, Request } from "./protocol.ts";
import { runStatement, type StatementName } from "./statements.ts";

/** A request with its position in the batch. */
type Positioned = readonly [position: number, request: Request];
type Answers = Reply["answers"];

/** Statements whose removed data must not stay readable in the write-ahead log. */
const erasing: readonly StatementName[] = [
  "personal.erase",
  "connections.revoke",
  "results.forget",
  "approvals.forget",
  "grants.forget",
  "quarantine.forget",
  "quarantine.remove",
  "histories.forget",
];

const rows: readonly StatementName[] = ["audit.append", "audit.appendAgain"];

/** Executes batches of requests. */
export class Writer {
  readonly #connections: Connections;
  readonly #scrub: Scrub;

  constructor(connections: Connections, scrub: Scrub) {
    this.#connections = connections;
    this.#scrub = scrub;
  }

  /**
   * Executes a batch. Answers come in parts, so a request without a disk sync does not wait for one.
   */
  write(batch: readonly Request[], send: (reply: Reply) => void): void {
    const { committed, read, "on-disk": onDisk } = grouped(batch);
    let left = batch.length;
    const reply = (answers: Answers): void => {
      left -= answers.length;
      send({ answers, isLast: left === 0 });
    };
    const first = committed.length > 0 ? this.#change(committed, "committed") : [];
    if (first.length > 0) reply(first);
    if (read.length > 0) reply(read.flatMap((each) => this.#read(each)));
    if (onDisk.length > 0) reply(lockedFor(onDisk, first) ?? this.#changeOnDisk(onDisk));
    this.#clean((database) => this.#scrub.again(database));
  }

  #guarded(group: readonly Positioned[], work: (connection: Connection) => Answers): Answers {
    try {
      return work(this.#connections.current());
    } catch (error) {
      if (endsConnection(error)) this.#connections.drop();
      const answer = faultOf(error);
      return group.map(([position]) => [position, answer]);
    }
  }

  #change(group: readonly Positioned[], durability: Durability): Answers {
    return this.#guarded(group, (connection) => {
      try {
        return connection.transact(durability, () => inOneBatch(connection, group));
      } catch (error) {
        if (group.length === 1 || !isOfOneRequest(error)) throw error;
        return connection.transact(durability, () => oneByOne(connection, group));
      }
    });
  }

  #read(request: Positioned): Answers {
    return this.#guarded([request], (connection) => inOneBatch(connection, [request]));
  }

  #changeOnDisk(group: readonly Positioned[]): Answers {
    const answers = this.#change(group, "on-disk");
    if (group.some(([, { statement }]) => erasing.includes(statement))) {
      this.#clean((database) => this.#scrub.now(database));
    }
    return answers;
  }

  #clean(work: (database: DatabaseSync) => void): void {
    this.#guarded([], ({ database }) => {
      work(database);
      return [];
    });
  }
}

/** Fast path: one failing request fails the group. */
function inOneBatch({ statements }: Connection, group: readonly Positioned[]): Answers {
  return group.map(([position, request]) => [
    position,
    { value: runStatement(statements, request) },
  ]);
}

/** Slow path: a savepoint per request, so a failure affects no other. */
function oneByOne(connection: Connection, group: readonly Positioned[]): Answers {
  const { database, chain, statements } = connection;
  return group.map(([position, request]) => {
    database.exec("SAVEPOINT request");
    try {
      const value = runStatement(statements, request);
      database.exec("RELEASE request");
      return [position, { value }];
    } catch (error) {
      if (!isOfOneRequest(error) || !database.isTransaction) throw error;
      database.exec("ROLLBACK TO request; RELEASE request");
      chain.reset();
      return [position, faultOf(error)];
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
function lockedFor(group: readonly Positioned[], before: Answers): Answers | undefined {
  const answer = before[0]?.[1];
  if (answer === undefined || "value" in answer || answer.fault !== "locked") return undefined;
  return group.map(([position]) => [position, answer]);
}

function grouped(batch: readonly Request[]): Record<How, Positioned[]> {
  const groups: Record<How, Positioned[]> = { committed: [], read: [], "on-disk": [] };
  let isBehindDisk = false;
  for (const [position, request] of batch.entries()) {
    const isRow = rows.includes(request.statement);
    // Rows keep their order: a call's outcome must not precede its intent.
    const how: How = isRow && isBehindDisk ? "on-disk" : request.how;
    isBehindDisk ||= isRow && how === "on-disk";
    groups[how].push([position, request]);
  }
  return groups;
}
