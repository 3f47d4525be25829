import { canonicalJson, own } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { readBinding } from "./read-binding.ts";

/**
 * Returns the names of the arguments that differ from another call of the tool. Undefined if either
 * is unreadable.
 */
export function changedArguments(
  now: StoredApproval,
  before: StoredApproval,
): readonly string[] | undefined {
  const [one, other] = [readBinding(now)?.arguments, readBinding(before)?.arguments];
  if (one === undefined || other === undefined) return undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].toSorted().filter((name) => {
    const [here, there] = [own(one, name), own(other, name)];
    if (here === undefined || there === undefined) return true;
    return canonicalJson(here) !== canonicalJson(there);
  });
}
