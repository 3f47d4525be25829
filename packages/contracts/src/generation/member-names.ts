import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { mapAt, textsIn } from "../schemas/keywords.ts";
import { choose, type DrawDeps, isTight, leadsToGoal, type Spot } from "./draw-deps.ts";
import { type Layer, type Leaf, numbersBy, saidBy } from "./layer.ts";
import { matches, type PatternBook, writePattern } from "./text/write-pattern.ts";

/** The member names of an object: required ones, and optional ones. */
interface Names {
  readonly must: readonly string[];
  readonly may: readonly string[];
  readonly min: number;
  readonly max: number;
}

export function chooseNames(deps: DrawDeps, leaves: readonly Leaf[], spot: Spot): Names {
  const min = Math.max(0, ...numbersBy(leaves, "minProperties").map(Math.ceil));
  const max = Math.min(
    Number.POSITIVE_INFINITY,
    ...numbersBy(leaves, "maxProperties").map(Math.floor),
  );
  const required = saidBy(leaves, "required").flatMap((names) => textsIn(names));
  const must = new Set([...required, ...namesToGoal(deps, leaves)]);
  addDependents(must, leaves);
  const may = new Set<string>();
  const optional = namesKnown(leaves).filter((name) => !must.has(name));
  for (const name of optional) {
    if (isTaken({ deps, spot, leaves }, name)) may.add(name);
  }
  addOthers({ deps, spot, leaves }, may, must.size);
  const spare = [...optional, ...newNames(deps, leaves)];
  for (const name of spare) {
    if (must.size + may.size >= min) break;
    if (!must.has(name)) may.add(name);
  }
  addDependents(may, leaves);
  for (const name of must) may.delete(name);
  return { must: [...must], may: [...may].slice(0, Math.max(0, max - must.size)), min, max };
}

interface Making {
  readonly deps: DrawDeps;
  readonly spot: Spot;
  readonly leaves: readonly Leaf[];
}

function isTaken({ deps, spot, leaves }: Making, name: string): boolean {
  if (isTight(deps, spot)) return false;
  if (deps.measure === "max") return true;
  const owner = leaves.find(({ schema }) => Object.hasOwn(mapAt(schema, "properties"), name));
  const options = [true, false];
  return (
    choose(deps, spot, { owner: owner?.schema ?? leaves, label: `member ${name}`, options }) ===
    true
  );
}

/** Adds made-up names. A map declares none, so it would always be empty. */
function addOthers({ deps, spot, leaves }: Making, may: Set<string>, taken: number): void {
  if (isTight(deps, spot)) return;
  const owner = leaves.find(({ schema }) => describesOthers(schema));
  if (owner === undefined) return;
  const count =
    choose(deps, spot, { owner: owner.schema, label: "others", options: [1, 0, 2] }) ?? 0;
  const wanted = taken === 0 && may.size === 0 ? Math.max(count, 1) : count;
  for (const name of newNames(deps, leaves).slice(0, wanted)) may.add(name);
}

/** Adds the members that other members depend on, transitively. */
function addDependents(names: Set<string>, leaves: readonly Leaf[]): void {
  const dependencies = ["dependentRequired", "dependencies"].flatMap((keyword) =>
    leaves.map(({ schema }) => mapAt(schema, keyword)),
  );
  // The set grows during iteration.
  for (const name of names) {
    for (const other of dependencies.flatMap((each) => textsIn(own(each, name)))) {
      names.add(other);
    }
  }
}

function namesToGoal(deps: DrawDeps, leaves: readonly Leaf[]): readonly string[] {
  for (const { schema } of leaves) {
    const entries = Object.entries(mapAt(schema, "properties"));
    const named = entries.find(([, each]) => leadsToGoal(deps, each));
    if (named !== undefined) return [named[0]];
    const patterned = Object.entries(mapAt(schema, "patternProperties")).find(([, each]) =>
      leadsToGoal(deps, each),
    );
    if (patterned !== undefined) return namesOf(deps, patterned[0]).slice(0, 1);
    const others = own(schema, "additionalProperties") ?? own(schema, "unevaluatedProperties");
    if (leadsToGoal(deps, others)) return newNames(deps, leaves).slice(0, 1);
  }
  return [];
}

