import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, own } from "./json.ts";
import { pointerToken, valueAt } from "./pointer.ts";
import { subschemas } from "./walk.ts";

/** What an output schema says about the envelope around a tool's data. */
export interface DeclaredEnvelope {
  /** JSON Pointer to the schema of `data` in a successful result. */
  readonly dataPointer: string;
  /** Names that the schema declares in `metadata`. */
  readonly metadataNames: ReadonlySet<string>;
}

const parts = ["data", "agentHints", "metadata"];

/**
 * Returns the envelope that an output schema declares, or undefined for bare results. A schema
 * declares it if a successful result must have `data`, `agentHints` and `metadata`.
 *
 * @example
 * ```ts
 * envelopeIn({ type: "object", properties: { celsius: { type: "number" } } }); // undefined
 * ```
 */
export function envelopeIn(output: JsonSchema | undefined): DeclaredEnvelope | undefined {
  if (output === undefined) return undefined;
  const success = formsOf(output).find(({ schema }) => isSuccess(schema));
  if (success === undefined) return undefined;
  const metadata = [output, success.schema].flatMap((schema) => {
    const names = membersOf(own(membersOf(schema), "metadata"));
    return Object.keys(names);
  });
  return {
    dataPointer: `${success.pointer}/properties/data`,
    metadataNames: new Set(metadata),
  };
}

interface Form {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** Returns the alternatives of a result, or the schema itself if it has none. */
function formsOf(output: JsonSchema): readonly Form[] {
  const forms = ["oneOf", "anyOf"].flatMap((keyword) => {
    const list = own(output, keyword);
    if (!isJsonArray(list)) return [];
    return list.flatMap((schema, index) =>
      isJsonObject(schema)
        ? [{ schema, pointer: `/${keyword}${pointerToken(String(index))}` }]
        : [],
    );
  });
  return forms.length > 0 ? forms : [{ schema: output, pointer: "" }];
}

// A failed result has the same parts, but its data is null.
function isSuccess(schema: JsonObject): boolean {
  const properties = membersOf(schema);
  const required = own(schema, "required");
  const data = own(properties, "data");
  return (
    isJsonArray(required) &&
    parts.every((part) => Object.hasOwn(properties, part) && required.includes(part)) &&
    isJsonObject(data) &&
    own(data, "type") !== "null"
  );
}

function membersOf(schema: unknown): JsonObject {
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  return isJsonObject(properties) ? properties : {};
}

/**
 * Returns the schema of an envelope's data as a document of its own. Undefined if one of its
 * references leads elsewhere in the envelope, so that it means nothing alone.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * const { output } = getCard.contract;
 * if (output) dataSchemaIn(output); // the schema of a card, without hints and metadata
 * ```
 */
export function dataSchemaIn(output: JsonSchema): JsonSchema | undefined {
  const envelope = envelopeIn(output);
  const data = envelope && valueAt(output, envelope.dataPointer);
  if (envelope === undefined || !isJsonObject(data)) return undefined;
  const shared = Object.fromEntries(
    Object.entries(output).filter(([keyword]) => sharedKeywords.has(keyword)),
  );
  // Two lists of definitions cannot be told apart once they are one.
  if (Object.keys(shared).some((keyword) => Object.hasOwn(data, keyword))) return undefined;
  const alone: JsonSchema = structuredClone({ ...shared, ...data });
  return moveOut(alone, `#${envelope.dataPointer}`) ? alone : undefined;
}

/** Adjusts the references of a moved copy in place. Returns whether all of them could be. */
function moveOut(copy: JsonSchema, place: string): boolean {
  return [...subschemas(copy)].every(({ schema }) => {
    if (documentBound.some((keyword) => Object.hasOwn(schema, keyword))) return false;
    const target = own(schema, "$ref");
    const moved = target === undefined ? undefined : movedOut(target, place);
    if (moved !== undefined) Reflect.set(schema, "$ref", moved);
    return target === undefined || moved !== undefined;
  });
}

/** Keywords of the root that its parts rely on. */
const sharedKeywords: ReadonlySet<string> = new Set(["$schema", "$defs", "definitions"]);

/** Keywords whose meaning depends on the document around them. */
const documentBound = ["$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef"];

function movedOut(target: unknown, place: string): string | undefined {
  if (typeof target !== "string") return undefined;
  if (target === place || target.startsWith(`${place}/`)) return `#${target.slice(place.length)}`;
  return /^#\/(?:\$defs|definitions)\//.test(target) ? target : undefined;
}
