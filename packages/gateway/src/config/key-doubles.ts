import { own } from "@toolcourt/sdk";
import type { Problem } from "../documents/problems.ts";
import { doubles, type Entry } from "./entries.ts";

/** What is said of a key that has the name of one before it, or is the same. */
export function* keyDoubles(given: readonly Entry[]): Generator<Problem> {
  yield* doubles(given, ["name"]);
  yield* doubles(given.map(withPlainHash), ["sha256"]);
}

/** The digits of a hash are the same in either case. */
function withPlainHash({ path, value }: Entry): Entry {
  const sha256 = own(value, "sha256");
  return typeof sha256 === "string"
    ? { path, value: { ...value, sha256: sha256.toLowerCase() } }
    : { path, value };
}
