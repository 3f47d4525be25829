import type { ApprovalStore } from "../approval-store.ts";
import type { AuditEntry, AuditStore, Durability, PersonalStore } from "../audit-store.ts";
import type { ConnectionStore } from "../connection-store.ts";
import type { DraftStore } from "../draft-store.ts";
import type { KeyStore } from "../key-store.ts";
import type { PolicyStore } from "../policy-store.ts";
import type { ResultStore } from "../result-store.ts";
import type { Added } from "./chain.ts";
import type { Ask } from "./desk.ts";
import type { QuickAppend } from "./quick-append.ts";
import type { RowFile } from "./row-file.ts";

// Implements every store by the thread's steps, with the durability each needs.

export function createAudit(
  ask: Ask,
  rows: Pick<RowFile, "isFine" | "behind">,
  quickly: QuickAppend,
): AuditStore {
  const inThread = async (entries: readonly AuditEntry[], how: Durability): Promise<Added> => {
    const added = await ask("append", [entries, rows.behind()], how);
    rows.isFine();
    return added;
  };
  return {
    append: async (entries, durability) => {
      if (entries.length === 0) {
        if (durability === "on-disk") await ask("flush", [], durability);
        return [];
      }
      const added = durability === "committed" ? quickly(entries) : undefined;
      const { from, previous, links } = added ?? (await inThread(entries, durability));
      return links.map(({ hash, leaf }, index) => ({
        sequence: from + index,
        body: entries[index]?.body ?? "",
        hash,
        leaf,
        previous: index === 0 ? previous : links[index - 1]?.hash,
      }));
    },
    last: () => ask("last", [], "read"),
    read: (from, most) => ask("read", [from, most], "read"),
    unfinished: (before) => ask("unfinished", [before], "read"),
    keepCheckpoint: (checkpoint) => ask("keepCheckpoint", [checkpoint], "on-disk"),
    checkpoints: (most) => ask("checkpoints", most === undefined ? [] : [most], "read"),
  };
}

export function createPersonal(ask: Ask): PersonalStore {
  return {
    put: (field) => ask("putPersonal", [field], "committed"),
    find: (id) => ask("findPersonal", [id], "read"),
    erase: (subject, tenant) => ask("erasePersonal", [subject, tenant], "on-disk"),
  };
}

export function createApprovals(ask: Ask): ApprovalStore {
  return {
    add: (approval, limit) => ask("addApproval", [approval, limit], "on-disk"),
    find: (id, within = {}) => ask("findApproval", [id, within], "read"),
    findOpen: (fingerprint, now) => ask("findOpenApproval", [fingerprint, now], "read"),
    list: (filter) => ask("listApprovals", [filter], "read"),
    decide: (id, decision, entry) => ask("decideApproval", [id, decision, entry], "on-disk"),
    consume: (consumption, intent) => ask("consumeApproval", [consumption, intent], "on-disk"),
    close: (id, state) => ask("closeApproval", [id, state], "committed"),
    expire: (now) => ask("expireApprovals", [now], "committed"),
    forget: async (before, most) => {
      // A removal truncates the write-ahead log even if it removes nothing.
      if (!(await ask("hasOldApprovals", [before], "read"))) return 0;
      return ask("forgetApprovals", [before, most], "on-disk");
    },
  };
}

export function createPolicies(ask: Ask): PolicyStore {
  return {
    put: (policy, change) => ask("putPolicy", [policy, change], "on-disk"),
    newest: () => ask("newestPolicy", [], "read"),
    find: (version) => ask("findPolicy", [version], "read"),
    list: (most) => ask("listPolicies", [most], "read"),
  };
}

export function createConnections(ask: Ask): ConnectionStore {
  return {
    add: (connection, entry) => ask("addConnection", [connection, entry], "on-disk"),
    find: (id) => ask("findConnection", [id], "read"),
    list: (filter) => ask("listConnections", [filter], "read"),
    replace: (connection, entry) => {
      const step = connection.status === "revoked" ? "revokeConnection" : "replaceConnection";
      return ask(step, [connection, entry], "on-disk");
    },
  };
}

export function createKeys(ask: Ask): KeyStore {
  return {
    newest: (owner) => ask("newestKey", [owner], "read"),
    read: (owner, version) => ask("readKey", [owner, version], "read"),
    insert: (key) => ask("insertKey", [key], "on-disk"),
    rewrap: (from, to) => ask("rewrapKey", [from, to], "on-disk"),
    wrappedBefore: (keyVersion, limit) => ask("keysWrappedBefore", [keyVersion, limit], "read"),
    countByWrapping: () => ask("countKeysByWrapping", [], "read"),
    checks: () => ask("keyChecks", [], "read"),
    insertCheck: (check) => ask("insertKeyCheck", [check], "on-disk"),
    removeCheck: (keyVersion) => ask("removeKeyCheck", [keyVersion], "on-disk"),
  };
}

export function createDrafts(ask: Ask): DraftStore {
  return {
    put: (changes, entries) => ask("putDrafts", [changes, entries], "on-disk"),
    find: (set, name) => ask("findDraft", [set, name], "read"),
    list: (filter) => ask("listDrafts", [filter], "read"),
    approved: (set) => ask("approvedDrafts", [set], "read"),
    revision: () => ask("draftRevision", [], "read"),
  };
}

export function createResults(ask: Ask): ResultStore {
  return {
    keep: (result) => ask("keepResult", [result], "committed"),
    find: (callId) => ask("findResult", [callId], "read"),
    list: (filter, most) => ask("listResults", [filter, most], "read"),
    forget: (before, most) => ask("forgetResults", [before, most], "on-disk"),
  };
}
