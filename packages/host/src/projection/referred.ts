import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import { isJsonObject, type JsonSchema, own, valueAt } from "@toolcourt/sdk";
import type { Codec, Scope } from "./codec.ts";
import { jsonText } from "./json-text.ts";
import { annotated, assertionsOf } from "./wording.ts";

/** Compiles the target of a local reference in place. */
export function referred(schema: JsonSchema, scope: Scope): Codec {
  const { root, inside } = scope;
  const ref = own(schema, "$ref");
  const isAlone = assertionsOf(schema).every((key) => key === "$ref");
  const target = typeof ref === "string" && isAlone ? targetOf(root, ref) : undefined;
  if (target === undefined || inside.includes(target)) return jsonText(schema, scope);
  return scope.compile(annotated(target, schema), { ...scope, inside: [...inside, target] });
}

function targetOf(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith("#/")) return undefined;
  const target = valueAt(root, percentDecoded(ref.slice(1)));
  return isJsonObject(target) ? target : undefined;
}
