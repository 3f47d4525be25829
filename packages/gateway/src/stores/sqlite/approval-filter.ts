import type { SQLInputValue } from "node:sqlite";
import type { ApprovalFilter } from "../approval-store.ts";

interface Where {
  readonly sql: string;
  readonly values: Record<string, SQLInputValue>;
}

/** Builds a condition from the given keys only, so that an index can serve it. */
export function whereOf({
  behind,
  ...equal
}: Omit<ApprovalFilter, "most"> & { readonly id?: string }): Where {
  const given = Object.entries(equal);
  // `IS` also matches null with null.
  const parts = given.map(([name]) => `${name} IS :${name}`);
  const values: Where["values"] = Object.fromEntries(given);
  if (behind !== undefined) {
    parts.push("(created_at, id) < (:behindAt, :behindId)");
    values["behindAt"] = behind.createdAt;
    values["behindId"] = behind.id;
  }
  return { sql: parts.join(" AND ") || "TRUE", values };
}
