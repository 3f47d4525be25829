import type { DatabaseSync } from "node:sqlite";
import type { PolicyChange, PolicyPut, StoredPolicy } from "../policy-store.ts";
import type { Chain } from "./chain.ts";
import { type Columns, numberOf, textOf } from "./columns.ts";

export interface PolicySteps {
  readonly putPolicy: (policy: StoredPolicy, change: PolicyChange) => "put" | "overtaken";
  readonly newestPolicy: () => StoredPolicy | undefined;
  readonly findPolicy: (version: string) => StoredPolicy | undefined;
  readonly listPolicies: (most: number) => readonly PolicyPut[];
}

export function createPolicySteps(database: DatabaseSync, { add }: Chain): PolicySteps {
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
    putPolicy: ({ version, text, by, at }, { replaces, entry }) => {
      // The write transaction holds the file, so no other policy can be put in between.
      if (policyOf(newest.get())?.version !== replaces) return "overtaken";
      add([entry]);
      insert.run(version, text, by, at);
      return "put";
    },
    newestPolicy: () => policyOf(newest.get()),
    findPolicy: (version) => policyOf(find.get(version)),
    listPolicies: (most) => list.all(most).map(putOf),
  };
}

function policyOf(columns: Columns | undefined): StoredPolicy | undefined {
  return columns && { ...putOf(columns), text: textOf(columns, "content") };
}

function putOf(columns: Columns): PolicyPut {
  return {
    version: textOf(columns, "version"),
    by: textOf(columns, "put_by"),
    at: numberOf(columns, "put_at"),
  };
}
