import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { own } from "@toolcourt/sdk";
import { doubles, type Entry } from "./entries.ts";

/** Reports keys with the name or the hash of an earlier one. */
export function* keyDoubles(given: readonly Entry[]): Generator<Problem> {
  yield* doubles(given, ["name"]);
  yield* doubles(given.map(withPlainHash), ["sha256"]);
}

/** Normalizes the case of the hash. */
function withPlainHash({ path, value }: Entry): Entry {
  const sha256 = own(value, "sha256");
  return typeof sha256 === "string"
    ? { path, value: { ...value, sha256: sha256.toLowerCase() } }
    : { path, value };
}
