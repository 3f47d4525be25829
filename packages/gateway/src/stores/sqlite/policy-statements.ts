import type { DatabaseSync } from "node:sqlite";
import type { PolicyStore } from "../policy-store.ts";
import { readPolicy, readPolicyPut } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Statements } from "./prepared.ts";

export function createPolicyStatements(
  database: DatabaseSync,
  chain: Chain,
): Statements<PolicyStore> {
  const insert = database.prepare(
    "INSERT INTO policies (version, content, put_by, put_at) VALUES (?, ?, ?, ?)",
  );
  const newest = database.prepare("SELECT * FROM policies ORDER BY number DESC LIMIT 1");
  const find = database.prepare(
    "SELECT * FROM policies WHERE version = ? ORDER BY number DESC LIMIT 1",
  );
  const list = database.prepare(
    "SELECT version, put_by, put_at FROM policies ORDER BY number DESC LIMIT ?",
  );
  return {
    put: ({ version, text, by, at }, { replaces, entry }) => {
      // The write transaction holds the file, so no other policy can be put in between.
      if (newest.all().map(readPolicy)[0]?.version !== replaces) return "overtaken";
      chain.add([entry]);
      insert.run(version, text, by, at);
      return "put";
    },
    newest: () => newest.all().map(readPolicy)[0],
    find: (version) => find.all(version).map(readPolicy)[0],
    list: (max) => list.all(max).map(readPolicyPut),
  };
}
