import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { valueAt } from "../contract/pointer.ts";

/** A schema that applies to a place, for sure or as one of several alternatives. */
export interface Applicable {
  readonly schema: JsonSchema;
  readonly isSure: boolean;
}

/** What may still be looked at. An untrusted schema can be large and refer to itself. */
export interface Budget {
  fields: number;
  visits: number;
}

export interface ApplicableSchemas {
  readonly schemas: readonly Applicable[];
  /** Whether none was left out. */
  readonly isWhole: boolean;
}

/** Returns schemas with all that they refer to, combine and choose from, each once. */
export function applicableSchemas(
  given: readonly Applicable[],
  root: JsonSchema,
  budget: Budget,
): ApplicableSchemas {
  const found = new Map<JsonSchema, Applicable>();
  const waiting = [...given];
  for (const each of waiting) {
    const before = found.get(each.schema);
    if (before !== undefined && (before.isSure || !each.isSure)) continue;
    if (budget.visits <= 0) return { schemas: [...found.values()], isWhole: false };
    budget.visits -= 1;
    found.set(each.schema, each);
    for (const applied of appliedBy(each, root)) waiting.push(applied);
  }
  return { schemas: [...found.values()], isWhole: true };
}

function appliedBy({ schema, isSure }: Applicable, root: JsonSchema): readonly Applicable[] {
  const target = targetOf(own(schema, "$ref"), root);
  const combined = [...schemasIn(own(schema, "allOf")), ...(target === undefined ? [] : [target])];
  const chosen = [own(schema, "then"), own(schema, "else")].filter(isJsonObject);
  return [
    ...combined.map((each) => ({ schema: each, isSure })),
    ...chosen.map((each) => ({ schema: each, isSure: false })),
    ...["anyOf", "oneOf"].flatMap((keyword) => {
      const options = schemasIn(own(schema, keyword)).filter((each) => !isNullOnly(each));
      return alternatives(options, isSure, root);
    }),
  ];
}

function alternatives(
  options: readonly JsonSchema[],
  isSure: boolean,
  root: JsonSchema,
): readonly Applicable[] {
  // The only schema beside `null` describes every value that there can be.
  if (options.length === 1) return options.map((schema) => ({ schema, isSure }));
  const unsure = options.map((schema) => ({ schema, isSure: false }));
  const agreed = options.length > 1 && options.every((each) => saysFirstParty(each, root));
  return agreed ? [...unsure, { schema: firstParty, isSure }] : unsure;
}

const firstParty: JsonSchema = { "x-origin": "first-party" };

function saysFirstParty(schema: JsonSchema, root: JsonSchema): boolean {
  const target = targetOf(own(schema, "$ref"), root);
  return [schema, target].some(
    (each) => each !== undefined && own(each, "x-origin") === "first-party",
  );
}

function isNullOnly(schema: JsonSchema): boolean {
  return own(schema, "type") === "null" || own(schema, "const") === null;
}

function targetOf(ref: JsonValue | undefined, root: JsonSchema): JsonSchema | undefined {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) return undefined;
  const target = valueAt(root, decoded(ref.slice(1)));
  return isJsonObject(target) ? target : undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function schemasIn(value: JsonValue | undefined): readonly JsonSchema[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
