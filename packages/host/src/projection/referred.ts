import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import { isJsonObject, type JsonSchema, own, valueAt } from "@toolcourt/sdk";
import type { Codec, Scene } from "./codec.ts";
import { jsonText } from "./json-text.ts";
import { annotated, assertionsOf } from "./wording.ts";

/** Compiles the target of a local reference in place. */
export function referred(schema: JsonSchema, scene: Scene): Codec {
  const { root, inside } = scene;
  const ref = own(schema, "$ref");
  const isAlone = assertionsOf(schema).every((key) => key === "$ref");
  const target = typeof ref === "string" && isAlone ? targetOf(root, ref) : undefined;
  if (target === undefined || inside.includes(target)) return jsonText(schema, scene);
  return scene.compile(annotated(target, schema), { ...scene, inside: [...inside, target] });
}

function targetOf(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith("#/")) return undefined;
  const target = valueAt(root, percentDecoded(ref.slice(1)));
  return isJsonObject(target) ? target : undefined;
}
