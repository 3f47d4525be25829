import type { PolicyStore } from "../stores/policy-store.ts";
import type { PolicySource } from "./open-policy.ts";
import { versionOf } from "./read-policy.ts";

/** The newest policy of a store. One that is not what was put is not read: somebody changed it since. */
export function createStoreSource({ newest }: Pick<PolicyStore, "newest">): PolicySource {
  return {
    name: "the store",
    read: async () => {
      const stored = await newest();
      if (stored !== undefined && versionOf(stored.text) !== stored.version) {
        throw new TypeError("this is not the policy that was put");
      }
      return stored?.text;
    },
  };
}
