import { z } from "zod";
import { pointerToken } from "../contract/pointer.ts";
import { copyJson, deepFreeze } from "./json-copy.ts";
import {
  type Definition,
  definitionOf,
  readByCodePoint,
  whyUnfit,
  whyUnfitMeta,
} from "./schema-fitness.ts";

type Schema = z.core.$ZodType;
type CloseBelow = (schema: Schema, at: string) => Schema;

export interface Closed<Root extends Schema> {
  readonly schema: Root;
  /** The author's metadata, keyed by the closed copies of the schemas. */
  readonly metadata: z.core.$ZodRegistry<Record<string, unknown>>;
}

/** A schema that cannot be part of a contract, and its pointer. */
export class UnfitSchema extends Error {
  override readonly name = "UnfitSchema";
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Deeper than any real schema. Reaching it means a getter creates new schemas forever. */
const maxDepth = 100;

/**
 * Closes every plain object of a schema, so that runtime and JSON Schema both refuse unknown keys.
 * Throws `UnfitSchema` if the two could disagree: conversions, kinds that JSON lacks, deliberately
 * open objects.
 */
export function closeSchema<Root extends Schema>(root: Root): Closed<Root> {
  const metadata = z.registry<Record<string, unknown>>();
  const done = new Map<Schema, Schema>();
  const begun = new Set<Schema>();

  function close<Given extends Schema>(given: Given, pointer: string): Given {
    const { id: _, ...said } = z.globalRegistry.get(given) ?? {};
    const why =
      begun.size > maxDepth
        ? "it nests too deep"
        : (whyUnfit(definitionOf(given)) ?? whyUnfitMeta(said));
    if (why !== undefined) throw new UnfitSchema(pointer, why);
    begun.add(given);
    const closed = rebuild(given, (schema, at) => closeOnce(schema, pointer + at));
    begun.delete(given);
    done.set(given, closed);
    metadata.add(closed, said);
    return closed;
  }

  // A recursive schema is resolved lazily, because it is not finished yet.
  const closeOnce: CloseBelow = (schema, pointer) =>
    begun.has(schema)
      ? z.lazy(() => done.get(schema) ?? z.never())
      : (done.get(schema) ?? close(schema, pointer));

  return { schema: close(root, ""), metadata };
}

/** Returns the same schema with its subschemas replaced. */
function rebuild<Given extends Schema>(given: Given, close: CloseBelow): Given {
  const own: Given["_zod"]["def"] = definitionOf(given);
  const definition: Definition = own;
  return z.core.clone(given, {
    ...own,
    ...closedSingles(definition, close),
    ...closedLists(definition, close),
    ...closedShape(definition, close),
    ...fixedDefault(definition),
    ...(definition.checks && { checks: definition.checks.map(readAsInJsonSchema) }),
  });
}

// All calls that omit the value share this default, so it must be frozen.
function fixedDefault(definition: Definition): Partial<Definition> {
  if (!("defaultValue" in definition)) return {};
  return { defaultValue: deepFreeze(copyJson(definition.defaultValue)) };
}

type Check = z.core.$ZodCheck;

function readAsInJsonSchema(check: Check): Check {
  if (!(check instanceof z.core.$ZodCheckRegex)) return check;
  const { pattern, ...definition } = definitionOf(check);
  return new z.core.$ZodCheckRegex({ ...definition, pattern: readByCodePoint(pattern) });
}

function closedSingles(definition: Definition, close: CloseBelow): Partial<Definition> {
  const { element, getter, innerType, keyType, rest, valueType } = definition;
  return {
    ...(element && { element: close(element, "/items") }),
    ...(getter && lazily(close(getter(), ""))),
    ...(innerType && { innerType: close(innerType, "") }),
    ...(keyType && { keyType: close(keyType, "/propertyNames") }),
    ...(rest && { rest: close(rest, "/items") }),
    ...(valueType && { valueType: close(valueType, "/additionalProperties") }),
  };
}

// Zod caches a getter's result in `_cachedInner`, where it would outlive the getter.
function lazily(inner: Schema): Partial<Definition> & { readonly _cachedInner: undefined } {
  return { getter: () => inner, _cachedInner: undefined };
}

function closedLists({ options, items }: Definition, close: CloseBelow): Partial<Definition> {
  return {
    ...(options && { options: options.map((each, i) => close(each, `/anyOf${pointerToken(i)}`)) }),
    ...(items && { items: items.map((each, i) => close(each, `/prefixItems${pointerToken(i)}`)) }),
  };
}

function closedShape({ shape, catchall }: Definition, close: CloseBelow): Partial<Definition> {
  if (shape === undefined) return {};
  const entries = Object.entries(shape).map(
    ([key, schema]) => [key, close(schema, `/properties${pointerToken(key)}`)] as const,
  );
  return {
    shape: Object.fromEntries(entries),
    catchall: catchall === undefined ? z.never() : close(catchall, "/additionalProperties"),
  };
}
