import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, own } from "../../contract/json.ts";

/**
 * Returns whether the terms or the server annotations declare what a call changes. We believe a
 * server that admits a change. We ignore a denial, because it is in the interest of the server.
 */
export function declaresEffect({ terms, asReceived }: ToolContract): boolean {
  if (terms.effect !== undefined || terms.category !== undefined) return true;
  const annotations = own(asReceived, "annotations");
  if (!isJsonObject(annotations)) return false;
  return own(annotations, "destructiveHint") === true || own(annotations, "readOnlyHint") === false;
}