const inventions = Array.from({ length: 20 }, (_, index) => `key${index + 1}`);

/** Returns names that no leaf mentions or refuses. */
function newNames(deps: DrawDeps, leaves: readonly Leaf[]): readonly string[] {
  const known = new Set(namesKnown(leaves));
  const patterned = leaves
    .flatMap(({ schema }) => Object.keys(mapAt(schema, "patternProperties")))
    .flatMap((source) => namesOf(deps, source));
  const constrained = saidBy(leaves, "propertyNames").length > 0 ? namesByRule(deps, leaves) : [];
  return [...new Set([...patterned, ...constrained, ...inventions])].filter(
    (name) =>
      !known.has(name) &&
      layersOfMember(leaves, name, deps.patterns).every(({ schema }) => schema !== false),
  );
}

function namesOf({ patterns, random }: DrawDeps, source: string): readonly string[] {
  const pattern = patterns(source);
  const { tree } = pattern;
  const texts = [0, 1, 2, 4].map((stretch) => writePattern(tree, { stretch, left: 200 }));
  const varied = [1, 4].map((stretch) => writePattern(tree, { random, stretch, left: 200 }));
  return [...texts, ...varied]
    .filter((text) => text !== undefined && matches(pattern, text))
    .map(String);
}

function namesByRule(deps: DrawDeps, leaves: readonly Leaf[]): readonly string[] {
  const layers = leaves.flatMap(({ schema, document }) =>
    Object.hasOwn(schema, "propertyNames")
      ? [{ schema: own(schema, "propertyNames") ?? true, document }]
      : [],
  );
  const asText = [
    ...layers,
    ...layers.slice(0, 1).map((layer) => ({ ...layer, schema: { type: "string" } })),
  ];
  const names: string[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    const name = deps.draw({ ...deps, measure: "varied" }, asText, { pointer: "", depth: 0 });
    if (typeof name === "string") names.push(name);
  }
  return names;
}

/** Returns all schemas for the member with a name. */
export function layersOfMember(
  leaves: readonly Leaf[],
  name: string,
  patterns: PatternBook,
): readonly Layer[] {
  const named = leaves.map((leaf) => ({ leaf, layers: namedLayers(leaf, name, patterns) }));
  const isNamed = named.some(({ layers }) => layers.length > 0);
  return named.flatMap(({ leaf, layers }) =>
    layers.length > 0 ? layers : otherLayers(leaf, isNamed),
  );
}

function namedLayers(
  { schema, document }: Leaf,
  name: string,
  patterns: PatternBook,
): readonly Layer[] {
  const property = own(mapAt(schema, "properties"), name);
  const byPattern = Object.entries(mapAt(schema, "patternProperties")).flatMap(([source, each]) =>
    matches(patterns(source), name) ? [each] : [],
  );
  return [...(property === undefined ? [] : [property]), ...byPattern].map((each) => ({
    schema: each,
    document,
  }));
}

/**
 * Returns a leaf's schemas for members it does not name. `unevaluatedProperties` considers all
 * leaves.
 */
function otherLayers({ schema, document }: Leaf, isNamed: boolean): readonly Layer[] {
  const additional = own(schema, "additionalProperties");
  const rest = additional ?? (isNamed ? undefined : own(schema, "unevaluatedProperties"));
  return rest === undefined ? [] : [{ schema: rest, document }];
}

/** Returns every name under `properties` in any leaf. */
export function namesKnown(leaves: readonly Leaf[]): readonly string[] {
  return [...new Set(leaves.flatMap(({ schema }) => Object.keys(mapAt(schema, "properties"))))];
}

/** Returns whether members outside `properties` are described, not merely permitted. */
export function describesOthers(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  return (
    isJsonObject(own(schema, "additionalProperties")) ||
    isJsonObject(own(schema, "unevaluatedProperties")) ||
    Object.keys(mapAt(schema, "patternProperties")).length > 0
  );
}
