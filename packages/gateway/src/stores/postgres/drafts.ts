import { type DraftChange, type DraftStore, isRepeated, type StoredDraft } from "../draft-store.ts";
import { draftColumns, numberOf, readDraft, readListedDraft } from "../rows.ts";
import { patientDeadlineMs } from "../store-error.ts";
import type { Chain } from "./chain.ts";
import { isStorable, whereEqual } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

const order = `ORDER BY tool_set COLLATE "C", name COLLATE "C"`;

export function createPostgresDrafts({ ask }: Database, chain: Chain, schema: string): DraftStore {
  const table = `${schema}.drafts`;
  const select = `SELECT ${draftColumns}, content FROM ${table}`;
  const put = createPutDrafts(chain, schema);

  return {
    put: async (changes, entries) => (isRepeated(changes) ? "overtaken" : put(changes, entries)),
    find: async (set, name) => {
      if (!isStorable(set, name)) return undefined;
      const rows = await ask(`${select} WHERE tool_set = $1 AND name = $2`, [set, name]);
      return rows.map(readDraft)[0];
    },
    list: async ({ set, state }) => {
      if (!isStorable(set)) return [];
      const { sql, values } = whereEqual({ tool_set: set, state });
      const rows = await ask(`SELECT ${draftColumns} FROM ${table} WHERE ${sql} ${order}`, values);
      return rows.map(readListedDraft);
    },
    approved: async (set) => {
      if (!isStorable(set)) return [];
      const rows = await ask(`${select} WHERE state = 'approved' AND tool_set = $1 ${order}`, [
        set,
      ]);
      return rows.map(readDraft);
    },
    revision: async () => {
      const [row = { count: 0 }] = await ask(`SELECT count FROM ${schema}.draft_changes`);
      return numberOf(row, "count");
    },
  };
}

/** A larger group would make a statement too slow. */
const maxGroup = 200;

/** Puts all drafts of an import in one transaction, with an extended time limit. */
function createPutDrafts(chain: Chain, schema: string): DraftStore["put"] {
  return (changes, entries) =>
    chain.change(async ({ ask, add }) => {
      // Every change holds the chain lock, so this check stays true until the commit.
      if (!(await areAsTheyWere(ask, schema, changes))) return "overtaken";
      for (const some of inParts(entries)) await add(...some);
      if (changes.length === 0) return "put";
      for (const some of inParts(changes)) await write(ask, schema, some);
      await ask(
        `INSERT INTO ${schema}.draft_changes AS changed (id, count) VALUES (1, 1)
         ON CONFLICT (id) DO UPDATE SET count = changed.count + 1`,
      );
      return "put";
    }, patientDeadlineMs);
}

function* inParts<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let from = 0; from < all.length; from += maxGroup) {
    yield all.slice(from, from + maxGroup);
  }
}

async function areAsTheyWere(
  ask: Ask,
  schema: string,
  changes: readonly DraftChange[],
): Promise<boolean> {
  const rows = await ask(
    `SELECT wanted.position, draft.version
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (tool_set, name, position)
     JOIN ${schema}.drafts AS draft USING (tool_set, name)`,
    [changes.map(({ draft }) => draft.set), changes.map(({ draft }) => draft.name)],
  );
  const versions = new Map(
    rows.map((row) => [numberOf(row, "position"), numberOf(row, "version")]),
  );
  return changes.every(({ replaces }, index) => versions.get(index + 1) === replaces);
}

async function write(ask: Ask, schema: string, changes: readonly DraftChange[]): Promise<void> {
  const column = (key: keyof StoredDraft): readonly unknown[] =>
    changes.map(({ draft }) => draft[key] ?? null);
  await ask(
    `INSERT INTO ${schema}.drafts
       (tool_set, name, version, digest, state, decision, changed_at, content)
     SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[],
       $6::text[], $7::bigint[], $8::text[])
     ON CONFLICT (tool_set, name) DO UPDATE SET version = excluded.version,
       digest = excluded.digest, state = excluded.state, decision = excluded.decision,
       changed_at = excluded.changed_at, content = excluded.content`,
    [
      column("set"),
      column("name"),
      column("version"),
      column("digest"),
      column("state"),
      column("decision"),
      column("changedAt"),
      column("content"),
    ],
  );
}
