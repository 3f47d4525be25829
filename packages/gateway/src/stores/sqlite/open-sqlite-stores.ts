import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditEntry, AuditStore, Durability, Link } from "../audit-store.ts";
import type { CallStore } from "../call-store.ts";
import type { ConnectionStore } from "../connection-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import type { QuarantineStore } from "../quarantine-store.ts";
import { storeDeadlineMs } from "../store-error.ts";
import type { Added } from "./chain.ts";
import { Client } from "./client.ts";
import type { Sync } from "./log-file.ts";
import type { How } from "./protocol.ts";
import { createQuickAppend, type QuickAppend, RowFile } from "./row-file.ts";
import type { StatementName, StoreName } from "./statements.ts";

export interface SqliteOptions extends Pick<Runtime, "clock"> {
  readonly link: Link;
  /** URL of a module that exports the same function as `link`: the thread chains rows too. */
  readonly linkModule: string;
  /** Time limit of every request. Default: the store deadline. */
  readonly deadlineMs?: number | undefined;
  /** Maximum file size. Default: unlimited. */
  readonly maxBytes?: number;
  /** Syncs rows of the audit log. Default: the system's call. */
  readonly sync?: Sync;
}

/**
 * Opens the file, or creates it with owner-only permissions. Rejects with a `StoreError` if it is
 * unusable. Several processes may open it.
 */
export async function openSqliteStores(
  path: string,
  { link, linkModule, clock, deadlineMs = storeDeadlineMs, maxBytes, sync }: SqliteOptions,
): Promise<DurableStores> {
  // Well before the deadline, so that a waiting caller gets `locked` rather than `overdue`.
  const retryMs = Math.floor(deadlineMs / 2);
  const config = { path, maxBytes };
  const client = await Client.open({
    thread: { ...config, linkModule, retryMs },
    clock,
    deadlineMs,
  });
  const rows = new RowFile(config, { link, clock, sync, isTorn: client.isTorn, tore: client.tore });
  return {
    audit: createAudit(client, rows, createQuickAppend(rows, clock)),
    personal: storeOf(client, "personal"),
    approvals: { ...storeOf(client, "approvals"), forget: forgetIn(client, "approvals") },
    grants: { ...storeOf(client, "grants"), forget: forgetIn(client, "grants") },
    policies: storeOf(client, "policies"),
    connections: createConnections(client),
    keys: storeOf(client, "keys"),
    drafts: storeOf(client, "drafts"),
    results: storeOf(client, "results"),
    quarantine: createQuarantine(client),
    admissions: storeOf(client, "admissions"),
    deliveries: storeOf(client, "deliveries"),
    keyUses: storeOf(client, "keyUses"),
    tasks: storeOf(client, "tasks"),
    calls: createCalls(client),
    histories: { ...storeOf(client, "histories"), forget: forgetIn(client, "histories") },
    [Symbol.asyncDispose]: () => {
      rows[Symbol.dispose]();
      return client[Symbol.asyncDispose]();
    },
  };
}

type Hows = {
  readonly [Name in StoreName]: { readonly [Method in keyof DurableStores[Name]]: How };
};

/** The durability that each operation needs. */
const hows: Hows = {
  audit: {
    // Its caller decides.
    append: "committed",
    last: "read",
    read: "read",
    unfinished: "read",
    keepCheckpoint: "on-disk",
    checkpoints: "read",
    checkpointUpTo: "read",
  },
  personal: { put: "committed", find: "read", textsOf: "read", erase: "on-disk" },
  approvals: {
    add: "on-disk",
    find: "read",
    findOpen: "read",
    list: "read",
    decide: "on-disk",
    consume: "on-disk",
    close: "committed",
    expire: "committed",
    forget: "on-disk",
  },
  grants: {
    add: "on-disk",
    find: "read",
    activeOf: "read",
    overdue: "read",
    list: "read",
    use: "on-disk",
    end: "on-disk",
    forget: "on-disk",
  },
  policies: { put: "on-disk", newest: "read", find: "read", list: "read" },
  connections: { add: "on-disk", find: "read", list: "read", replace: "on-disk" },
  keys: {
    newest: "read",
    read: "read",
    insert: "on-disk",
    rewrap: "on-disk",
    wrappedBefore: "read",
    countByWrapping: "read",
    checks: "read",
    insertCheck: "on-disk",
    removeCheck: "on-disk",
  },
  drafts: { put: "on-disk", find: "read", list: "read", approved: "read", revision: "read" },
  results: { keep: "committed", find: "read", list: "read", forget: "on-disk" },
  quarantine: {
    keep: "committed",
    find: "read",
    list: "read",
    remove: "on-disk",
    trim: "committed",
    forget: "on-disk",
  },
  admissions: { put: "on-disk", newest: "read", revision: "read" },
  // A cursor that a power loss puts back sends rows again, and loses none.
  deliveries: {
    claim: "committed",
    release: "committed",
    save: "committed",
    reset: "on-disk",
    list: "read",
  },
  keyUses: { put: "committed", list: "read" },
  // A caller keeps the id of a task, so it must survive a power loss.
  tasks: {
    add: "on-disk",
    find: "read",
    claim: "committed",
    save: "committed",
    wake: "committed",
    overdue: "read",
    liveCalls: "read",
    forget: "committed",
  },
  // A power loss puts it back, and the rows are read again.
  calls: { index: "committed", progress: "read", find: "read", list: "read" },
  // The intent of a call that changes something follows, and its sync takes this entry along.
  histories: { read: "read", append: "committed", forget: "on-disk" },
};

