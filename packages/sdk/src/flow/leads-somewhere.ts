import type { Field } from "./schema-fields.ts";

/** Returns whether values of a schema can have something at a place, where `*` is any step. */
export function leadsSomewhere(root: Field, place: readonly string[]): boolean {
  let here: ReadonlySet<Field> = new Set([root]);
  for (const step of place) {
    const below = new Set<Field>();
    for (const field of here) {
      const found = stepsFrom(field, step);
      if (found.length === 0 && !field.isClosed) return true;
      for (const each of found) below.add(each);
    }
    if (below.size === 0) return false;
    here = below;
  }
  return true;
}

function stepsFrom({ members, rest }: Field, step: string): readonly Field[] {
  const others = rest === undefined ? [] : [rest];
  if (step === "*") return [...members.values(), ...others];
  const member = members.get(step);
  return member === undefined ? others : [member];
}
