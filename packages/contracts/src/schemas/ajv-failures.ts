import { isJsonObject, type JsonValue, pointerToken } from "@toolcourt/sdk";
import type { ErrorObject } from "ajv";
import type { Failure } from "./issues.ts";

/** The parameter of an Ajv error that holds the expectation. Ajv's own messages are never used. */
const parameterOf: ReadonlyMap<string, string> = new Map([
  ["type", "type"],
  ["const", "allowedValue"],
  ["enum", "allowedValues"],
  ["required", "missingProperty"],
  ["dependentRequired", "missingProperty"],
  ["dependencies", "missingProperty"],
  ["additionalProperties", "additionalProperty"],
  ["unevaluatedProperties", "unevaluatedProperty"],
  ["propertyNames", "propertyName"],
  ["multipleOf", "multipleOf"],
  ["pattern", "pattern"],
  ["contains", "minContains"],
]);

/** Keywords that object to a property: the pointer must name it, not the object around it. */
const aboutProperty = new Set(["additionalProperties", "unevaluatedProperties"]);

export function failuresOf(errors: readonly ErrorObject[] | null | undefined): readonly Failure[] {
  // Ajv reports the whole after its parts. Reversed, the alternatives come before the reason each
  // one failed.
  return (errors ?? []).map(failureOf).toReversed();
}

function failureOf({ keyword, instancePath, params }: ErrorObject): Failure {
  const given: unknown = params;
  const expected = isJsonObject(given) ? given[parameterOf.get(keyword) ?? "limit"] : undefined;
  return {
    keyword: keyword === "false schema" ? "false" : keyword,
    pointer: aboutProperty.has(keyword)
      ? instancePath + pointerToken(nameIn(expected))
      : instancePath,
    expected,
  };
}

function nameIn(expected: JsonValue | undefined): string {
  return typeof expected === "string" ? expected : "";
}
