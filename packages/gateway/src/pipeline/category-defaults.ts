import type { Category, Terms, ToolContract } from "@toolcourt/sdk";

interface Defaults {
  /** Whether a call may be sent again where the contract says nothing about repeated calls. */
  readonly isRepeatable: boolean;
  /** For how long an answer keeps where the contract says that it does, and not how long. */
  readonly keptForSeconds: number;
}

// A query is idempotent by its definition (S3-20). What was generated differs from call to call and
// costs something every time, so it is neither kept nor made again unless the contract says so.
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

/** Whether a call may be sent twice: it only reads, and reading it again changes nothing. */
export function isRepeatable({ effect, terms }: ToolContract): boolean {
  if (effect !== "read" || terms.category === "generation") return false;
  return terms.idempotent ?? defaultsOf(terms).isRepeatable;
}

/** How long an answer may be kept, in milliseconds; 0 for not at all. */
export function keptForMs({ effect, terms }: ToolContract): number {
  if (effect !== "read" || terms.cacheable !== true) return 0;
  // What others answered may keep for less long: a tool that calls them has to say for how long.
  if (terms.steps !== undefined) return (terms.cacheTTL ?? 0) * 1000;
  return (terms.cacheTTL ?? defaultsOf(terms).keptForSeconds) * 1000;
}
