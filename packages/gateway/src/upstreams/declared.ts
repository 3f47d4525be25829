import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Asking } from "./upstream.ts";

// The parts that a server may rely on. They have no settings that we know of, so we send none.
const parts: Readonly<Record<Asking, readonly string[]>> = {
  elicitation: ["form", "url"],
  sampling: ["context", "tools"],
  roots: [],
};

/** Returns the caller's capabilities to declare to a server. Everything else is dropped. */
export function declaredBy(capabilities: JsonObject, mayAsk: readonly Asking[]): JsonObject {
  return Object.fromEntries(
    mayAsk.flatMap((asking) => {
      const said = own(capabilities, asking);
      if (!isJsonObject(said)) return [];
      const known = parts[asking].filter((part) => isJsonObject(own(said, part)));
      return [[asking, Object.fromEntries(known.map((part) => [part, {}]))]];
    }),
  );
}

/** Returns the capabilities that a legacy server gets once, for all later callers. */
export function declaredForAll(mayAsk: readonly Asking[]): JsonObject {
  return declaredBy({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }, mayAsk);
}
