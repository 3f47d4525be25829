import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { typesNamed } from "../generation/json-types.ts";
import type { Layer, Leaf, SchemaDocument } from "../generation/layer.ts";
import { createPatternBook, matches } from "../generation/text/write-pattern.ts";
import { referencesFrom } from "../schemas/references.ts";
import { allOf, anyOf, choiceIn, oneOf } from "./alternatives.ts";
import { factsOf, isSilenced, referredBy } from "./facts.ts";
import { additionalItems, heads, items } from "./items.ts";
import { dependentRequired, otherMembers, properties, propertyNames, required } from "./members.ts";
import { sameUnder, saysTheSame } from "./same-words.ts";
import { isSaid, limitCovers, listCovers, speaksAbout } from "./scalar-cover.ts";
import { type Objection, objection, type Question, type Scope } from "./scope.ts";

/** Deeper nesting is not proven, and so counts as different. */
const maxDepth = 24;

/** Limit of schema visits, repeats included. The rest counts as different. */
const maxLooks = 10_000;

/**
 * Lists where one schema may refuse a value that the other accepts. An empty list proves that it
 * accepts all of them. An objection is only a suspicion and needs a witness.
 */
export function objectionsBetween(
  from: SchemaDocument,
  into: SchemaDocument,
  fillsDefaults: boolean,
): readonly Objection[] {
  const scope: Scope = {
    wrap: (schema) => schema,
    beside: [],
    patterns: createPatternBook(),
    open: [],
    depth: 0,
    effort: { left: maxLooks },
    fillsDefaults,
    objectTo,
  };
  return [...objectTo([wholeLayer(from)], wholeLayer(into), scope)];
}

function wholeLayer(document: SchemaDocument): Layer {
  return { schema: document.root, document };
}

function* objectTo(from: readonly Layer[], into: Layer, scope: Scope): Generator<Objection> {
  const facts = factsOf(from);
  if (into.schema === true || facts.isEmpty || isKnown(from, into, scope)) return;
  const { schema, document } = into;
  if (!isJsonObject(schema)) {
    yield { keyword: "false", pointer: "", ways: [wholeOf(scope, document)], beside: scope.beside };
    return;
  }
  const leaf = { schema, document };
  scope.effort.left -= from.length;
  const inner: Scope = { ...scope, open: [...scope.open, [lone(from), schema]] };
  const found = [...directly({ facts, from, into: leaf, scope: inner })];
  // Each choice multiplies the cases, so the effort is limited.
  const isWorthIt = found.length > 0 && scope.effort.left >= 0;
  const choice = isWorthIt ? choiceIn(facts, inner) : undefined;
  if (choice === undefined) yield* found;
  else yield* inEachCase(choice, { facts, from, into: leaf, scope: inner });
}

function wholeOf(scope: Scope, document: SchemaDocument): Layer {
  return { schema: scope.wrap({}), document };
}

/** Reports whether the schemas are literally equal, or already compared in an outer call. */
function isKnown(from: readonly Layer[], into: Layer, { open }: Scope): boolean {
  return (
    from.some((layer) => saysTheSame(layer, into)) ||
    open.some(
      ([first, second]) => first !== undefined && first === lone(from) && second === into.schema,
    )
  );
}

/**
 * Returns a schema that stands alone. Next to others it has more facts, so it is not the same
 * comparison.
 */
function lone(from: readonly Layer[]): JsonValue | undefined {
  return from.length === 1 ? from[0]?.schema : undefined;
}

type Case = Omit<Question, "keyword" | "value">;

/** Compares each case: a fact that holds in each of them holds in all. */
function* inEachCase(
  { list, branches }: NonNullable<ReturnType<typeof choiceIn>>,
  { from, into, scope }: Case,
): Generator<Objection> {
  for (const branch of branches) {
    const taken = isJsonObject(branch.schema)
      ? [{ schema: scope.wrap(branch.schema), document: branch.document }]
      : [];
    const inner: Scope = {
      ...scope,
      beside: [...scope.beside, ...taken],
      // Compares the same two schemas again, with more facts.
      open: [...scope.open.slice(0, -1), [undefined, list]],
    };
    yield* objectTo([...from, branch], into, inner);
  }
}

