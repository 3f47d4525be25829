import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { RelayCall } from "./answer-request.ts";
import { textIn } from "./route.ts";

/** Answer for a server without completions. */
export const noCompletion = { completion: { values: [], hasMore: false } };

/** Returns the prompt or the template of a completion. */
export function referenceIn(params: JsonObject): RelayCall["relayed"]["subject"] {
  const ref = own(params, "ref");
  const named = isJsonObject(ref) ? ref : {};
  return own(named, "type") === "ref/prompt"
    ? { kind: "prompt", name: textIn(named, "name") }
    : { kind: "uri", name: textIn(named, "uri") };
}
