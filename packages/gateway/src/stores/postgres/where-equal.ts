export interface Where {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Builds a condition from the columns that have a value. */
export function whereEqual(filter: Readonly<Record<string, string | undefined>>): Where {
  const values: string[] = [];
  const parts: string[] = [];
  for (const [column, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    values.push(value);
    parts.push(`${column} = $${values.length}`);
  }
  return { sql: parts.join(" AND ") || "TRUE", values };
}
