import { isJsonArray, isJsonObject, type JsonValue, pointerToken } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";
import { findSecrets } from "../../boundary/redaction/find-secrets.ts";

/**
 * Returns the JSON Pointer to a token or other secret in the arguments, by name or look.
 * Credentials come from a connection. One sent by a model was read somewhere and would leak.
 */
export function findToken(value: JsonValue, pointer = ""): string | undefined {
  if (typeof value === "string") return findSecrets(value).some(isCredential) ? pointer : undefined;
  if (isJsonArray(value)) {
    return firstOf(value.map((each, index) => [each, pointer + pointerToken(index)] as const));
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value);
  const named = members.find(([name, each]) => isNamedToken(name, each));
  if (named !== undefined) return pointer + pointerToken(named[0]);
  return firstOf(members.map(([name, each]) => [each, pointer + pointerToken(name)] as const));
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

// Tenant and account ids grant no access, and calls need them.
function isCredential({ kind }: { readonly kind: string }): boolean {
  return kind !== "identifier";
}
