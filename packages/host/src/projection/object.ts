import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { type Codec, same } from "./codec.ts";
import type { Scope } from "./compile.ts";
import { jsonText } from "./json-text.ts";
import { parameterNames, projectNames } from "./names.ts";
import { describe, withNote } from "./wording.ts";

interface Member {
  readonly name: string;
  readonly shown: string;
  readonly codec: Codec;
  /** The placeholder of a missing member. Absent for required members. */
  readonly absent?: JsonValue;
}

/**
 * Projects an object with declared members. Strict providers require every member, so a missing one
 * gets a placeholder.
 */
export function object(schema: JsonSchema, scope: Scope): Codec {
  const members = membersOf(schema, scope);
  const isSame = members.every(
    ({ name, shown, codec, absent }) => name === shown && codec.isSame && absent === undefined,
  );
  return {
    schema: {
      type: "object",
      ...describe(schema),
      properties: Object.fromEntries(members.map(({ shown, codec }) => [shown, codec.schema])),
      required: members.map(({ shown }) => shown),
      additionalProperties: false,
    },
    shows: new Set(["object"]),
    takes: new Set(["object"]),
    isSame,
    hasText: members.some(({ codec }) => codec.hasText),
    project: isSame ? same : (value) => (isJsonObject(value) ? projected(value, members) : value),
    restore: isSame ? same : (value) => (isJsonObject(value) ? restored(value, members) : value),
  };
}

function membersOf(schema: JsonSchema, scope: Scope): readonly Member[] {
  const listed = own(schema, "properties");
  const properties = isJsonObject(listed) ? listed : {};
  const required = own(schema, "required");
  const always = new Set(
    isJsonArray(required) ? required.filter((name) => typeof name === "string") : [],
  );
  // A member that is required but not declared may have any value, and must still be present.
  const names = [...new Set([...Object.keys(properties), ...always])];
  const shown = projectNames(names, { strange: parameterNames });
  return names.map((name) => {
    const inner = own(properties, name);
    const codec = scope.compileBelow(inner);
    const member = { name, shown: shown.get(name) ?? name };
    return { ...member, ...(always.has(name) ? { codec } : optional(codec, inner, scope)) };
  });
}

/** Adds a placeholder for a missing member: null, or an impossible value if null is valid. */
function optional(
  codec: Codec,
  schema: JsonValue | undefined,
  scope: Scope,
): Pick<Member, "codec" | "absent"> {
  const { shows } = codec;
  if (!shows.has("null"))
    return { codec: { ...codec, schema: orNull(codec.schema) }, absent: null };
  const absent = shows.has("boolean") ? "leave_out" : false;
  if (shows.has(typeof absent === "string" ? "string" : "boolean")) {
    const text = jsonText(schema, scope);
    return { codec: { ...text, schema: orNull(text.schema) }, absent: null };
  }
  const without: JsonSchema = {
    type: typeof absent,
    enum: [absent],
    description: "This leaves it out.",
  };
  return { codec: { ...codec, schema: either(codec.schema, without) }, absent };
}

function orNull(schema: JsonSchema): JsonSchema {
  const note = withNote(schema, "Null leaves it out.");
  const type = own(schema, "type");
  const values = own(schema, "enum");
  if (type === undefined || type === "object") return either(note, { type: "null" });
  return {
    ...note,
    type: [...(isJsonArray(type) ? type : [type]), "null"],
    ...(isJsonArray(values) && { enum: [...values, null] }),
  };
}

function either(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const { description, ...one } = schema;
  const inner = own(one, "anyOf");
  const branches = isJsonArray(inner) ? inner : [one];
  return { ...(description !== undefined && { description }), anyOf: [...branches, other] };
}

// An undeclared member keeps its name, unless it collides with a declared one.
const escape = "~";

function projected(value: JsonObject, members: readonly Member[]): JsonObject {
  const shown = new Set(members.map((member) => member.shown));
  const named = new Set(members.map((member) => member.name));
  const known = members.flatMap(({ name, shown: key, codec, absent }) => {
    const one = own(value, name);
    if (one !== undefined) return [[key, codec.project(one)] as const];
    return absent === undefined ? [] : [[key, absent] as const];
  });
  const others = Object.entries(value)
    .filter(([key]) => !named.has(key))
    .map(
      ([key, one]) => [shown.has(key) || key.startsWith(escape) ? escape + key : key, one] as const,
    );
  return Object.fromEntries([...known, ...others]);
}

function restored(value: JsonObject, members: readonly Member[]): JsonObject {
  const shown = new Map(members.map((member) => [member.shown, member]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const member = shown.get(key);
      if (member === undefined) return [[key.startsWith(escape) ? key.slice(1) : key, one]];
      if (member.absent !== undefined && one === member.absent) return [];
      return [[member.name, member.codec.restore(one)]];
    }),
  );
}
