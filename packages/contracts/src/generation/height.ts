import { isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { listAt, mapAt } from "../schemas/keywords.ts";
import { referencesFrom } from "../schemas/references.ts";
import type { SchemaDocument } from "./layer.ts";

const known = new WeakMap<SchemaDocument, Map<JsonValue, number>>();

/** Sorts schemas by the nesting depth of their smallest values, so recursion ends. */
export function simplestFirst(
  schemas: readonly JsonValue[],
  document: SchemaDocument,
): readonly JsonValue[] {
  if (!schemas.some(isJsonObject)) return schemas;
  const heights = known.get(document) ?? new Map<JsonValue, number>();
  known.set(document, heights);
  const measured = schemas.map((schema) => ({
    schema,
    height: heightOf(schema, { document, heights, open: new Set() }),
  }));
  return measured.toSorted((a, b) => compare(a.height, b.height)).map(({ schema }) => schema);
}

/** Treats two infinite heights as equal: their difference is NaN. */
function compare(first: number, second: number): number {
  return first === second ? 0 : first - second;
}

interface Survey {
  readonly document: SchemaDocument;
  readonly heights: Map<JsonValue, number>;
  readonly open: Set<JsonValue>;
}

function heightOf(schema: JsonValue | undefined, survey: Survey): number {
  if (!isJsonObject(schema)) return 0;
  const measured = survey.heights.get(schema);
  if (measured !== undefined) return measured;
  // A schema satisfiable only through itself never ends.
  if (survey.open.has(schema)) return Number.POSITIVE_INFINITY;
  survey.open.add(schema);
  const height = Math.max(inPlaceHeight(schema, survey), heightBelow(schema, survey));
  survey.open.delete(schema);
  if (Number.isFinite(height)) survey.heights.set(schema, height);
  return height;
}

function inPlaceHeight(schema: { readonly [key: string]: JsonValue }, survey: Survey): number {
  const all = [
    ...referencesFrom(survey.document.references, schema).map(({ target }) =>
      target.kind === "schema" ? target.schema : true,
    ),
    ...listAt(schema, "allOf"),
  ];
  const any = [listAt(schema, "anyOf"), listAt(schema, "oneOf")].filter(({ length }) => length > 0);
  return Math.max(
    0,
    ...all.map((each) => heightOf(each, survey)),
    ...any.map((branches) => Math.min(...branches.map((each) => heightOf(each, survey)))),
  );
}

function heightBelow(schema: { readonly [key: string]: JsonValue }, survey: Survey): number {
  const properties = mapAt(schema, "properties");
  const must = listAt(schema, "required").flatMap((name) =>
    typeof name === "string" && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  const { minItems, items } = schema;
  const all = typeof minItems === "number" && minItems > 0 ? [...must, items] : must;
  return Math.max(0, ...all.map((each) => 1 + heightOf(each, survey)));
}