function* directly(each: Case): Generator<Objection> {
  const { from, into, scope } = each;
  if (scope.depth > maxDepth || scope.effort.left < 0) {
    yield* Object.entries(into.schema).map(([keyword, value]) =>
      objection({ ...each, keyword, value }, []),
    );
    return;
  }
  yield* towardsOthers(each);
  for (const target of referredBy(into)) yield* objectTo(from, target, scope);
  if (isSilenced(into)) return;
  for (const [keyword, value] of Object.entries(into.schema)) {
    yield* answer({ ...each, keyword, value });
  }
}

/** Objects to external and dynamic references, which may demand anything. */
function towardsOthers(each: Case): readonly Objection[] {
  const { schema, document } = each.into;
  return referencesFrom(document.references, schema)
    .filter(
      ({ keyword, target }) =>
        keyword !== "$ref" || target.kind === "bundled" || target.kind === "missing",
    )
    .map(({ keyword, reference }) => objection({ ...each, keyword, value: reference }, []));
}

type Answer = (question: Question) => Iterable<Objection>;

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["type", (question) => unless(question, coversTypes(question))],
  ["enum", (question) => unless(question, listCovers(question.facts, asList(question.value)))],
  ["const", (question) => unless(question, listCovers(question.facts, [question.value]))],
  ["pattern", (question) => unless(question, coversPattern(question))],
  ["uniqueItems", (question) => unless(question, coversUnique(question))],
  ["properties", about("object", properties)],
  ["additionalProperties", about("object", otherMembers)],
  ["unevaluatedProperties", about("object", otherMembers)],
  ["propertyNames", about("object", propertyNames)],
  // Which items the adjacent schemas evaluate depends on the value.
  ["unevaluatedItems", about("array", (question) => unless(question, question.value === true))],
  ["required", required],
  ["dependentRequired", dependentRequired],
  ["items", about("array", items)],
  ["prefixItems", about("array", heads)],
  ["additionalItems", about("array", additionalItems)],
  ["allOf", allOf],
  ["anyOf", anyOf],
  ["oneOf", oneOf],
]);

/** Keywords compared only literally, together with the keywords that modify them. */
const compared: ReadonlyMap<string, readonly string[]> = new Map([
  ["not", ["not"]],
  ["then", ["if", "then"]],
  ["else", ["if", "else"]],
  ["patternProperties", ["patternProperties"]],
  ["dependentSchemas", ["dependentSchemas"]],
  ["dependencies", ["dependencies"]],
  ["contains", ["contains", "minContains"]],
  ["maxContains", ["contains", "maxContains"]],
]);

function answer(question: Question): Iterable<Objection> {
  const { facts, into, keyword, value } = question;
  const known = answers.get(keyword);
  if (known !== undefined) return known(question);
  const limit = limitCovers(facts, keyword, value);
  if (limit !== undefined) return unless(question, limit);
  const keywords = compared.get(keyword);
  if (keywords === undefined) return [];
  return unless(
    question,
    facts.leaves.some((leaf: Leaf) => sameUnder(leaf, into, keywords)),
  );
}

function unless(question: Question, isCovered: boolean): readonly Objection[] {
  return isCovered ? [] : [objection(question)];
}

function about(type: "object" | "array", asked: Answer): Answer {
  return (question) => (speaksAbout(question.facts, type) ? asked(question) : []);
}

function asList(value: JsonValue): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

function coversTypes({ facts, into }: Question): boolean {
  const allowed = typesNamed(into.schema);
  return facts.types.every(
    (type) => allowed.includes(type) || (type === "integer" && allowed.includes("number")),
  );
}

function coversPattern({ facts, value, scope }: Question): boolean {
  if (!speaksAbout(facts, "string") || typeof value !== "string") return true;
  if (facts.listed === undefined) return isSaid(facts, "pattern", value);
  const pattern = scope.patterns(value);
  return facts.listed.every((text) => typeof text !== "string" || matches(pattern, text));
}

function coversUnique({ facts, value }: Question): boolean {
  return value !== true || !speaksAbout(facts, "array") || isSaid(facts, "uniqueItems", true);
}
