import { isJsonArray, isJsonObject, own } from "@toolcourt/sdk";
import { type Layer, type Leaf, saidBy } from "../generation/layer.ts";
import { layersOfMember, namesKnown } from "../generation/member-names.ts";
import { matches, writePattern } from "../generation/text/write-pattern.ts";
import { mapAt, textsIn } from "../schemas/keywords.ts";
import { type Facts, factsOf } from "./facts.ts";
import { speaksAbout } from "./scalar-cover.ts";
import { inMember, type Objection, objection, type Question, type Scope } from "./scope.ts";

/** Compares the members named on either side. */
export function* properties(question: Question): Generator<Objection> {
  const { facts, into, value, scope } = question;
  if (!isJsonObject(value)) return;
  for (const [name, schema] of Object.entries(value)) {
    const from = certainOf(facts, name, scope);
    yield* scope.objectTo(from, { schema, document: into.document }, inMember(scope, name));
  }
}

/** Compares the members that the accepting schema does not name. */
export function* otherMembers(question: Question): Generator<Objection> {
  const { facts, into, value, scope } = question;
  if (value === true) return;
  for (const { name, from } of [...namedMembers(question), ...patternedMembers(question)]) {
    if (factsOf(from).isEmpty) continue;
    if (value === false) yield objection(question, [{ type: "object", required: [name] }]);
    else
      yield* scope.objectTo(
        from,
        { schema: value, document: into.document },
        inMember(scope, name),
      );
  }
  if (facts.inCases.isOpen) yield objection(question);
}

interface Member {
  readonly name: string;
  readonly from: readonly Layer[];
}

function namedMembers(question: Question): readonly Member[] {
  const { facts, scope } = question;
  return [...namesIn(facts), freshName(facts)]
    .filter((name) => !isNamed(question, name))
    .map((name) => ({ name, from: certainOf(facts, name, scope) }));
}

/** Returns the members that the facts describe by a pattern unknown to the accepting schema. */
function patternedMembers({ facts, into, scope }: Question): readonly Member[] {
  return facts.leaves.flatMap(({ schema, document }) =>
    Object.entries(mapAt(schema, "patternProperties"))
      .filter(([source]) => !Object.hasOwn(mapAt(into.schema, "patternProperties"), source))
      .map(([source, each]) => ({
        name: writePattern(scope.patterns(source).tree, { stretch: 1, left: 100 }) ?? source,
        from: [{ schema: each, document }],
      })),
  );
}

function isNamed({ into, keyword, scope }: Question, name: string): boolean {
  // `unevaluatedProperties` respects the names in adjacent schemas, at least in those that always
  // apply.
  const leaves = keyword === "unevaluatedProperties" ? factsOf([into]).leaves : [into];
  return leaves.some(
    ({ schema }) =>
      Object.hasOwn(mapAt(schema, "properties"), name) ||
      Object.keys(mapAt(schema, "patternProperties")).some((source) =>
        matches(scope.patterns(source), name),
      ) ||
      (schema !== into.schema && own(schema, "additionalProperties") !== undefined),
  );
}

/** Returns the facts about a member that hold in every alternative. */
function certainOf(
  { leaves, inCases }: Facts,
  name: string,
  { patterns }: Scope,
): readonly Layer[] {
  const isUncertain = inCases.isOpen || inCases.names.has(name);
  return layersOfMember(isUncertain ? leaves.map(withoutUnevaluated) : leaves, name, patterns);
}

function withoutUnevaluated({ schema, document }: Leaf): Leaf {
  const { unevaluatedProperties: _, ...rest } = schema;
  return { schema: rest, document };
}

function namesIn({ leaves, inCases }: Facts): readonly string[] {
  return [...new Set([...namesKnown(leaves), ...inCases.names])];
}

/** Returns a name that represents all unmentioned names. */
function freshName(facts: Facts): string {
  const known = namesIn(facts);
  return known.includes("key1") ? `key1${known.join("")}` : "key1";
}

export function* required(question: Question): Generator<Objection> {
  const { facts, value } = question;
  if (!isJsonArray(value) || !speaksAbout(facts, "object")) return;
  const certain = requiredBy(question);
  for (const name of textsIn(value)) {
    if (certain.includes(name) || hasFittingDefault(question, name)) continue;
    yield objection(question, [{ type: "object", properties: { [name]: false } }]);
  }
}

/** Returns the required members without a default. Only those must be sent. */
function requiredBy({ facts, scope }: Question): readonly string[] {
  const names = saidBy(facts.leaves, "required").flatMap(textsIn);
  if (!scope.fillsDefaults) return names;
  return names.filter((name) =>
    facts.leaves.every(({ schema }) => {
      const property = own(mapAt(schema, "properties"), name);
      return !isJsonObject(property) || !Object.hasOwn(property, "default");
    }),
  );
}

/**
 * Reports whether a member has a valid default. The gateway fills it in before validation, so
 * callers may omit it.
 */
function hasFittingDefault({ into, scope }: Question, name: string): boolean {
  const property = own(mapAt(into.schema, "properties"), name);
  const filled = isJsonObject(property) ? own(property, "default") : undefined;
  if (property === undefined || filled === undefined || !scope.fillsDefaults) return false;
  const { document } = into;
  const from = [{ schema: { const: filled }, document }];
  return scope.objectTo(from, { schema: property, document }, scope).next().done === true;
}

export function* dependentRequired(question: Question): Generator<Objection> {
  const { facts, value } = question;
  if (!isJsonObject(value) || !speaksAbout(facts, "object")) return;
  const certain = saidBy(facts.leaves, "required").flatMap(textsIn);
  const before = saidBy(facts.leaves, "dependentRequired").filter(isJsonObject);
  for (const [name, others] of Object.entries(value)) {
    const known = before.flatMap((each) => textsIn(own(each, name)));
    for (const other of textsIn(others)) {
      if (certain.includes(other) || known.includes(other)) continue;
      const way = { type: "object", required: [name], properties: { [other]: false } };
      yield objection(question, [way]);
    }
  }
}

/** Compares the possible names: those in the facts, or the known ones if the object is closed. */
export function* propertyNames(question: Question): Generator<Objection> {
  const { facts, into, value, scope } = question;
  const names = namesIn(facts);
  const said = facts.leaves.flatMap(({ schema, document }) => {
    const schemas = own(schema, "propertyNames");
    return schemas === undefined ? [] : [{ schema: schemas, document }];
  });
  const isClosed =
    factsOf(certainOf(facts, freshName(facts), scope)).isEmpty &&
    facts.leaves.every(({ schema }) => !Object.hasOwn(schema, "patternProperties"));
  const text = { schema: isClosed ? { enum: names } : { type: "string" }, document: into.document };
  const asked = { schema: value, document: into.document };
  if (scope.objectTo([text, ...said], asked, scope).next().done === true) return;
  yield objection(
    question,
    names.map((name) => ({ type: "object", required: [name] })),
  );
  yield objection(question);
}