/** Implements a store by the thread's statements of the same names. */
function storeOf<Name extends StoreName>(client: Client, name: Name): DurableStores[Name] {
  const methods = Object.entries<How>(hows[name]).map(([method, how]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `hows` has the names of statements only
    const statement = `${name}.${method}` as StatementName;
    return [method, (...values: never) => client.ask(statement, values, how)];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Statements` has the same types, without the promise
  return Object.fromEntries(methods) as DurableStores[Name];
}

function createAudit(client: Client, rows: RowFile, appendQuickly: QuickAppend): AuditStore {
  const inThread = async (entries: readonly AuditEntry[], how: Durability): Promise<Added> => {
    const added = await client.ask("audit.append", [entries, rows.behind()], how);
    rows.isFine();
    return added;
  };
  const orByThread = (syncing: Promise<void> | undefined): Promise<void> =>
    syncing ?? client.ask("audit.flush", [], "on-disk");
  return {
    ...storeOf(client, "audit"),
    append: async (entries, durability, isRepeated) => {
      if (isRepeated === true) {
        await client.ask("audit.appendAgain", [entries, rows.behind()], durability);
        return [];
      }
      if (entries.length === 0) {
        if (durability === "on-disk") await orByThread(rows.flush());
        return [];
      }
      const adding = appendQuickly(entries, durability);
      const quick = adding instanceof Promise ? await adding : adding;
      if (quick !== undefined && durability === "on-disk") await orByThread(rows.sync());
      const { from, previous, links } = quick ?? (await inThread(entries, durability));
      return links.map(({ hash, leaf }, index) => ({
        sequence: from + index,
        body: entries[index]?.body ?? "",
        hash,
        leaf,
        previous: index === 0 ? previous : links[index - 1]?.hash,
      }));
    },
  };
}

function forgetIn(
  client: Client,
  name: "approvals" | "grants" | "quarantine" | "histories",
): (before: number, max: number) => Promise<number> {
  return async (before, max) => {
    // A removal truncates the write-ahead log even if it removes nothing.
    if (!(await client.ask(`${name}.hasOld`, [before], "read"))) return 0;
    return client.ask(`${name}.forget`, [before, max], "on-disk");
  };
}

function createQuarantine(client: Client): QuarantineStore {
  return {
    ...storeOf(client, "quarantine"),
    forget: forgetIn(client, "quarantine"),
    trim: async (bounds) => {
      // Most looks find nothing to remove, and a write waits for the lock of the file.
      if (!(await client.ask("quarantine.isOver", [bounds], "read"))) return 0;
      return client.ask("quarantine.trim", [bounds], "committed");
    },
  };
}

function createCalls(client: Client): CallStore {
  const calls = storeOf(client, "calls");
  return {
    ...calls,
    index: async (max) => {
      // Most looks find no new row, and a write waits for the lock of the file.
      const found = await calls.progress();
      return found.indexedTo === found.last ? found : calls.index(max);
    },
  };
}

function createConnections(client: Client): ConnectionStore {
  return {
    ...storeOf(client, "connections"),
    replace: (connection, entry) => {
      const isRevoked = connection.status === "revoked";
      const statement = isRevoked ? "connections.revoke" : "connections.replace";
      return client.ask(statement, [connection, entry], "on-disk");
    },
  };
}
