import { isJsonArray, type JsonValue, own } from "@toolcourt/sdk";
import { commonTypes } from "../generation/json-types.ts";
import { type Layer, saidBy } from "../generation/layer.ts";
import { layersOfMember } from "../generation/member-names.ts";
import { memberOf } from "../schemas/identity.ts";
import { mapAt } from "../schemas/keywords.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Objection, objection, type Question, type Scope } from "./scope.ts";

export function* allOf(question: Question): Generator<Objection> {
  for (const branch of branchesOf(question)) {
    yield* question.scope.objectTo(question.from, branch, question.scope);
  }
}

export function* anyOf(question: Question): Generator<Objection> {
  if (!branchesOf(question).some((branch) => isCovered(question, branch))) {
    yield objection(question);
  }
}

/** Requires that one branch accepts all values and the others none. */
export function* oneOf(question: Question): Generator<Objection> {
  const branches = branchesOf(question);
  const taking = branches.find((branch) => isCovered(question, branch));
  const isAlone =
    taking !== undefined &&
    branches.every((branch) => branch === taking || excludes(question, branch));
  if (!isAlone) yield objection(question);
}

function branchesOf({ value, into }: Question): readonly Layer[] {
  if (!isJsonArray(value)) return [];
  return value.map((schema) => ({ schema, document: into.document }));
}

function isCovered({ from, scope }: Question, branch: Layer): boolean {
  return scope.objectTo(from, branch, scope).next().done === true;
}

/** Reports whether types and listed values prove that no value fits the branch. */
function excludes({ facts, scope }: Question, branch: Layer): boolean {
  return areApart(facts, factsOf([branch]), scope);
}

function areApart(first: Facts, second: Facts, scope: Scope): boolean {
  if (first.isEmpty || second.isEmpty) return true;
  if (commonTypes(first.types, second.types).length === 0) return true;
  const { listed } = second;
  if (first.listed !== undefined && listed !== undefined) {
    return !first.listed.some(memberOf(listed));
  }
  return requiredBy(first).some(
    (name) =>
      describes(second, name) &&
      areApart(memberFacts(first, name, scope), memberFacts(second, name, scope), scope),
  );
}

function requiredBy({ leaves }: Facts): readonly string[] {
  return saidBy(leaves, "required")
    .flatMap((names) => (isJsonArray(names) ? names : []))
    .filter((name) => typeof name === "string");
}

function describes({ leaves }: Facts, name: string): boolean {
  return leaves.some(({ schema }) => Object.hasOwn(mapAt(schema, "properties"), name));
}

function memberFacts({ leaves }: Facts, name: string, { patterns }: Scope): Facts {
  return factsOf(layersOfMember(leaves, name, patterns));
}

export interface Choice {
  /** The list in the schema, by identity, to mark it as expanded. */
  readonly list: JsonValue;
  readonly branches: readonly Layer[];
}

/** Returns a list of alternatives that is not expanded yet. */
export function choiceIn({ leaves }: Facts, { open }: Scope): Choice | undefined {
  const lists = leaves.flatMap(({ schema, document }) =>
    [own(schema, "anyOf"), own(schema, "oneOf")].filter(isJsonArray).map((list) => ({
      list,
      branches: list.map((branch) => ({ schema: branch, document })),
    })),
  );
  return lists.find(({ list }) => open.every(([, known]) => known !== list));
}
