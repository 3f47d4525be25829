import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { PolicyStore, StoredPolicy } from "@toolcourt/gateway/internal/stores/policy-store";
import { numberOf, type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { ContainerPort, Item } from "./account.ts";
import { created, equal, onlyPart, replaced } from "./operations.ts";
import { isSettling, nested, type Owed, ownOf, untilSettled } from "./owed.ts";
import { assertOwable, noteOfPolicy, readEntry } from "./owed-entries.ts";

export interface PolicyDeps {
  readonly container: ContainerPort;
  readonly owed: Owed;
  readonly newId: () => string;
}

/** The newest policy, and a put that owes its audit entry. */
interface Head {
  /** The number of stored policies. */
  readonly count: number;
  /** Undefined before the first. */
  readonly version: string | undefined;
  readonly change: string;
  readonly owed?: Pending;
}

/** A put whose entry the log may lack. It does not count before it is settled. */
interface Pending {
  readonly policy: StoredPolicy;
  readonly entry: AuditEntry;
}

/** A head as it was read, with its ETag. */
interface ReadHead extends Head {
  readonly etag: string;
  readonly row: Row;
}

const headId = "head";
const stale = new Error(
  "The newest policy of the store is already stored: an old copy of the head was put back.",
);
const unsealed = new Error("The newest policy owes an audit entry by a seal that does not fit.");
const noPolicy = { count: 0, version: undefined };

/** The version that is the newest once the head is settled. */
function newestIn(head: Head | undefined): string | undefined {
  return head?.owed === undefined ? head?.version : head.owed.policy.version;
}

/**
 * Every policy, created once and never changed, and a head that names the newest. A put writes a
 * pending policy into the head, appends its entry, then makes it the newest in one batch.
 */
export class CosmosPolicies implements PolicyStore {
  readonly #deps: PolicyDeps;

  constructor(deps: PolicyDeps) {
    this.#deps = deps;
  }

  readonly put: PolicyStore["put"] = async (policy, { replaces, entry }) => {
    assertOwable(entry, noteOfPolicy(policy.version));
    const before = await this.#preceding(replaces);
    if (before === "overtaken") return "overtaken";
    const change = this.#deps.newId();
    const { count, version } = before ?? noPolicy;
    const item = headItem({ count, version, change, owed: { policy, entry } });
    const written = await this.#write(await this.#deps.owed.sealed(item), before);
    if (!written) return "overtaken";
    const undone =
      before === undefined
        ? headItem({ ...noPolicy, change: this.#deps.newId() })
        : ownOf(before.row);
    await this.#pay(change, { policy, entry }, undone);
    return "put";
  };

  readonly newest: PolicyStore["newest"] = async () => {
    const head = await this.#settled();
    if (head === undefined || head.count === 0) return undefined;
    const row = await this.#deps.container.read(policyId(head.count), onlyPart);
    // A lost policy is not the same as none yet.
    if (row === undefined) throw new StoreError("corrupt");
    return readPolicy(row);
  };

  readonly find: PolicyStore["find"] = async (version) => {
    await this.#settled();
    const [row] = await this.#rows("*", { version }, 1);
    return row && readPolicy(row);
  };

  readonly list: PolicyStore["list"] = async (max) => {
    await this.#settled();
    const rows = await this.#rows("c.version, c.author, c.putAt", {}, max);
    return rows.map(readPut);
  };

  #rows(fields: string, values: { readonly version?: string }, max: number) {
    const { where, parameters } = equal({ kind: "policy", ...values });
    const text = `SELECT ${fields} FROM c WHERE ${where} ORDER BY c.number DESC`;
    return this.#deps.container.query({ text, parameters, partition: onlyPart, max });
  }

  /** Appends the entry of our own put. If the log refuses it, the put is undone. */
  async #pay(change: string, { policy, entry }: Pending, undone: Item): Promise<void> {
    const clear = async (): Promise<void> => {
      const head = await this.#owing(change);
      if (head !== undefined) await this.#clear(head, policy);
    };
    const refused = await this.#deps.owed.pay({ change, entry, clear });
    const head = refused && (await this.#owing(change));
    // Without a head, a reader could append the entry: then the change stands.
    if (refused === undefined || head === undefined) return;
    // A reader that marks the head after this read changes its ETag.
    const isUndone = !isSettling(head.row) && (await this.#write(undone, head));
    if (isUndone) throw refused;
    await this.#settled();
  }

  /** Returns the settled head if its policy is the one to replace. Undefined before the first put. */
  async #preceding(replaces: string | undefined): Promise<ReadHead | undefined | "overtaken"> {
    const found = await this.#read();
    if (found?.owed !== undefined && (await this.#damageOf(found)) !== undefined) {
      return this.#repaired(found, replaces);
    }
    // Looked at before the debt is settled: an overtaken writer settles nothing.
    if (newestIn(found) !== replaces) return "overtaken";
    const head = await this.#settled();
    return newestIn(head) === replaces ? head : "overtaken";
  }

  /** Returns a damaged head as if it named the last stored policy, if that is the one to replace. */
  async #repaired(head: ReadHead, replaces: string | undefined): Promise<ReadHead | "overtaken"> {
    const [last] = await this.#rows("*", {}, 1);
    const { number, version } =
      last === undefined
        ? { number: 0, version: undefined }
        : { number: numberOf(last, "number"), version: textOf(last, "version") };
    if (version !== replaces) return "overtaken";
    await this.#deps.owed.drop({ of: "policy" });
    return { ...head, count: number, version };
  }

  async #read(): Promise<ReadHead | undefined> {
    const row = await this.#deps.container.read(headId, onlyPart);
    return row && readHead(row);
  }

  /** Returns the head if it still owes the entry of this change. */
  async #owing(change: string): Promise<ReadHead | undefined> {
    const head = await this.#read();
    return head?.change === change && head.owed !== undefined ? head : undefined;
  }

  /** Returns a head that owes nothing. */
  #settled(): Promise<ReadHead | undefined> {
    return untilSettled(
      () => this.#read(),
      async (head) => head?.owed !== undefined && this.#settle(head, head.owed),
    );
  }

  async #settle(head: ReadHead, { policy, entry }: Pending): Promise<true> {
    const { change, row, etag } = head;
    const cause = await this.#damageOf(head);
    if (cause !== undefined) throw new StoreError("corrupt", { cause });
    const clear = (): Promise<void> => this.#clear(head, policy);
    const mark = async (item: Item): Promise<void> => {
      await this.#deps.container.replace(item, onlyPart, etag);
    };
    await this.#deps.owed.settle({ change, entry, clear, found: { row, mark } });
    return true;
  }

  /** Why a head that owes cannot be settled. A put replaces it. */
  async #damageOf(head: ReadHead): Promise<Error | undefined> {
    if (await this.#deps.owed.isDamaged(head.row)) return unsealed;
    return (await this.#isStale(head)) ? stale : undefined;
  }

  /** Whether the policy of a head is stored already: no put leaves that, an old copy of a head does. */
  async #isStale({ count, etag }: ReadHead): Promise<boolean> {
    if ((await this.#deps.container.read(policyId(count + 1), onlyPart)) === undefined)
      return false;
    // Another reader may have settled the head since it was read.
    return (await this.#read())?.etag === etag;
  }

  /** Returns false if the head is no longer the one before. */
  async #write(item: Item, before: ReadHead | undefined): Promise<boolean> {
    const { container } = this.#deps;
    const { status, isRepeated } =
      before === undefined
        ? await container.create(item, onlyPart)
        : await container.replace(item, onlyPart, before.etag);
    if (status === 200) return true;
    return isRepeated && (await this.#read())?.change === item["change"];
  }

  /** Changes nothing if the head is no longer the one that was read: its reader reads it again. */
  async #clear({ count, change, etag }: ReadHead, policy: StoredPolicy): Promise<void> {
    const next = { count: count + 1, version: policy.version, change };
    const operations = [replaced(headItem(next), etag), created(policyItem(count + 1, policy))];
    await this.#deps.container.batch(operations, onlyPart);
  }
}

function policyId(number: number): string {
  return `policy.${number}`;
}

function policyItem(number: number, { version, by, at, text }: StoredPolicy): Item {
  const columns = { version, author: by, putAt: at, text };
  return { id: policyId(number), part: onlyPart, kind: "policy", number, ...columns };
}

function headItem({ count, version, change, owed }: Head): Item {
  return {
    id: headId,
    part: onlyPart,
    kind: "head",
    count,
    change,
    ...(version !== undefined && { version }),
    ...(owed && {
      owed: { entry: { ...owed.entry }, policy: policyItem(count + 1, owed.policy) },
    }),
  };
}

function readHead(row: Row): ReadHead {
  const owed = nested(row, "owed");
  return {
    count: numberOf(row, "count"),
    version: row["version"] === undefined ? undefined : textOf(row, "version"),
    change: textOf(row, "change"),
    etag: textOf(row, "_etag"),
    row,
    ...(owed && { owed: readPending(owed) }),
  };
}

function readPending(owed: Row): Pending {
  const policy = readPolicy(nested(owed, "policy") ?? {});
  return { policy, entry: readEntry(nested(owed, "entry") ?? {}, noteOfPolicy(policy.version)) };
}

function readPut(row: Row) {
  return {
    version: textOf(row, "version"),
    by: textOf(row, "author"),
    at: numberOf(row, "putAt"),
  };
}

function readPolicy(row: Row): StoredPolicy {
  return { ...readPut(row), text: textOf(row, "text") };
}
