import type { LimitEntry } from "./schema.ts";

/** The smallest of all maxima that apply, and the limit that sets it. */
export interface Cap {
  readonly max: number;
  readonly limit: string;
}

/** What a policy caps for one principal and one tool. Unset values are not capped. */
export interface Caps {
  readonly timeoutMs?: Cap;
  readonly retries?: Cap;
  readonly resultBytes?: Cap;
}

/** Combines limits that apply together. Returns undefined if there are none. */
export function capsOf(limits: readonly LimitEntry[]): Caps | undefined {
  if (limits.length === 0) return undefined;
  const timeoutMs = smallest(limits, "max_timeout");
  const retries = smallest(limits, "max_retries");
  const resultBytes = smallest(limits, "max_result_bytes");
  return {
    ...(timeoutMs && { timeoutMs }),
    ...(retries && { retries }),
    ...(resultBytes && { resultBytes }),
  };
}

/** Returns the lower cap of each kind. Undefined if neither caps anything. */
export function lowerCaps(one: Caps | undefined, other: Caps | undefined): Caps | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const lower = (key: keyof Caps): Partial<Caps> => {
    const [a, b] = [one[key], other[key]];
    const cap = a !== undefined && (b === undefined || a.max <= b.max) ? a : b;
    return cap === undefined ? {} : { [key]: cap };
  };
  return { ...lower("timeoutMs"), ...lower("retries"), ...lower("resultBytes") };
}

/** Tells whether a limit applies to every principal. */
export function isForAll({ principals, kinds, tenants, roles }: LimitEntry): boolean {
  const isOpen = principals === undefined || principals.includes("*");
  return isOpen && [kinds, tenants, roles].every((selector) => selector === undefined);
}

function smallest(
  limits: readonly LimitEntry[],
  key: "max_timeout" | "max_retries" | "max_result_bytes",
): Cap | undefined {
  let found: Cap | undefined;
  for (const { id: limit, [key]: max } of limits) {
    if (max !== undefined && (found === undefined || max < found.max)) found = { max, limit };
  }
  return found;
}
