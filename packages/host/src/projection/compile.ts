import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  valueAt,
} from "@toolcourt/sdk";
import type { Budget, Codec } from "./codec.ts";
import { jsonText } from "./json-text.ts";
import { oneOf, valuesOf } from "./simple.ts";
import { typed } from "./typed.ts";
import { union } from "./union.ts";
import { annotated, assertionsOf } from "./wording.ts";

const deepest = 8;
const maxSchemas = 1_000;
const maxCharacters = 300_000;

/** The scope of a nested schema. */
export class Scope {
  readonly root: JsonSchema;
  readonly budget: Budget;
  readonly #depth: number;
  /** Enclosing schemas by reference. A repeated one is recursive. */
  readonly #inside: readonly JsonSchema[];

  constructor(
    { root, budget }: Pick<Scope, "root" | "budget">,
    depth = 0,
    inside: readonly JsonSchema[] = [],
  ) {
    this.root = root;
    this.budget = budget;
    this.#depth = depth;
    this.#inside = inside;
  }

  /** Compiles a schema to the form strict providers accept, or to JSON text if there is none. */
  compile(schema: JsonValue | undefined): Codec {
    this.budget.schemas -= 1;
    if (!isJsonObject(schema) || this.budget.schemas < 0 || this.#depth > deepest) {
      return jsonText(schema, this);
    }
    if (own(schema, "$ref") !== undefined) return this.#referred(schema);
    const alone = loneBranch(schema);
    return alone === undefined ? ownContent(schema, this) : this.compile(annotated(alone, schema));
  }

  /** Compiles a schema one level deeper in the value. */
  compileBelow(schema: JsonValue | undefined, levels = 1): Codec {
    return new Scope(this, this.#depth + levels, this.#inside).compile(schema);
  }

  /** Compiles the target of a local reference in place. */
  #referred(schema: JsonSchema): Codec {
    const ref = own(schema, "$ref");
    const isAlone = assertionsOf(schema).every((key) => key === "$ref");
    const target = typeof ref === "string" && isAlone ? targetOf(this.root, ref) : undefined;
    if (target === undefined || this.#inside.includes(target)) return jsonText(schema, this);
    const inner = new Scope(this, this.#depth, [...this.#inside, target]);
    return inner.compile(annotated(target, schema));
  }
}

/** Opens the scope of a root schema. */
export function openScope(root: JsonSchema, depth = 0): Scope {
  const budget = { schemas: maxSchemas, characters: maxCharacters };
  return new Scope({ root, budget }, depth);
}

/** Opens a scope in which everything is JSON text, for a schema too large to show. */
export function openFlatScope(root: JsonSchema): Scope {
  return openScope(root, deepest);
}

/** Compiles the schema's own content: values, subschemas or types. */
function ownContent(schema: JsonSchema, scope: Scope): Codec {
  const types = typesOf(schema);
  const values = valuesOf(schema, types);
  if (values !== undefined) return oneOf(schema, values);
  const branches = branchesOf(schema);
  if (branches !== undefined) return eitherOf(schema, branches, scope);
  return types === undefined ? jsonText(schema, scope) : typed(schema, types, scope);
}

/** Returns the only subschema of an `allOf`, `anyOf` or `oneOf` without other keywords. */
function loneBranch(schema: JsonSchema): JsonValue | undefined {
  const [keyword, ...more] = assertionsOf(schema);
  if (keyword === undefined || more.length > 0 || !/^(?:all|any|one)Of$/.test(keyword))
    return undefined;
  const branches = own(schema, keyword);
  return isJsonArray(branches) && branches.length === 1 ? branches[0] : undefined;
}

function typesOf(schema: JsonSchema): readonly string[] | undefined {
  const type = own(schema, "type");
  if (typeof type === "string") return [type];
  if (!isJsonArray(type) || type.length === 0) return undefined;
  const types = type.filter((each) => typeof each === "string");
  return types.length === type.length ? types : undefined;
}

/** Returns the alternatives of a union, if they define the value rather than only constrain it. */
function branchesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const others = assertionsOf(schema).filter((key) => key !== "type");
  const [keyword] = others;
  if (others.length !== 1 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  const branches = own(schema, keyword);
  if (!isJsonArray(branches) || !branches.every(isJsonObject)) return undefined;
  const type = own(schema, "type");
  if (type === undefined) return branches;
  // The outer type applies inside each branch.
  return branches.map((branch) => ({ type, ...branch }));
}

function eitherOf(schema: JsonSchema, branches: readonly JsonValue[], scope: Scope): Codec {
  const codecs = branches.map((branch) => scope.compile(branch));
  return union(schema, codecs) ?? jsonText(schema, scope, takenBy(codecs));
}

function takenBy(codecs: readonly Codec[]): Codec["takes"] {
  return new Set(codecs.flatMap(({ takes }) => [...takes]));
}

function targetOf(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith("#/")) return undefined;
  const target = valueAt(root, percentDecoded(ref.slice(1)));
  return isJsonObject(target) ? target : undefined;
}
