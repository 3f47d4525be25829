import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import {
  commonTypes,
  type JsonType,
  jsonTypes,
  typesNamed,
  typesOf,
} from "../generation/json-types.ts";
import { type Layer, type Leaf, saidBy } from "../generation/layer.ts";
import { describesOthers } from "../generation/member-names.ts";
import { linksOf } from "../schemas/graph.ts";
import { memberOf } from "../schemas/identity.ts";
import { hasAny, listAt, mapAt } from "../schemas/keywords.ts";
import { referencesFrom } from "../schemas/references.ts";

/** Facts about every value that fits some layers, without expanding alternatives. */
export interface Facts {
  readonly leaves: readonly Leaf[];
  readonly types: readonly JsonType[];
  /** The complete list of values, if the layers enumerate them. */
  readonly listed: readonly JsonValue[] | undefined;
  readonly inCases: NamesInCases;
  /** Whether no value fits. */
  readonly isEmpty: boolean;
}

export function factsOf(layers: readonly Layer[]): Facts {
  const found: Layer[] = [...layers];
  const seen = new Set<JsonValue>();
  const leaves: Leaf[] = [];
  // The list grows during iteration.
  for (const { schema, document } of found) {
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    found.push(...referredBy({ schema, document }));
    if (isSilenced({ schema, document })) continue;
    found.push(...listAt(schema, "allOf").map((each) => ({ schema: each, document })));
    leaves.push({ schema, document });
  }
  const listed = listedBy(leaves);
  const types = typesBy(leaves, listed);
  const isRefused = found.some(({ schema }) => schema === false);
  return {
    leaves,
    types,
    listed,
    inCases: namesInCases(leaves),
    isEmpty: isRefused || types.length === 0,
  };
}

/** Reports whether a `$ref` disables its siblings, as in draft-07. */
export function isSilenced({ schema, document }: Leaf): boolean {
  return document.dialect === "draft-07" && Object.hasOwn(schema, "$ref");
}

/**
 * Returns the known targets of a schema's references. Dynamic ones depend on the evaluation path.
 */
export function referredBy({ schema, document }: Leaf): readonly Layer[] {
  return referencesFrom(document.references, schema).flatMap(
    ({ keyword, target }): readonly Layer[] => {
      if (keyword !== "$ref") return [];
      if (target.kind === "schema") return [{ schema: target.schema, document }];
      return target.kind === "constant" ? [{ schema: target.accepts, document }] : [];
    },
  );
}

function listedBy(leaves: readonly Leaf[]): readonly JsonValue[] | undefined {
  const [first, ...others] = [
    ...saidBy(leaves, "enum").filter(isJsonArray),
    ...saidBy(leaves, "const").map((value) => [value]),
  ];
  const types = declaredTypes(leaves);
  return first?.filter(
    (value) =>
      others.every((list) => memberOf(list)(value)) &&
      typesOf(value).some((type) => types.includes(type)),
  );
}

function typesBy(
  leaves: readonly Leaf[],
  listed: readonly JsonValue[] | undefined,
): readonly JsonType[] {
  if (listed === undefined) return declaredTypes(leaves);
  return jsonTypes.filter((type) => listed.some((value) => typesOf(value)[0] === type));
}

function declaredTypes(leaves: readonly Leaf[]): readonly JsonType[] {
  return leaves
    .map(({ schema }) => typesNamed(schema))
    .reduce(
      commonTypes,
      jsonTypes.filter((type) => type !== "integer"),
    );
}

/** Names mentioned in alternatives and conditions, or a flag that any name is possible. */
interface NamesInCases {
  readonly names: ReadonlySet<string>;
  readonly isOpen: boolean;
}

const cases = ["anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

/**
 * Collects the names in alternatives. `unevaluatedProperties` refuses unevaluated members, and only
 * a value decides which alternatives evaluate them.
 */
function namesInCases(leaves: readonly Leaf[]): NamesInCases {
  const inCases = leaves.flatMap((leaf) => (hasAny(leaf.schema, cases) ? schemasBeside(leaf) : []));
  return {
    names: new Set(inCases.flatMap((schema) => Object.keys(mapAt(schema, "properties")))),
    isOpen:
      inCases.some(
        (schema) => describesOthers(schema) || own(schema, "additionalProperties") === true,
      ) || isLookedAtElsewhere(leaves),
  };
}

/** Reports whether one leaf may evaluate every name, which leaves none to the others. */
function isLookedAtElsewhere(leaves: readonly Leaf[]): boolean {
  const isDynamic = leaves.some(({ schema }) => hasAny(schema, ["$dynamicRef", "$recursiveRef"]));
  const lookingAtAll = leaves.filter(({ schema }) =>
    hasAny(schema, ["additionalProperties", "unevaluatedProperties"]),
  );
  const leavesSome = leaves.some(({ schema }) => hasAny(schema, ["unevaluatedProperties"]));
  return leavesSome && (isDynamic || lookingAtAll.length > 1);
}

/** Returns all schemas applied to the same value because of this one. */
function schemasBeside({ schema, document }: Leaf): readonly JsonSchema[] {
  const found = new Set<JsonSchema>([schema]);
  for (const each of found) {
    for (const { to, descends } of linksOf(document.references, each)) if (!descends) found.add(to);
  }
  found.delete(schema);
  return [...found];
}
