import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { listAt } from "../schemas/keywords.ts";
import { referencesFrom } from "../schemas/references.ts";
import { choose, type DrawDeps, isTight, leadsToGoal, type Spot } from "./draw-deps.ts";
import { simplestFirst } from "./height.ts";
import { commonTypes, type JsonType, jsonTypes, typesNamed } from "./json-types.ts";
import type { Layer, Leaf, SchemaDocument } from "./layer.ts";
import { negationsOf, plainNots } from "./negate.ts";

/**
 * Expands the layers in place: follows references and takes one branch of each choice. Returns
 * undefined if no value can match.
 */
export function flatten(
  deps: DrawDeps,
  layers: readonly Layer[],
  spot: Spot,
): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const seen = new Set<JsonValue>();
  const found: Layer[] = [...layers];
  // The list grows during iteration.
  for (const { schema, document } of found) {
    if (schema === false || !mayGoOn(deps, found)) return undefined;
    if (!isNew(schema, seen)) continue;
    const further =
      replaced(deps, schema, spot) ?? expand({ deps, spot, found }, { schema, document });
    if (further === undefined) return undefined;
    found.push(...further.layers);
    if (further.isLeaf) leaves.push({ schema, document });
  }
  return leaves;
}

function isNew(schema: JsonValue, seen: Set<JsonValue>): schema is JsonSchema {
  if (!isJsonObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  return true;
}

/** Maximum schemas that apply to one value. More means an endless loop. */
const maxLayers = 300;

function mayGoOn({ progress }: DrawDeps, found: readonly Layer[]): boolean {
  progress.steps -= 1;
  return progress.steps >= 0 && found.length <= maxLayers;
}

/** Returns the replacement for a goal's target that is not reached yet. */
function replaced(
  { goal, progress }: DrawDeps,
  schema: JsonSchema,
  spot: Spot,
): Further | undefined {
  if (schema !== goal?.target || progress.reached !== undefined) return undefined;
  progress.reached = spot.pointer;
  return { layers: goal.instead, isLeaf: false };
}

interface Stage {
  readonly deps: DrawDeps;
  readonly spot: Spot;
  readonly found: readonly Layer[];
}

interface Further {
  readonly layers: readonly Layer[];
  readonly isLeaf: boolean;
}

function expand(stage: Stage, leaf: Leaf): Further | undefined {
  const { schema, document } = leaf;
  const referred = referencesFrom(document.references, schema).map(({ target }) => {
    if (target.kind === "schema") return target.schema;
    return target.kind === "constant" ? target.accepts : true;
  });
  // In draft-07 `$ref` disables its sibling keywords.
  const isAlone = document.dialect === "draft-07" && referred.length > 0;
  const chosen = isAlone ? [] : inPlace(stage, leaf);
  if (chosen === undefined) return undefined;
  const layers = [...referred, ...chosen].map((each) => ({ schema: each, document }));
  return { layers, isLeaf: !isAlone };
}

type Expansion = (stage: Stage, schema: JsonSchema, leaf: Leaf) => readonly JsonValue[] | undefined;

/** The schemas each keyword adds for the same value. Undefined if it leaves no option. */
const expansions: readonly (readonly [keyword: string, expansion: Expansion])[] = [
  ["allOf", (_, schema) => listAt(schema, "allOf")],
  ["anyOf", (stage, schema, leaf) => branch(stage, leaf, "anyOf")],
  ["oneOf", (stage, schema, leaf) => oneBranch(stage, leaf)],
  ["if", conditional],
  ["not", negated],
  ["dependentSchemas", (stage, schema) => dependents(stage, schema, "dependentSchemas")],
  ["dependencies", (stage, schema) => dependents(stage, schema, "dependencies")],
];

function inPlace(stage: Stage, leaf: Leaf): readonly JsonValue[] | undefined {
  const found: JsonValue[] = [];
  for (const [keyword, expansion] of expansions) {
    if (!Object.hasOwn(leaf.schema, keyword)) continue;
    const added = expansion(stage, leaf.schema, leaf);
    if (added === undefined) return undefined;
    found.push(...added);
  }
  return found;
}

function branch(
  stage: Stage,
  { schema, document }: Leaf,
  keyword: string,
): readonly JsonValue[] | undefined {
  const { deps, spot } = stage;
  const branches = listAt(schema, keyword);
  const leading = branches.filter((each) => leadsToGoal(deps, each));
  const open = leading.length > 0 ? leading : possible(stage, branches, document);
  const options = isTight(deps, spot) ? simplestFirst(open, document) : open;
  const chosen = choose(deps, spot, { owner: schema, label: keyword, options });
  return chosen === undefined ? undefined : [chosen];
}

/** Returns the options compatible with the types already required. */
function possible(
  { found }: Stage,
  options: readonly JsonValue[],
  document: SchemaDocument,
): readonly JsonValue[] {
  const asked = found
    .map(({ schema }) => (isJsonObject(schema) ? typesNamed(schema) : jsonTypes))
    .reduce(commonTypes, jsonTypes);
  return options.filter(
    (option) => option !== false && commonTypes(asked, typesIn(option, document)).length > 0,
  );
}

function typesIn(option: JsonValue, { references }: SchemaDocument): readonly JsonType[] {
  if (!isJsonObject(option)) return jsonTypes;
  return referencesFrom(references, option)
    .flatMap(({ target }) => (target.kind === "schema" ? [typesNamed(target.schema)] : []))
    .reduce(commonTypes, typesNamed(option));
}

function oneBranch(stage: Stage, leaf: Leaf): readonly JsonValue[] | undefined {
  const chosen = branch(stage, leaf, "oneOf");
  if (chosen === undefined) return undefined;
  const others = listAt(leaf.schema, "oneOf").filter((each) => !chosen.includes(each));
  // Most alternatives are exclusive anyway, and stricter constraints are harder to satisfy.
  const isStrict = choose(stage.deps, stage.spot, {
    owner: leaf.schema,
    label: "oneOf strict",
    options: [false, true],
  });
  return isStrict === true ? [...chosen, ...others.map((not) => ({ not }))] : chosen;
}

function conditional({ deps, spot }: Stage, schema: JsonSchema): readonly JsonValue[] {
  const { if: condition = true, then: yes = true, else: no = true } = schema;
  const ways = [
    { layers: [condition, yes], leads: leadsToGoal(deps, yes) },
    { layers: [{ not: condition }, no], leads: leadsToGoal(deps, no) },
  ];
  const leading = ways.filter(({ leads }) => leads);
  const options = leading.length > 0 ? leading : ways;
  return choose(deps, spot, { owner: schema, label: "if", options })?.layers ?? [];
}

function negated(
  stage: Stage,
  schema: JsonSchema,
  { document }: Leaf,
): readonly JsonValue[] | undefined {
  const { deps, spot } = stage;
  const refused = schema["not"] ?? false;
  if (isPlain(refused)) return [];
  const options = possible(stage, waysRoundOf(refused, document), document);
  const chosen = choose(deps, spot, { owner: schema, label: "not", options });
  return chosen === undefined ? undefined : [chosen];
}

/** Returns schemas whose values this one refuses. A reference is negated through its target. */
function waysRoundOf(refused: JsonValue, { references }: SchemaDocument): readonly JsonValue[] {
  if (!isJsonObject(refused)) return negationsOf(refused);
  const { $ref: _, ...others } = refused;
  const targets = referencesFrom(references, refused).flatMap(({ target }) =>
    target.kind === "schema" ? [{ not: target.schema }] : [],
  );
  return [...targets, ...negationsOf(others)];
}

function isPlain(refused: JsonValue): boolean {
  if (!isJsonObject(refused)) return refused === false;
  const [keyword = "", ...more] = Object.keys(refused);
  return more.length === 0 && plainNots.includes(keyword);
}

function dependents(
  { deps, spot }: Stage,
  schema: JsonSchema,
  keyword: string,
): readonly JsonValue[] {
  const schemas = own(schema, keyword);
  if (!isJsonObject(schemas)) return [];
  const required = listAt(schema, "required");
  return Object.entries(schemas).flatMap(([name, asked]) => {
    if (isJsonArray(asked)) return [];
    const present = [{ required: [name] }, asked];
    if (required.includes(name) || leadsToGoal(deps, asked)) return present;
    const options = [[{ properties: { [name]: false } }], present];
    return choose(deps, spot, { owner: schema, label: `${keyword} ${name}`, options }) ?? [];
  });
}
