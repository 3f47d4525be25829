import { subschemas } from "@toolcourt/sdk";
import type { Definitions, Translated } from "./definitions.ts";

const known = new WeakMap<Translated, Translated>();

/** Returns the definitions without descriptions, for schemas that are too large with them. */
export function terse(definitions: Definitions): Definitions {
  return { ...definitions, named: (name) => withoutWords(definitions.named(name)) };
}

function withoutWords(translated: Translated): Translated {
  const before = known.get(translated);
  if (before !== undefined) return before;
  const schema = structuredClone(translated.schema);
  for (const { schema: each } of subschemas(schema)) {
    for (const keyword of ["description", "title", "examples"]) {
      Reflect.deleteProperty(each, keyword);
    }
  }
  const short = { ...translated, schema, bytes: JSON.stringify(schema).length };
  known.set(translated, short);
  return short;
}
