/**
 * Returns false for text with zero bytes, which PostgreSQL cannot store. Ids are untrusted, so no
 * row can have such an id.
 */
export function isStorable(...texts: readonly (string | undefined)[]): boolean {
  return !texts.some((each) => each?.includes("\0"));
}

interface SqlCondition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Builds a condition from the columns with a value, so that an index can serve it. */
export function whereEqual(
  filter: Readonly<Record<string, string | null | undefined>>,
): SqlCondition {
  const values: unknown[] = [];
  const parts: string[] = [];
  for (const [column, value] of Object.entries(filter)) {
    if (value === null) parts.push(`${column} IS NULL`);
    else if (value !== undefined) parts.push(`${column} = $${values.push(value)}`);
  }
  return { sql: parts.join(" AND ") || "TRUE", values };
}

/** Adds the cursor of a list that is sorted by time and id. Unchanged for the beginning. */
export function olderThan(
  behind: { readonly createdAt: number; readonly id: string } | undefined,
  { sql, values }: SqlCondition,
): SqlCondition {
  if (behind === undefined) return { sql, values };
  const next = values.length + 1;
  const older = `(created_at, id COLLATE "C") < ($${next}::bigint, $${next + 1}::text)`;
  return { sql: `${sql} AND ${older}`, values: [...values, behind.createdAt, behind.id] };
}
