import { isList, type Json, type JsonMembers } from "../../ui/json.ts";

/** The document of a schema, and what the gateway says about its parts. */
export interface SchemaSource {
  readonly root: Json;
  /** Parts whose values are hidden while they are typed. */
  readonly sensitive: ReadonlySet<Json>;
  /** Names that the host fills in, by the part that would declare them. */
  readonly hosts: ReadonlyMap<Json, readonly string[]>;
}

/** Schemas that all apply to one value, and what they lie in. */
export interface Spot {
  readonly schemas: readonly Json[];
  /** Schemas that apply to the values around it. */
  readonly above: readonly Json[];
  readonly isSensitive: boolean;
  readonly hosts: readonly string[];
}

/** Why a part is no field. */
export type Undrawn =
  /** The schema says nothing that a field could be made of. */
  | "any"
  | "keyword"
  | "reference"
  | "recursion"
  | "many"
  /** The value has another form than the schema asks for. */
  | "value";

/** One schema in place of several. */
export interface Merged extends Omit<Spot, "schemas"> {
  readonly schema: JsonMembers;
}

export function membersOf(value: Json | undefined): JsonMembers | undefined {
  if (typeof value !== "object" || value === null || isList(value)) return undefined;
  return value;
}

export function member(value: JsonMembers, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function listIn(value: JsonMembers, name: string): readonly Json[] | undefined {
  const found = member(value, name);
  return found !== undefined && isList(found) ? found : undefined;
}

const maxRecursion = 6;
const maxHops = 64;

/** Follows references and puts all schemas of a spot together. */
export function mergedAt(spot: Spot, source: SchemaSource): Merged | Undrawn {
  const gathered = gatheredFrom(spot.schemas, source.root);
  if (typeof gathered === "string") return gathered;
  const { schema, seen } = gathered;
  if (seen.some((each) => timesIn(spot.above, each) >= maxRecursion)) return "recursion";
  const hosts = seen.flatMap((each) => source.hosts.get(each) ?? []);
  return {
    schema,
    above: [...spot.above, ...seen.filter((each) => typeof each === "object")],
    isSensitive: spot.isSensitive || seen.some((each) => source.sensitive.has(each)),
    hosts: [...new Set([...spot.hosts, ...hosts])],
  };
}

interface Gathered {
  readonly schema: JsonMembers;
  /** Every schema that is part of it. */
  readonly seen: readonly Json[];
}

function gatheredFrom(schemas: readonly Json[], root: Json): Gathered | Undrawn {
  const seen: Json[] = [];
  const open = [...schemas];
  let schema: JsonMembers = {};
  for (let each = open.shift(); each !== undefined; each = open.shift()) {
    if (seen.length > maxHops) return "recursion";
    seen.push(each);
    const { $ref, allOf: _, ...rest } = objectOf(each);
    const target = $ref === undefined ? [] : targetOf($ref, root);
    if (target === undefined) return "reference";
    open.push(...target, ...(listIn(objectOf(each), "allOf") ?? []));
    const both = merged(schema, rest);
    if (both === undefined) return "keyword";
    schema = both;
  }
  return { schema, seen };
}

/** The schema that refuses everything is one that a form cannot show. */
function objectOf(schema: Json): JsonMembers {
  return membersOf(schema) ?? (schema === false ? { not: {} } : {});
}

function timesIn(all: readonly Json[], one: Json): number {
  return all.filter((each) => each === one).length;
}

/** Only references within the document are followed. */
function targetOf(reference: Json, root: Json): readonly Json[] | undefined {
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return undefined;
  try {
    const target = jsonAt(root, decodeURIComponent(reference.slice(1)));
    return target === undefined ? undefined : [target];
  } catch {
    return undefined;
  }
}

/** Returns what a JSON Pointer leads to. */
export function jsonAt(root: Json, pointer: string): Json | undefined {
  const names = pointer.split("/").slice(1);
  return names.reduce<Json | undefined>((value, name) => {
    if (typeof value !== "object" || value === null) return undefined;
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return isList(value) ? value[/^\d+$/.test(key) ? Number(key) : -1] : member(value, key);
  }, root);
}

/** Undefined if two keywords say what one cannot. */
function merged(one: JsonMembers, other: JsonMembers): JsonMembers | undefined {
  const together = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const known = together.get(name);
    const both = known === undefined ? value : bothOf(name, known, value);
    if (both === undefined) return undefined;
    together.set(name, both);
  }
  return Object.fromEntries(together);
}

/** Constraints are the gate's to judge: only what makes the form matters here. */
function bothOf(name: string, one: Json, other: Json): Json | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const join = joins.get(name);
  return join === undefined ? one : join(one, other);
}

type Join = (one: Json, other: Json) => Json | undefined;

const never: Join = () => undefined;
const bothSchemas: Join = (one, other) => ({ allOf: [one, other] });
const united: Join = (one, other) =>
  isList(one) && isList(other) ? [...new Set([...one, ...other])] : undefined;
const common: Join = (one, other) => {
  if (!isList(one) || !isList(other)) return undefined;
  const texts = new Set(other.map((each) => JSON.stringify(each)));
  return one.filter((each) => texts.has(JSON.stringify(each)));
};

const joins: ReadonlyMap<string, Join> = new Map<string, Join>([
  ["properties", joinedProperties],
  ["required", united],
  ["type", joinedTypes],
  ["enum", common],
  ["const", never],
  ["oneOf", never],
  ["anyOf", never],
  ["prefixItems", never],
  ["items", bothSchemas],
  ["additionalProperties", bothSchemas],
]);

function joinedProperties(one: Json, other: Json): Json | undefined {
  const [first, second] = [membersOf(one), membersOf(other)];
  if (first === undefined || second === undefined) return undefined;
  const joined = new Map(Object.entries(first));
  for (const [name, schema] of Object.entries(second)) {
    const known = joined.get(name);
    joined.set(name, known === undefined ? schema : { allOf: [known, schema] });
  }
  return Object.fromEntries(joined);
}

function joinedTypes(one: Json, other: Json): Json | undefined {
  const [first, second] = [typesIn(one), typesIn(other)];
  const both = first.flatMap((type) => {
    if (second.includes(type)) return [type];
    const isWhole = type === "number" && second.includes("integer");
    return isWhole || (type === "integer" && second.includes("number")) ? ["integer"] : [];
  });
  return both.length === 0 ? undefined : both;
}

export function typesIn(type: Json | undefined): readonly string[] {
  const all = type !== undefined && isList(type) ? type : [type];
  return all.filter((each) => typeof each === "string");
}
