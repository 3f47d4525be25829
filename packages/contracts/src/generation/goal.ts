import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Layer, SchemaDocument } from "./layer.ts";
import type { Goal } from "./scene.ts";

/** Keywords whose subschemas are tests and need not match. */
const tests = new Set(["not", "if", "contains", "propertyNames", "contentSchema"]);

/** The schemas that can apply to a value, each with the schemas that lead to it. */
const ways = new WeakMap<SchemaDocument, ReadonlyMap<JsonSchema, readonly JsonSchema[]>>();

function waysIn(document: SchemaDocument): ReadonlyMap<JsonSchema, readonly JsonSchema[]> {
  const known = ways.get(document);
  if (known !== undefined) return known;
  const found = new Map<JsonSchema, JsonSchema[]>([[document.root, []]]);
  for (const schema of found.keys()) {
    for (const { to, keyword } of document.graph.linksOf(schema)) {
      if (tests.has(keyword)) continue;
      const before = found.get(to) ?? [];
      before.push(schema);
      found.set(to, before);
    }
  }
  ways.set(document, found);
  return found;
}

/** Returns the schemas of a document that can apply to a value, root first. */
export function placesIn(document: SchemaDocument): readonly JsonSchema[] {
  return [...waysIn(document).keys()];
}

/** Returns a goal for one schema of a document, with every path to it. */
export function goalFor(
  document: SchemaDocument,
  target: JsonSchema,
  instead: readonly Layer[],
): Goal {
  const before = waysIn(document);
  const leads = new Set<JsonSchema>([target]);
  for (const schema of leads) for (const each of before.get(schema) ?? []) leads.add(each);
  return { target, instead, leads: new Set<JsonValue>(leads) };
}
