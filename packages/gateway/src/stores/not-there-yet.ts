import type { DurableStores } from "./durable-stores.ts";
import { StoreError } from "./store-error.ts";

type Missing = Pick<DurableStores, "connections" | "keys" | "drafts" | "results">;

const fail = (): Promise<never> => Promise.reject(new StoreError("failed"));

/** Stands for what a database keeps from its next version on. */
export const notThereYet: Missing = {
  connections: { add: fail, find: fail, list: fail, replace: fail },
  drafts: { put: fail, find: fail, list: fail, approved: fail, revision: fail },
  results: { keep: fail, find: fail, list: fail, forget: fail },
  keys: {
    newest: fail,
    read: fail,
    insert: fail,
    rewrap: fail,
    notWrappedBy: fail,
    countByWrapping: fail,
    checks: fail,
    insertCheck: fail,
    removeCheck: fail,
  },
};
