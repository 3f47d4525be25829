import type { Field } from "./schema-fields.ts";

export interface FieldPath {
  /** Steps of a pointer, where `*` is any step. */
  readonly steps: readonly string[];
  readonly field: Field;
}

/** Deeper than the arguments of any real tool. Recursive schemas have no end. */
const maxSteps = 12;
const maxPaths = 1_000;

/** Returns the places below a field, those above first, up to a limit. */
export function fieldPaths(root: Field): readonly FieldPath[] {
  const found: FieldPath[] = [{ steps: [], field: root }];
  // The list grows during iteration; `for … of` sees the additions.
  for (const { steps, field } of found) {
    if (steps.length >= maxSteps) continue;
    for (const [name, below] of field.members) {
      if (found.length >= maxPaths) return found;
      found.push({ steps: [...steps, name], field: below });
    }
    if (field.rest !== undefined && found.length < maxPaths) {
      found.push({ steps: [...steps, "*"], field: field.rest });
    }
  }
  return found;
}

/** Tells whether a place is a list of values that have nothing inside. */
export function isListOfValues({ facts, rest }: Field): boolean {
  return facts.types.has("array") && rest !== undefined && rest.members.size === 0;
}
