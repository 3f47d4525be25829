import { isJsonArray, isJsonObject, type JsonValue, step } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";
import { findSecrets } from "../../boundary/redaction/find-secrets.ts";

/**
 * Where in the arguments a token or another secret stands, by its name or by its look: a JSON Pointer.
 * Credentials come from a connection; one that a model sends was read somewhere and would go elsewhere.
 */
export function findToken(value: JsonValue, pointer = ""): string | undefined {
  if (typeof value === "string") return findSecrets(value).some(isCredential) ? pointer : undefined;
  if (isJsonArray(value)) {
    return firstOf(value.map((each, index) => [each, pointer + step(index)] as const));
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value);
  const named = members.find(([name, each]) => isNamedToken(name, each));
  if (named !== undefined) return pointer + step(named[0]);
  return firstOf(members.map(([name, each]) => [each, pointer + step(name)] as const));
}

function firstOf(places: readonly (readonly [JsonValue, string])[]): string | undefined {
  for (const [value, pointer] of places) {
    const found = findToken(value, pointer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNamedToken(name: string, value: JsonValue): boolean {
  return typeof value === "string" && value !== "" && hostFilled(name, {}) === "secret";
}

// The id of a tenant or of an account opens nothing, and calls are about them.
function isCredential({ kind }: { readonly kind: string }): boolean {
  return kind !== "identifier";
}
