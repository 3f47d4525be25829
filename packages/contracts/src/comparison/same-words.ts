import {
  canonicalJson,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  subschemas,
} from "@toolcourt/sdk";
import type { Layer, SchemaDocument } from "../generation/layer.ts";

/** Annotations, without effect on validation. */
const remarks = "title description examples $comment deprecated readOnly writeOnly format".split(
  " ",
);

const documents = new WeakMap<SchemaDocument, ReadonlyMap<string, JsonSchema>>();

/** Returns the schemas of a document by pointer, without annotations. */
function plainSchemas(document: SchemaDocument): ReadonlyMap<string, JsonSchema> {
  const known = documents.get(document);
  if (known !== undefined) return known;
  const copy = structuredClone(document.root);
  const plain = new Map<string, JsonSchema>();
  for (const { schema, pointer } of subschemas(copy)) {
    for (const keyword of remarks) Reflect.deleteProperty(schema, keyword);
    plain.set(pointer, schema);
  }
  documents.set(document, plain);
  return plain;
}

/** Reports whether two layers are literally equal. If in doubt, they are not. */
export function saysTheSame(first: Layer, second: Layer): boolean {
  if (!isJsonObject(first.schema) || !isJsonObject(second.schema)) {
    return first.schema === second.schema;
  }
  const [one, other] = [wordsOf(first), wordsOf(second)];
  if (one === undefined || one !== other) return false;
  return !one.includes('"$') || shelfOf(first.document) === shelfOf(second.document);
}

function wordsOf({ schema, document }: Layer): string | undefined {
  const pointer = isJsonObject(schema) ? document.pointers.get(schema) : undefined;
  const plain = pointer === undefined ? undefined : plainSchemas(document).get(pointer);
  return plain === undefined ? undefined : canonicalJson(plain);
}

/** Serializes the definitions that references lead to. External references may lead anywhere. */
function shelfOf(document: SchemaDocument): string {
  const { $defs = null, definitions = null, $id = null } = plainSchemas(document).get("") ?? {};
  return canonicalJson({ $defs, definitions, $id });
}

/** Reports whether two layers agree under these keywords. References count as different. */
export function sameUnder(first: Layer, second: Layer, keywords: readonly string[]): boolean {
  const [one, other] = [first, second].map(({ schema }) =>
    canonicalJson(
      Object.fromEntries(keywords.map((keyword) => [keyword, valueUnder(schema, keyword)])),
    ),
  );
  return one === other && one?.includes('"$ref"') === false;
}

function valueUnder(schema: JsonValue, keyword: string): JsonValue {
  return isJsonObject(schema) && Object.hasOwn(schema, keyword) ? (schema[keyword] ?? null) : null;
}
