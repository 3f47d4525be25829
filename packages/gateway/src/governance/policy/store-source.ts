import type { PolicyStore } from "../../stores/policy-store.ts";
import type { PolicySource } from "./open-policy.ts";
import { maxPolicyBytes, versionOf } from "./read-policy.ts";
import { PolicyUnreadable } from "./unreadable.ts";

/**
 * Creates a source for the newest policy of a store. Refuses a text that is too large or does not
 * match its version.
 */
export function createStoreSource({ newest }: Pick<PolicyStore, "newest">): PolicySource {
  return {
    name: "the store",
    read: async () => {
      const stored = await newest();
      if (stored === undefined) return undefined;
      const { text, version } = stored;
      if (Buffer.byteLength(text) > maxPolicyBytes || versionOf(text) !== version) {
        throw new PolicyUnreadable("holds a policy that is not what was put there.");
      }
      return text;
    },
  };
}
