import type { ApprovalFilter } from "../approval-store.ts";

interface Where {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Builds a condition from the given keys only, so that an index can serve it. */
export function whereOf({
  behind,
  ...equal
}: Omit<ApprovalFilter, "most"> & { readonly id?: string }): Where {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const parts = Object.entries(equal).map(([name, value]) =>
    value === null ? `${name} IS NULL` : `${name} = ${place(value)}`,
  );
  if (behind !== undefined) {
    const [at, id] = [place(behind.createdAt), place(behind.id)];
    parts.push(`(created_at, id COLLATE "C") < (${at}::bigint, ${id}::text)`);
  }
  return { sql: parts.join(" AND ") || "TRUE", values };
}
