/** What one role allows: its actions without its excluded ones. */
export interface Permission {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
}

/**
 * Returns whether one of the roles allows an action. An exclusion counts within its own role only,
 * as in Azure: it is no denial.
 *
 * @example
 * ```ts
 * const reader = { actions: ["*" + "/read"], notActions: [] };
 * allows([reader], "Microsoft.Security/assessments/read"); // true
 * ```
 */
export function allows(permissions: readonly Permission[], action: string): boolean {
  const isCovered = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => covers(pattern, action));
  return permissions.some(
    ({ actions, notActions }) => isCovered(actions) && !isCovered(notActions),
  );
}

/** Compares without case. Linear in the length of the action: patterns come from outside. */
function covers(pattern: string, action: string): boolean {
  const wanted = action.toLowerCase();
  const [first = "", ...rest] = pattern.toLowerCase().split("*");
  const last = rest.pop();
  if (last === undefined) return wanted === first;
  if (!wanted.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const found = wanted.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return wanted.length - last.length >= from && wanted.endsWith(last);
}
