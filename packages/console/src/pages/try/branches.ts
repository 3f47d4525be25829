import type { Json, JsonMembers } from "../../ui/json.ts";
import { listIn, type Merged, member, membersOf, type Spot, typesIn } from "./schema-merge.ts";

export interface Alternative {
  readonly title: string;
  readonly spot: Spot;
}

export interface Branches {
  readonly isDrawn: boolean;
  /** Whether one of them is null and nothing else. */
  readonly acceptsNull: boolean;
  readonly alternatives: readonly Alternative[];
}

/** Returns the alternatives of a schema. There are none without `oneOf` and `anyOf`. */
export function branchesOf(merged: Merged): Branches {
  const { schema } = merged;
  const { oneOf, anyOf, ...base } = schema;
  if (oneOf !== undefined && anyOf !== undefined) return { ...none, isDrawn: false };
  const all = listIn(schema, "oneOf") ?? listIn(schema, "anyOf") ?? [];
  if (all.length === 0 || (isObject(base) && all.every(onlyConstrains))) return none;
  const drawn = all.filter((each) => !isNull(each));
  return {
    isDrawn: true,
    acceptsNull: drawn.length < all.length,
    alternatives: drawn.map((each, index) => ({
      title: titleOf(each) ?? `${index + 1}`,
      spot: { ...merged, schemas: [withoutTitle(base), each] },
    })),
  };
}

const none: Branches = { isDrawn: true, acceptsNull: false, alternatives: [] };

function isObject(base: JsonMembers): boolean {
  return Object.hasOwn(base, "properties");
}

/** Such a branch demands members, and describes none. The gate judges it. */
function onlyConstrains(branch: Json): boolean {
  const names = Object.keys(membersOf(branch) ?? { other: true });
  return names.every((name) => constraints.has(name));
}

const constraints = new Set(["required", "title", "description", "minProperties", "maxProperties"]);

function isNull(branch: Json): boolean {
  const schema = membersOf(branch);
  if (schema === undefined) return false;
  const types = typesIn(member(schema, "type"));
  return member(schema, "const") === null || (types.length === 1 && types[0] === "null");
}

/** The title of the whole is not that of each branch. */
function withoutTitle(base: JsonMembers): Json {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !annotations.has(name)));
}

const annotations = new Set(["title", "description", "default"]);

function titleOf(branch: Json): string | undefined {
  const schema = membersOf(branch) ?? {};
  const [title, ref] = [member(schema, "title"), member(schema, "$ref")];
  if (typeof title === "string" && title !== "") return title;
  if (typeof ref === "string") return ref.split("/").at(-1);
  return distinctionOf(schema) ?? typeTitle(schema);
}

/** The fixed members of an object tell it from the others: `kind: circle`. */
function distinctionOf(schema: JsonMembers): string | undefined {
  const properties = Object.entries(membersOf(member(schema, "properties")) ?? {});
  const fixed = properties.flatMap(([name, each]) => {
    const value = member(membersOf(each) ?? {}, "const");
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  if (fixed.length > 0) return fixed.join(", ");
  const required = listIn(schema, "required")?.filter((name) => typeof name === "string") ?? [];
  return required.length === 0 ? undefined : required.join(", ");
}

function typeTitle(schema: JsonMembers): string | undefined {
  const types = typesIn(member(schema, "type"));
  return types.length === 0 ? undefined : types.join(" or ");
}
