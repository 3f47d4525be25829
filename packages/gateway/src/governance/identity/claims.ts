import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/** Deeper than anything that an issuer has reason to write, and shallow enough for everybody who reads it. */
const deepest = 16;

/** Whether claims can be handed on to where decisions are made. How long they are, the token limits. */
export function areShallow(claims: JsonObject): boolean {
  let level: readonly JsonValue[] = [claims];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}
