import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Asking } from "./upstream.ts";

// The parts that a server may rely on. They carry no settings that we know of, so they carry none.
const parts: Readonly<Record<Asking, readonly string[]>> = {
  elicitation: ["form", "url"],
  sampling: ["context", "tools"],
  roots: [],
};

/** What a server is told that a caller can be asked: of everything the caller says, only this. */
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

/** What a legacy server is told once, for all callers to come. */
export function declaredForAll(mayAsk: readonly Asking[]): JsonObject {
  return declaredBy({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }, mayAsk);
}
