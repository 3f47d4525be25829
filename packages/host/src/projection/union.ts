import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { type Codec, same, type TypeName, typeOf } from "./codec.ts";
import { describe } from "./wording.ts";

/** Projects a union, if each value identifies its branch or need not. */
export function union(schema: JsonSchema, codecs: readonly Codec[]): Codec | undefined {
  const isSame = codecs.every((codec) => codec.isSame);
  const canTell =
    areApart(codecs.map(({ shows }) => shows)) && areApart(codecs.map((c) => c.takes));
  if (codecs.length === 0 || (!isSame && !canTell)) return undefined;
  return {
    schema: { ...describe(schema, ["anyOf", "oneOf"]), anyOf: codecs.map((codec) => codec.schema) },
    shows: new Set(codecs.flatMap(({ shows }) => [...shows])),
    takes: new Set(codecs.flatMap(({ takes }) => [...takes])),
    isSame,
    hasText: codecs.some(({ hasText }) => hasText),
    project: isSame ? same : (value) => (find(codecs, value, "takes")?.project ?? same)(value),
    restore: isSame ? same : (value) => (find(codecs, value, "shows")?.restore ?? same)(value),
  };
}

function find(
  codecs: readonly Codec[],
  value: JsonValue,
  by: "shows" | "takes",
): Codec | undefined {
  const type = typeOf(value);
  return codecs.find((codec) => codec[by].has(type));
}

function areApart(all: readonly ReadonlySet<TypeName>[]): boolean {
  const seen = new Set<TypeName>();
  for (const types of all) {
    for (const type of types) {
      if (seen.has(type)) return false;
      seen.add(type);
    }
  }
  return true;
}
