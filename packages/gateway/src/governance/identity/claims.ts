import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/** Deeper than any issuer needs, and shallow enough for every reader. */
const deepest = 16;

/**
 * Returns whether claims are shallow enough for the policy. The token limit bounds their length.
 */
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
