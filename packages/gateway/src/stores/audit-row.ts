import { isJsonObject, own, parseJson } from "@toolcourt/sdk";

/** Returns the call that a row is about. Empty if it names none. */
export function callIdIn(body: string): string {
  const entry = parseJson(body);
  const id = isJsonObject(entry) ? own(entry, "callId") : undefined;
  return typeof id === "string" ? id : "";
}
