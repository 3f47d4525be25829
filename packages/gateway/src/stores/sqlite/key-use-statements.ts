import type { DatabaseSync } from "node:sqlite";
import type { KeyUseStore } from "../key-use-store.ts";
import { readKeyUse } from "../rows.ts";
import type { Statements } from "./prepared.ts";

export function createKeyUseStatements(database: DatabaseSync): Statements<KeyUseStore> {
  const put = database.prepare(
    `INSERT INTO key_uses (fingerprint, at) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
  );
  const list = database.prepare("SELECT fingerprint, at FROM key_uses ORDER BY fingerprint");
  return {
    put: (uses) => {
      for (const { fingerprint, at } of uses) put.run(fingerprint, at);
    },
    list: () => list.all().map(readKeyUse),
  };
}
