import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, own } from "../../contract/json.ts";

/**
 * Whether anybody said what a call changes. A server is believed when it owns up to a change, and
 * not when it denies one: it would gain from the denial.
 */
export function declaresEffect({ terms, asReceived }: ToolContract): boolean {
  if (terms.effect !== undefined || terms.category !== undefined) return true;
  const annotations = own(asReceived, "annotations");
  if (!isJsonObject(annotations)) return false;
  return own(annotations, "destructiveHint") === true || own(annotations, "readOnlyHint") === false;
}
