import {
  directSubschemas,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  valueAt,
} from "@toolcourt/sdk";
import { type Dialect, isBundled } from "./dialect.ts";
import { textAt } from "./keywords.ts";

export type Target =
  | { readonly kind: "schema"; readonly schema: JsonSchema }
  /** `true` or `false`. */
  | { readonly kind: "constant"; readonly accepts: boolean }
  /** A meta-schema bundled with the engine. */
  | { readonly kind: "bundled" }
  | { readonly kind: "missing" };

/** Where references within one document lead. Nothing outside the document is ever read. */
export interface References {
  readonly dialect: Dialect;
  readonly bases: Map<JsonSchema, string>;
  readonly resources: Map<string, JsonSchema>;
  readonly anchors: Map<string, JsonSchema>;
}

export interface Reference {
  readonly keyword: string;
  /** As written. */
  readonly reference: string;
  readonly target: Target;
}

/** Stands for the document's own location: no reference of its author can name it. */
const documentBase = "document://0/";

const referenceKeywords: Readonly<Record<Dialect, readonly string[]>> = {
  "draft-07": ["$ref"],
  "2019-09": ["$ref", "$recursiveRef"],
  "2020-12": ["$ref", "$dynamicRef"],
};

export function indexReferences(root: JsonSchema, dialect: Dialect): References {
  const resources = new Map([[documentBase, root]]);
  const index = { dialect, bases: new Map(), resources, anchors: new Map() };
  register(index, root, documentBase);
  return index;
}

/** Returns the targets of `$ref`, `$dynamicRef` and `$recursiveRef` in a schema. */
export function referencesFrom(index: References, schema: JsonSchema): readonly Reference[] {
  const found: Reference[] = [];
  for (const keyword of referenceKeywords[index.dialect]) {
    const reference = textAt(schema, keyword);
    if (reference === undefined) continue;
    found.push({ keyword, reference, target: resolve(index, schema, reference) });
  }
  return found;
}

function resolve(index: References, from: JsonSchema, reference: string): Target {
  const { resourceUri, fragment } = absolute(reference, index.bases.get(from) ?? documentBase);
  const resource = index.resources.get(resourceUri);
  if (resource === undefined) return { kind: isBundled(resourceUri) ? "bundled" : "missing" };
  const found = atFragment(index, resource, { resourceUri, fragment });
  // A pointer may lead to a place without schema keywords. Its target counts as a schema from now
  // on.
  if (isJsonObject(found)) register(index, found, resourceUri);
  return targetOf(found);
}

function register(index: References, root: JsonSchema, base: string): void {
  const found = [{ schema: root, base }];
  for (const { schema, base: outer } of found) {
    if (index.bases.has(schema)) continue;
    const inner = identify(index, schema, outer);
    index.bases.set(schema, inner);
    for (const below of directSubschemas({ schema, pointer: "" })) {
      found.push({ schema: below.schema, base: inner });
    }
  }
}

/** Records a schema's own names, and returns the base for references inside it. */
function identify(index: References, schema: JsonSchema, base: string): string {
  const isLegacy = index.dialect === "draft-07";
  // In draft-07 all siblings of `$ref` are ignored, including names.
  if (isLegacy && textAt(schema, "$ref") !== undefined) return base;
  const id = textAt(schema, "$id");
  const { resourceUri, fragment } = id === undefined ? nowhere : absolute(id, base);
  const inner = resourceUri === "" ? base : resourceUri;
  if (inner !== base) index.resources.set(inner, schema);
  for (const anchor of isLegacy ? nonEmpty(fragment) : anchorsOf(schema)) {
    index.anchors.set(`${inner}#${anchor}`, schema);
  }
  return inner;
}

/** Avoids parsing for the many schemas without a name of their own. */
const nowhere: Address = { resourceUri: "", fragment: "" };

function nonEmpty(text: string): readonly string[] {
  return text === "" ? [] : [text];
}

function anchorsOf(schema: JsonSchema): readonly string[] {
  return ["$anchor", "$dynamicAnchor"].flatMap((keyword) => textAt(schema, keyword) ?? []);
}

function atFragment(
  { anchors }: References,
  resource: JsonSchema,
  { resourceUri, fragment }: Address,
): JsonValue | undefined {
  if (fragment === "") return resource;
  if (!fragment.startsWith("/")) return anchors.get(`${resourceUri}#${fragment}`);
  try {
    return valueAt(resource, decodeURIComponent(fragment));
  } catch {
    return undefined;
  }
}

function targetOf(value: JsonValue | undefined): Target {
  if (isJsonObject(value)) return { kind: "schema", schema: value };
  return typeof value === "boolean" ? { kind: "constant", accepts: value } : { kind: "missing" };
}

interface Address {
  readonly resourceUri: string;
  readonly fragment: string;
}

/** Resolves a reference against a base. An invalid URI resolves to a name that does not exist. */
function absolute(reference: string, base: string): Address {
  const [resourceUri = "", fragment = ""] = (URL.parse(reference, base)?.href ?? "").split("#", 2);
  return { resourceUri, fragment };
}
