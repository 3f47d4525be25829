/**
 * Returns false for text with zero bytes, which PostgreSQL cannot store. Ids are untrusted, so no
 * row can have such an id.
 */
export function isStorable(...texts: readonly (string | undefined)[]): boolean {
  return !texts.some((each) => each?.includes("\0"));
}

/** Builds a condition from the columns with a value, so that an index can serve it. */
export function whereEqual(filter: Readonly<Record<string, string | null | undefined>>): {
  readonly sql: string;
  readonly values: readonly unknown[];
} {
  const values: unknown[] = [];
  const parts: string[] = [];
  for (const [column, value] of Object.entries(filter)) {
    if (value === null) parts.push(`${column} IS NULL`);
    else if (value !== undefined) parts.push(`${column} = $${values.push(value)}`);
  }
  return { sql: parts.join(" AND ") || "TRUE", values };
}
