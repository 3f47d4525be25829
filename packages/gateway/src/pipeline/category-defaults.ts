import type { Category, Terms, ToolContract } from "@toolcourt/sdk";

interface Defaults {
  /** Whether a call may be retried if the contract does not say. */
  readonly isRepeatable: boolean;
  /** Cache lifetime of a cacheable answer if the contract gives none. */
  readonly keptForSeconds: number;
}

// A query is idempotent by definition (S3-20). Generated output varies and costs something every
// time. So it is neither cached nor regenerated unless the contract says so.
const byCategory: Readonly<Record<Category, Defaults>> = {
  query: { isRepeatable: true, keptForSeconds: 60 },
  analysis: { isRepeatable: false, keptForSeconds: 300 },
  generation: { isRepeatable: false, keptForSeconds: 0 },
  mutation: { isRepeatable: false, keptForSeconds: 0 },
};

const unknown: Defaults = { isRepeatable: false, keptForSeconds: 0 };

function defaultsOf({ category }: Terms): Defaults {
  return category === undefined ? unknown : byCategory[category];
}

/** Returns whether a call may be sent twice: it only reads, and is idempotent. */
export function isRepeatable({ effect, terms }: ToolContract): boolean {
  if (effect !== "read" || terms.category === "generation") return false;
  return terms.idempotent ?? defaultsOf(terms).isRepeatable;
}

/** Returns the cache lifetime in milliseconds. 0 disables caching. */
export function keptForMs({ effect, terms, output }: ToolContract): number {
  // An answer that no schema describes is not known to be one.
  if (effect !== "read" || terms.cacheable !== true || output === undefined) return 0;
  // Answers of other tools may expire sooner, so a tool that calls them must state its own
  // lifetime.
  if (terms.steps !== undefined) return (terms.cacheTTL ?? 0) * 1000;
  return (terms.cacheTTL ?? defaultsOf(terms).keptForSeconds) * 1000;
}
