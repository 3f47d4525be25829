import { isJsonArray, type JsonValue } from "@toolcourt/sdk";
import { itemsOf, layersOfItem, maxLengthBy } from "../generation/item-schemas.ts";
import { type Leaf, numbersBy } from "../generation/layer.ts";
import { inItem, type Objection, type Question } from "./scope.ts";

/** Compares the first items, which have a schema each. */
export function* heads(question: Question): Generator<Objection> {
  const { value } = question;
  if (!isJsonArray(value)) return;
  for (const [index, schema] of value.entries()) yield* at(question, index, schema);
}

/** Compares the remaining items: each one with facts of its own, and one for all others. */
function* rest(question: Question): Generator<Objection> {
  const { facts, into, value } = question;
  const first = itemsOf(into.schema).heads.length;
  const maxHeads = Math.max(0, ...facts.leaves.map(({ schema }) => itemsOf(schema).heads.length));
  for (let index = first; index <= Math.max(first, maxHeads); index += 1) {
    yield* at(question, index, value);
  }
}

function* at(
  { facts, into, scope }: Question,
  index: number,
  schema: JsonValue,
): Generator<Objection> {
  const leaves = facts.leaves.map(withoutUnevaluated);
  if (leaves.length > 0 && maxLengthBy(leaves) <= index) return;
  if (numbersBy(leaves, "maxItems").some((max) => max <= index)) return;
  const from = layersOfItem(leaves, index);
  yield* scope.objectTo(from, { schema, document: into.document }, inItem(scope, index));
}

/** Compares `items`, which is a list in dialects before 2020-12. */
export function* items(question: Question): Generator<Objection> {
  yield* isJsonArray(question.value) ? heads(question) : rest(question);
}

/** Compares `additionalItems`, which applies only next to a list of `items`. */
export function* additionalItems(question: Question): Generator<Objection> {
  if (isJsonArray(question.into.schema["items"])) yield* rest(question);
}

/** Drops `unevaluatedItems`: which items the alternatives evaluate depends on the value. */
function withoutUnevaluated({ schema, document }: Leaf): Leaf {
  const { unevaluatedItems: _, ...certain } = schema;
  return { schema: certain, document };
}
