import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry } from "../audit-store.ts";
import {
  type DraftChange,
  type DraftFilter,
  draftStates,
  isRepeated,
  type StoredDraft,
} from "../draft-store.ts";
import type { Chain } from "./chain.ts";
import { type Columns, isSet, numberOf, oneOf, textOf } from "./columns.ts";
import { createPrepared, whereEqual } from "./prepared.ts";

type ListedDraft = Omit<StoredDraft, "content">;

export interface DraftSteps {
  readonly putDrafts: (
    changes: readonly DraftChange[],
    entries: readonly AuditEntry[],
  ) => "put" | "overtaken";
  readonly findDraft: (set: string, name: string) => StoredDraft | undefined;
  readonly listDrafts: (filter: DraftFilter) => readonly ListedDraft[];
  readonly approvedDrafts: (set: string) => readonly StoredDraft[];
  readonly draftRevision: () => number;
}

const listed = "tool_set, name, version, digest, state, decision, changed_at";

export function createDraftSteps(database: DatabaseSync, chain: Chain): DraftSteps {
  const find = database.prepare("SELECT * FROM drafts WHERE tool_set = ? AND name = ?");
  const approved = database.prepare(
    "SELECT * FROM drafts WHERE state = 'approved' AND tool_set = ? ORDER BY name",
  );
  const revision = database.prepare("SELECT count FROM draft_changes");
  const prepared = createPrepared(database);
  return {
    putDrafts: createPutting(database, chain),
    findDraft: (set, name) => {
      const row = find.get(set, name);
      return row && readDraft(row);
    },
    listDrafts: ({ set, state }) => {
      const { sql, values } = whereEqual({ tool_set: set, state });
      return prepared(`SELECT ${listed} FROM drafts WHERE ${sql} ORDER BY tool_set, name`)
        .all(values)
        .map(readListed);
    },
    approvedDrafts: (set) => approved.all(set).map(readDraft),
    draftRevision: () => {
      const row = revision.get();
      return row === undefined ? 0 : numberOf(row, "count");
    },
  };
}

function createPutting(database: DatabaseSync, { add }: Chain): DraftSteps["putDrafts"] {
  const version = database.prepare("SELECT version FROM drafts WHERE tool_set = ? AND name = ?");
  const put = database.prepare(
    `INSERT INTO drafts (tool_set, name, version, digest, state, decision, changed_at, content)
     VALUES (:set, :name, :version, :digest, :state, :decision, :changedAt, :content)
     ON CONFLICT DO UPDATE SET version = excluded.version, digest = excluded.digest,
       state = excluded.state, decision = excluded.decision, changed_at = excluded.changed_at,
       content = excluded.content`,
  );
  const count = database.prepare(
    `INSERT INTO draft_changes (id, count) VALUES (1, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
  );
  const isAsItWas = ({ draft: { set, name }, replaces }: DraftChange): boolean => {
    const row = version.get(set, name);
    return (row && numberOf(row, "version")) === replaces;
  };
  return (changes, entries) => {
    // The write transaction holds the file, so this check stays true until the last draft is put.
    if (isRepeated(changes) || !changes.every(isAsItWas)) return "overtaken";
    add(entries);
    for (const { draft } of changes) put.run({ decision: null, ...draft });
    if (changes.length > 0) count.run();
    return "put";
  };
}

function readListed(columns: Columns): ListedDraft {
  return {
    set: textOf(columns, "tool_set"),
    name: textOf(columns, "name"),
    version: numberOf(columns, "version"),
    digest: textOf(columns, "digest"),
    state: oneOf(columns, "state", draftStates),
    ...(isSet(columns, "decision") && { decision: textOf(columns, "decision") }),
    changedAt: numberOf(columns, "changed_at"),
  };
}

function readDraft(columns: Columns): StoredDraft {
  return { ...readListed(columns), content: textOf(columns, "content") };
}
