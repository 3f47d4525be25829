import { type DraftStore, draftStates, isRepeated, type StoredDraft } from "../draft-store.ts";
import type { Chain } from "./chain.ts";
import type { Database } from "./database.ts";
import { createPutDrafts } from "./put-drafts.ts";
import { integer, isStorable, oneOf, optional, type Row, text } from "./row.ts";
import { whereEqual } from "./where-equal.ts";

const listed = "tool_set, name, version, digest, state, decision, changed_at";
const order = `ORDER BY tool_set COLLATE "C", name COLLATE "C"`;

export function createPostgresDrafts({ ask }: Database, chain: Chain, schema: string): DraftStore {
  const table = `${schema}.drafts`;
  const select = `SELECT ${listed}, content FROM ${table}`;
  const put = createPutDrafts(chain, schema);

  return {
    put: async (changes, entries) => (isRepeated(changes) ? "overtaken" : put(changes, entries)),
    find: async (set, name) => {
      if (!isStorable(set, name)) return undefined;
      const rows = await ask(`${select} WHERE tool_set = $1 AND name = $2`, [set, name]);
      return rows.map(storedDraft)[0];
    },
    list: async ({ set, state }) => {
      if (!isStorable(set)) return [];
      const { sql, values } = whereEqual({ tool_set: set, state });
      const rows = await ask(`SELECT ${listed} FROM ${table} WHERE ${sql} ${order}`, values);
      return rows.map(listedDraft);
    },
    approved: async (set) => {
      if (!isStorable(set)) return [];
      const rows = await ask(`${select} WHERE state = 'approved' AND tool_set = $1 ${order}`, [
        set,
      ]);
      return rows.map(storedDraft);
    },
    revision: async () => {
      const [row] = await ask(`SELECT count FROM ${schema}.draft_changes`);
      return row === undefined ? 0 : integer(row, "count");
    },
  };
}

function listedDraft(row: Row): Omit<StoredDraft, "content"> {
  const decision = optional(row, "decision", text);
  return {
    set: text(row, "tool_set"),
    name: text(row, "name"),
    version: integer(row, "version"),
    digest: text(row, "digest"),
    state: oneOf(row, "state", draftStates),
    ...(decision === undefined ? {} : { decision }),
    changedAt: integer(row, "changed_at"),
  };
}

function storedDraft(row: Row): StoredDraft {
  return { ...listedDraft(row), content: text(row, "content") };
}
