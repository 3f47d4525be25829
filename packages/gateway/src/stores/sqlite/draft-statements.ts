import type { DatabaseSync } from "node:sqlite";
import { type DraftChange, type DraftStore, isRepeated } from "../draft-store.ts";
import { draftColumns, numberOf, readDraft, readListedDraft } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { createPrepared, type Statements, whereEqual } from "./prepared.ts";

type DraftStatements = Statements<DraftStore>;

export function createDraftStatements(database: DatabaseSync, chain: Chain): DraftStatements {
  const find = database.prepare("SELECT * FROM drafts WHERE tool_set = ? AND name = ?");
  const approved = database.prepare(
    "SELECT * FROM drafts WHERE state = 'approved' AND tool_set = ? ORDER BY name",
  );
  const revision = database.prepare("SELECT count FROM draft_changes");
  const prepared = createPrepared(database);
  return {
    put: createPutting(database, chain),
    find: (set, name) => find.all(set, name).map(readDraft)[0],
    list: ({ set, state }) => {
      const { sql, values } = whereEqual({ tool_set: set, state });
      return prepared(`SELECT ${draftColumns} FROM drafts WHERE ${sql} ORDER BY tool_set, name`)
        .all(values)
        .map(readListedDraft);
    },
    approved: (set) => approved.all(set).map(readDraft),
    revision: () => numberOf(revision.get() ?? { count: 0 }, "count"),
  };
}

function createPutting(database: DatabaseSync, chain: Chain): DraftStatements["put"] {
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
    chain.add(entries);
    for (const { draft } of changes) put.run({ decision: null, ...draft });
    if (changes.length > 0) count.run();
    return "put";
  };
}
