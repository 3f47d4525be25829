import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { didYouMean, type Path } from "@toolcourt/contracts/internal/documents/wording";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { compileCondition } from "./condition/compile.ts";
import {
  describeChoices,
  sequenceVariables,
  type Variable,
  variables,
} from "./condition/environment.ts";
import { sequenceProblems } from "./sequence-relations.ts";
import { demands } from "./sequence-schema.ts";

/** Yields mistakes that span several values, and mistakes inside conditions. */
export function* relationProblems(file: JsonObject): Generator<Problem> {
  const roles = Object.keys(objectAt(file, "roles"));
  const defined = new Defined(roles);
  for (const name of roles.filter((each) => !/^[a-z][a-z0-9-]{0,62}$/.test(each))) {
    const message = "Name a role with lower-case letters, digits and dashes, a letter first.";
    yield { path: ["roles", name], part: "key", message };
  }
  for (const { path, entry } of entriesOf(file, "subjects")) {
    yield* unknownRoles(path, entry, defined);
    yield* saysNothing(path, entry, subjectKeys);
  }
  const ids = new Set<JsonValue>();
  for (const { path, entry } of entriesOf(file, "statements")) {
    yield* unknownRoles(path, entry, defined);
    yield* saysNothing(path, entry, whoKeys);
    yield* saysNothing(path, entry, targetKeys);
    yield* idTwice(path, entry, { seen: ids, message: "Another statement has this id." });
    yield* conditionProblems(path, entry);
  }
  const limits = new Set<JsonValue>();
  for (const { path, entry } of entriesOf(file, "limits")) {
    yield* unknownRoles(path, entry, defined);
    yield* saysNothing(path, entry, maximumKeys);
    yield* idTwice(path, entry, { seen: limits, message: "Another limit has this id." });
  }
  const origins = new Set<JsonValue>();
  for (const { path, entry } of entriesOf(file, "egress")) {
    const ofEgress = { seen: origins, message: "Another entry has this origin.", key: "origin" };
    yield* idTwice(path, entry, ofEgress);
  }
  yield* sequencesProblems(file, defined);
}

function* sequencesProblems(file: JsonObject, defined: Defined): Generator<Problem> {
  const ids = new Set<JsonValue>();
  for (const { path, entry } of entriesOf(file, "sequences")) {
    yield* unknownRoles(path, entry, defined);
    yield* saysNothing(path, entry, demandKeys);
    yield* idTwice(path, entry, { seen: ids, message: "Another sequence has this id." });
    yield* conditionProblems(path, entry, sequenceVariables);
    yield* sequenceProblems(path, entry);
  }
}

interface Keys {
  readonly keys: readonly string[];
  readonly hint: string;
}

const subjectKeys: Keys = {
  keys: ["principals", "kinds", "tenants", "scopes", "claims"],
  hint: 'Select who has these roles: principals, kinds, tenants, scopes or claims. All principals are principals: ["*"].',
};
const whoKeys: Keys = {
  keys: ["principals", "roles", "kinds", "tenants"],
  hint: 'Select principals: principals, roles, kinds or tenants. All principals are principals: ["*"].',
};
const targetKeys: Keys = {
  keys: ["tools", "effects", "tags", "categories", "resources", "prompts"],
  hint: 'Select tools, resources or prompts: tools, effects, tags, categories, resources or prompts. All tools are tools: ["*"].',
};

const maximumKeys: Keys = {
  keys: ["max_timeout", "max_retries", "max_result_bytes"],
  hint: "Set a maximum: max_timeout, max_retries or max_result_bytes.",
};

const demandKeys: Keys = {
  keys: demands,
  hint: `Demand something of these calls: ${describeChoices(demands)}.`,
};

// A missing selector must not mean "all principals" or "all tools".
function* saysNothing(path: Path, entry: JsonObject, { keys, hint }: Keys): Generator<Problem> {
  if (keys.every((key) => own(entry, key) === undefined)) {
    yield { path, part: "value", message: hint };
  }
}

/** Limit on name comparisons: a file full of mistakes must not block the gateway. */
const maxComparisons = 2_000;

/** The roles that the file defines. */
class Defined {
  readonly names: ReadonlySet<string>;
  #left = maxComparisons;

  constructor(names: readonly string[]) {
    this.names = new Set(names);
  }

  /** Suggests the intended role. */
  guess(role: string): string | undefined {
    this.#left -= this.names.size;
    return this.#left < 0 ? undefined : nearest(role, [...this.names]);
  }
}

function* unknownRoles(path: Path, entry: JsonObject, defined: Defined): Generator<Problem> {
  const named = own(entry, "roles");
  if (!isJsonArray(named)) return;
  for (const [index, role] of named.entries()) {
    if (typeof role !== "string" || defined.names.has(role)) continue;
    const message = `\`roles\` does not define this role.${didYouMean(defined.guess(role))}`;
    yield { path: [...path, "roles", index], part: "value", message };
  }
}

interface Ids {
  readonly seen: Set<JsonValue>;
  readonly message: string;
  /** Default: `id`. */
  readonly key?: string;
}

function* idTwice(path: Path, entry: JsonObject, ids: Ids): Generator<Problem> {
  const { seen, message, key = "id" } = ids;
  const id = own(entry, key);
  if (id === undefined) return;
  if (seen.has(id)) {
    yield { path: [...path, key], part: "value", message };
  }
  seen.add(id);
}

function* conditionProblems(
  path: Path,
  entry: JsonObject,
  readable: readonly Variable[] = variables,
): Generator<Problem> {
  const text = own(entry, "when");
  if (typeof text !== "string") return;
  const compiled = compileCondition(text, readable);
  if (compiled.kind === "condition") return;
  for (const { offset, message } of compiled.objections) {
    const at = `At character ${offset + 1}: ${message}`;
    yield { path: [...path, "when"], part: "value", message: at };
  }
}

function objectAt(file: JsonObject, key: string): JsonObject {
  const value = own(file, key);
  return isJsonObject(value) ? value : {};
}

function entriesOf(
  file: JsonObject,
  key: string,
): readonly { readonly path: Path; readonly entry: JsonObject }[] {
  const list = own(file, key);
  if (!isJsonArray(list)) return [];
  return list.flatMap((entry, index) =>
    isJsonObject(entry) ? [{ path: [key, index], entry }] : [],
  );
}
